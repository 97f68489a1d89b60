import { describe, expect, it } from 'vitest'
import { createLogger, type LogOptions } from '../../src/log/logger.ts'

const logged = (options: Partial<LogOptions>, write: (log: ReturnType<typeof createLogger>) => void): string => {
  let text = ''
  const now = (): Date => new Date('2026-01-02T03:04:05.678Z')
  write(createLogger({ level: 'info', format: 'json', now, write: (line) => (text += line), ...options }))
  return text
}

describe('the log', () => {
  it('is a JSON object a line', () => {
    const text = logged({}, (log) =>
      log.with({ role: 'api' }).warn('too slow', { ms: 5, big: 10n, error: new TypeError('bad', { cause: new Error('worse') }) }),
    )
    expect(text).toBe(
      '{"time":"2026-01-02T03:04:05.678Z","level":"warn","message":"too slow","role":"api","ms":5,"big":"10","error":"TypeError: bad: worse"}\n',
    )
  })

  it('is readable on a terminal, and a value cannot break its line', () => {
    const text = logged({ format: 'text' }, (log) => log.info('listening', { url: 'http://a:1', odd: 'a b\nlevel=error', none: undefined }))
    expect(text).toBe('03:04:05 info  listening url=http://a:1 odd="a b\\nlevel=error"\n')
  })

  it('leaves out what is below its level', () => {
    expect(logged({ level: 'warn' }, (log) => log.info('quiet'))).toBe('')
  })

  it.each([
    ['a field that is named like one', { apikey: 'abc', password: 'def', Authorization: 'ghi' }],
    ['a key of ours in a text', { text: 'the key osk_abcdefghijklmnop was wrong' }],
    ['an admin token in an error', { error: new Error('osa_abcdefghijklmnop') }],
    ['a URL with a key', { url: 'http://a/v2/api?x=1&apikey=abcdefghijklmnop&y=2' }],
    ['a URL with a password', { url: 'redis://user:abcdefghijklmnop@host:6379' }],
    ['a bearer token', { header: 'Bearer abcdefghijklmnop' }],
    ['something nested', { request: { headers: { 'x-api-key': 'abcdefghijklmnop' } } }],
  ])('hides %s', (_, fields) => {
    expect(logged({}, (log) => log.info('seen', fields))).not.toMatch(/abc|def|ghi/)
  })

  it('does not hang on an object that holds itself', () => {
    const cycle: Record<string, unknown> = {}
    cycle['self'] = cycle
    expect(logged({}, (log) => log.info('seen', { cycle }))).toContain('[…]')
  })
})
