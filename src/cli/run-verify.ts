import type { Config } from '../config/types.ts'
import { limits } from '../ingest/limits.ts'
import { createMeter } from '../ingest/meter.ts'
import { chainClient, knownChain } from '../ingest/parts.ts'
import { coveredPart, numbersOf, sampleOf, type VerifyReport, verifyBlocks } from '../ingest/verify.ts'
import { createLogger } from '../log/logger.ts'
import { openStoreReader } from '../store/open.ts'
import type { BlockRange } from '../store/port.ts'
import { endOnSignals } from '../supervisor/signals.ts'

interface VerifyRequest {
  readonly chain: number
  readonly from?: number
  readonly to?: number
  readonly sample?: number
  readonly seed: number
  readonly json: boolean
}

/** Blocks picked where nothing else is said: a minute's work on a node at hand. */
const usualSample = 100

const fail = (text: string): number => {
  process.stderr.write(`ownscan: ${text}\n`)
  return 2
}

/** Compares what is stored with the nodes; answers the exit code. */
export const verifyCommand = async (config: Config, request: VerifyRequest): Promise<number> => {
  const chainConfig = config.chains.find(({ chainId }) => chainId === request.chain)
  if (chainConfig === undefined) return fail(`chain ${request.chain} has no node to ask: give --rpc ${request.chain}=URL`)
  const log = createLogger(config.log)
  const store = await openStoreReader(config, { deep: true })
  const client = chainClient(chainConfig, log)
  const ending = endOnSignals()
  try {
    const snapshot = await store.snapshot(request.chain)
    if (snapshot === undefined) return fail(`the store in ${config.data} does not hold chain ${request.chain}`)
    const asked: BlockRange = { from: request.from ?? 0, to: request.to ?? Number.MAX_SAFE_INTEGER - 1 }
    const covered = coveredPart(snapshot, asked)
    if (covered.length === 0) return fail(`nothing of blocks ${asked.from}-${request.to ?? 'head'} of chain ${request.chain} is stored`)
    const whole = request.sample === undefined && (request.from !== undefined || request.to !== undefined)
    const numbers = whole ? numbersOf(covered) : sampleOf(covered, request.sample ?? usualSample, request.seed)
    const context = {
      chainId: request.chain,
      datasets: chainConfig.index,
      client,
      examiner: knownChain(chainConfig).examiner,
      meter: createMeter(),
      log,
      limits,
      signal: ending.signal,
    }
    const report = await verifyBlocks(context, snapshot, numbers)
    process.stdout.write(request.json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report))
    return report.differences.length > 0 ? 1 : report.unchecked.length > 0 || report.checked === 0 ? 2 : 0
  } finally {
    ending.forget()
    await client.close()
    await store.close()
  }
}

const reportText = ({ checked, rows, differences, unchecked }: VerifyReport): string =>
  [
    ...differences.map(({ block, path, stored, derived }) => `block ${block}: ${path}: stored ${stored}, the chain says ${derived}`),
    ...unchecked.map(({ block, reason }) => `block ${block}: not compared: ${reason}`),
    `${checked} blocks compared, ${rows} transfer rows, ${differences.length} differences, ${unchecked.length} blocks not compared`,
    '',
  ].join('\n')
