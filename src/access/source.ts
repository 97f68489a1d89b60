import { BlockList, isIP, isIPv6 } from 'node:net'

/** Finds whom a request comes from: the address of the connection, or where that is a trusted proxy, what the proxy says. */
export type SourceFinder = (remoteAddress: string | undefined, forwardedFor: string | readonly string[] | undefined) => string

/** More proxies in a row than any real set-up has; a longer list is somebody's invention. */
const maxHops = 16

/**
 * `trusted` holds addresses and CIDR ranges. `X-Forwarded-For` is read from its end: each trusted hop vouches for the one before it, and the first that is
 * not trusted is the source. What stands further left is hearsay. An IPv6 source counts as its /64, since one caller has all of it.
 */
export const sourceFinder = (trusted: readonly string[]): SourceFinder => {
  const proxies = blockList(trusted)
  const isTrusted = (address: string): boolean => proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  return (remoteAddress, forwardedFor) => {
    const remote = plain(remoteAddress ?? '')
    if (forwardedFor === undefined || trusted.length === 0 || isIP(remote) === 0 || !isTrusted(remote)) return group(remote)
    const hops = (typeof forwardedFor === 'string' ? forwardedFor : forwardedFor.join(',')).split(',').slice(-maxHops)
    let source = remote
    for (const hop of hops.reverse()) {
      const address = plain(hop.trim())
      if (isIP(address) === 0) break
      source = address
      if (!isTrusted(address)) break
    }
    return group(source)
  }
}

const blockList = (ranges: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    const bits = prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix)
    if (isIP(address) === 0 || !Number.isInteger(bits) || bits < 0 || bits > (family === 'ipv6' ? 128 : 32) || prefix === '')
      throw new Error(`trustedProxies: "${range}" is neither an IP address nor a range like 10.0.0.0/8`)
    list.addSubnet(address, bits, family)
  }
  return list
}

/** Without brackets, port, zone, and without the IPv6 wrapping of an IPv4 address. */
const plain = (address: string): string => {
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice(7)
  if (address.startsWith('[')) return address.slice(1, Math.max(1, address.indexOf(']')))
  const zone = address.indexOf('%')
  if (zone > 0) return address.slice(0, zone)
  return /^\d+\.\d+\.\d+\.\d+:\d+$/.test(address) ? address.slice(0, address.indexOf(':')) : address
}

const group = (address: string): string => (address.includes(':') ? `${prefix64(address)}::/64` : address)

/** The first four groups, written out. */
const prefix64 = (address: string): string => {
  const [left = '', right] = address.split('::')
  const head = left === '' ? [] : left.split(':')
  const tail = right === undefined || right === '' ? [] : right.split(':')
  const zeros = Math.max(0, 8 - head.length - tail.length)
  const groups = right === undefined ? head : [...head, ...Array.from({ length: zeros }, () => '0'), ...tail]
  return groups
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')
}
