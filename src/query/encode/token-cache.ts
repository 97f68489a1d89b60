import type { TokenText } from '../../records/block.ts'
import type { Hex } from '../../records/hex.ts'
import { tokenJoint } from './joints.ts'
import type { EncoderModule } from './module.ts'

/** Names hardly ever change; one that does is shown within this time. */
const lifeMs = 60_000
/** A contract whose name nobody has asked for yet is about to get one. */
const lifeOfUnknownMs = 2_000
/** Of a name or a symbol. Contracts may call themselves anything; nobody reads on from here, and a row must fit its place. */
const textMaxCharacters = 2_048

/** Token texts inside the encoder's memory. Forgotten all at once: when there is no more room, and when they are old. */
export interface TokenCache {
  /** To be called before a page is encoded. */
  readonly refresh: () => void
  readonly has: (chain: number, contract: Hex) => boolean
  readonly add: (chain: number, contract: Hex, text: TokenText | undefined) => void
}

export const tokenCache = ({ figures, functions, memory }: EncoderModule, now: () => number): TokenCache => {
  let staleAt = now() + lifeMs
  const writeKey = (contract: Hex): void => {
    memory.write(contract.slice(2), figures.KEY, 'hex')
  }
  return {
    refresh: () => {
      if (now() < staleAt) return
      functions.forgetTokens()
      staleAt = now() + lifeMs
    },
    has: (chain, contract) => {
      writeKey(contract)
      return functions.knowsToken(chain) !== 0
    },
    add: (chain, contract, text) => {
      if (text === undefined) staleAt = Math.min(staleAt, now() + lifeOfUnknownMs)
      const joint = Buffer.from(tokenJoint(cut(text?.name ?? ''), cut(text?.symbol ?? '')))
      joint.copy(memory, functions.tokenRoom(joint.length))
      writeKey(contract)
      functions.addToken(chain, joint.length)
    },
  }
}

/** Never between the two halves of a character. */
const cut = (text: string): string => {
  if (text.length <= textMaxCharacters) return text
  const last = text.charCodeAt(textMaxCharacters - 1)
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? textMaxCharacters - 1 : textMaxCharacters)
}
