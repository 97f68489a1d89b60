import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { generateChain } from '../test/simulate/chain.ts'
import { createRandom } from '../test/simulate/random.ts'
import { serveWorld } from '../test/simulate/server.ts'
import { createWorld } from '../test/simulate/world.ts'
import { createCaller } from './calls.ts'
import { writeConfig } from './config.ts'
import { createTally, type Tally } from './outcome.ts'
import type { Part } from './part.ts'
import { runProgram } from './program.ts'

/** Plants secrets wherever an operator or a caller puts them, makes everything fail that can, and looks for them in all that comes out. */
export const tortureSecrets: Part<Readonly<Record<string, never>>> = async (context) => {
  const output = createTally('secrets: no planted secret is in any log line, answer, metric, status or command output')
  const disk = createTally('secrets: no planted secret is in any file of the data folder')
  const random = createRandom(`${context.seed}/secrets`)
  const plant = (label: string): string => `${label}${random.hex(12).slice(2)}`
  const planted = {
    password: plant('pw'),
    path: plant('pth'),
    query: plant('qry'),
    header: plant('hdr'),
    guess: plant('osk_gs'),
    redis: plant('rds'),
  }
  const chain = generateChain({ seed: 1, blocks: 20 })
  const node = await serveWorld(createWorld(chain))
  const good = new URL(node.url)
  good.username = 'user'
  good.password = planted.password
  good.pathname = `/v3/${planted.path}`
  good.search = `?token=${planted.query}`
  const rpc = [
    { url: good.href, headers: { authorization: `Bearer ${planted.header}` } },
    `http://user:${planted.password}@127.0.0.1:1/${planted.path}`,
  ]
  const settings = { log: { level: 'debug' }, redis: `redis://:${planted.redis}@127.0.0.1:1/0` }
  const config = writeConfig(context.folder, [{ chain, urls: rpc }], settings)
  const service = runProgram(['start', '--config', config])
  const seen: [string, string][] = []
  try {
    const { port, key, adminToken } = await service.listening
    const secrets = [...Object.values(planted), key, adminToken]
    await callAll(port, planted.guess, key, adminToken, seen)
    // Faults of a node are told with its name: the time when addresses slip into messages.
    for (const fault of [{ kind: 'status', status: 403, body: `no access to ${good.href}` }, { kind: 'disconnect' }] as const) {
      node.setFaults(fault)
      await wait(700)
    }
    await callAll(port, planted.guess, key, adminToken, seen)
    node.setFaults()
    const commands = [['status', '--json'], ['keys', 'list', '--json'], ['doctor'], ['verify', '--chain', String(chain.chainId)]]
    const run = async (command: readonly string[]): Promise<void> => {
      const program = runProgram([...command, '--config', config])
      await Promise.race([program.ended, wait(30_000)])
      program.kill('SIGKILL')
      seen.push([command.join(' '), program.output()])
    }
    await Promise.all(commands.map(run))
    // The first start shows key and token once, on standard output: that is what they are for.
    const log = service
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .join('\n')
    seen.push(['the log', log])
    context.note(`${log.length.toLocaleString('en')} characters of log, ${seen.length} outputs`)
    for (const [where, text] of seen) look(where, text, secrets, output)
    for (const file of filesOf(join(context.folder, 'data'))) look(file, readFileSync(file, 'latin1'), secrets, disk)
  } finally {
    service.kill('SIGKILL')
    await service.gone(10_000)
    await node.close()
  }
  return [output, disk]
}

const look = (where: string, text: string, secrets: readonly string[], tally: Tally): void => {
  for (const secret of secrets) {
    const at = text.indexOf(secret)
    tally.check(at === -1, () => `${where}: …${text.slice(Math.max(0, at - 80), at)}[secret]`)
  }
}

const callAll = async (port: number, guess: string, key: string, adminToken: string, seen: [string, string][]): Promise<void> => {
  const caller = createCaller(port, 2)
  const bearer = { authorization: `Bearer ${adminToken}` }
  const query = '/v2/api?module=account&action=getminedblocks&address=0x&errors=http'
  const asks = [
    ...['/health', '/ready', '/status', '/metrics', '/openapi.json', '/v2/chainlist', '/', '/data.json', '/nowhere'].map((path) => ({
      path,
    })),
    { path: `${query}&apikey=${guess}` },
    { path: `${query}&apikey=${key}` },
    { path: query, headers: { 'x-api-key': key } },
    { path: `${query}&apikey=${key}`, method: 'PUT' },
    { path: `/nowhere?apikey=${key}` },
    { path: '/admin/keys', headers: bearer },
  ]
  for (const ask of asks) {
    const reply = await caller.ask(ask).catch((error: unknown) => ({ status: 0, headers: {}, text: String(error) }))
    seen.push([ask.path.split('?')[0] ?? '', `${JSON.stringify(reply.headers)}\n${reply.text}`])
  }
  caller.close()
}

const filesOf = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesOf(path) : [path]
  })
