/**
 * Transfer rows as JSON, from row sets (`records/rowset.ts`). The names of fields come from the column table: the host puts the texts between values into
 * JOINTS, in the order of the calls below. Everything is written once, forwards, with wide stores.
 */
import { prepareTables, putAmount, putNumber } from './decimal'
import { CELLS, ROW_PLACES, SLACK, TRANSACTION_PLACES } from './layout'
import { findFunction, findToken } from './tables'
import { putAddress, putHash, putJoint, putLongJoint, putSelector, putText } from './text'
import { skipVarints, varint, varintBytes, varintEnds, withoutLowest } from './varint'

export {
  CELLS,
  FUNCTIONS_MAX,
  JOINT_BYTES,
  JOINT_LENGTHS,
  JOINTS,
  KEY,
  MEMORY_END,
  SEEDS,
  SLOT_BYTES,
  SLOT_COUNT,
  SLOTS,
  SPARE_ROWSET,
  SPARE_ROWSET_BYTES,
  STAGE_BYTES,
  STAGE_COUNT,
  STAGES,
} from './layout'
export { addFunction, addToken, forgetTokens, functionRoom, knowsToken, tokenRoom } from './tables'

/** Why `encode` stopped before its last row. */
export const TOKEN_MISSING: u32 = 1
export const SLOT_FULL: u32 = 2

/** No row is longer without its function name and token text: 24 names and values at their largest make 1,400 bytes. */
const ROW_BYTES: usize = 1600

const HEADER_BYTES: usize = 8
const BLOCK_BYTES: usize = 42
const ADDRESS_BYTES: usize = 20
const LOW_40_BITS: u64 = 0xffffffffff

prepareTables()

/** Notes where each transaction and each row up to the last one asked for begins. */
function findPlaces(rowset: usize, transactions: usize, lastRow: u32): void {
  let at = transactions
  for (let index: u32 = 0, count: u32 = load<u8>(rowset, 3); index < count; index++) {
    store<u32>(TRANSACTION_PLACES + index * 4, <u32>at)
    at += 38
    const fifth = withoutLowest(withoutLowest(withoutLowest(withoutLowest(varintEnds(at)))))
    at = fifth != 0 ? at + ctz(fifth) + 1 : skipVarints(at, 5)
    at += 1 + <usize>load<u8>(at)
  }
  at = rowset + <usize>load<u16>(rowset, 6)
  for (let index: u32 = 0; index <= lastRow; index++) {
    store<u32>(ROW_PLACES + index * 4, <u32>at)
    at += 5
    // Two indexes, of at most five bytes each.
    at += ctz(withoutLowest(varintEnds(at))) + 1
    at += 1 + <usize>load<u8>(at)
    at += 1 + <usize>load<u8>(at)
  }
}

/** The fields of the block and the transaction: the same for all rows of a transaction. */
function putTransaction(start: usize, transaction: usize, blocks: usize, name: usize): usize {
  const block = blocks + <usize>load<u8>(transaction, 32) * BLOCK_BYTES
  const index = transaction + 38
  const first = varintEnds(index)
  const second = withoutLowest(first)
  const third = withoutLowest(second)
  const fourth = withoutLowest(third)
  const fifth = withoutLowest(fourth)
  let nonce = index + ctz(first) + 1
  let gas = index + ctz(second) + 1
  let gasUsed = index + ctz(third) + 1
  let cumulative = index + ctz(fourth) + 1
  let price = index + ctz(fifth) + 1
  if (fifth == 0) {
    nonce = index + varintBytes(index)
    gas = nonce + varintBytes(nonce)
    gasUsed = gas + varintBytes(gas)
    cumulative = gasUsed + varintBytes(gasUsed)
    price = cumulative + varintBytes(cumulative)
  }
  let out = putNumber(putJoint(start, 0), load<u64>(block, 32) & LOW_40_BITS)
  out = putNumber(putJoint(out, 1), load<u64>(block, 37) & LOW_40_BITS)
  out = putHash(putJoint(out, 2), transaction)
  out = putNumber(putJoint(out, 3), varint(nonce, <u32>(gas - nonce)))
  out = putHash(putJoint(out, 4), block)
  out = putNumber(putJoint(out, 5), varint(index, <u32>(nonce - index)))
  out = putNumber(putJoint(out, 6), varint(gas, <u32>(gasUsed - gas)))
  out = putAmount(putJoint(out, 7), price)
  out = putNumber(putJoint(out, 8), varint(gasUsed, <u32>(cumulative - gasUsed)))
  out = putNumber(putJoint(out, 9), varint(cumulative, <u32>(price - cumulative)))
  out = putSelector(putLongJoint(out, 10), transaction + 34, load<u8>(transaction, 33))
  out = putJoint(out, 11)
  if (name != 0) out = putText(out, load<u32>(name, 8), load<u32>(name, 12))
  return putJoint(out, 12)
}

/**
 * Writes `count` rows from row `first`, each followed by a comma, going up or down by `step`. Stops early where a contract's text is missing or the next row
 * might not fit before `end`. Confirmations count from `nextBlock`, one above the head. Returns how many rows were written; the cells tell the rest.
 */
export function encode(
  rowset: usize,
  first: i32,
  count: i32,
  step: i32,
  chain: u32,
  nextBlock: f64,
  extended: bool,
  start: usize,
  end: usize,
): i32 {
  const blocks = rowset + HEADER_BYTES
  const addresses = blocks + <usize>load<u8>(rowset, 2) * BLOCK_BYTES
  findPlaces(rowset, addresses + <usize>load<u8>(rowset, 4) * ADDRESS_BYTES, step > 0 ? first + count - 1 : first)
  const aboveHead = <u64>nextBlock
  let out = start
  let done = 0
  let reason: u32 = 0
  let name: usize = 0
  let token: usize = 0
  let transaction: usize = 0
  let contract: usize = 0
  // Where the last row stands and how long its transaction's part is: rows of one transaction copy it.
  let sharedAt: usize = 0
  let sharedBytes: usize = 0
  for (; done < count; done++) {
    const row = <usize>load<u32>(ROW_PLACES + (first + done * step) * 4)
    const rowContract = addresses + <usize>load<u8>(row, 1) * ADDRESS_BYTES
    if (rowContract != contract) {
      token = findToken(chain, rowContract)
      if (token == 0) {
        reason = TOKEN_MISSING
        store<u32>(CELLS, <u32>rowContract, 8)
        break
      }
      contract = rowContract
    }
    const rowTransaction = <usize>load<u32>(TRANSACTION_PLACES + <u32>load<u8>(row) * 4)
    const isNew = rowTransaction != transaction
    if (isNew) {
      name = load<u8>(rowTransaction, 33) == 4 ? findFunction(load<u32>(rowTransaction, 34)) : 0
      if (name != 0 && load<u32>(name, 4) == 0) name = 0
    }
    const nameBytes: usize = name == 0 ? 0 : load<u32>(name, 12)
    if (out + ROW_BYTES + nameBytes + load<u32>(token, 28) + SLACK > end) {
      reason = SLOT_FULL
      break
    }
    const rowStart = out
    if (isNew) {
      transaction = rowTransaction
      out = putTransaction(out, transaction, blocks, name)
      sharedBytes = out - rowStart
    } else {
      out = putText(out, sharedAt, sharedBytes)
    }
    sharedAt = rowStart
    const block = blocks + <usize>load<u8>(transaction, 32) * BLOCK_BYTES
    out = putAddress(out, contract)
    out = putAddress(putJoint(out, 13), addresses + <usize>load<u8>(row, 2) * ADDRESS_BYTES)
    out = putAddress(putJoint(out, 14), addresses + <usize>load<u8>(row, 3) * ADDRESS_BYTES)
    const ends = varintEnds(row + 5)
    const batch = row + 6 + ctz(ends)
    const id = row + 6 + ctz(withoutLowest(ends))
    out = putAmount(putJoint(out, 15), id)
    out = putAmount(putJoint(out, 16), id + 1 + <usize>load<u8>(id))
    out = putText(putJoint(out, 17), load<u32>(token, 24), load<u32>(token, 28))
    const number = load<u64>(block, 32) & LOW_40_BITS
    // A range indexed before any head was known has no confirmations yet.
    out = putNumber(putJoint(out, 18), aboveHead < number ? 0 : aboveHead - number)
    if (extended) {
      out = putNumber(putJoint(out, 19), varint(row + 5, <u32>(batch - row - 5)))
      out = putNumber(putJoint(out, 20), varint(batch, <u32>(id - batch)))
      out = putAddress(putJoint(out, 21), addresses + <usize>load<u8>(row, 4) * ADDRESS_BYTES)
    }
    out = putJoint(out, 22)
  }
  store<u32>(CELLS, <u32>out)
  store<u32>(CELLS, reason, 4)
  return done
}
