import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { transferJoints } from './joints.ts'

/** The part of WebAssembly that is used here; the library of types for servers has none of it. */
interface WebAssemblyApi {
  readonly validate: (code: Uint8Array) => boolean
  readonly Module: new (code: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: Readonly<Record<string, unknown>> }
}

/** The figures of `assembly/layout.ts`: where things stand in the module's memory. */
const figureNames = [
  'CELLS',
  'FUNCTIONS_MAX',
  'JOINTS',
  'JOINT_BYTES',
  'JOINT_LENGTHS',
  'KEY',
  'MEMORY_END',
  'SEEDS',
  'SLOTS',
  'SLOT_BYTES',
  'SLOT_COUNT',
  'SLOT_FULL',
  'SPARE_ROWSET',
  'SPARE_ROWSET_BYTES',
  'STAGES',
  'STAGE_BYTES',
  'STAGE_COUNT',
  'TOKEN_MISSING',
] as const

type EncoderFigures = Readonly<Record<(typeof figureNames)[number], number>>

/** What the module can do: see the functions of the same names in `assembly/`. */
interface EncoderFunctions {
  readonly encode: (
    rowset: number,
    first: number,
    count: number,
    step: number,
    chain: number,
    nextBlock: number,
    extended: number,
    start: number,
    end: number,
  ) => number
  readonly functionRoom: (bytes: number) => number
  readonly addFunction: (selector: number, bytes: number) => void
  readonly tokenRoom: (bytes: number) => number
  readonly addToken: (chain: number, bytes: number) => void
  readonly forgetTokens: () => void
  readonly knowsToken: (chain: number) => number
}

export interface EncoderModule {
  readonly figures: EncoderFigures
  readonly functions: EncoderFunctions
  readonly memory: Buffer
  /** The cells of the layout. */
  readonly cells: Uint32Array
}

/** The encoder with its tables empty and the names of fields in place; undefined where the machine has no WebAssembly SIMD. */
export const loadEncoderModule = (): EncoderModule | undefined => {
  const code = readFileSync(new URL('./transfers.wasm', import.meta.url))
  const { WebAssembly: api } = globalThis as { readonly WebAssembly?: WebAssemblyApi }
  if (api?.validate(code) !== true) return undefined
  const { exports } = new api.Instance(new api.Module(code))
  const figures = Object.fromEntries(
    figureNames.map((name) => [name, (exports[name] as { readonly value: number }).value]),
  ) as EncoderFigures
  const { buffer } = exports['memory'] as { readonly buffer: ArrayBuffer }
  if (figures.MEMORY_END > buffer.byteLength) throw new RangeError(`the encoder needs ${figures.MEMORY_END} bytes of memory`)
  const memory = Buffer.from(buffer)
  writeJoints(memory, figures)
  for (let seed = 0; seed < 4; seed++) {
    randomBytes(8).copy(memory, figures.SEEDS + 8 * seed)
    // Odd factors lose no bits.
    memory[figures.SEEDS + 8 * seed] = (memory[figures.SEEDS + 8 * seed] ?? 0) | 1
  }
  return { figures, functions: exports as unknown as EncoderFunctions, memory, cells: new Uint32Array(buffer, figures.CELLS, 3) }
}

const writeJoints = (memory: Buffer, figures: EncoderFigures): void => {
  for (const [index, joint] of transferJoints().entries()) {
    if (joint.length > figures.JOINT_BYTES) throw new RangeError(`"${joint}" is longer than the encoder's ${figures.JOINT_BYTES} bytes`)
    memory.write(joint, figures.JOINTS + index * figures.JOINT_BYTES, 'latin1')
    memory[figures.JOINT_LENGTHS + index] = joint.length
  }
}
