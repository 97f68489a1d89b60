import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { version } from '../../src/version.ts'
import { build, root } from '../built.ts'
import { testFolder } from '../folder.ts'

beforeAll(build)

const run = (...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/ownscan.mjs', ...args], { cwd: root, encoding: 'utf8' })
  return { code: status, out: stdout, err: stderr }
}

const commands = [
  'start',
  'demo',
  'index',
  'serve',
  'status',
  'verify',
  'doctor',
  'keys create',
  'keys list',
  'keys revoke',
  'keys admin',
  'catalog validate',
  'migrate',
]

describe('help', () => {
  it.each(['', ...commands])('of `ownscan %s` goes to standard output, with an example, and ends with 0', (command) => {
    const { code, out, err } = run(...command.split(' ').filter(Boolean), '--help')
    expect(code).toBe(0)
    expect(err).toBe('')
    expect(out).toMatch(/^Examples?:\n {2}.*ownscan /m)
    expect(out).not.toMatch(/\(default: [^)]*\)\s+\(default:/)
  })

  it('names the version', () => {
    expect(run('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' })
  })
})

describe('wrong usage', () => {
  it.each([
    [[], /Usage: ownscan/],
    [['strat'], /unknown command 'strat'/],
    [['start', '--prot', '1'], /unknown option '--prot'/],
    [['keys'], /Usage: ownscan keys/],
    [['keys', 'create'], /--name/],
    [['keys', 'create', '--name', ' '], /name of 1 to 64 characters/],
    [['keys', 'create', '--name', 'n', '--per-second', '-1'], /whole number/],
    [['keys', 'revoke'], /id-or-name/],
    [['migrate'], /--from/],
    [['verify'], /--chain/],
    [['serve', '--port', '70000'], /--port/],
    [['doctor', '--rpc', '1=ftp://node'], /--rpc/],
  ])('ends with 2 and says what is wrong: %j', (args, message) => {
    const { code, out, err } = run(...args)
    expect(code).toBe(2)
    expect(out).toBe('')
    expect(err).toMatch(message)
    expect(err).not.toMatch(/\n {4}at /)
  })
})

describe('what cannot be done', () => {
  it.each([
    ['serve'],
    ['start', '--rpc', '1=http://127.0.0.1:1'],
    ['keys', 'create', '--name', 'n'],
    ['index', '--rpc', '1=http://127.0.0.1:1'],
  ])('in a data folder that cannot be made: `ownscan %s` ends with a sentence that names the folder', (...args) => {
    const file = join(testFolder(), 'file')
    writeFileSync(file, '')
    const { code, out, err } = run(...args, '--data', join(file, 'data'))
    expect(code).toBeGreaterThan(0)
    expect(out).toBe('')
    expect(err).toMatch(/^ownscan: .*file\/data/m)
    expect(err).not.toMatch(/\n {4}at /)
  })

  it('on a port that is taken ends with 1, names the port and what to do, and makes no key that nobody would see', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const data = testFolder()
    const { code, out, err } = run('serve', '--data', data, '--port', String(port))
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain(`ownscan: 127.0.0.1:${port} is in use`)
    expect(err).toContain('--port')
    expect(JSON.parse(run('keys', 'list', '--json', '--data', data).out)).toEqual([])
  })

  it.each([
    ['--token-file', '{"1":{"0x12":{}}}', /"0x12" of chain 1 is not an address/],
    ['--abi-files', '{}', /expected a JSON array of ABI entries/],
  ])('with a file that cannot be used (%s) ends with 2, the file and the reason', (flag, text, reason) => {
    const data = testFolder()
    const file = join(data, 'given.json')
    writeFileSync(file, text)
    const { code, out, err } = run('serve', '--data', data, '--port', '0', flag, file)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(reason)
    expect(err).toContain(`ownscan: ${file}: `)
  })

  it('without a store to copy ends with 2 and a sentence', () => {
    const { code, err } = run('migrate', '--from', join(testFolder(), 'none'), '--to', 'clickhouse://127.0.0.1:1/ownscan')
    expect(code).toBe(2)
    expect(err).toMatch(/^ownscan: there is no store in /)
  })
})

describe('keys', () => {
  it('are printed alone on standard output', () => {
    expect(run('keys', 'create', '--name', 'books', '--data', testFolder())).toEqual({
      code: 0,
      out: expect.stringMatching(/^osk_\w{40}\n$/),
      err: '',
    })
  })

  it('have the limits that were asked for, none where none were', () => {
    const data = testFolder()
    const made = (...limits: readonly string[]): unknown =>
      JSON.parse(run('keys', 'create', '--name', 'k', '--json', '--data', data, ...limits).out)
    expect(made()).toMatchObject({ perSecond: 0, perDay: 0, expiresAt: null })
    expect(made('--per-second', '5', '--per-day', '100000')).toMatchObject({ perSecond: 5, perDay: 100_000 })
  })
})
