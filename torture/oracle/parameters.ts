/** Every parameter of the API by name, as docs/API.md lists them; written down a second time, so that an error in one place is seen by the other. */
export const names = [
  'apikey',
  'chainid',
  'module',
  'action',
  'address',
  'page',
  'offset',
  'contractaddress',
  'startblock',
  'endblock',
  'sort',
  'from',
  'to',
  'fromto_opr',
  'blocktype',
  'fromblock',
  'toblock',
  'order',
  'cursor',
  'fields',
  'errors',
  'tokenid',
  'operator',
  'direction',
] as const
export type Name = (typeof names)[number]
export type Parameters = Readonly<Record<Name, string>>

/** What a query string and a body mean: names in any case, values decoded, empty ones not counted, several joined, the query before the body. */
export const readParameters = (query: string, body: string): Parameters => {
  const inQuery = pairs(query)
  const inBody = pairs(body)
  return Object.fromEntries(names.map((name) => [name, inQuery.get(name) ?? inBody.get(name) ?? ''])) as Parameters
}

const pairs = (text: string): Map<string, string> => {
  const found = new Map<string, string>()
  for (const part of text.split('&')) {
    const equals = part.indexOf('=')
    const value = decoded(part.slice(equals + 1))
    if (equals === -1 || value === '') continue
    const sent = decoded(part.slice(0, equals)).toLowerCase()
    const name = sent === 'chain_id' ? 'chainid' : sent
    const before = found.get(name)
    found.set(name, before === undefined ? value : `${before},${value}`)
  }
  return found
}

/** What cannot be decoded is no value anybody means: it stays as it is and is judged as such. */
const decoded = (text: string): string => {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}
