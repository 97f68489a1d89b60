import type { RpcBlock, RpcReceipt } from '../evm/json-rpc.ts'
import { askAll, takeValue } from './ask.ts'
import type { Chain } from './chain.ts'
import type { Endpoint } from './endpoint.ts'
import { RpcFault } from './errors.ts'
import type { Answer } from './exchange.ts'
import { learnUnsupported } from './learn.ts'
import { receiptsFor } from './shapes.ts'

export const blockReceiptsMethod = 'eth_getBlockReceipts'

export const supportsBlockReceipts = ({ learned }: Endpoint): boolean => !learned.unsupported.has(blockReceiptsMethod)

/** Kinds of fault after which the other plan, one receipt at a time, can still work on the same endpoint. */
const planFaults = ['unsupported', 'rejected'] as const

/** Receipts out of an answer that came along with the block: undefined where they must be asked for anew. */
export const receiptsFromAnswer = (
  chain: Chain,
  endpoint: Endpoint,
  block: RpcBlock,
  answer: Answer | undefined,
): readonly RpcReceipt[] | undefined => {
  if (block.transactions.length === 0) return []
  if (answer === undefined) return undefined
  if ('value' in answer) return receiptsFor(block, answer.value)
  if (!planFaults.some((kind) => kind === answer.fault.kind)) throw answer.fault
  if (answer.fault.kind === 'unsupported') learnUnsupported(chain, endpoint, blockReceiptsMethod)
  return undefined
}

/** All receipts of a block, asked for by its hash, in one call where the endpoint knows it, one by one else. */
export const receiptsOf = async (
  chain: Chain,
  endpoint: Endpoint,
  block: RpcBlock,
  signal?: AbortSignal,
): Promise<readonly RpcReceipt[]> => {
  if (block.transactions.length === 0) return []
  if (supportsBlockReceipts(endpoint)) {
    const { answers } = await askAll(chain, endpoint, [{ method: blockReceiptsMethod, params: [block.hash] }], signal)
    const receipts = receiptsFromAnswer(chain, endpoint, block, answers[0])
    if (receipts) return receipts
    if (answers[0] && 'value' in answers[0])
      throw new RpcFault('missing', endpoint.name, `has no whole set of receipts for block ${Number(block.number)}`)
  }
  const calls = block.transactions.map(({ hash }) => ({ method: 'eth_getTransactionReceipt', params: [hash] }))
  const { answers } = await askAll(chain, endpoint, calls, signal)
  const receipts = receiptsFor(
    block,
    answers.map((answer) => takeValue(endpoint, answer)),
  )
  if (receipts) return receipts
  throw new RpcFault('missing', endpoint.name, `lacks a receipt of block ${Number(block.number)}`)
}
