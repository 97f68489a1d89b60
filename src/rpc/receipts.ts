import type { RpcBlock, RpcReceipt } from '../evm/json-rpc.ts'
import { askAll, takeValue } from './ask.ts'
import type { Chain } from './chain.ts'
import { type Endpoint, supportsMethod } from './endpoint.ts'
import { RpcFault } from './errors.ts'
import type { Answer } from './exchange.ts'
import { learnUnsupported } from './learn.ts'
import { receiptsFor } from './shapes.ts'

export const blockReceiptsMethod = 'eth_getBlockReceipts'

export const supportsBlockReceipts = ({ clock }: Chain, endpoint: Endpoint): boolean =>
  supportsMethod(endpoint, blockReceiptsMethod, clock.now())

/** Kinds of fault after which the other plan, one receipt at a time, can still work on the same endpoint. */
const planFaults = ['unsupported', 'rejected'] as const

/** Receipts out of an answer that came along with the block: undefined where they must be asked for anew. */
export const receiptsFromAnswer = (
  chain: Chain,
  endpoint: Endpoint,
  block: RpcBlock,
  answer: Answer | undefined,
): readonly RpcReceipt[] | undefined => {
  if (answer && 'fault' in answer && answer.fault.kind === 'unsupported') learnUnsupported(chain, endpoint, blockReceiptsMethod)
  if (block.transactions.length === 0) return []
  if (answer === undefined) return undefined
  if ('value' in answer) return receiptsFor(block, answer.value)
  if (!planFaults.some((kind) => kind === answer.fault.kind)) throw answer.fault
  return undefined
}

/** All receipts of each block, asked for by hash: a call a block where the endpoint knows it, a call a receipt else. */
export const receiptsOf = async (
  chain: Chain,
  endpoint: Endpoint,
  blocks: readonly RpcBlock[],
  signal?: AbortSignal,
): Promise<readonly (readonly RpcReceipt[])[]> => {
  if (blocks.length === 0) return []
  if (!supportsBlockReceipts(chain, endpoint)) return oneByOne(chain, endpoint, blocks, signal)
  const calls = blocks.map(({ hash }) => ({ method: blockReceiptsMethod, params: [hash] }))
  const { answers } = await askAll(chain, endpoint, calls, signal)
  const found = blocks.map((block, index) => receiptsFromAnswer(chain, endpoint, block, answers[index]))
  const whole = found.filter((receipts) => receipts !== undefined)
  if (whole.length === blocks.length) return whole
  if (answers.some((answer) => 'fault' in answer)) return oneByOne(chain, endpoint, blocks, signal)
  throw incomplete(endpoint, blocks[found.indexOf(undefined)])
}

const oneByOne = async (
  chain: Chain,
  endpoint: Endpoint,
  blocks: readonly RpcBlock[],
  signal: AbortSignal | undefined,
): Promise<readonly (readonly RpcReceipt[])[]> => {
  const calls = blocks.flatMap(({ transactions }) =>
    transactions.map(({ hash }) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
  )
  const { answers } = await askAll(chain, endpoint, calls, signal)
  let at = 0
  return blocks.map((block) => {
    const own = answers.slice(at, at + block.transactions.length)
    at += block.transactions.length
    const receipts = receiptsFor(
      block,
      own.map((answer) => takeValue(endpoint, answer)),
    )
    if (receipts) return receipts
    throw incomplete(endpoint, block)
  })
}

/** Whoever has the block but not all its receipts does not have it. */
const incomplete = (endpoint: Endpoint, block: RpcBlock | undefined): RpcFault =>
  new RpcFault('missing', endpoint.name, `has no whole set of receipts for block ${Number(block?.number)}`)
