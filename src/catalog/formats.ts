import { isIPv6 } from 'node:net'
import { emailAddress } from '../config/email.ts'

/**
 * The formats the schemas name, for texts of any length: plain searches for what may not be there, which never go back. `uri` is RFC 3986 with a scheme.
 */
const schemeAndRest = /^[A-Za-z][A-Za-z0-9+.-]*:(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s
const notInPath = /[^A-Za-z0-9._~!$&'()*+,;=:@/%-]/
const notInQuery = /[^A-Za-z0-9._~!$&'()*+,;=:@/?%-]/
const notInUserInfo = /[^A-Za-z0-9._~!$&'()*+,;=:%-]/
const notInHostName = /[^A-Za-z0-9._~!$&'()*+,;=%-]/
const brokenEscape = /%(?![0-9A-Fa-f]{2})/
const futureAddress = /^[Vv][0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+$/
const hostAndPort = /^(?:\[([^\]]*)\]|([^:[\]]*))(?::[0-9]*)?$/

const isHost = (text: string): boolean => {
  const [whole, literal, name = ''] = hostAndPort.exec(text) ?? []
  if (whole === undefined) return false
  return literal === undefined ? !notInHostName.test(name) : isIPv6(literal) || futureAddress.test(literal)
}

const isAuthority = (text: string): boolean => {
  const at = text.lastIndexOf('@')
  return !notInUserInfo.test(text.slice(0, Math.max(at, 0))) && isHost(text.slice(at + 1))
}

const isUri = (text: string): boolean => {
  const [whole, authority, path = '', query = '', fragment = ''] = schemeAndRest.exec(text) ?? []
  if (whole === undefined || brokenEscape.test(text)) return false
  if (notInPath.test(path) || notInQuery.test(query) || notInQuery.test(fragment)) return false
  return authority === undefined ? path + query + fragment !== '' : isAuthority(authority)
}

export const formats = { uri: isUri, email: (text: string): boolean => emailAddress.test(text) } as const
