import type { RpcHeader } from '../evm/json-rpc.ts'
import type { Hex } from '../records/hex.ts'
import { ask, askAll, takeValue } from './ask.ts'
import { attempt } from './attempt.ts'
import { blockNumberOf, type Chain, quantity } from './chain.ts'
import type { Need } from './choose.ts'
import type { Endpoint } from './endpoint.ts'
import { RpcFault } from './errors.ts'
import { learnServed } from './learn.ts'
import type { BlockWithReceipts, FetchOptions, Sourced } from './port.ts'
import { blockReceiptsMethod, receiptsFromAnswer, receiptsOf, supportsBlockReceipts } from './receipts.ts'
import { blockFrom, headerFrom } from './shapes.ts'

const needOf = (what: string, ref: number | Hex, { not, rounds }: FetchOptions): Need => ({
  what: `${what} ${ref}`,
  ...(typeof ref === 'number' ? { from: ref, to: ref } : {}),
  ...(not ? { not } : {}),
  ...(rounds ? { rounds } : {}),
})

const blockCall = (ref: number | Hex, whole: boolean) =>
  typeof ref === 'number'
    ? { method: 'eth_getBlockByNumber', params: [quantity(ref), whole] }
    : { method: 'eth_getBlockByHash', params: [ref, whole] }

/** The block that was asked for, not another one. */
const asked = <T extends RpcHeader>(endpoint: Endpoint, ref: number | Hex, header: T): T => {
  const right = typeof ref === 'number' ? blockNumberOf(header) === ref : header.hash.toLowerCase() === ref.toLowerCase()
  if (!right) throw new RpcFault('malformed', endpoint.name, `answered with block ${blockNumberOf(header)} ${header.hash} for ${ref}`)
  if (typeof ref === 'number') learnServed(endpoint, ref)
  return header
}

export const fetchHeader = (chain: Chain, ref: number | Hex, options: FetchOptions = {}): Promise<Sourced<RpcHeader>> =>
  attempt(
    chain,
    needOf('header', ref, options),
    'live',
    async (endpoint) => {
      const { method, params } = blockCall(ref, false)
      return asked(endpoint, ref, headerFrom(endpoint, await ask(chain, endpoint, method, params, options.signal)))
    },
    options.signal,
  )

/** One block near the head. By hash, block and receipts go in one request; by number, the receipts wait for the hash: the chain may change in between. */
export const fetchBlock = (chain: Chain, ref: number | Hex, options: FetchOptions = {}): Promise<Sourced<BlockWithReceipts>> =>
  attempt(
    chain,
    needOf('block', ref, options),
    'live',
    async (endpoint) => {
      const together = typeof ref !== 'number' && supportsBlockReceipts(chain, endpoint)
      const calls = [blockCall(ref, true), ...(together ? [{ method: blockReceiptsMethod, params: [ref] }] : [])]
      const { answers } = await askAll(chain, endpoint, calls, options.signal)
      const block = asked(endpoint, ref, blockFrom(endpoint, takeValue(endpoint, answers[0])))
      const along = receiptsFromAnswer(chain, endpoint, block, together ? answers[1] : undefined)
      const receipts = along ?? (await receiptsOf(chain, endpoint, [block], options.signal))[0] ?? []
      return { block, receipts }
    },
    options.signal,
  )

export const fetchUncle = (
  chain: Chain,
  blockHash: Hex,
  index: number,
  { not, rounds }: FetchOptions = {},
): Promise<Sourced<RpcHeader>> => {
  const method = 'eth_getUncleByBlockHashAndIndex'
  return attempt(
    chain,
    { what: `uncle ${index} of block ${blockHash}`, method, ...(not ? { not } : {}), ...(rounds ? { rounds } : {}) },
    'live',
    async (endpoint) => headerFrom(endpoint, await ask(chain, endpoint, method, [blockHash, quantity(index)])),
  )
}
