import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config/types.ts'
import { curlLine, type DemoQuery } from '../demo/port.ts'
import { createLogger } from '../log/logger.ts'
import { loadFunctionNames, loadTokenOverrides } from '../query/operator-files.ts'
import { makeFirstSecrets } from './first-start.ts'
import { settledPort } from './free-port.ts'
import { endOnSignals } from './signals.ts'
import { supervise } from './supervise.ts'

export interface RunOptions {
  readonly indexer: boolean
  /** Where keys and counters are, if not in the data folder. */
  readonly accessFolder?: string
  /** The query of the line to paste, shown once it can be answered; a question of any chain, shown at once, where absent. */
  readonly query?: DemoQuery
  /** Something the service stands on has ended: the service ends too. */
  readonly ended?: Promise<Error | undefined>
}

/** The whole service in the foreground: first key, processes, the lines a user sees; answers the exit code. */
export const runService = async (given: Config, { indexer, accessFolder = given.data, query, ended }: RunOptions): Promise<number> => {
  // Every worker reads them: a mistake is told once, before any is started.
  loadFunctionNames(given.abiFiles)
  loadTokenOverrides(given.tokenFile)
  const config = { ...given, port: await settledPort(given.host, given.port) }
  const log = createLogger(config.log, { role: 'supervisor', pid: process.pid })
  const secrets = await makeFirstSecrets(accessFolder)
  const ending = endOnSignals()
  let lost: Error | undefined
  void ended?.then((reason) => {
    lost = reason
    ending.end()
  })
  const code = await supervise({
    config,
    accessFolder,
    log,
    indexer,
    signal: ending.signal,
    onListening: (port) => {
      const url = config.baseUrl ?? `http://${shownHost(config.host)}:${port}`
      log.info('listening', { url, workers: config.workers, auth: config.auth })
      const local = `http://${shownHost(config.host)}:${port}`
      void (query === undefined ? Promise.resolve() : indexed(local, ending.signal)).then(() => welcome(url, secrets, config, query))
    },
  })
  ending.forget()
  if (lost !== undefined) process.stderr.write(`ownscan: ${lost.message}\n`)
  return lost === undefined ? code : 1
}

/** The demo's history is there within a second or two; a first look that fails would be a poor welcome. */
const indexedPollMs = 100
const indexedPolls = 200

/** Settles when nothing is missing any more, or after a while. */
const indexed = async (url: string, signal: AbortSignal): Promise<void> => {
  for (let poll = 0; poll < indexedPolls && !signal.aborted; poll++) {
    const list = await fetch(`${url}/v2/chainlist`, { signal })
      .then((response) => response.json() as Promise<{ readonly result: readonly { readonly status: number }[] }>)
      .catch(() => undefined)
    if (list?.result.every(({ status }) => status === 1)) return
    await sleep(indexedPollMs, undefined, { signal }).catch(() => {})
  }
}

const welcome = (
  url: string,
  { key, adminToken }: Awaited<ReturnType<typeof makeFirstSecrets>>,
  config: Config,
  query = anyQuery(config),
): void => {
  const lines = [`Ownscan answers at ${url}`, `The console is at ${url}/`]
  if (key !== undefined) lines.push('', `API key (shown once, stored as a hash): ${key}`, '', 'Try it:', `  ${curlLine(url, key, query)}`)
  if (adminToken !== undefined)
    lines.push('', `Admin token for the console (shown once; \`ownscan keys admin\` makes a new one): ${adminToken}`)
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Mints come from the zero address: there are some on every chain. */
const anyQuery = (config: Config): DemoQuery => ({
  title: 'Newest mints',
  parameters: {
    chainid: String(config.chains[0]?.chainId ?? 1),
    module: 'account',
    action: 'token1155tx',
    address: '0x0000000000000000000000000000000000000000',
    offset: '5',
    sort: 'desc',
  },
})

/** An address that means all of them is none to connect to. */
const shownHost = (host: string): string => (host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host)
