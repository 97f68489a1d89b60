import type { Hex } from '../records/hex.ts'
import { headerHash, writeHeader } from './header.ts'
import type { RpcBlock, RpcHeader } from './json-rpc.ts'
import { closeList, startRlp, writtenHash } from './rlp.ts'

/** Keccak-256 of an empty RLP list: what `sha3Uncles` is without uncles. */
export const emptyUnclesHash: Hex = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347'

/** What a block's `sha3Uncles` is over these uncle headers, in this order. */
export const unclesHash = (uncles: readonly RpcHeader[]): Hex => {
  startRlp()
  for (let i = uncles.length - 1; i >= 0; i--) writeHeader(uncles[i] as RpcHeader)
  closeList(0)
  return writtenHash(0)
}

/** Checks fetched uncle headers against the block that includes them; answers what is wrong, in words. */
export const checkUncles = (block: RpcBlock, uncles: readonly RpcHeader[]): readonly string[] => {
  if (uncles.length !== block.uncles.length) return [`the block names ${block.uncles.length} uncles, ${uncles.length} headers were given`]
  const failures: string[] = []
  try {
    uncles.forEach((uncle, index) => {
      const hash = headerHash(uncle)
      if (hash !== uncle.hash) failures.push(`uncle ${index} hashes to ${hash}, its header says ${uncle.hash}`)
      if (uncle.hash !== block.uncles[index]) failures.push(`uncle ${index} is ${uncle.hash}, the block names ${block.uncles[index]}`)
    })
    const found = unclesHash(uncles)
    if (found !== block.sha3Uncles) failures.push(`the uncle headers hash to ${found}, the block's sha3Uncles is ${block.sha3Uncles}`)
  } catch (error) {
    failures.push(error instanceof Error ? error.message : String(error))
  }
  return failures
}
