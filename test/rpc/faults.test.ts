import { describe, expect, it } from 'vitest'
import { diagnose, type FaultKind, type Figure, faultLines, type Symptom } from '../../src/rpc/faults.ts'

/** What nodes and providers say, and what it means. Several are worded as the providers word them, with the misleading parts left in. */
const said: readonly (readonly [text: string, kind: FaultKind, figure?: Figure, rest?: Partial<Symptom>])[] = [
  // Ranges to adopt.
  [
    'Query returned more than 10000 results. Try with this block range [0x10, 0x1f].',
    'suggested',
    { range: { from: 16, to: 31 } },
    { code: -32005 },
  ],
  [
    'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range and no limit on the response size, or any block range with a cap of 10K logs. this block range should work: [0xa, 0xc]',
    'suggested',
    { range: { from: 10, to: 12 } },
    { code: -32602 },
  ],
  ['this block range should work: [0x1f, 0x10]', 'suggested', { range: { from: 16, to: 31 } }],
  ['query exceeds max results 20000, retry with the range 100-250', 'suggested', { range: { from: 100, to: 250 } }],
  // The widest range.
  ['requested too many blocks from 1 to 5000, maximum is set to 2048', 'range', { blocks: 2048 }],
  ['eth_getLogs is limited to a 10,000 range', 'range', { blocks: 10_000 }],
  ['eth_getLogs is limited to a 10k blocks range', 'range', { blocks: 10_000 }],
  ['eth_getLogs range is limited to 1000 blocks', 'range', { blocks: 1000 }],
  ['exceed maximum block range: 50000', 'range', { blocks: 50_000 }],
  ['exceed max block range: 5000', 'range', { blocks: 5000 }],
  ['maximum block range: 1024', 'range', { blocks: 1024 }],
  ['Block range is too large. Max range: 800', 'range', { blocks: 800 }],
  ['query at most 10000 blocks', 'range', { blocks: 10_000 }],
  ['You can make eth_getLogs requests with up to a 500 block range. Upgrade your plan', 'range', { blocks: 500 }],
  [
    'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range. Based on your parameters, upgrade to PAYG',
    'range',
    { blocks: 10 },
  ],
  ['block range exceeds 2_000', 'range', { blocks: 2000 }],
  ['block range is too wide', 'range', { blocks: 3000 }],
  ['block range too large', 'range', { blocks: 2000 }],
  ['Block range limit exceeded. See more details', 'range', { blocks: 10_000 }, { askedBlocks: 20_000 }],
  ['Block range limit exceeded.', 'range', { blocks: 100 }, { askedBlocks: 10_000 }],
  ['exceeds the configured block range, limit exceeded', 'range'],
  // Too dense.
  ['query returned more than 10000 results', 'dense', {}, { code: -32005 }],
  ['query exceeds max results 20000', 'dense'],
  ['result set exceeds limit of 10000', 'dense'],
  ['Response is too big', 'dense', {}, { code: -32008 }],
  ['response too large', 'dense', {}, { code: -32003 }],
  ['too many logs', 'dense'],
  ['whatever', 'dense', {}, { code: -32008 }],
  ['', 'dense', {}, { status: 413 }],
  ['', 'dense', {}, { status: 504 }],
  ['query timeout exceeded', 'dense'],
  // Batches.
  ['batch requests are not supported', 'batch', { calls: 1 }],
  ['Batch size is too large, maximum is 20', 'batch', { calls: 20 }],
  ['batch of 200 exceeds the limit: at most 50', 'batch', { calls: 50 }],
  ['batch limit 1000 exceeded', 'batch', { calls: 1000 }],
  ['batch too large', 'batch', {}, { code: -32600 }],
  ['too many requests in a batch', 'batch'],
  // Rates.
  ['', 'rate', {}, { status: 429 }],
  ['project ID request rate limit reached', 'rate'],
  ['rate-limited', 'rate'],
  ['Too Many Requests', 'rate'],
  ['daily request count limit exceeded', 'rate'],
  ['limit exceeded', 'rate', {}, { code: -32005 }],
  ['your quota is used up', 'rate'],
  ['request throttled', 'rate'],
  ['your app is limited to 25 requests per second', 'rate'],
  ['whatever', 'rate', {}, { code: -32029 }],
  // Billing.
  ['', 'billing', {}, { status: 402 }],
  ['please upgrade your plan: too many requests', 'billing', {}, { status: 429 }],
  ['Monthly capacity limit exceeded.', 'billing', {}, { status: 429 }],
  // Unsupported.
  ['Method not found', 'unsupported', {}, { code: -32601 }],
  ['the method eth_getBlockReceipts does not exist/is not available', 'unsupported', {}, { code: -32601 }],
  ['rpc method is not whitelisted', 'unsupported'],
  ['whatever', 'unsupported', {}, { code: -32601 }],
  // History.
  ['pruned history unavailable', 'pruned', {}, { code: 4444 }],
  ['whatever', 'pruned', {}, { code: 4444 }],
  ['missing trie node 1234 (path )', 'pruned', {}, { code: -32000 }],
  ['header not found', 'behind', {}, { code: -32000 }],
  ['unknown block', 'behind', {}, { code: -39001 }],
  // Contracts.
  ['execution reverted: rate limit exceeded', 'revert', {}, { code: 3 }],
  ['out of gas', 'revert', {}, { code: -32000 }],
  ['whatever', 'revert', {}, { code: 3 }],
  // Doors.
  ['', 'access', {}, { status: 401 }],
  ['Must be authenticated!', 'access', {}, { status: 403 }],
  ['', 'gateway', {}, { status: 502 }],
  ['<html><h1>Bad Gateway</h1></html>', 'gateway'],
  ['', 'rejected', {}, { status: 404 }],
  ['invalid argument 0: hex string without 0x prefix', 'rejected', {}, { code: -32602 }],
  // Nothing known.
  ['the sky is falling', 'server', {}, { code: -32000 }],
]

describe('what a node says', () => {
  for (const [text, kind, figure = {}, rest = {}] of said)
    it(`${JSON.stringify({ text, ...rest })} is ${kind}`, () => {
      expect(diagnose({ text, ...rest })).toEqual({ kind, figure })
    })

  it('is tested for every line of the table, by its text, its codes and its statuses', () => {
    const untested = faultLines.flatMap((line) => [
      ...(line.text && !said.some(([text]) => firstByText(text) === line) ? [String(line.text)] : []),
      ...(line.statuses && !said.some(([, , , rest]) => rest?.status !== undefined && line.statuses?.includes(rest.status))
        ? [`${line.kind} by status`]
        : []),
      ...(line.codes &&
      !said.some(([text, , , rest]) => firstByText(text) === undefined && rest?.code !== undefined && line.codes?.includes(rest.code))
        ? [`${line.kind} by code`]
        : []),
    ])
    expect(untested).toEqual([])
  })

  it('is read in bounded time even where it is a page', () => {
    expect(diagnose({ text: `${'block range '.repeat(200_000)} 429`, status: 429 }).kind).toBe('rate')
  })
})

const firstByText = (text: string) => faultLines.find((line) => line.text?.test(text))
