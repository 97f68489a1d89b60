import { maxLimit, nameMistake, usualLimits } from '../access/key-rules.ts'
import type { NewKey } from '../access/keyring.ts'

/** The key a JSON text asks for, or what is wrong with the text. */
export const readNewKey = (text: string, nowMs: number): NewKey | string => {
  const fields = parse(text)
  if (fields === undefined) return 'The body must be a JSON object: {"name": "books", "perSecond": 5, "perDay": 100000, "expiresAt": null}.'
  const { name, perSecond = usualLimits.perSecond, perDay = usualLimits.perDay, expiresAt = null } = fields
  const trimmed = typeof name === 'string' ? name.trim() : ''
  const mistake = nameMistake(trimmed)
  if (mistake !== undefined) return mistake
  if (!isLimit(perSecond)) return 'perSecond must be a whole number, 0 for no limit.'
  if (!isLimit(perDay)) return 'perDay must be a whole number, 0 for no limit.'
  if (expiresAt !== null && !(typeof expiresAt === 'number' && Number.isSafeInteger(expiresAt) && expiresAt > nowMs))
    return 'expiresAt must be null or a time in the future, in milliseconds since 1970.'
  return { name: trimmed, perSecond, perDay, expiresAt }
}

const parse = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const isLimit = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= maxLimit
