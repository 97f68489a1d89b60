import { askAdmin, type Outcome } from './ask.ts'

/** A key as `/admin/keys` lists it. */
export interface KeyView {
  readonly id: string
  readonly name: string
  readonly perSecond: number
  readonly perDay: number
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly revokedAt: number | null
  readonly usedToday: number
  /** Newest first; days without calls are left out. */
  readonly use: readonly { readonly date: string; readonly calls: number }[]
}

export interface KeyList {
  readonly total: number
  readonly historyDays: number
  readonly keys: readonly KeyView[]
}

export interface WantedKey {
  readonly name: string
  readonly perSecond: number
  readonly perDay: number
  readonly expiresAt: number | null
}

export const readKeys = (): Promise<Outcome<KeyList>> => askAdmin('/admin/keys')
export const makeKey = (wanted: WantedKey): Promise<Outcome<KeyView & { readonly key: string }>> =>
  askAdmin('/admin/keys', { method: 'POST', body: JSON.stringify(wanted) })
export const revokeKey = (id: string): Promise<Outcome<KeyView>> => askAdmin(`/admin/keys/${id}`, { method: 'DELETE' })
