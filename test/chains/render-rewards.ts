import { familyRules, rewardRules } from '../../src/chains/families.ts'
import type { Family } from '../../src/chains/port.ts'
import type { RewardRules } from '../../src/chains/rules.ts'
import { chainTable } from '../../src/chains/table.ts'

/** The tables of docs/REWARDS.md, from the data the program pays by. */
const wholeCoins = (wei: bigint): string => `${wei / 10n ** 18n}`
const grouped = (value: number): string => value.toLocaleString('en')

const producer = (rules: RewardRules): string => (rules.producer === 'miner' ? 'the header’s `miner`' : 'who sealed the header')
const issuance = ({ issuance: rule }: RewardRules): string => {
  if (rule.kind === 'eras')
    return `${wholeCoins(rule.firstWei)} a block; four fifths of it in each next era of ${grouped(rule.eraBlocks)} blocks`
  if (rule.steps.length === 0) return 'none'
  return rule.steps.map(({ from, wei }) => `${wholeCoins(wei)} from block ${grouped(from)}`).join(', ')
}
const uncles = ({ uncles: rule }: RewardRules): string =>
  ({ none: 'none', ethash: 'by depth', classic: 'by depth, from the second era on a 32nd part' })[rule]
const baseFee = ({ baseFee: rule }: RewardRules): string =>
  ({ burnt: 'burnt', 'to-producer': 'counted', redirected: 'goes elsewhere' })[rule]
const tips = ({ tips: rule }: RewardRules): string => ({ paid: 'counted', none: 'not counted: they never reach the producer' })[rule]
const leftOut = ({ feelessTypes }: RewardRules): string => feelessTypes.map((type) => `0x${type.toString(16)}`).join(', ') || 'none'
const known = ({ unknown }: RewardRules): string => {
  if (unknown === undefined) return 'yes'
  if (unknown.when === 'always') return `no: ${unknown.why}`
  const since = unknown.when === 'before-merge' ? 'since its merge' : `from block ${grouped(unknown.when.beforeBlock)}`
  return `${since}; before: no, ${unknown.why}`
}
const recipients = ({ tipRecipients }: RewardRules): string =>
  tipRecipients.map(({ from, address }) => `\`${address}\` from block ${grouped(from)}`).join(', ') || 'the producer'

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const columns = [producer, issuance, uncles, baseFee, tips, leftOut, known] as const
const heads = ['producer', 'new coins', 'uncles', 'base fee', 'tips', 'types without fee', 'known'] as const

export const familyTable = (): string =>
  table(
    ['family', ...heads],
    Object.entries(familyRules).map(([family, rules]) => [family, ...columns.map((render) => render(rules))]),
  )

/** Chains that differ from their family, with what differs. */
export const chainRuleTable = (): string => {
  const rows = [...chainTable.values()].flatMap((spec) => {
    const own = rewardRules({ ...spec, quirks: [] })
    const family = familyRules[spec.family]
    const differing = [...columns, recipients].flatMap((render, i) => {
      const name = [...heads, 'tips go to'][i]
      return render(own) === render(family) ? [] : [`${name}: ${render(own)}`]
    })
    if (own.sealedBaseFeeFrom !== family.sealedBaseFeeFrom)
      differing.push(`seal covers the base fee from block ${grouped(own.sealedBaseFeeFrom)}`)
    return differing.length === 0 ? [] : [[`${spec.name} (${spec.chainId})`, spec.family, differing.join('; ')]]
  })
  return table(['chain', 'family', 'its own rule'], rows)
}

export const membersTable = (): string =>
  table(
    ['family', 'chains whose reward is known', 'chains whose reward is not'],
    (Object.keys(familyRules) as Family[]).map((family) => {
      const members = [...chainTable.values()].filter((spec) => spec.family === family)
      const named = (unknown: boolean): string =>
        members
          .filter(({ quirks }) => quirks.includes('reward-unknown') === unknown)
          .map(({ name, chainId }) => `${name} (${chainId})`)
          .join(', ') || 'none'
      return [family, named(false), named(true)]
    }),
  )
