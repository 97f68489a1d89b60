import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { remedies } from '../../src/rpc/faults.ts'

it('docs/NODES.md names every fault with its remedy, and no other', () => {
  const document = readFileSync(new URL('../../docs/NODES.md', import.meta.url), 'utf8')
  const rows = [...document.matchAll(/^\| `([\w-]+)` \| .+ \| ([\w-]+) \|$/gm)].map(([, kind, remedy]) => [kind, remedy])
  expect(Object.fromEntries(rows)).toEqual(remedies)
  expect(rows.length).toBe(Object.keys(remedies).length)
})
