import { keccak256Hex } from '../evm/keccak.ts'
import { knownFunctions } from './known-functions.ts'

/** What is shown as `functionName`, by selector (`0x` and 8 digits). */
export type FunctionNames = ReadonlyMap<string, string>

/** The bundled names. */
export const bundledFunctionNames = (): Map<string, string> =>
  new Map(knownFunctions.map(([signature, names]) => [selectorOf(signature), shownSignature(signature, names.split(' '))]))

/** The first four bytes of the hash of a signature such as `mint(address,uint256)`. */
export const selectorOf = (signature: string): string => keccak256Hex(Buffer.from(signature)).slice(0, 10)

/** `mint(address to,uint256 id)`; a structure is shown as `tuple`, as explorers do. */
const shownSignature = (signature: string, names: readonly string[]): string => {
  const open = signature.indexOf('(')
  const types = splitTypes(signature.slice(open + 1, -1))
  return `${signature.slice(0, open)}(${types.map((type, index) => shownParameter(type, names[index] ?? '')).join(',')})`
}

const shownParameter = (type: string, name: string): string => {
  const shown = type.startsWith('(') ? `tuple${type.slice(type.lastIndexOf(')') + 1)}` : type
  return name === '' ? shown : `${shown} ${name}`
}

/** The types between the outermost commas. */
const splitTypes = (list: string): string[] => {
  const types: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < list.length; at++) {
    if (list[at] === '(') depth++
    else if (list[at] === ')') depth--
    else if (list[at] === ',' && depth === 0) {
      types.push(list.slice(start, at))
      start = at + 1
    }
  }
  return list === '' ? [] : [...types, list.slice(start)]
}

/** Deeper structures do not occur; a limit keeps a file that is none from going on for ever. */
const tupleDepthMax = 16

/**
 * The functions of a contract ABI: a JSON array, or an object with one under `abi`, as compilers write it. Throws a sentence that says what is wrong.
 */
export const abiFunctionNames = (abi: unknown): Map<string, string> => {
  const entries = Array.isArray(abi) ? abi : field(abi, 'abi')
  if (!Array.isArray(entries)) throw new TypeError('expected a JSON array of ABI entries, or an object with one under "abi"')
  const names = new Map<string, string>()
  for (const entry of entries) {
    if (field(entry, 'type') !== 'function') continue
    const inputs = listField(entry, 'inputs')
    const types = inputs.map((input) => canonicalType(input, 0))
    const signature = `${textField(entry, 'name')}(${types.join(',')})`
    const shown = inputs.map((input) => String(field(input, 'name') ?? ''))
    names.set(selectorOf(signature), shownSignature(signature, shown))
  }
  return names
}

const canonicalType = (input: unknown, depth: number): string => {
  if (depth > tupleDepthMax) throw new TypeError(`structures nested deeper than ${tupleDepthMax}`)
  const type = textField(input, 'type')
  if (!type.startsWith('tuple')) return type
  const members = listField(input, 'components').map((member) => canonicalType(member, depth + 1))
  return `(${members.join(',')})${type.slice('tuple'.length)}`
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined

const textField = (value: unknown, name: string): string => {
  const text = field(value, name)
  if (typeof text !== 'string' || !/^[\w$[\]]+$/.test(text)) throw new TypeError(`an entry has the ${name} ${JSON.stringify(text)}`)
  return text
}

const listField = (value: unknown, name: string): readonly unknown[] => {
  const list = field(value, name)
  if (!Array.isArray(list)) throw new TypeError(`"${name}" of an entry is not a list`)
  return list
}
