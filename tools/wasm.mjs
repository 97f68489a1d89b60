// Compiles the WebAssembly encoder from its AssemblyScript source: `node tools/wasm.mjs` (`--check`: only compares). The result is checked in, since the service is installed
// without the compiler; a test compiles the source anew and compares.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { install, root } from './setup.mjs'

const source = 'src/query/encode/assembly/transfers.ts'
const pageBytes = 65536
// Fixed: see layout.ts, whose MEMORY_END must fit; the host checks it when it starts.
const memoryPages = 208

/** The compiled module, or an error that says what the compiler said. */
const compile = async () => {
  const { default: asc } = await import(join(root, 'test/node_modules/assemblyscript/dist/asc.js'))
  const memory = ['--initialMemory', `${memoryPages}`, '--maximumMemory', `${memoryPages}`, '--memoryBase', '64']
  const speed = ['--optimizeLevel', '3', '--shrinkLevel', '0', '--noAssert', '--converge', '--enable', 'simd']
  const lean = ['--runtime', 'stub', '--use', 'abort=']
  const files = new Map()
  const { error, stderr } = await asc.main([source, '--baseDir', root, '--outFile', 'out.wasm', ...memory, ...speed, ...lean], {
    writeFile: (name, contents) => files.set(name, contents),
  })
  const wasm = files.get('out.wasm')
  if (error || wasm === undefined) throw new Error(`${error?.message ?? 'nothing was written'}\n${stderr.toString()}`)
  return wasm
}

const target = join(root, 'src/query/encode/transfers.wasm')

install('test')
const wasm = await compile()
if (process.argv.includes('--check')) process.exit(readFileSync(target).equals(wasm) ? 0 : 1)
writeFileSync(target, wasm)
console.log(`${target}: ${wasm.length} bytes, ${(memoryPages * pageBytes) / 2 ** 20} MB of memory`)
