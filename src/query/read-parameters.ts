import { type Parameter, type ParameterName, parameterTable, type QueryParameters } from './parameters.ts'

/** By every spelling in lower case. */
const nameOf = new Map<string, ParameterName>(
  Object.entries<Parameter>(parameterTable).flatMap(([name, { aliases = [] }]) =>
    [name, ...aliases].map((spelling) => [spelling, name as ParameterName] as const),
  ),
)

/** No known name is longer; what is longer need not be looked at. */
const longestName = Math.max(...[...nameOf.keys()].map((name) => name.length))

const nothingSent = Object.fromEntries(Object.keys(parameterTable).map((name) => [name, ''])) as QueryParameters

type Values = { [Name in ParameterName]: string }

/**
 * Reads a query string and, behind it, a urlencoded body. Never fails: what cannot be decoded stays as it was sent, and is judged as a value later.
 * A parameter sent more than once reads as its values joined with a comma, as the hosted service does: it never picks one of two addresses or chains,
 * it refuses both. What stands in the query string wins over the body.
 */
export const readParameters = (query: string, body = ''): QueryParameters => {
  const values: Values = { ...nothingSent }
  readInto(values, query)
  if (body === '') return values
  const sent: Values = { ...nothingSent }
  readInto(sent, body)
  for (const name of Object.keys(sent) as ParameterName[]) if (values[name] === '') values[name] = sent[name]
  return values
}

const readInto = (values: Values, text: string): void => {
  let equals = -1
  for (let start = 0; start < text.length; ) {
    let end = text.indexOf('&', start)
    if (end === -1) end = text.length
    // Looked for only once it is passed: a text of many names without values must not be searched to its end for each of them.
    if (equals < start) equals = text.indexOf('=', start)
    if (equals === -1) return
    if (equals < end) {
      const name = readName(text, start, equals)
      if (name !== undefined && equals + 1 < end) {
        const value = decode(text.slice(equals + 1, end))
        values[name] = values[name] === '' ? value : `${values[name]},${value}`
      }
    }
    start = end + 1
  }
}

const readName = (text: string, start: number, end: number): ParameterName | undefined => {
  // Three characters a percent-encoded one.
  if (end - start > longestName * 3) return undefined
  const name = text.slice(start, end)
  return nameOf.get(name) ?? nameOf.get(decode(name).toLowerCase())
}

const decode = (text: string): string => {
  if (!text.includes('%') && !text.includes('+')) return text
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    // Sequences that are broken stay as they are; bytes that are no UTF-8 become the replacement character.
    return spaced.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString())
  }
}
