import type { Hex } from '../records/hex.ts'
import { bigintOfHex } from './hex.ts'
import type { RpcBlock, RpcTransaction } from './json-rpc.ts'

/** BNB's contracts that a block's own producer pays the fees into, in calls without price at the end of the block. */
const validatorSet: Hex = '0x0000000000000000000000000000000000001000'
const systemReward: Hex = '0x0000000000000000000000000000000000001002'

/** Whether the fees the receipts sum to are what the block's closing calls pay out; answers the difference in words. */
export const parliaPayoutMismatch = (block: RpcBlock, fees: bigint): string | undefined => {
  const paidOut = block.transactions
    .filter((transaction) => isPayout(block, transaction))
    .reduce((sum, { value }) => sum + bigintOfHex(value), 0n)
  if (paidOut === fees) return undefined
  return `block ${Number(block.number)}: the receipts sum to ${fees} wei of fees, the calls that end the block pay out ${paidOut}`
}

const isPayout = (block: RpcBlock, { from, to, gasPrice }: RpcTransaction): boolean =>
  from === block.miner && (to === validatorSet || to === systemReward) && gasPrice !== undefined && bigintOfHex(gasPrice) === 0n
