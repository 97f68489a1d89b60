import { isIPv6 } from 'node:net'

/**
 * The formats the schemas name, each in time linear in the length of the text. `uri` is RFC 3986 with a scheme; `email` is the dotted form of RFC 5321
 * (quoted local parts and address literals, which mail programs hardly take, are not).
 */
const schemeAndRest = /^[A-Za-z][A-Za-z0-9+.-]*:(?:\/\/([^/?#]*))?(.*)$/s
const authority =
  /^(?:(?:[A-Za-z0-9._~!$&'()*+,;=:-]|%[0-9A-Fa-f]{2})*@)?(?:\[([^\]]*)\]|(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)(?::[0-9]*)?$/
const futureAddress = /^[Vv][0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+$/
const pathQueryFragment =
  /^(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*(?:\?(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?(?:#(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?$/

const isUri = (text: string): boolean => {
  const parts = schemeAndRest.exec(text)
  if (parts === null) return false
  const [, host, rest = ''] = parts
  if (!pathQueryFragment.test(rest)) return false
  if (host === undefined) return rest !== ''
  const hostParts = authority.exec(host)
  if (hostParts === null) return false
  const [, literal] = hostParts
  return literal === undefined || isIPv6(literal) || futureAddress.test(literal)
}

/** RFC 5321, 4.5.3.1: a local part has at most 64 octets, a whole address 254. */
const addressMaxChars = 254
const email =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$/

const isEmail = (text: string): boolean => text.length <= addressMaxChars && text.indexOf('@') <= 64 && email.test(text)

export const formats = { uri: isUri, email: isEmail } as const
