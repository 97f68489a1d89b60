import { type FaultKind, type Figure, type Remedy, remedies } from './faults.ts'

interface FaultFacts {
  readonly figure?: Figure
  readonly retryAfterMs?: number | undefined
  readonly method?: string | undefined
}

/** One request to one endpoint went wrong. The message never holds a secret of the endpoint's URL. */
export class RpcFault extends Error {
  override readonly name = 'RpcFault'
  readonly kind: FaultKind
  readonly endpoint: string
  readonly figure: Figure
  readonly retryAfterMs: number | undefined
  readonly method: string | undefined

  constructor(kind: FaultKind, endpoint: string, what: string, facts: FaultFacts = {}) {
    super(`${endpoint}: ${what}`)
    this.kind = kind
    this.endpoint = endpoint
    this.figure = facts.figure ?? {}
    this.retryAfterMs = facts.retryAfterMs
    this.method = facts.method
  }

  get remedy(): Remedy {
    return remedies[this.kind]
  }

  /** Whether a smaller range may be answered where this one was not. A time-out may be the endpoint's or the range's: both are helped by asking for less. */
  get asksForLess(): boolean {
    return this.remedy === 'narrow' || this.remedy === 'halve' || this.kind === 'timeout'
  }
}

export interface Trial {
  readonly endpoint: string
  readonly kind: FaultKind
  readonly message: string
  readonly times: number
}

/** Every endpoint was tried as often as makes sense for one thing. Others may still succeed: let them go on, come back to this later. */
export class RpcStuckError extends Error {
  override readonly name = 'RpcStuckError'
  readonly chainId: number
  readonly wanted: string
  readonly trials: readonly Trial[]

  constructor(chainId: number, wanted: string, reason: string, trials: readonly Trial[]) {
    const lines = trials.map(({ kind, message, times }) => `  ${message} [${kind}${times > 1 ? `, ${times} times` : ''}]`)
    super([`chain ${chainId}: ${wanted}: ${reason}`, ...lines].join('\n'))
    this.chainId = chainId
    this.wanted = wanted
    this.trials = trials
  }

  /** Whether every endpoint that was asked answered that it does not have it. */
  get missing(): boolean {
    return this.trials.length > 0 && this.trials.every(({ kind }) => kind === 'missing' || kind === 'pruned' || kind === 'behind')
  }
}
