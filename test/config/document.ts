import { flagSettings, settings } from '../../src/config/settings.ts'
import type { Field } from '../../src/config/shape.ts'

/** The schema editors check a configuration file with. */
export const configSchema = (): Record<string, unknown> => {
  const { properties, ...rest } = settings.schema as { readonly properties: object }
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Configuration of Ownscan (ownscan.config.json)',
    ...rest,
    properties: { $schema: { type: 'string', description: 'This schema, for the editor.' }, ...properties },
  }
}

/** The tables of docs/CONFIGURATION.md: one for each object of the file. */
export const configTables = (): string =>
  [
    ...table('The file', settings.fields ?? {}),
    ...table('A chain: `chains[]`', fieldsAt('chains')),
    ...table('A node: `chains[].rpc[]`', fieldsAt('chains', 'rpc')),
    ...table('A private chain: `chains[].custom`', fieldsAt('chains', 'custom')),
    ...table('A step of issuance: `chains[].custom.schedule[]`', fieldsAt('chains', 'custom', 'schedule')),
    ...table('The store: `store`', fieldsAt('store')),
    ...table('The catalog: `catalog`', fieldsAt('catalog')),
    ...table('The log: `log`', fieldsAt('log')),
  ].join('\n')

const fieldsAt = (...path: readonly string[]): Readonly<Record<string, Field<unknown>>> =>
  path.reduce((fields, name) => fields[name]?.shape.fields ?? {}, settings.fields ?? {})

const table = (title: string, fields: Readonly<Record<string, Field<unknown>>>): readonly string[] => [
  `### ${title}`,
  '',
  '| key | flag | variable | allowed | default | meaning |',
  '|---|---|---|---|---|---|',
  ...Object.entries(fields).map(([name, field]) => row(name, field)),
  '',
]

const row = (name: string, field: Field<unknown>): string => {
  const flag = flagSettings.find((setting) => setting.field === field)
  const nested = field.shape.fields !== undefined
  const cells = [
    `\`${name}\``,
    flag ? `\`--${flag.flag.name} ${flag.flag.value}\`` : '',
    flag ? `\`${flag.variable}\`` : '',
    nested ? (field.shape.schema['type'] === 'array' ? 'a list, see below' : 'an object, see below') : field.shape.allowed,
    field.presence === 'required' ? 'required' : (field.otherwiseShown ?? defaultText(field.otherwise?.())),
    field.meaning,
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

const defaultText = (value: unknown): string => {
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((one) => `\`${one}\``).join(', ')
  return typeof value === 'object' ? '' : `\`${String(value)}\``
}
