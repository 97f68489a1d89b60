import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Keyring, openKeyring } from '../../src/access/keyring.ts'
import { build, root } from '../built.ts'
import { testFolder } from '../folder.ts'

const opened = (folder: string): Keyring => {
  const keyring = openKeyring(folder)
  onTestFinished(() => keyring.close())
  return keyring
}
const plain = { name: 'books', perSecond: 5, perDay: 10, expiresAt: null }
const ownscan = (...args: readonly string[]): string =>
  execFileSync(process.execPath, ['bin/ownscan.mjs', ...args], { cwd: root, encoding: 'utf8' })

describe('the keyring', () => {
  it('finds a key it made, and nothing else', () => {
    const keyring = opened(testFolder())
    const { secret, record } = keyring.create(plain)
    expect(secret).toMatch(/^osk_[0-9A-Za-z]{40}$/)
    expect(keyring.find(secret)).toEqual(record)
    expect(keyring.find(`${secret}x`)).toBeUndefined()
    expect(keyring.find('')).toBeUndefined()
  })

  it('writes no key and no token to disk', () => {
    const folder = testFolder()
    const keyring = opened(folder)
    const secrets = [keyring.create(plain).secret, keyring.resetAdmin()]
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.mdb'))
    expect(files).toContain(join('access', 'data.mdb'))
    for (const file of files) for (const secret of secrets) expect(readFileSync(join(folder, file)).includes(secret)).toBe(false)
  })

  it('refuses an expired key', () => {
    const keyring = opened(testFolder())
    const { secret } = keyring.create({ ...plain, expiresAt: Date.now() - 1 })
    expect(keyring.find(secret)).toBeUndefined()
  })

  it('knows its admin token, and only the newest', () => {
    const keyring = opened(testFolder())
    const first = keyring.resetAdmin()
    const second = keyring.resetAdmin()
    expect([keyring.isAdmin(first), keyring.isAdmin(second), keyring.isAdmin('')]).toEqual([false, true, false])
  })
})

describe('keys of other processes', () => {
  beforeAll(build)

  it('are seen at once: made, then revoked, by the command', () => {
    const folder = testFolder()
    const keyring = opened(folder)
    const secret = ownscan('keys', 'create', '--name', 'books', '--data', folder).trim()
    expect(keyring.find(secret)).toMatchObject({ name: 'books', perSecond: 0, perDay: 0, expiresAt: null })
    expect(JSON.parse(ownscan('keys', 'list', '--json', '--data', folder))).toMatchObject([
      { name: 'books', revokedAt: null, usedToday: 0 },
    ])
    ownscan('keys', 'revoke', 'books', '--data', folder)
    expect(keyring.find(secret)).toBeUndefined()
  })

  it('stay revoked when the process that revoked them is killed at once', () => {
    const folder = testFolder()
    const keyring = opened(folder)
    const { secret } = keyring.create(plain)
    const script = `
      import { openKeyring } from './dist/access/keyring.js'
      openKeyring(${JSON.stringify(folder)}).revoke('books')
      process.kill(process.pid, 'SIGKILL')`
    const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root })
    expect(signal).toBe('SIGKILL')
    expect(keyring.find(secret)).toBeUndefined()
  })

  it('are refused by the command where the name or the limits are wrong', () => {
    const failing = (...args: readonly string[]) =>
      spawnSync(process.execPath, ['bin/ownscan.mjs', 'keys', ...args], { cwd: root, encoding: 'utf8' })
    expect(failing('revoke', 'nobody', '--data', testFolder())).toMatchObject({ status: 1, stdout: '' })
    expect(failing('create', '--name', 'a', '--per-day', '-1', '--data', testFolder()).stderr).toContain('whole number')
    expect(failing('create', '--name', 'a', '--expires', 'never', '--data', testFolder()).stderr).toContain('2027-01-31')
  })
})
