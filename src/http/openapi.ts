import { failures } from '../query/errors.ts'
import { type Parameter, parameterTable } from '../query/parameters.ts'
import {
  blockColumns,
  blockExtendedColumns,
  type Column,
  transferColumns,
  transferExtendedColumns,
  uncleExtendedColumns,
} from '../records/columns.ts'
import { adminPaths, adminSchemas } from './openapi-admin.ts'

/** The service as an OpenAPI 3.1 document, out of the tables of columns, parameters and failures. */
export const openApiDocument = (baseUrl: string, version: string): object => ({
  openapi: '3.1.0',
  info: { title: 'Ownscan', version, description: 'ERC-1155 transfers and validated blocks of EVM chains, by address.' },
  servers: [{ url: baseUrl }],
  paths: {
    '/v2/api': { get: apiOperation('query'), post: { ...apiOperation('queryByForm'), requestBody: formBody } },
    '/v2/chainlist': plainPath('The chains served here, with their state.'),
    '/health': plainPath('Whether the process lives.'),
    '/ready': plainPath('Whether requests should be sent here; 503 while there is no store yet, and while it shuts down.'),
    '/status': plainPath('Head, finality, coverage, lag and nodes of each chain.'),
    '/openapi.json': plainPath('This document.'),
    ...adminPaths,
    '/metrics': { get: { summary: 'Prometheus metrics.', security: [], responses: { 200: { description: 'Text form 0.0.4' } } } },
  },
  components: {
    securitySchemes: {
      parameter: { type: 'apiKey', in: 'query', name: 'apikey' },
      header: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      bearer: { type: 'http', scheme: 'bearer' },
      admin: { type: 'http', scheme: 'bearer', description: "The administrator's token." },
    },
    schemas: {
      Transfer: recordSchema(transferColumns, transferExtendedColumns),
      ValidatedBlock: recordSchema(blockColumns, [...blockExtendedColumns, ...uncleExtendedColumns]),
      Success: envelope('1', { type: 'array', items: { anyOf: [ref('Transfer'), ref('ValidatedBlock')] } }),
      Failure: envelope('0', { type: ['string', 'null', 'array'] }),
      ...adminSchemas,
    },
  },
  security: [{ parameter: [] }, { header: [] }, { bearer: [] }],
})

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })

const recordSchema = (columns: readonly Column[], extended: readonly Column[]): object => ({
  type: 'object',
  required: columns.map(({ name }) => name),
  properties: Object.fromEntries(
    [...columns, ...extended].map(({ name, kind, meaning }) => [name, { type: 'string', ...patterns[kind], description: meaning }]),
  ),
})

const patterns = { decimal: { pattern: '^[0-9]+$' }, hex: { pattern: '^0x[0-9a-f]*$' }, text: {} } as const

const envelope = (status: string, result: object): object => ({
  type: 'object',
  required: ['status', 'message', 'result'],
  properties: { status: { const: status }, message: { type: 'string' }, result },
})

const schemaOf = ({ type, values, default: otherwise }: Parameter): object => ({
  type,
  ...(values === undefined ? {} : { enum: values }),
  ...(otherwise === '' ? {} : { default: type === 'integer' ? Number(otherwise) : otherwise }),
})

const parameters = Object.entries<Parameter>(parameterTable)
  .filter(([name]) => name !== 'apikey')
  .map(([name, parameter]) => ({
    name,
    in: 'query',
    required: name === 'action',
    description: `${parameter.meaning}${parameter.for === 'both' ? '' : ` (${parameter.for})`}`,
    schema: schemaOf(parameter),
  }))

const formBody = {
  content: {
    'application/x-www-form-urlencoded': {
      schema: {
        type: 'object',
        properties: Object.fromEntries(Object.entries<Parameter>(parameterTable).map(([name, parameter]) => [name, schemaOf(parameter)])),
      },
    },
  },
}

const answerHeaders = Object.fromEntries(
  [
    ['X-Index-Head', 'Newest block the answer rests on.'],
    ['X-Index-Finalized', 'Newest final block.'],
    ['X-Index-Coverage', 'Block ranges that are indexed completely.'],
    ['X-Index-Rows', 'Rows in this answer.'],
    ['X-Next-Cursor', 'Continues this query; absent on the last page.'],
    ['Link', 'The next page, rel="next".'],
  ].map(([name = '', description = '']) => [name, { description, schema: { type: 'string' } }]),
)

const content = (...names: readonly string[]): object => ({
  'application/json': { schema: names.length === 1 ? ref(names[0] ?? '') : { oneOf: names.map(ref) } },
})

const apiOperation = (id: string): object => ({
  summary: 'Every query; `module` and `action` choose it.',
  operationId: id,
  parameters,
  responses: {
    200: {
      description: 'The answer, also where the call failed unless errors=http',
      headers: answerHeaders,
      content: content('Success', 'Failure'),
    },
    ...Object.fromEntries(
      [...new Set(Object.values(failures).map(({ status }) => status))]
        .sort()
        .map((status) => [status, { description: described(status), content: content('Failure') }]),
    ),
  },
})

const described = (status: number): string =>
  Object.values(failures)
    .filter((kind) => kind.status === status)
    .map((kind) => `${kind.when}${kind.level === 'call' ? ' (with errors=http)' : ''}`)
    .join(' ')

const plainPath = (summary: string): object => ({
  get: {
    summary,
    security: [],
    responses: { 200: { description: 'JSON', content: { 'application/json': { schema: { type: 'object' } } } } },
  },
})
