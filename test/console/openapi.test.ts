import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { parameterTable } from '../../src/query/parameters.ts'
import { transferColumns } from '../../src/records/columns.ts'
import { startTestService } from '../http/service.ts'

const read = async () => {
  const service = await startTestService()
  return { ...service, document: JSON.parse((await service.get('/openapi.json')).text) }
}

describe('/openapi.json', () => {
  it('is a valid OpenAPI 3.1 document by an independent validator', async () => {
    const { document } = await read()
    const validator = new Validator()
    const { valid, errors } = await validator.validate(document)
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
    expect(validator.version).toBe('3.1')
  })

  it('is refused by that validator once something is wrong with it', async () => {
    const { document } = await read()
    document.paths['/v2/api'].get.responses = []
    expect((await new Validator().validate(document)).valid).toBe(false)
  })

  it('names each operation once', async () => {
    const { document } = await read()
    const ids = Object.values<Record<string, { operationId?: string }>>(document.paths).flatMap((path) =>
      Object.values(path).flatMap(({ operationId }) => operationId ?? []),
    )
    expect(ids.length).toBe(new Set(ids).size)
    expect(ids).toContain('query')
  })

  it('has every parameter and field of the tables', async () => {
    const { document } = await read()
    const asked = document.paths['/v2/api'].get.parameters.map(({ name }: { name: string }) => name)
    expect([...asked, 'apikey'].sort()).toEqual(Object.keys(parameterTable).sort())
    expect(document.components.schemas.Transfer.required).toEqual(transferColumns.map(({ name }) => name))
  })

  it('describes the answers the service gives', async () => {
    const { document, get, key } = await read()
    const ajv = new Ajv2020({ strict: false })
    ajv.addSchema({ $id: 'http://openapi/document', components: document.components })
    const check = ajv.compile({ $ref: 'http://openapi/document#/components/schemas/Failure' })
    expect(check(JSON.parse((await get('/v2/api')).text))).toBe(true)
    expect(check(JSON.parse((await get(`/v2/api?apikey=${key}`)).text))).toBe(false)
  })
})
