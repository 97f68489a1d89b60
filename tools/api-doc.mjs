// Writes the tables of docs/API.md anew from the tables the service itself runs on: `node tools/api-doc.mjs`. A test holds the file to them.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, root } from './setup.mjs'

export const apiDocument = join(root, 'docs/API.md')

const cell = (text) => text.replaceAll('|', '\\|')
const code = (text) => (text === '' ? '' : `\`${cell(text)}\``)
const table = (head, rows) =>
  [`| ${head.join(' | ')} |`, `|${head.map(() => '---').join('|')}|`, ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n')

const columnTable = (columns) =>
  table(
    ['field', 'content', 'meaning'],
    columns.map(({ name, kind, meaning }) => [code(name), kind, cell(meaning)]),
  )

const parameterRows = (parameters, wanted) =>
  table(
    ['name', 'type', 'default', 'meaning'],
    Object.entries(parameters)
      .filter(([, parameter]) => wanted(parameter))
      .map(([name, { aliases = [], type, default: byDefault, values, meaning }]) => [
        [name, ...aliases].map(code).join(', '),
        values === undefined ? type : values.map(code).join(', '),
        code(byDefault),
        cell(meaning),
      ]),
  )

const exampleOf = ({ text }) =>
  typeof text === 'string' ? text : text(...['{a}', '{b}', '{c}'].slice(0, text.length)).replace('(NaN%)', '({percent}%)')

const failureRows = (failures, level) =>
  table(
    ['code', 'text', 'HTTP status', 'when'],
    Object.entries(failures)
      .filter(([, kind]) => kind.level === level)
      .map(([name, kind]) => [name, code(exampleOf(kind)), `${kind.status}`, cell(kind.when)]),
  )

/** Every generated table, by the name its place in the document has. */
export const apiTables = ({ columns, parameters, failures }) => ({
  'parameters of both': parameterRows(parameters, ({ for: operation, origin }) => operation === 'both' && origin !== 'addition'),
  'parameters of token1155tx': parameterRows(
    parameters,
    ({ for: operation, origin }) => operation === 'token1155tx' && origin !== 'addition',
  ),
  'parameters of getminedblocks': parameterRows(
    parameters,
    ({ for: operation, origin }) => operation === 'getminedblocks' && origin !== 'addition',
  ),
  additions: parameterRows(parameters, ({ origin }) => origin === 'addition'),
  transfers: columnTable(columns.transferColumns),
  'transfers extended': columnTable(columns.transferExtendedColumns),
  blocks: columnTable(columns.blockColumns),
  'blocks extended': columnTable(columns.blockExtendedColumns),
  'uncles extended': columnTable(columns.uncleExtendedColumns),
  failures: failureRows(failures, 'call'),
  'transport failures': failureRows(failures, 'transport'),
})

/** The document with its tables replaced; throws where a table has no place, or a place no table. */
export const withTables = (document, tables) => {
  const unplaced = new Set(Object.keys(tables))
  const written = document.replace(/<!-- table: (.*?) -->\n[\s\S]*?<!-- end -->/g, (_, name) => {
    if (!unplaced.delete(name)) throw new Error(`docs/API.md has a place for the table "${name}", which is not there or stands twice`)
    return `<!-- table: ${name} -->\n${tables[name]}\n<!-- end -->`
  })
  if (unplaced.size > 0) throw new Error(`docs/API.md has no place for: ${[...unplaced].join(', ')}`)
  return written
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  build()
  const [columns, { parameterTable: parameters }, { failures }] = await Promise.all(
    ['records/columns.js', 'query/parameters.js', 'query/errors.js'].map((file) => import(join(root, 'dist', file))),
  )
  writeFileSync(apiDocument, withTables(readFileSync(apiDocument, 'utf8'), apiTables({ columns, parameters, failures })))
}
