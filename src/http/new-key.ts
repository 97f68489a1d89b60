import type { NewKey } from '../access/keyring.ts'

/** Long enough for any purpose, short enough for a list. */
const maxNameCharacters = 64
/** More calls than anybody makes, and far below where numbers stop being exact. */
const maxLimit = 999_999_999_999
/** What free plans of hosted services give, as the command line does. */
const usualPerSecond = 5
const usualPerDay = 100_000

/** The key a JSON text asks for, or what is wrong with the text. */
export const readNewKey = (text: string, nowMs: number): NewKey | string => {
  const fields = parse(text)
  if (fields === undefined) return 'The body must be a JSON object: {"name": "books", "perSecond": 5, "perDay": 100000, "expiresAt": null}.'
  const { name, perSecond = usualPerSecond, perDay = usualPerDay, expiresAt = null } = fields
  const trimmed = typeof name === 'string' ? name.trim() : ''
  if (trimmed === '' || trimmed.length > maxNameCharacters) return `The key needs a name of 1 to ${maxNameCharacters} characters.`
  // Control and direction characters would let one key look like another in a list; an id as a name would let `keys revoke` take both.
  if (/[\p{Cc}\p{Cf}]/u.test(trimmed) || /^[0-9a-f]{16}$/.test(trimmed))
    return 'The name holds characters that cannot be shown, or is an id.'
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
