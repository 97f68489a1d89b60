import type { TokenText } from '../records/block.ts'
import type { Hex } from '../records/hex.ts'
import type { ChainContext } from './context.ts'
import { messageOf } from './errors.ts'
import { pause } from './pause.ts'
import { decodeTokenText } from './token-text.ts'

/** First four bytes of the hashes of `name()` and `symbol()`. */
const nameCall: Hex = '0x06fdde03'
const symbolCall: Hex = '0x95d89b41'
const contractsAtOnce = 50
/** How often a contract whose calls give nothing is asked. */
const asksOfTheSilent = 2
const lookAgainMs = 5000

/** Gives the contracts that have rows their names, behind the commits and never before them, until the signal. What is still to be asked stands in the store. */
export const nameTokens = async (chain: ChainContext): Promise<void> => {
  const silent = new Map<Hex, { asks: number; askAt: number }>()
  while (!chain.signal.aborted) {
    try {
      const missing = await chain.store.tokensMissing(chain.chainId, contractsAtOnce + silent.size)
      const due = missing.filter((contract) => (silent.get(contract)?.askAt ?? 0) <= Date.now()).slice(0, contractsAtOnce)
      if (due.length > 0) await nameSome(chain, due, silent)
      else await chain.tokenBell.wait(Math.min(lookAgainMs, chain.limits.tokenAskAgainMs), chain.signal)
    } catch (error) {
      chain.log.debug('token names could not be asked; trying again', { chain: chain.chainId, reason: messageOf(error) })
      await pause(lookAgainMs, chain.signal)
    }
  }
}

/** Asks once for all that are missing, and takes silence for an answer: for a run that ends. */
export const nameTokensOnce = async (chain: ChainContext): Promise<void> => {
  for (;;) {
    const missing = await chain.store.tokensMissing(chain.chainId, contractsAtOnce)
    if (missing.length === 0 || chain.signal.aborted) return
    await nameSome(chain, missing, new Map(missing.map((contract) => [contract, { asks: asksOfTheSilent, askAt: 0 }])))
  }
}

const nameSome = async (
  chain: ChainContext,
  contracts: readonly Hex[],
  silent: Map<Hex, { asks: number; askAt: number }>,
): Promise<void> => {
  const answers = await chain.client.calls(contracts.flatMap((to) => [nameCall, symbolCall].map((data) => ({ to, data }))))
  const named = new Map<Hex, TokenText>()
  for (const [i, contract] of contracts.entries()) {
    const text = { name: decodeTokenText(answers[2 * i]), symbol: decodeTokenText(answers[2 * i + 1]) }
    const asks = (silent.get(contract)?.asks ?? 0) + 1
    if (text.name === '' && text.symbol === '' && asks < asksOfTheSilent) {
      silent.set(contract, { asks, askAt: Date.now() + chain.limits.tokenAskAgainMs })
      continue
    }
    silent.delete(contract)
    named.set(contract, text)
  }
  if (named.size > 0) await chain.store.putTokens(chain.chainId, named)
}
