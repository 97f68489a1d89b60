import type { Config } from '../config/types.ts'
import type { MetricsSnapshot } from '../http/metrics/registry.ts'

/** What passes between the supervisor and its children, by structured clone. The configuration goes this way, so that its secrets stand in no environment. */
export type ToChild =
  | { readonly kind: 'configure'; readonly config: Config; readonly accessFolder: string; readonly role: Role }
  | { readonly kind: 'measure'; readonly id: number }
  | { readonly kind: 'metrics'; readonly id: number; readonly snapshot: MetricsSnapshot }
  | { readonly kind: 'stop' }

export type FromChild =
  | { readonly kind: 'hello' }
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'measured'; readonly id: number; readonly snapshot: MetricsSnapshot }
  | { readonly kind: 'metrics?'; readonly id: number }

export type Role = 'api' | 'indexer'

/** A child ends with this code where starting it again would end the same way: a port in use, a store that cannot be opened. */
export const hopelessExitCode = 78
