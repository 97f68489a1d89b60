import { type Parameter, parameterTable } from '../../../src/query/parameters.ts'
import {
  blockColumns,
  blockExtendedColumns,
  transferColumns,
  transferExtendedColumns,
  uncleExtendedColumns,
} from '../../../src/records/columns.ts'
import { clients } from '../model/clients.ts'
import { linkTo, type PageRoute } from '../model/route.ts'
import { Copy } from '../parts/copy.tsx'
import { ColumnTable, ParameterTable } from '../parts/reference.tsx'
import { TryForm } from '../parts/try-form.tsx'
import { addressOf } from '../service/ask.ts'

const operations = {
  token1155tx: { title: 'ERC-1155 transfers by address', columns: transferColumns, extended: transferExtendedColumns },
  getminedblocks: {
    title: 'Blocks validated by address',
    columns: blockColumns,
    extended: [...blockExtendedColumns, ...uncleExtendedColumns],
  },
} as const
type Operation = keyof typeof operations

/** Set by the operation itself, or sent in a header. */
const notAsked = new Set(['module', 'action', 'apikey'])

const parametersOf = (operation: Operation): readonly (readonly [string, Parameter])[] =>
  Object.entries<Parameter>(parameterTable).filter(
    ([name, parameter]) => !notAsked.has(name) && (parameter.for === 'both' || parameter.for === operation),
  )

/** The reference of both operations, out of the tables the service runs on, with a form that runs them. */
export const ReferencePage = ({ parts }: PageRoute) => {
  const operation: Operation = parts[0] === 'getminedblocks' ? 'getminedblocks' : 'token1155tx'
  const { title, columns, extended } = operations[operation]
  const parameters = parametersOf(operation)
  return (
    <>
      <h1 tabIndex={-1}>API</h1>
      <p>
        Every question is a GET of <code>{addressOf('/v2/api').href}</code>. The whole reference for programs:{' '}
        <a href={addressOf('/openapi.json').href}>openapi.json</a> (OpenAPI 3.1).
      </p>
      <nav class="tabs" aria-label="Operations">
        {(Object.keys(operations) as Operation[]).map((name) => (
          <a key={name} href={linkTo('api', [name])} aria-current={name === operation ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
      <section aria-labelledby="operation">
        <h2 id="operation" class="section-head">
          {title}
        </h2>
        <TryForm key={operation} action={operation} parameters={parameters} />
        <h3>Parameters</h3>
        <ParameterTable parameters={parameters} />
        <h3>Fields of a row</h3>
        <p class="faint">Each is a JSON string. Rows come as {'{"status":"1","message":"OK","result":[…]}'}.</p>
        <ColumnTable columns={columns} extended={extended} />
      </section>
      <section aria-labelledby="clients">
        <h2 id="clients" class="section-head">
          Known clients
        </h2>
        {clients().map(({ name, text }) => (
          <div key={name}>
            <h3>{name}</h3>
            <div class="code-line">
              <pre role="region" tabIndex={0} aria-label={name}>
                {text}
              </pre>
              <Copy text={text} what={`the lines for ${name}`} />
            </div>
          </div>
        ))}
      </section>
    </>
  )
}
