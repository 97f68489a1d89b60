import type { RpcHeader } from '../evm/json-rpc.ts'
import type { IndexedBlock } from '../records/block.ts'
import type { Hex } from '../records/hex.ts'
import { RpcStuckError } from '../rpc/errors.ts'
import type { BlockWithReceipts, EndpointId, Sourced } from '../rpc/port.ts'
import { blame } from './blame.ts'
import type { ProvingContext } from './context.ts'
import { messageOf, OtherUncle, UnprovenBlock } from './errors.ts'
import type { ExaminedBlock, Failure } from './examine.ts'
import { countFailedCheck } from './meter.ts'
import { pause } from './pause.ts'

export interface ProvenBlock {
  readonly block: IndexedBlock
  readonly source: EndpointId
}

/**
 * Turns what an endpoint sent into rows, once everything in it holds. Where it does not, the endpoint is blamed and the next is asked; where none
 * is left, nothing is stored and `UnprovenBlock` says why.
 */
export const prove = async (chain: ProvingContext, wanted: number | Hex, first?: Sourced<BlockWithReceipts>): Promise<ProvenBlock> => {
  const refused: EndpointId[] = []
  const failures: Failure[] = []
  for (let attempt = 0; attempt < chain.limits.attemptsPerBlock; attempt++) {
    const fetched: Sourced<BlockWithReceipts> | Failure =
      attempt === 0 && first !== undefined ? first : await fetchFromOthers(chain, wanted, refused, failures)
    if ('check' in fetched) break
    const examined = wrongBlock(wanted, fetched.value) ?? chain.examiner.block(fetched.value) ?? (await toRows(chain, fetched.value))
    if ('block' in examined) return { block: examined.block, source: fetched.source }
    const failure = examined
    const text = `block ${Number(fetched.value.block.number)}: ${failure.check}: ${failure.detail}`
    countFailedCheck(chain.meter, failure.check, text)
    blame(chain, fetched.source, text)
    refused.push(fetched.source)
    failures.push(failure)
  }
  throw unproven(chain, wanted, failures)
}

/** Twice, since the endpoints behind one address may differ by a moment. */
export const roundsByHash = 2

/** With no one left to ask, the failures so far are the answer; without any, the reason nobody could be asked is. */
const fetchFromOthers = async (
  chain: ProvingContext,
  wanted: number | Hex,
  not: readonly EndpointId[],
  failures: readonly Failure[],
): Promise<Sourced<BlockWithReceipts> | Failure> => {
  try {
    // Whoever is left is asked, but not again and again: a block that nobody has by its hash was orphaned, any other is set aside for later.
    const rounds = not.length > 0 ? 1 : typeof wanted === 'string' ? roundsByHash : undefined
    return await chain.client.block(wanted, { not, signal: chain.signal, ...(rounds === undefined ? {} : { rounds }) })
  } catch (error) {
    if (failures.length === 0) throw error
    return { check: 'no endpoint left', detail: messageOf(error) }
  }
}

const wrongBlock = (wanted: number | Hex, { block }: BlockWithReceipts): Failure | undefined => {
  const right = typeof wanted === 'number' ? Number(block.number) === wanted : block.hash === wanted
  return right ? undefined : { check: 'asked block', detail: `asked for ${wanted}, got ${Number(block.number)} ${block.hash}` }
}

const unproven = (chain: ProvingContext, wanted: number | Hex, failures: readonly Failure[]): UnprovenBlock => {
  const checks = new Set(failures.map((failure) => failure.check))
  const sources = chain.client.health().length
  const [only] = checks
  const everyone = checks.size === 1 && failures.length >= sources
  const error = new UnprovenBlock(
    wanted,
    failures.map((failure) => `${failure.check}: ${failure.detail}`),
    everyone ? only : undefined,
  )
  chain.log.error(error.message, { chain: chain.chainId })
  return error
}

const toRows = async (chain: ProvingContext, fetched: BlockWithReceipts): Promise<ExaminedBlock | Failure> => {
  const number = Number(fetched.block.number)
  const uncles = chain.datasets.includes('blocks') ? await fetchUncles(chain, fetched).catch(otherUncle) : []
  if (uncles instanceof OtherUncle) return { check: 'uncle hash', detail: uncles.message }
  try {
    const examined = chain.examiner.rows(fetched, uncles)
    chain.meter.malformedEvents += examined.malformedEvents
    if (examined.malformedEvents > 0)
      chain.log.warn('transfer events that do not decode', { block: number, events: examined.malformedEvents })
    for (const warning of examined.warnings) chain.log.warn(warning, { block: number })
    return examined
  } catch (error) {
    return { check: 'rules', detail: messageOf(error) }
  }
}

const otherUncle = (error: unknown): OtherUncle => {
  if (error instanceof OtherUncle) return error
  throw error
}

const fetchUncles = async (chain: ProvingContext, { block }: BlockWithReceipts): Promise<readonly (RpcHeader | undefined)[]> => {
  const headers: (RpcHeader | undefined)[] = []
  for (const [index, named] of block.uncles.entries()) headers.push(await fetchUncle(chain, block.hash, index, named))
  return headers
}

/**
 * An uncle is left out, and counted, only where every endpoint says, and says again, that it does not have it: the block's own reward needs just their
 * number. Anything else that goes wrong fails the block, which is tried again later.
 */
const fetchUncle = async (chain: ProvingContext, blockHash: Hex, index: number, named: Hex): Promise<RpcHeader | undefined> => {
  const refused: EndpointId[] = []
  let denials = 0
  for (;;) {
    try {
      const { value, source } = await chain.client.uncle(blockHash, index, { not: refused, rounds: 1 })
      const failure =
        value.hash === named ? chain.examiner.header(value) : { check: 'uncle hash', detail: `named ${named}, got ${value.hash}` }
      if (failure === undefined) return value
      const reason = `uncle ${index} of ${blockHash}: ${failure.check}: ${failure.detail}`
      countFailedCheck(chain.meter, failure.check, reason)
      blame(chain, source, reason)
      refused.push(source)
    } catch (error) {
      if (refused.length > 0) throw new OtherUncle(`no endpoint has uncle ${index} as the block names it, ${named}: ${messageOf(error)}`)
      if (!isDenied(error)) throw error
      denials++
      if (denials >= denialsBelieved) break
      await pause(chain.limits.backoffMs, chain.signal)
    }
  }
  chain.meter.unclesMissing++
  chain.log.warn('no endpoint holds the header of an uncle; its row is missing', { blockHash, index })
  return undefined
}

/** How often all endpoints must say that they do not have an uncle. */
const denialsBelieved = 4

const isDenied = (error: unknown): boolean => {
  if (!(error instanceof RpcStuckError)) return false
  if (error.trials.length === 0) return / supports /.test(error.message)
  return error.trials.every(({ kind }) => kind === 'missing' || kind === 'pruned' || kind === 'unsupported')
}
