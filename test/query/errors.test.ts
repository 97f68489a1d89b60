import { describe, expect, it } from 'vitest'
import { emptyBody, objectBody } from '../../src/query/envelope.ts'
import { type Failure, type FailureCode, failure, failures, statusOf } from '../../src/query/errors.ts'

const notok = (text: string) => `{"status":"0","message":"NOTOK","result":"${text}"}`

/** Every text clients have met, as bytes on the wire. */
const wire: readonly [string, Failure, string][] = [
  ['no key', failure('missingKey'), notok('Missing/Invalid API Key')],
  ['unknown key', failure('invalidKey'), notok('Invalid API Key (#err2)')],
  ['too many bad keys', failure('tooManyInvalidKeys'), notok('Too many invalid api key attempts, please try again later')],
  ['calls per second', failure('rateLimit', 5), notok('Max calls per sec rate limit reached (5/sec)')],
  ['calls per day', failure('dailyLimit', 110_000, 100_000), notok('Max daily rate limit reached. 110000 (100%) of 100000 day/limit')],
  [
    'chain not served',
    failure('unsupportedChain', 'https://scan.example'),
    notok(
      'Missing or unsupported chainid parameter (required for v2 api), please see https://scan.example/v2/chainlist for the list of supported chainids',
    ),
  ],
  ['module', failure('invalidModule'), notok('Error! Missing Or invalid Module name')],
  ['action', failure('invalidAction'), notok('Error! Missing Or invalid Action name')],
  ['nothing to search by', failure('nothingToSearchBy'), notok('Error! Missing address or contract address')],
  ['no address', failure('missingAddress'), notok('Error! Missing address')],
  ['bad address', failure('invalidAddress'), notok('Error! Invalid address format')],
  ['bad contract', failure('invalidContractAddress'), notok('Error! Invalid contract address format')],
  [
    'window',
    failure('windowTooLarge'),
    '{"status":"0","message":"Result window is too large, PageNo x Offset size must be less than or equal to 10000","result":null}',
  ],
  [
    'timeout',
    failure('queryTimeout'),
    '{"status":"0","message":"Query Timeout occured. Please select a smaller result dataset","result":null}',
  ],
  ['not indexed', failure('indexIncomplete', 5, 9, 137), notok('Index incomplete: blocks 5-9 of chain 137 are not indexed yet')],
]

describe('failure texts on the wire', () => {
  it.each(wire)('%s', (_, { body }, expected) => {
    expect(body.toString()).toBe(expected)
  })
  it('no rows is a success in shape, with its own message', () => {
    expect(emptyBody.toString()).toBe('{"status":"0","message":"No transactions found","result":[]}')
  })
  it('a success with an object', () => {
    expect(objectBody({ a: 1 }).toString()).toBe('{"status":"1","message":"OK","result":{"a":1}}')
  })
})

describe('HTTP status of a failure', () => {
  const codes = Object.keys(failures) as FailureCode[]
  it.each(codes)('%s: 200 for a call unless honest codes are asked for', (code) => {
    const { level, status } = failures[code]
    expect(statusOf(code, false)).toBe(level === 'call' ? 200 : status)
    expect(statusOf(code, true)).toBe(status)
  })
  it('a call fails honestly only with 400, 401, 403, 429 or 503', () => {
    const honest = codes.filter((code) => failures[code].level === 'call').map((code) => failures[code].status)
    expect(honest.filter((status) => ![400, 401, 403, 429, 503].includes(status))).toEqual([])
  })
})
