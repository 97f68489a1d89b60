// Writes src/chains/names.ts from the chain metadata of viem, which is needed only for this: `npm install viem` in any folder, then
// `node tools/chain-names.mjs FOLDER/node_modules/viem`. The chains of table.ts are left out.
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, root } from './setup.mjs'

const viem = process.argv[2]
if (viem === undefined) {
  console.error('usage: node tools/chain-names.mjs FOLDER/node_modules/viem')
  process.exit(2)
}
build()
const { chainTable } = await import('../dist/chains/table.js')
const all = await import(pathToFileURL(join(resolve(viem), '_esm/chains/index.js')))
const { version } = JSON.parse(readFileSync(join(viem, 'package.json'), 'utf8'))

/** Chains of the OP stack name the contracts every one of them has; ZKsync's sign by their own domain. Of others the family is not known. */
const familyOf = ({ contracts = {}, custom = {} }) => {
  if (contracts.l1Block || contracts.gasPriceOracle) return 'op-stack'
  return custom.getEip712Domain ? 'zksync' : ''
}
const clean = (text) => text.replace(/[|`\\$\n]/g, ' ').trim()
const lines = new Map()
for (const chain of Object.values(all)) {
  if (typeof chain?.id !== 'number' || chainTable.has(chain.id) || lines.has(chain.id)) continue
  const explorer = (chain.blockExplorers?.default?.url ?? '').replace(/\/$/, '')
  const fields = [
    chain.id,
    clean(chain.name),
    clean(chain.nativeCurrency.symbol),
    clean(explorer),
    chain.testnet ? 'test' : '',
    familyOf(chain),
  ]
  lines.set(chain.id, fields.join('|'))
}
const sorted = [...lines].sort(([a], [b]) => a - b).map(([, line]) => line)
writeFileSync(
  join(root, 'src/chains/names.ts'),
  `/**
 * Names of chains the table does not know: id, name, symbol, explorer, \`test\` for a test network, family where it shows.
 * Made by tools/chain-names.mjs from the chain metadata of viem ${version}: do not edit.
 */
export const moreChains = \`
${sorted.join('\n')}
\`
`,
)
