/** Long enough for any purpose, short enough for a list. */
const maxNameCharacters = 64
/** More calls than anybody makes, and far below where numbers stop being exact. */
export const maxLimit = 999_999_999_999

/** Of a key made without saying any: none. Whoever runs the service made it for themselves; limits are for keys that are given away. */
export const usualLimits = { perSecond: 0, perDay: 0 } as const

/** What is wrong with the name of a new key, in a sentence; undefined where nothing is. */
export const nameMistake = (name: string): string | undefined => {
  if (name.trim() === '' || name.trim().length > maxNameCharacters) return `The key needs a name of 1 to ${maxNameCharacters} characters.`
  // Control and direction characters would let one key look like another in a list; an id as a name would let `keys revoke` take both.
  if (/[\p{Cc}\p{Cf}]/u.test(name) || /^[0-9a-f]{16}$/.test(name.trim()))
    return 'The name holds characters that cannot be shown, or is an id.'
  return undefined
}
