import { isIP } from 'node:net'
import { invalid, type Shape, text } from './shape.ts'
import { shown } from './shown.ts'

const characters = text('an IP address or a CIDR range', /^[\da-fA-F.:]+(\/\d{1,3})?$/)

/** The pattern is for an editor's schema; whether the address and the length of the range are real takes a closer look. */
export const network: Shape<string> = {
  ...characters,
  read: (value, at) => {
    const range = characters.read(value, at)
    if (range === invalid || isNetwork(range)) return range
    at.report({ path: at.path, value: shown(range), allowed: characters.allowed })
    return invalid
  },
}

const bitsOf: Readonly<Record<number, number>> = { 4: 32, 6: 128 }

const isNetwork = (range: string): boolean => {
  const [address = '', prefix = '0'] = range.split('/')
  return Number(prefix) <= (bitsOf[isIP(address)] ?? -1)
}
