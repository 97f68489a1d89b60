import { pointerSteps } from './pointer.ts'
import { positionsOf, type TextPosition } from './positions.ts'
import { scanJson, type Wanted } from './scan.ts'

const noLimits = { maxDepth: Number.POSITIVE_INFINITY, maxValues: Number.POSITIVE_INFINITY, maxDuplicates: 0 }

/** Where the values of pointers begin in a text that was scanned before: one more walk over it for all of them. */
export const locate = (text: string, pointers: Iterable<string>): ((pointer: string) => TextPosition) => {
  const root: Wanted = { offset: undefined, children: new Map() }
  const nodes = new Map<string, Wanted>()
  for (const pointer of pointers) {
    let node = root
    for (const step of pointerSteps(pointer)) {
      const next = node.children.get(step) ?? { offset: undefined, children: new Map() }
      node.children.set(step, next)
      node = next
    }
    nodes.set(pointer, node)
  }
  // Only the whole document is asked for: it begins with the first character that is no space.
  if (root.children.size === 0) root.offset = text.search(/[^ \t\r\n]/)
  else scanJson(text, noLimits, root)
  const offsetOf = (pointer: string): number => nodes.get(pointer)?.offset ?? 0
  const positions = positionsOf(text, [...nodes.keys()].map(offsetOf))
  return (pointer) => positions.get(offsetOf(pointer)) ?? { line: 1, column: 1 }
}
