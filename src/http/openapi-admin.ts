import { adminKeysPath } from './admin-routes.ts'

/** The administration of keys in the OpenAPI document. */
const time = { type: 'integer', description: 'Milliseconds since 1970.' }
const timeOrNull = { type: ['integer', 'null'], description: 'Milliseconds since 1970, or null for never.' }

const keyFields = {
  id: { type: 'string', pattern: '^[0-9a-f]{16}$' },
  name: { type: 'string' },
  perSecond: { type: 'integer', minimum: 0, description: 'Calls a second; 0 for no limit.' },
  perDay: { type: 'integer', minimum: 0, description: 'Calls a day (UTC); 0 for no limit.' },
  createdAt: time,
  expiresAt: timeOrNull,
  revokedAt: timeOrNull,
}

const useFields = {
  usedToday: { type: 'integer' },
  use: {
    type: 'array',
    description: 'Newest first; days without calls are left out.',
    items: { type: 'object', properties: { date: { type: 'string', format: 'date' }, calls: { type: 'integer' } } },
  },
}

export const adminSchemas = {
  Key: { type: 'object', required: Object.keys(keyFields), properties: keyFields },
  KeyWithUse: {
    type: 'object',
    required: [...Object.keys(keyFields), ...Object.keys(useFields)],
    properties: { ...keyFields, ...useFields },
  },
  NewKey: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 64 },
      perSecond: { ...keyFields.perSecond, default: 5 },
      perDay: { ...keyFields.perDay, default: 100_000 },
      expiresAt: timeOrNull,
    },
  },
  AdminFailure: { type: 'object', required: ['error'], properties: { error: { type: 'string' } } },
}

const json = (schema: object): object => ({ 'application/json': { schema } })
const ref = (name: keyof typeof adminSchemas): object => ({ $ref: `#/components/schemas/${name}` })
const failed = (description: string): object => ({ description, content: json(ref('AdminFailure')) })
const refusals = { 401: failed('The token is missing or wrong.'), 429: failed('Too many wrong tokens came from one address.') }
const security = [{ admin: [] }]

export const adminPaths = {
  [adminKeysPath]: {
    get: {
      summary: 'All keys with their use; the newest 1,000, newest first.',
      operationId: 'listKeys',
      security,
      responses: {
        200: {
          description: 'The keys',
          content: json({
            type: 'object',
            required: ['total', 'historyDays', 'keys'],
            properties: { total: { type: 'integer' }, historyDays: { type: 'integer' }, keys: { type: 'array', items: ref('KeyWithUse') } },
          }),
        },
        ...refusals,
      },
    },
    post: {
      summary: 'Makes a key; the answer is the only place it is shown.',
      operationId: 'createKey',
      security,
      requestBody: { required: true, content: json(ref('NewKey')) },
      responses: {
        201: {
          description: 'The key',
          content: json({ allOf: [ref('Key'), { type: 'object', required: ['key'], properties: { key: { type: 'string' } } }] }),
        },
        400: failed('What is asked for cannot be.'),
        ...refusals,
      },
    },
  },
  [`${adminKeysPath}/{id}`]: {
    delete: {
      summary: 'Revokes a key, from the next call on.',
      operationId: 'revokeKey',
      security,
      parameters: [{ name: 'id', in: 'path', required: true, schema: keyFields.id }],
      responses: { 200: { description: 'The revoked key', content: json(ref('Key')) }, 404: failed('There is no such key.'), ...refusals },
    },
  },
}
