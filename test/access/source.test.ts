import { describe, expect, it } from 'vitest'
import { sourceFinder } from '../../src/access/source.ts'

describe('the source of a request', () => {
  it.each([
    ['the connection, where no proxy is trusted', [], '203.0.113.7', '1.2.3.4', '203.0.113.7'],
    ['the connection, where it is not a trusted one', ['10.0.0.0/8'], '203.0.113.7', '1.2.3.4', '203.0.113.7'],
    ['what a trusted proxy says', ['10.0.0.0/8'], '10.1.2.3', '1.2.3.4', '1.2.3.4'],
    [
      'the last hop that is not trusted, whatever the caller invented',
      ['10.0.0.0/8'],
      '::ffff:10.1.2.3',
      '6.6.6.6, 1.2.3.4, 10.9.9.9',
      '1.2.3.4',
    ],
    ['the proxy itself, where what it says is no address', ['10.0.0.0/8'], '10.1.2.3', 'unknown', '10.1.2.3'],
    ['an address with a port', ['10.1.2.3'], '10.1.2.3', '1.2.3.4:5678', '1.2.3.4'],
    ['the /64 of an IPv6 address', ['::1'], '::1', '[2001:DB8:0:1::5]:443', '2001:db8:0:1::/64'],
    ['the /64 of a short one', [], 'fe80::1%eth0', undefined, 'fe80:0:0:0::/64'],
  ])('is %s', (_, trusted, remote, forwarded, source) => {
    expect(sourceFinder(trusted)(remote, forwarded)).toBe(source)
  })

  it('refuses a list that names no addresses', () => {
    for (const range of ['proxy', '10.0.0.0/33', '10.0.0.0/', '::/129']) expect(() => sourceFinder([range])).toThrow(range)
  })
})
