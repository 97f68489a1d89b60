import { resolve } from 'node:path'
import { closest } from './closest.ts'
import { shown } from './shown.ts'

/**
 * What a setting may be: one value of this type reads it, describes it in words, and gives its JSON Schema, so that the loader, the messages,
 * the editor's schema and docs/CONFIGURATION.md cannot disagree.
 */
export interface Shape<T> {
  /** What is allowed, in words. */
  readonly allowed: string
  readonly schema: JsonSchema
  /** Reads a value as a JSON file holds it; reports every mistake it finds and goes on. */
  readonly read: (value: unknown, at: Place) => T | typeof invalid
  /** Turns the text of a flag or a variable into what a file would hold. What cannot be turned stays text, and `read` says what is wrong. */
  readonly fromText: (text: string) => unknown
  /** The fields of an object, for documents. */
  readonly fields?: Fields
}

type JsonSchema = Readonly<Record<string, unknown>>

/** Stands for a value that was reported as wrong. */
export const invalid: unique symbol = Symbol('invalid')

export interface Problem {
  readonly path: string
  readonly value: string | undefined
  readonly allowed: string
  readonly hint?: string
}

interface Place {
  readonly path: string
  /** Folder that relative paths start from. */
  readonly base: string
  readonly report: (problem: Problem) => void
}

/** One key of an object. */
export interface Field<T> {
  readonly shape: Shape<unknown>
  /** Never there: carries the type of what reading the key gives. */
  readonly reads?: T
  readonly meaning: string
  readonly presence: 'required' | 'optional' | 'default'
  /** The default, found when it is needed. */
  readonly otherwise?: () => T
  /** The default in words, where it is not the same everywhere. */
  readonly otherwiseShown?: string
  readonly flag?: Flag
}

export interface Flag {
  readonly name: string
  readonly value: string
  readonly group: FlagGroup
  /** The value begins with `CHAIN=`, and the flag can be given again for another chain. */
  readonly perChain?: true
}

export type FlagGroup = 'data' | 'chains' | 'server' | 'log'

export type Fields = Readonly<Record<string, Field<unknown>>>
type Read<F> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never }

export const required = <T>(shape: Shape<T>, meaning: string, flag?: Flag): Field<T> => ({
  shape,
  meaning,
  presence: 'required',
  ...(flag ? { flag } : {}),
})

export const optional = <T>(shape: Shape<T>, meaning: string, flag?: Flag): Field<T | undefined> => ({
  shape,
  meaning,
  presence: 'optional',
  ...(flag ? { flag } : {}),
})

export const defaulted = <T>(shape: Shape<T>, otherwise: NoInfer<T>, meaning: string, flag?: Flag): Field<T> => ({
  shape,
  meaning,
  presence: 'default',
  otherwise: () => otherwise,
  ...(flag ? { flag } : {}),
})

const wrong = (value: unknown, allowed: string, at: Place): typeof invalid => {
  at.report({ path: at.path, value: shown(value), allowed })
  return invalid
}

const asText = (text: string): unknown => text

export const text = (allowed: string, pattern: RegExp): Shape<string> => ({
  allowed,
  schema: { type: 'string', pattern: pattern.source },
  read: (value, at) => (typeof value === 'string' && pattern.test(value) ? value : wrong(value, allowed, at)),
  fromText: asText,
})

/** A file or folder; relative ones start at the folder of the configuration file, or where the command runs if it came as a flag or variable. */
export const path = (what: string): Shape<string> => {
  const allowed = `the path of a ${what}`
  return {
    allowed,
    schema: { type: 'string', minLength: 1 },
    read: (value, at) => (typeof value === 'string' && value !== '' ? resolve(at.base, value) : wrong(value, allowed, at)),
    fromText: asText,
  }
}

export const url = (...schemes: readonly string[]): Shape<string> => {
  const allowed = `a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`
  const fits = (value: string) =>
    URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1)) && new URL(value).host !== ''
  return {
    allowed,
    schema: { type: 'string', pattern: `^(${schemes.join('|')})://.+|\\$\\{\\w+\\}` },
    read: (value, at) => (typeof value === 'string' && fits(value) ? value : wrong(value, allowed, at)),
    fromText: asText,
  }
}

export const integer = (minimum: number, maximum: number = Number.MAX_SAFE_INTEGER): Shape<number> => {
  const allowed =
    maximum === Number.MAX_SAFE_INTEGER ? `a whole number, ${minimum} or more` : `a whole number from ${minimum} to ${maximum}`
  return {
    allowed,
    schema: { type: 'integer', minimum, maximum },
    read: (value, at) =>
      Number.isSafeInteger(value) && Number(value) >= minimum && Number(value) <= maximum ? Number(value) : wrong(value, allowed, at),
    fromText: (value) => (/^\d{1,16}$/.test(value) ? Number(value) : value),
  }
}

export const positiveNumber: Shape<number> = {
  allowed: 'a number above 0',
  schema: { type: 'number', exclusiveMinimum: 0 },
  read: (value, at) =>
    typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : wrong(value, positiveNumber.allowed, at),
  fromText: (value) => (/^\d+(\.\d+)?$/.test(value) ? Number(value) : value),
}

export const yesNo: Shape<boolean> = {
  allowed: 'true or false',
  schema: { type: 'boolean' },
  read: (value, at) => (typeof value === 'boolean' ? value : wrong(value, yesNo.allowed, at)),
  fromText: (value) => (value === 'true' ? true : value === 'false' ? false : value),
}

/** An amount of the chain's smallest unit: JSON numbers cannot hold it, so it is a string of decimal digits. */
export const wei: Shape<bigint> = {
  allowed: 'wei as a string of decimal digits, for example "2000000000000000000"',
  schema: { type: 'string', pattern: '^(0|[1-9][0-9]{0,77})$' },
  read: (value, at) => (typeof value === 'string' && /^(0|[1-9]\d{0,77})$/.test(value) ? BigInt(value) : wrong(value, wei.allowed, at)),
  fromText: asText,
}

export const choice = <const T extends string>(...values: readonly T[]): Shape<T> => {
  const allowed = `one of ${values.join(', ')}`
  return {
    allowed,
    schema: { enum: values },
    read: (value, at) => {
      const found = values.find((one) => one === value)
      if (found !== undefined) return found
      const near = typeof value === 'string' ? closest(value, values) : undefined
      at.report({ path: at.path, value: shown(value), allowed, ...(near ? { hint: near } : {}) })
      return invalid
    },
    fromText: asText,
  }
}

export const list = <T>(of: Shape<T>, least = 0): Shape<readonly T[]> => {
  const allowed = `a list${least > 0 ? ` of at least ${least}` : ''}: ${of.allowed}`
  return {
    allowed,
    schema: { type: 'array', items: of.schema, ...(least > 0 ? { minItems: least } : {}) },
    read: (value, at) => {
      if (!Array.isArray(value) || value.length < least) return wrong(value, allowed, at)
      const read = value.map((one, index) => of.read(one, { ...at, path: `${at.path}[${index}]` }))
      const sound = read.filter((one): one is Exclude<typeof one, typeof invalid> => one !== invalid)
      return sound.length === read.length ? sound : invalid
    },
    fromText: (value) => value.split(',').map((one) => of.fromText(one.trim())),
    ...(of.fields ? { fields: of.fields } : {}),
  }
}

/** Values by free names. They may be secret, so no message repeats them. */
export const secretTexts: Shape<Readonly<Record<string, string>>> = {
  allowed: 'an object of texts',
  schema: { type: 'object', additionalProperties: { type: 'string' } },
  read: (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong('(hidden)', secretTexts.allowed, at)
    for (const [name, one] of Object.entries(value))
      if (typeof one !== 'string') return wrong('(hidden)', 'a text', { ...at, path: `${at.path}.${name}` })
    return value as Record<string, string>
  },
  fromText: asText,
}

const readField = (field: Fields[string], value: unknown, at: Place): unknown => {
  if (value !== undefined) return field.shape.read(value, at)
  if (field.presence === 'required') {
    at.report({ path: at.path, value: undefined, allowed: field.shape.allowed })
    return invalid
  }
  return field.otherwise?.()
}

export const record = <F extends Fields>(fields: F): Shape<Read<F>> => {
  const names = Object.keys(fields)
  const allowed = `an object with the keys ${names.join(', ')}`
  const requiredNames = names.filter((name) => fields[name]?.presence === 'required')
  return {
    allowed,
    schema: {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, fieldSchema(fields[name] as Fields[string])])),
      ...(requiredNames.length > 0 ? { required: requiredNames } : {}),
      additionalProperties: false,
    },
    read: (value, at) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong(value, allowed, at)
      const inside = (name: string) => (at.path === '' ? name : `${at.path}.${name}`)
      for (const name of Object.keys(value)) {
        if (name in fields || name === '$schema') continue
        const near = closest(name, names)
        at.report({ path: inside(name), value: undefined, allowed: `no such key; ${allowed}`, ...(near ? { hint: near } : {}) })
      }
      const given = value as Readonly<Record<string, unknown>>
      const read = names.map((name) => [
        name,
        readField(fields[name] as Fields[string], Object.hasOwn(given, name) ? given[name] : undefined, { ...at, path: inside(name) }),
      ])
      return read.some(([, one]) => one === invalid) ? invalid : (Object.fromEntries(read) as Read<F>)
    },
    fromText: asText,
    fields,
  }
}

/** The short form of a thing, or the long one. */
export const shortOr = <T>(short: Shape<string>, long: Shape<T>, widen: (value: string) => T): Shape<T> => ({
  allowed: `${short.allowed}, or ${long.allowed}`,
  schema: { anyOf: [short.schema, long.schema] },
  read: (value, at) => {
    if (typeof value === 'object' && value !== null) return long.read(value, at)
    const read = short.read(value, at)
    return read === invalid ? invalid : widen(read)
  },
  fromText: short.fromText,
  ...(long.fields ? { fields: long.fields } : {}),
})

const fieldSchema = (field: Fields[string]): JsonSchema => {
  const otherwise = field.otherwiseShown === undefined ? field.otherwise?.() : undefined
  const plain = otherwise !== undefined && typeof otherwise !== 'bigint' && typeof otherwise !== 'object'
  return { description: field.meaning, ...field.shape.schema, ...(plain ? { default: otherwise } : {}) }
}
