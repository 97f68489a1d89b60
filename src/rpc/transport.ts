import type { RpcHeader } from '../evm/json-rpc.ts'

export interface Call {
  readonly method: string
  readonly params: readonly unknown[]
}

/** A call as it goes over the wire. */
export interface NumberedCall extends Call {
  readonly jsonrpc: '2.0'
  readonly id: number
}

/** What came back, not yet understood. */
export interface Reply {
  readonly status: number
  readonly retryAfterMs: number | undefined
  /** Undefined where the body is no JSON. */
  readonly json: unknown
  /** The beginning of a body that is no JSON. */
  readonly text: string
  /** Size of the body, decompressed. */
  readonly bytes: number
}

/** A way to reach one endpoint. Failures of the way itself are thrown as `TransportError`. */
export interface Transport {
  /** Sends the calls as one batch, or alone where there is one. */
  readonly send: (calls: readonly NumberedCall[], signal: AbortSignal) => Promise<Reply>
  /** Announces new heads as long as the connection lasts, where the way can; ends with the signal, or by throwing when the connection does. */
  readonly heads?: (onHead: (header: RpcHeader) => void, signal: AbortSignal) => Promise<void>
  readonly close: () => Promise<void>
}

export class TransportError extends Error {
  override readonly name = 'TransportError'
  readonly kind: 'network' | 'timeout' | 'oversized'

  constructor(kind: TransportError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

export interface TransportLimits {
  readonly timeoutMs: number
  readonly maxBodyBytes: number
  readonly connections: number
}
