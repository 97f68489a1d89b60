import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { chainRuleTable, familyTable, membersTable } from './render-rewards.ts'

const document = readFileSync(new URL('../../docs/REWARDS.md', import.meta.url), 'utf8')

describe('docs/REWARDS.md says what the program does', () => {
  it.each([
    ['the rules of each family', familyTable],
    ['the rules of single chains', chainRuleTable],
    ['which chains are in a family, and which rewards are not known', membersTable],
  ])('%s', (_, render) => {
    expect(document).toContain(render())
  })
})
