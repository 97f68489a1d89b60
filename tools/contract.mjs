// Compiles the demo chain's token (`node tools/contract.mjs`) into the file the demo deploys. The compiler is a test-only dependency:
// the service carries the result, and a test compares it with the source.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { install, root } from './setup.mjs'

const folder = join(root, 'src/demo/contract')

/** The bytecode that deploys the contract, and the selector of each function. */
export const compile = () => {
  const solc = createRequire(join(root, 'test/package.json'))('solc')
  const input = {
    language: 'Solidity',
    sources: { 'DemoToken.sol': { content: readFileSync(join(folder, 'DemoToken.sol'), 'utf8') } },
    settings: {
      // The oldest rules the demo's node could be set to, and no metadata: the same source gives the same bytes everywhere.
      evmVersion: 'paris',
      optimizer: { enabled: true, runs: 200 },
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['evm.bytecode.object', 'evm.methodIdentifiers'] } },
    },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input)))
  if (output.errors?.length) throw new Error(output.errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  const { evm } = output.contracts['DemoToken.sol'].DemoToken
  return { bytecode: `0x${evm.bytecode.object}`, selectors: evm.methodIdentifiers }
}

if (process.argv[1] === import.meta.filename) {
  install('test')
  writeFileSync(join(folder, 'DemoToken.json'), `${JSON.stringify(compile(), null, 2)}\n`)
}
