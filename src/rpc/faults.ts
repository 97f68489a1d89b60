/**
 * Everything a node can answer that is not an answer, once: how it is recognised, what it is, and what figure it carries. Order matters: a text that names
 * a block range often also says "limit exceeded", so ranges stand before density, and both before rates. What each kind leads to stands in `remedies`.
 */
export type FaultKind =
  | 'suggested'
  | 'range'
  | 'dense'
  | 'batch'
  | 'revert'
  | 'billing'
  | 'rate'
  | 'unsupported'
  | 'pruned'
  | 'behind'
  | 'access'
  | 'gateway'
  | 'rejected'
  | 'server'
  | 'timeout'
  | 'network'
  | 'malformed'
  | 'oversized'
  | 'missing'
  | 'wrong-chain'
  | 'blamed'

/**
 * What to do: `narrow` and `halve` the range and ask again at once; `split` the batch; `back-off` and slow down; `park` for long; take the `next-plan` without
 * the method; `ask-another` endpoint; `tell` the caller, as asking again will not change the answer.
 */
export type Remedy = 'narrow' | 'halve' | 'split' | 'back-off' | 'park' | 'next-plan' | 'ask-another' | 'tell'

export const remedies: Readonly<Record<FaultKind, Remedy>> = {
  suggested: 'narrow',
  range: 'narrow',
  dense: 'halve',
  oversized: 'halve',
  batch: 'split',
  revert: 'tell',
  billing: 'park',
  access: 'park',
  'wrong-chain': 'park',
  rate: 'back-off',
  gateway: 'back-off',
  timeout: 'back-off',
  network: 'back-off',
  server: 'back-off',
  malformed: 'back-off',
  rejected: 'back-off',
  blamed: 'back-off',
  unsupported: 'next-plan',
  pruned: 'ask-another',
  behind: 'ask-another',
  missing: 'ask-another',
}

/** What a fault says in numbers. */
export interface Figure {
  /** A range the node offers instead, ascending. It belongs to this one request. */
  readonly range?: { readonly from: number; readonly to: number }
  /** The most blocks it takes in one range, both ends counted. It holds for the endpoint. */
  readonly blocks?: number
  /** The most calls it takes in one batch. */
  readonly calls?: number
}

/** What was seen on the wire. */
export interface Symptom {
  readonly status?: number
  readonly code?: number
  /** `error.message` and `error.data`, or the body where it is no JSON. */
  readonly text: string
  /** How many blocks were asked for, where a range was. */
  readonly askedBlocks?: number
}

interface FaultLine {
  readonly kind: FaultKind
  readonly text?: RegExp
  readonly codes?: readonly number[]
  readonly statuses?: readonly number[]
  readonly figure?: (groups: Readonly<Record<string, string>>, symptom: Symptom) => Figure
}

const count = String.raw`(?<n>\d[\d,_]*)(?![\d,_])\s?(?<thousand>k\b)?(?!\s*(?:requests?|req\b|calls?|compute|cus?\b|rps|\/\s*s|per\b|results?|logs?|tx|bytes|mb|kb))`
const pair = String.raw`(?<a>0x[\da-f]+|\d+)`
const range = (before: string, between: string, after = ''): RegExp =>
  new RegExp(`${before}${pair}${between}${pair.replace('<a>', '<b>')}${after}`, 'i')
const capped = (before: string, after = ''): RegExp => new RegExp(`${before}${count}${after}`, 'i')

const suggestion = ({ a = '', b = '' }: Readonly<Record<string, string>>): Figure => {
  const [from = 0, to = 0] = [Number(a), Number(b)].sort((one, other) => one - other)
  return { range: { from, to } }
}
const number = ({ n = '', thousand }: Readonly<Record<string, string>>): number =>
  Number(n.replaceAll(/[,_]/g, '')) * (thousand === undefined ? 1 : 1000)
const blocks = (groups: Readonly<Record<string, string>>): Figure => ({ blocks: number(groups) })
const calls = (groups: Readonly<Record<string, string>>): Figure => ({ calls: number(groups) })
const fixed = (cap: number) => (): Figure => ({ blocks: cap })

export const faultLines: readonly FaultLine[] = [
  // A range to adopt, sometimes written the wrong way round.
  {
    kind: 'suggested',
    text: range(String.raw`try with this block range \[\s*`, String.raw`\s*,\s*`, String.raw`\s*\]`),
    figure: suggestion,
  },
  {
    kind: 'suggested',
    text: range(String.raw`this block range should work:?\s*\[\s*`, String.raw`\s*,\s*`, String.raw`\s*\]`),
    figure: suggestion,
  },
  { kind: 'suggested', text: range('retry with the range ', String.raw`\s*-\s*`), figure: suggestion },

  // The widest range an endpoint takes.
  { kind: 'range', text: capped(String.raw`too many blocks from \S+ to \S+,? maximum is set to\s*`), figure: blocks },
  { kind: 'range', text: capped('up to an? ', String.raw`[\s-]*blocks? range`), figure: blocks },
  { kind: 'range', text: capped('limited to an? '), figure: blocks },
  { kind: 'range', text: capped('limited to ', String.raw`[\s-]*block`), figure: blocks },
  { kind: 'range', text: capped(String.raw`max(?:imum)? block range:?\s*(?:is\s*)?`), figure: blocks },
  { kind: 'range', text: capped(String.raw`max range:?\s*`), figure: blocks },
  { kind: 'range', text: capped('at most ', String.raw`\s*blocks`), figure: blocks },
  { kind: 'range', text: capped(String.raw`block range exceeds:?\s*`), figure: blocks },
  { kind: 'range', text: /block range is too wide/i, figure: fixed(3000) },
  { kind: 'range', text: /block range (?:is )?too large/i, figure: fixed(2000) },
  {
    kind: 'range',
    text: /block range limit exceeded/i,
    figure: (_, { askedBlocks = 0 }) => ({ blocks: askedBlocks > 10_000 ? 10_000 : 100 }),
  },
  {
    kind: 'range',
    text: /(?:block range|range of blocks)[^.]{0,40}(?:exceed|too (?:large|big|wide|long)|limit)|exceeds?[^.]{0,30}block range/i,
  },

  // Batches: their texts speak of "too many requests" and of limits too.
  {
    kind: 'batch',
    text: /batch(?:es|ing|\s+requests?)? (?:is|are) (?:not (?:supported|allowed|enabled)|disabled)|batch not supported/i,
    figure: () => ({ calls: 1 }),
  },
  {
    kind: 'batch',
    text: capped(String.raw`batch.{0,60}?(?:limit|max(?:imum)?|up to|at most|exceeds?|larger than|more than)[^\d]{0,30}`),
    figure: calls,
  },
  {
    kind: 'batch',
    text: /batch (?:size )?(?:is )?too (?:large|big|long)|batch (?:size |request )?limit exceeded|too many (?:requests|calls|items) in (?:a |the |one )?(?:single )?batch/i,
  },

  // Too much in the range, whatever its width.
  { kind: 'dense', text: /query returned more than [\d,]+ results/i },
  { kind: 'dense', text: /query exceeds max results/i },
  { kind: 'dense', text: /exceeds limit of [\d,]+/i },
  { kind: 'dense', text: /response (?:is |size )?(?:too (?:big|large)|exceeded|exceeds)/i, codes: [-32008] },
  { kind: 'dense', text: /too many logs|log response size exceeded/i },
  { kind: 'dense', statuses: [413, 504] },
  { kind: 'dense', text: /query timeout|request timed? ?out|execution timeout|context deadline exceeded|timeout exceeded/i },

  // A contract said no. Before rates: a revert reason is free text.
  {
    kind: 'revert',
    text: /execution reverted|vm execution error|revert|invalid opcode|invalid jump|stack (?:under|over)flow|out of gas|bad instruction/i,
    codes: [3],
  },

  { kind: 'billing', statuses: [402], text: /upgrade|monthly capacity|payment required|billing|out of (?:credits|compute units)/i },
  {
    kind: 'rate',
    statuses: [429],
    codes: [429, -32005, -32029],
    text: /rate.?limit|too many requests|limit exceeded|quota|throttl|capacity exceeded|requests? per second/i,
  },

  {
    kind: 'unsupported',
    codes: [-32601, -32004],
    text: /method not found|not whitelisted|method (?:\S+ )?(?:does not exist|is not available|not supported|not allowed|is disabled)|unsupported method|unknown method/i,
  },
  {
    kind: 'pruned',
    codes: [4444],
    text: /pruned|history (?:is )?(?:not available|unavailable)|missing trie node|state (?:is )?not available|block (?:is )?too old|before (?:the )?(?:earliest|oldest)/i,
  },
  {
    kind: 'behind',
    text: /header not found|unknown block|block not found|not yet (?:available|synced)|requested block is in the future|cannot query unfinalized|beyond (?:the )?(?:head|latest)|after last accepted|one of the blocks specified.*cannot be found/i,
  },
  {
    kind: 'access',
    statuses: [401, 403],
    text: /unauthori[sz]ed|forbidden|invalid (?:api|project|access)[ -_]?(?:key|id|token)|must be authenticated/i,
  },
  {
    kind: 'gateway',
    statuses: [500, 502, 503, 520, 521, 522, 523, 524, 525, 530],
    text: /bad gateway|service unavailable|no (?:healthy )?(?:backend|upstream)|cloudflare/i,
  },
  { kind: 'rejected', codes: [-32602, -32600], statuses: [400, 404, 405, 415, 422] },
]

interface Diagnosis {
  readonly kind: FaultKind
  readonly figure: Figure
}

/** Texts longer than this are a page, not a message; the reason stands at the beginning. */
const diagnosedMaxChars = 2000

/** Reads a symptom by the table: what the text says counts before the code, the code before the HTTP status, as gateways wrap one in another. */
export const diagnose = (symptom: Symptom): Diagnosis => {
  const text = symptom.text.slice(0, diagnosedMaxChars)
  for (const line of faultLines) {
    const match = line.text?.exec(text)
    if (match) return { kind: line.kind, figure: line.figure?.(match.groups ?? {}, symptom) ?? {} }
  }
  const coded = faultLines.find((line) => symptom.code !== undefined && line.codes?.includes(symptom.code))
  const byStatus = faultLines.find((line) => symptom.status !== undefined && line.statuses?.includes(symptom.status))
  return { kind: (coded ?? byStatus)?.kind ?? 'server', figure: {} }
}
