import type { ChainConfig } from '../config/types.ts'
import type { Logger } from '../log/logger.ts'
import type { ChainClient } from '../rpc/port.ts'
import type { Dataset, StoreWriter } from '../store/port.ts'
import type { Examiner } from './examine.ts'
import type { FinalityWatch } from './finality.ts'
import type { Limits } from './limits.ts'
import type { Meter } from './meter.ts'
import type { Bell, Lock } from './pause.ts'

/** Everything the tasks of one chain share. What they know of the chain's blocks stands in the store, never here. */
export interface ChainContext {
  readonly chainId: number
  readonly name: string
  readonly datasets: readonly Dataset[]
  readonly startBlock: number
  readonly completeness: ChainConfig['completeness']
  /** Blocks below the head that are final where no node knows the `finalized` tag. */
  readonly finalityDepth: number
  readonly client: ChainClient
  readonly store: StoreWriter
  readonly examiner: Examiner
  readonly finality: FinalityWatch
  readonly meter: Meter
  readonly log: Logger
  readonly limits: Limits
  readonly signal: AbortSignal
  /** Looking at the store and committing on what was seen happens under this lock, so that no task commits on what another just undid. */
  readonly lock: Lock
  /** Rung when blocks below the head came to be missing. */
  readonly gapBell: Bell
  /** Rung when new contracts may be without a name. */
  readonly tokenBell: Bell
}

/** What it takes to have a block and prove it, without a store to put it in. */
export type ProvingContext = Pick<ChainContext, 'chainId' | 'datasets' | 'client' | 'examiner' | 'meter' | 'log' | 'limits' | 'signal'>
