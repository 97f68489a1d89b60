import { it } from 'vitest'
import { tortureByNodes } from '../../torture/nodes.ts'
import { expectHeld, shortContext } from './short.ts'

it('whatever nodes do, the store becomes the chain', async () => {
  expectHeld(await tortureByNodes(shortContext(), { histories: 2, step: 24 }))
})
