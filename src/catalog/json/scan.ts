import { type Cursor, found, JsonFault, readName, skipNumber, skipSpace, skipString, skipWord } from './lex.ts'
import { toPointer } from './pointer.ts'

/**
 * Walks a JSON text without building its value (`JSON.parse` does that better) and says what `JSON.parse` cannot: where an error is, which names stand twice
 * in an object, how deep and how large it is, and at which offset the values of given pointers begin. It takes exactly what `JSON.parse` takes.
 */
export interface ScanLimits {
  readonly maxDepth: number
  readonly maxValues: number
  /** Names that stand twice are counted beyond this many, but not listed; with 0 they are not looked for. */
  readonly maxDuplicates: number
}

interface DuplicateName {
  readonly pointer: string
  /** Where the name stands again. */
  readonly offset: number
}

/** Pointers to find, as a tree of their steps; the scan fills in the offsets. */
export interface Wanted {
  offset: number | undefined
  readonly children: Map<string, Wanted>
}

export interface Scan {
  readonly duplicates: readonly DuplicateName[]
  readonly duplicateCount: number
}

interface ScanState extends Cursor {
  readonly limits: ScanLimits
  /** The steps to the value under the cursor, for the pointer of a name that stands twice. */
  readonly path: (string | number)[]
  values: number
  readonly duplicates: DuplicateName[]
  duplicateCount: number
}

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const minus = 0x2d
const [zero, nine] = [0x30, 0x39]
const [openArray, closeArray] = [0x5b, 0x5d]
const [openObject, closeObject] = [0x7b, 0x7d]

const fail = (state: ScanState, message: string): never => {
  throw new JsonFault(message, state.at)
}

/** Goes into an array or object; false where it is empty. */
const enter = (state: ScanState, close: number): boolean => {
  state.at++
  skipSpace(state)
  if (state.text.charCodeAt(state.at) !== close) return true
  state.at++
  return false
}

/** After an element: true where another follows, else the array or object is left. */
const another = (state: ScanState, close: number, what: string): boolean => {
  skipSpace(state)
  const next = state.text.charCodeAt(state.at)
  if (next !== close && next !== comma) fail(state, `expected "," or "${String.fromCharCode(close)}" after ${what}, found ${found(state)}`)
  state.at++
  if (next === close) return false
  skipSpace(state)
  if (state.text.charCodeAt(state.at) === close) fail(state, `nothing stands between "," and "${String.fromCharCode(close)}"`)
  return true
}

const scanArray = (state: ScanState, wanted: Wanted | undefined, depth: number): void => {
  if (!enter(state, closeArray)) return
  let index = 0
  do {
    state.path[depth] = index
    scanValue(state, wanted?.children.get(String(index)), depth + 1)
    index++
  } while (another(state, closeArray, 'an element of an array'))
}

/** A name may be megabytes long, and stand in the pointers of all the doubles below it. */
const shownStepMaxChars = 200

const shownStep = (step: string | number): string | number =>
  typeof step === 'string' && step.length > shownStepMaxChars ? `${step.slice(0, shownStepMaxChars)}…` : step

const noteDuplicate = (state: ScanState, depth: number, offset: number): void => {
  state.duplicateCount++
  if (state.duplicates.length < state.limits.maxDuplicates)
    state.duplicates.push({ pointer: toPointer(state.path.slice(0, depth + 1).map(shownStep)), offset })
}

const scanObject = (state: ScanState, wanted: Wanted | undefined, depth: number): void => {
  if (!enter(state, closeObject)) return
  const names = state.limits.maxDuplicates > 0 ? new Set<string>() : undefined
  do {
    const nameOffset = state.at
    const name = readName(state)
    state.path[depth] = name
    if (names?.has(name)) noteDuplicate(state, depth, nameOffset)
    names?.add(name)
    skipSpace(state)
    if (state.text.charCodeAt(state.at) !== colon) fail(state, `expected ":" after a name, found ${found(state)}`)
    state.at++
    scanValue(state, wanted?.children.get(name), depth + 1)
  } while (another(state, closeObject, 'a member of an object'))
}

const scanValue = (state: ScanState, wanted: Wanted | undefined, depth: number): void => {
  const { maxValues, maxDepth } = state.limits
  skipSpace(state)
  if (++state.values > maxValues) throw new JsonFault(`the file holds more than ${maxValues} values`, state.at, true)
  if (wanted !== undefined) wanted.offset = state.at
  const next = state.text.charCodeAt(state.at)
  if (next === quote) skipString(state)
  else if (next === openObject || next === openArray) {
    if (depth >= maxDepth) throw new JsonFault(`values are nested more than ${maxDepth} deep`, state.at, true)
    if (next === openObject) scanObject(state, wanted, depth)
    else scanArray(state, wanted, depth)
  } else if (next === minus || (next >= zero && next <= nine)) skipNumber(state)
  else skipWord(state)
}

/** Throws `JsonFault` where the text is no JSON or beyond a limit. */
export const scanJson = (text: string, limits: ScanLimits, wanted?: Wanted): Scan => {
  const state: ScanState = { text, at: 0, limits, path: [], values: 0, duplicates: [], duplicateCount: 0 }
  scanValue(state, wanted, 0)
  skipSpace(state)
  if (state.at < text.length) fail(state, `expected the end of the file after its value, found ${found(state)}`)
  return state
}
