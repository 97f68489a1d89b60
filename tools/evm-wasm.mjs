// Compiles src/evm/hashing.as (AssemblyScript) into src/evm/hashing-binary.ts: the module as text, so that it needs no file beside the built
// program. The result is checked in; a test compiles anew and compares. `node tools/evm-wasm.mjs` writes it.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import asc from '../test/node_modules/assemblyscript/dist/asc.js'
import { root } from './setup.mjs'

const source = join(root, 'src/evm/hashing.as')
const target = join(root, 'src/evm/hashing-binary.ts')

/** The compiled module as the text of a TypeScript file. */
export const compile = async () => {
  const options = [
    '--enable',
    'simd',
    '--runtime',
    'stub',
    '--optimizeLevel',
    '3',
    '--shrinkLevel',
    '0',
    '--noAssert',
    '--initialMemory',
    '64',
    '--memoryBase',
    '1024',
  ]
  const built = new Map()
  const { error, stderr } = await asc.main(['hashing.ts', ...options, '--outFile', 'hashing.wasm'], {
    readFile: (name) => (name === 'hashing.ts' ? readFileSync(source, 'utf8') : null),
    writeFile: (name, contents) => built.set(name, contents),
    listFiles: () => [],
  })
  if (error) throw new Error(`${error.message}\n${stderr.toString()}`)
  const base64 = Buffer.from(built.get('hashing.wasm')).toString('base64')
  return `// Made from hashing.as by \`node tools/evm-wasm.mjs\`: do not edit.\nexport const hashingBinary =\n  '${base64}'\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(target, await compile())
