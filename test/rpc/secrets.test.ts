import { describe, expect, it } from 'vitest'
import { createLogger } from '../../src/log/logger.ts'
import { endpointNames, scrubberOf } from '../../src/rpc/names.ts'
import { client, node } from './client-fixture.ts'

const planted = ['hunter2pass', 'k3yInThePath', 'k3yInTheQuery', 'k3yInTheHeader'] as const
const [password, inPath, inQuery, inHeader] = planted

describe('secrets of an endpoint', () => {
  const faulty = [
    { name: 'a page that repeats the address', script: (url: string) => ({ status: 403, body: `<html>no access to ${url}</html>` }) },
    {
      name: 'an error that repeats the key',
      script: () => ({
        body: JSON.stringify({ id: 1, error: { code: -32000, message: `bad key ${inPath} ${inQuery} ${inHeader} ${password}` } }),
      }),
    },
    { name: 'a dropped connection', script: () => ({ drop: true as const }) },
  ]
  for (const { name, script } of faulty)
    it(`stay out of logs, health and errors after ${name}`, async () => {
      const one = await node()
      const url = `${one.url.replace('//', `//user:${password}@`)}/v3/${inPath}?token=${inQuery}`
      one.script = () => script(url)
      const lines: string[] = []
      const log = createLogger({ level: 'debug', format: 'json', write: (line) => lines.push(line) })
      const chain = client([{ url, headers: { authorization: `Bearer ${inHeader}` } }], { log })
      const error = await chain.block(1).catch((reason: Error) => reason)
      const seen = [String(error), JSON.stringify(error), (error as Error).stack, JSON.stringify(chain.health()), ...lines].join('\n')
      expect(lines.length).toBeGreaterThan(0)
      for (const secret of planted) expect(seen).not.toContain(secret)
    })
  it('are sent to the endpoint all the same', async () => {
    const one = await node()
    await client([`${one.url.replace('//', `//user:${password}@`)}/`]).block(1)
    expect(one.headersSeen[0]?.authorization).toBe(`Basic ${Buffer.from(`user:${password}`).toString('base64')}`)
  })
})

describe('names of endpoints', () => {
  it('are scheme, host and port', () => expect(endpointNames(['https://u:p@h:1/key?x=y', 'ws://h'])).toEqual(['https://h:1', 'ws://h']))
  it('are numbered where they would be the same', () =>
    expect(endpointNames(['https://h/a', 'https://i/a', 'https://h/b'])).toEqual(['https://h#1', 'https://i', 'https://h#2']))
})

it('blanks out a secret in its encoded and its plain form', () => {
  const scrub = scrubberOf({ url: 'https://u:p%40ss@h/', headers: {}, rateCap: undefined, archive: undefined })
  expect(scrub('p%40ss and p@ss')).toBe('*** and ***')
})
