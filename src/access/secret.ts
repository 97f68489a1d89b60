import { hash, randomInt } from 'node:crypto'

/**
 * Keys and tokens: a prefix that says what it is (and lets a scanner find one that leaked), and 40 random characters, 238 bits. With that much chance in it
 * a plain SHA-256 is the right way to store it: there is nothing to guess, so nothing to slow down. Looking up by hash also makes the time it takes
 * independent of how much of a wrong key is right.
 */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomCharacters = 40

export const secretPrefix = { key: 'osk_', admin: 'osa_' } as const

export const newSecret = (kind: keyof typeof secretPrefix): string => {
  let text: string = secretPrefix[kind]
  for (let i = 0; i < randomCharacters; i++) text += alphabet[randomInt(alphabet.length)]
  return text
}

/** 32 bytes. */
export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')
