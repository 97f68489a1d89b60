import type { ChainConfig, Config } from '../config/types.ts'
import { createLogger } from '../log/logger.ts'
import { type Probe, probedMethods, probeEndpoint } from '../rpc/probe.ts'
import { setUpChain } from '../rpc/set-up.ts'

interface Finding extends Probe {
  /** The chain it is configured for. */
  readonly chain: number
  readonly warnings: readonly string[]
}

/** A probe that hangs is a finding too: nobody waits longer for a diagnosis. */
const probeTimeoutMs = 10_000
/** The slowest chains make a block every minute or so; an endpoint whose newest is older than this does not keep up. */
const staleHeadSeconds = 600

/** Looks at every endpoint, prints what it found, and returns the exit code. */
export const doctorCommand = async (config: Config, json: boolean, print: (text: string) => void): Promise<number> => {
  const findings = (await Promise.all(config.chains.map((chain) => probeChain(chain, config)))).flat()
  print(json ? `${JSON.stringify({ endpoints: findings }, null, 2)}\n` : findings.map(describe).join('\n'))
  return findings.every(({ error }) => error === undefined) ? 0 : 1
}

const probeChain = async (config: ChainConfig, { log }: Config): Promise<readonly Finding[]> => {
  const { chain, close } = setUpChain(config, { log: createLogger(log), limits: { timeoutMs: probeTimeoutMs } })
  try {
    const probes = await Promise.all(chain.endpoints.map((endpoint) => probeEndpoint(chain, endpoint)))
    return probes.map((probe) => ({ chain: config.chainId, ...probe, warnings: warningsOf(probe, config) }))
  } finally {
    await close()
  }
}

const warningsOf = (probe: Probe, { startBlock, index }: ChainConfig): readonly string[] => {
  if (probe.error !== undefined) return []
  const { oldest, headAgeSeconds, methods, batchCalls } = probe
  return [
    ...(headAgeSeconds !== undefined && headAgeSeconds > staleHeadSeconds ? [`its newest block is ${headAgeSeconds} seconds old`] : []),
    ...(oldest !== undefined && oldest > startBlock
      ? [`it lacks blocks ${startBlock} to ${oldest - 1}, which are in scope: another endpoint must have them`]
      : []),
    ...(methods['eth_getBlockReceipts'] === false ? ['no eth_getBlockReceipts: receipts come one by one, which is slow'] : []),
    ...(methods['eth_getLogs'] === false && !index.includes('blocks') ? ['no eth_getLogs: transfers alone cannot be indexed from it'] : []),
    ...(batchCalls === 1 ? ['no batches: every call is a request of its own'] : []),
  ]
}

const describe = (finding: Finding): string => {
  const title = `chain ${finding.chain}  ${finding.endpoint}  ${finding.error === undefined ? 'ok' : 'ERROR'}`
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['error', finding.error],
    ['client', finding.client],
    ['head', finding.head === undefined ? undefined : `${finding.head} (${finding.headAgeSeconds ?? '?'} s old)`],
    ['oldest', finding.oldest?.toString()],
    ['latency', finding.latencyMs === undefined ? undefined : `${finding.latencyMs.toFixed(1)} ms`],
    ['batch', finding.batchCalls === undefined ? undefined : `${finding.batchCalls} calls`],
    ['log range', finding.logRangeBlocks === undefined ? undefined : `${finding.logRangeBlocks} blocks`],
    ...(finding.head === undefined ? [] : methodRows(finding)),
    ...finding.warnings.map((warning) => ['warning', warning] as const),
  ]
  const lines = rows.flatMap(([name, value]) => (value === undefined ? [] : [`  ${name.padEnd(nameWidth)} ${value}`]))
  return [title, ...lines, ''].join('\n')
}

const nameWidth = Math.max(...Object.keys(probedMethods).map((name) => name.length))

const methodRows = ({ methods }: Finding): readonly (readonly [string, string])[] =>
  Object.entries(methods).map(([name, supported]) => [name, supported === undefined ? 'unknown' : supported ? 'yes' : 'no'])
