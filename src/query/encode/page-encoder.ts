import type { TokenText } from '../../records/block.ts'
import type { Hex } from '../../records/hex.ts'
import type { MaybePromise, RowSink } from '../../store/port.ts'

/** Turns the row sets of a page into the bytes of its answer. */
export interface PageEncoder {
  readonly open: (page: TransferPage) => OpenPage
}

export interface TransferPage {
  readonly chainId: number
  /** Confirmations count from it. */
  readonly head: number
  /** Whether rows carry the additional fields. */
  readonly extended: boolean
}

export interface OpenPage {
  readonly take: RowSink
  /** The whole body once all rows were taken. */
  readonly finish: (tokenOf: TokenLookup) => MaybePromise<EncodedPage>
  /** Instead of `finish`, where the page came to nothing. */
  readonly abandon: () => void
}

export type TokenLookup = (contract: Hex) => MaybePromise<TokenText | undefined>

export interface EncodedPage {
  readonly body: readonly Buffer[]
  readonly bytes: number
  /** To be called once, when the bytes were sent. */
  readonly release: () => void
}
