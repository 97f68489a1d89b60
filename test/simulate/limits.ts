/** How providers word their limits; `from` and `to` are the asked range, `cap` the blocks allowed, so that the texts hold true figures. */
export const rangeTexts = {
  'try range': (cap, from, to) =>
    `Log response size exceeded. Try with this block range [${hex(from)}, ${hex(Math.min(to, from + cap - 1))}].`,
  'should work': (cap, from, to) => `this block range should work: [${hex(from)}, ${hex(Math.min(to, from + cap - 1))}]`,
  'should work, inverted': (cap, from, to) => `this block range should work: [${hex(Math.min(to, from + cap - 1))}, ${hex(from)}]`,
  'retry range': (cap, from) => `query exceeds the limit, retry with the range ${from}-${from + cap - 1}`,
  'maximum is set': (cap, from, to) => `requested too many blocks from ${from} to ${to}, maximum is set to ${cap}`,
  'limited to a': (cap) => `eth_getLogs is limited to a ${cap} range`,
  'limited to': (cap) => `eth_getLogs is limited to ${cap} block ranges`,
  'maximum block range': (cap) => `maximum block range: ${cap}`,
  'max range': (cap) => `Block range is too large. Max range: ${cap}`,
  'at most': (cap) => `a query may cover at most ${cap} blocks`,
  'up to a': (cap) => `Under this plan you can make eth_getLogs requests with up to a ${cap} block range`,
  exceeds: (cap) => `block range exceeds ${cap}`,
  'exceed max': (cap) => `exceed max block range: ${cap}`,
  'too wide': () => 'block range is too wide',
  'too large': () => 'block range too large',
  'limit exceeded': () => 'Block range limit exceeded',
} as const satisfies Record<string, (cap: number, from: number, to: number) => string>

export const densityTexts = {
  'more than': (cap) => `query returned more than ${cap} results`,
  'max results': (cap) => `query exceeds max results ${cap}`,
  'exceeds limit': (cap) => `logs matched by query exceeds limit of ${cap}`,
  'too big': () => 'Response is too big',
  'too large': () => 'response too large',
  'too many': () => 'too many logs',
} as const satisfies Record<string, (cap: number) => string>

const hex = (value: number): string => `0x${value.toString(16)}`
