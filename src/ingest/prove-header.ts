import { fixedHex, numberOfHex } from '../evm/hex.ts'
import type { RpcHeader } from '../evm/json-rpc.ts'
import type { IndexedBlock } from '../records/block.ts'
import type { EndpointId, Sourced } from '../rpc/port.ts'
import { blame } from './blame.ts'
import type { ProvingContext } from './context.ts'
import { UnprovenBlock } from './errors.ts'
import { countFailedCheck } from './meter.ts'

/** A header whose fields give its hash. */
export interface ProvenHeader {
  /** The block as it is stored where it holds no rows. */
  readonly block: IndexedBlock
  /** Whether its bloom leaves room for a transfer. The bloom is under the hash: where it leaves none, there is none. */
  readonly mayHoldTransfers: boolean
  readonly source: EndpointId
}

/** Takes a header from whoever has one whose fields give its hash; an endpoint whose does not is blamed, and `UnprovenBlock` says that nobody's does. */
export const proveHeader = async (chain: ProvingContext, number: number, first: Sourced<RpcHeader>): Promise<ProvenHeader> => {
  const refused: EndpointId[] = []
  const reasons: string[] = []
  let fetched: Sourced<RpcHeader> | undefined = first
  while (fetched !== undefined) {
    const { value, source }: Sourced<RpcHeader> = fetched
    const failure = chain.examiner.header(value)
    if (failure === undefined) return proven(chain, value, source)
    const text = `header ${number}: ${failure.check}: ${failure.detail}`
    countFailedCheck(chain.meter, failure.check, text)
    blame(chain, source, text)
    refused.push(source)
    reasons.push(`${failure.check}: ${failure.detail}`)
    if (refused.length >= chain.limits.attemptsPerBlock) break
    fetched = await chain.client.header(number, { not: refused, rounds: 1, signal: chain.signal }).catch(() => undefined)
  }
  throw new UnprovenBlock(number, reasons, refused.length >= chain.client.health().length ? 'header-hash' : undefined)
}

const proven = (chain: ProvingContext, header: RpcHeader, source: EndpointId): ProvenHeader => ({
  block: {
    number: numberOfHex(header.number),
    hash: fixedHex(header.hash, 32),
    parentHash: fixedHex(header.parentHash, 32),
    timestamp: numberOfHex(header.timestamp),
    transactions: [],
    uncles: [],
  },
  mayHoldTransfers: chain.examiner.mayHoldTransfers(header),
  source,
})
