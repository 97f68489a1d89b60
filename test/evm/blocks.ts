import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { RpcBlock, RpcReceipt } from '../../src/evm/json-rpc.ts'
import { shared } from '../shared.ts'

export interface RealBlock {
  readonly block: RpcBlock
  readonly receipts: readonly RpcReceipt[]
}

const folder = new URL('data/blocks/mainnet/', shared.folder)

/** The numbers of the real mainnet blocks, ascending; none where the shared material is absent. */
export const realNumbers: readonly number[] = shared.present
  ? readdirSync(folder)
      .map((file) => Number.parseInt(file, 10))
      .sort((a, b) => a - b)
  : []

export const realBlock = (number: number): RealBlock =>
  JSON.parse(gunzipSync(readFileSync(new URL(`${number}.json.gz`, folder))).toString()) as RealBlock
