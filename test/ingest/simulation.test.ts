import { describe, it } from 'vitest'
import { testFolder } from '../folder.ts'
import { simulate } from './simulation.ts'

/** `OWNSCAN_SIMULATIONS=1000` runs more of them, `OWNSCAN_SIMULATION_SEED=17` from another first seed (or just that one, with 1). */
const count = Number(process.env['OWNSCAN_SIMULATIONS'] ?? 100)
const first = Number(process.env['OWNSCAN_SIMULATION_SEED'] ?? 1)
/** Simulations wait more than they work. */
const atOnce = 5

describe('whatever nodes do', () => {
  const seeds = Array.from({ length: count }, (_, i) => first + i)
  const groups = Array.from({ length: Math.ceil(count / atOnce) }, (_, i) => seeds.slice(i * atOnce, (i + 1) * atOnce))
  it.each(groups)('nothing orphaned is ever called final, and the store becomes the chain: seeds %i to …', async (...group) => {
    await Promise.all(group.map((seed) => simulate(seed, testFolder())))
  })
})

describe('seeds that once found a fault', () => {
  it.each([
    [97, 'one endpoint that hung held up the head of all'],
    [253, 'an uncle was given up though it was only out of reach'],
    [312, 'an uncle was given up because its endpoint lied about it'],
    [972, 'ranged logs that left out whole blocks were believed'],
  ])('%i: %s', async (seed) => {
    await simulate(seed, testFolder())
  })
})
