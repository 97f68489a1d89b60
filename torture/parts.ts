import { tortureByCrashes } from './crash.ts'
import { tortureByDisk } from './disk.ts'
import { tortureByHostileClients } from './hostile.ts'
import { tortureByKeys } from './keys.ts'
import { tortureByLoad } from './load.ts'
import { tortureByNodes } from './nodes.ts'
import type { Tally } from './outcome.ts'
import type { PartContext } from './part.ts'
import { tortureByPowerCuts } from './power.ts'
import { tortureByRequests } from './requests.ts'
import { tortureSecrets } from './secrets.ts'
import { tortureSupply } from './supply.ts'

interface PartEntry {
  readonly name: string
  /** Of the whole time. */
  readonly share: number
  readonly run: (context: PartContext) => Promise<readonly Tally[]>
}

/**
 * Every part of the torture, in the order they run; counts are those of the long form, reached where there is time. The two that need the most time come last:
 * what others leave is theirs.
 */
export const parts: readonly PartEntry[] = [
  { name: 'supply', share: 0.01, run: (context) => tortureSupply(context, { audit: true }) },
  { name: 'secrets', share: 0.01, run: (context) => tortureSecrets(context, {}) },
  { name: 'load', share: 0.04, run: (context) => tortureByLoad(context, { rows: 1_500, stepMs: 6_000 }) },
  { name: 'keys', share: 0.04, run: (context) => tortureByKeys(context, { rounds: 100, lookups: 400_000 }) },
  { name: 'hostile', share: 0.05, run: (context) => tortureByHostileClients(context, { connections: 50, idle: 10_000, patient: true }) },
  { name: 'disk', share: 0.05, run: (context) => tortureByDisk(context, { rounds: 200, spoilt: 6 }) },
  { name: 'power', share: 0.04, run: (context) => tortureByPowerCuts(context, { rounds: 1_000, steps: 60, cuts: 200 }) },
  { name: 'nodes', share: 0.1, run: (context) => tortureByNodes(context, { histories: 1_000, step: 1 }) },
  { name: 'requests', share: 0.33, run: (context) => tortureByRequests(context, { requests: 1_000_000 }) },
  { name: 'crash', share: 0.33, run: (context) => tortureByCrashes(context, { kills: 5_000 }) },
]
