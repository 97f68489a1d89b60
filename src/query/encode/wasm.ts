import type { Hex } from '../../records/hex.ts'
import { readRowset } from '../../records/rowset.ts'
import type { MaybePromise } from '../../store/port.ts'
import { successHead, successTail } from '../envelope.ts'
import { escapedText } from './joints.ts'
import { type EncoderModule, loadEncoderModule } from './module.ts'
import type { EncodedPage, OpenPage, PageEncoder, TokenLookup, TransferPage } from './page-encoder.ts'
import { plainEncoder } from './plain.ts'
import { type Slots, slots } from './slots.ts'
import { type TokenCache, tokenCache } from './token-cache.ts'

/** Wide loads reach past a row set; whatever stands there is never shown. */
const slackBytes = 128

interface Encoder {
  readonly module: EncoderModule
  readonly tokens: TokenCache
  readonly stages: Slots
  readonly slots: Slots
  /** Chains by the number the module knows them by. */
  readonly chains: number[]
}

/** The encoder the service runs on: WebAssembly where the machine has it, plain code else. */
export const transferEncoder = (functionNames: ReadonlyMap<string, string>, now: () => number = Date.now): PageEncoder => {
  const module = loadEncoderModule()
  return module === undefined ? plainEncoder(functionNames) : wasmEncoder(module, functionNames, now)
}

const wasmEncoder = (module: EncoderModule, functionNames: ReadonlyMap<string, string>, now: () => number): PageEncoder => {
  const { figures, memory } = module
  addFunctions(module, functionNames)
  // Every answer begins alike, and what begins a slot is never overwritten.
  for (let slot = 0; slot < figures.SLOT_COUNT; slot++) memory.write(successHead, figures.SLOTS + slot * figures.SLOT_BYTES, 'latin1')
  const encoder: Encoder = {
    module,
    tokens: tokenCache(module, now),
    stages: slots(figures.STAGE_COUNT),
    slots: slots(figures.SLOT_COUNT - 1),
    chains: [],
  }
  return { open: (page) => openPage(encoder, page) }
}

const addFunctions = ({ figures, functions, memory }: EncoderModule, functionNames: ReadonlyMap<string, string>): void => {
  for (const [selector, name] of functionNames) {
    const text = Buffer.from(escapedText(name))
    const room = functions.functionRoom(text.length)
    if (room === 0)
      throw new RangeError(`more function names than the encoder holds (${figures.FUNCTIONS_MAX}, 1 MiB): give fewer ABI files`)
    text.copy(memory, room)
    functions.addFunction(Buffer.from(selector.slice(2), 'hex').readUInt32LE(), text.length)
  }
}

/** Rows of one row set: in the page's stage where `bytes` is absent, else to be copied into the spare place when their turn comes. */
interface Slice {
  readonly at: number
  readonly length: number
  readonly bytes: Uint8Array | undefined
  readonly first: number
  readonly count: number
  readonly step: 1 | -1
}

const openPage = (encoder: Encoder, page: TransferPage): OpenPage => {
  const { figures, memory } = encoder.module
  const slices: Slice[] = []
  const stage = encoder.stages.take()
  let at = stage === undefined ? 0 : figures.STAGES + stage * figures.STAGE_BYTES
  const end = stage === undefined ? 0 : at + figures.STAGE_BYTES - slackBytes
  let open = true
  const close = (): void => {
    if (open && stage !== undefined) encoder.stages.giveBack(stage)
    open = false
  }
  return {
    take: (rowset, first, count, step) => {
      if (at + rowset.length > end) {
        slices.push({ at: figures.SPARE_ROWSET, length: rowset.length, bytes: Uint8Array.prototype.slice.call(rowset), first, count, step })
        return
      }
      memory.set(rowset, at)
      slices.push({ at, length: rowset.length, bytes: undefined, first, count, step })
      at += rowset.length
    },
    finish: (tokenOf) => {
      encoder.tokens.refresh()
      return encodeSlices(encoder, page, slices, tokenOf, close)
    },
    abandon: close,
  }
}

const chainNumber = ({ chains }: Encoder, chainId: number): number => {
  const known = chains.indexOf(chainId)
  return known === -1 ? chains.push(chainId) - 1 : known
}

/** Names asked for at once of a store that answers later: one by one, a page of many contracts would wait for each in turn. */
const lookupsAtOnce = 32

/** Contracts of rows still to be written whose names are not known, beside the one that was just met. */
const contractsAhead = ({ module, tokens }: Encoder, slices: readonly Slice[], chain: number, met: Hex): Hex[] => {
  const found = new Set<Hex>()
  for (const { at, length, bytes, first, count, step } of slices) {
    const rows = readRowset(bytes ?? module.memory.subarray(at, at + length))
    for (const { transfer } of step === 1 ? rows.slice(first, first + count) : rows.slice(first + 1 - count, first + 1)) {
      if (found.size + 1 === lookupsAtOnce) return [...found]
      if (transfer.contract !== met && !tokens.has(chain, transfer.contract)) found.add(transfer.contract)
    }
  }
  return [...found]
}

/** Writes a page into a slot. What does not fit goes out in ordinary Buffers, copied whenever the slot is full, and so does everything where no slot is free. */
const encodeSlices = (
  encoder: Encoder,
  { chainId, head, extended }: TransferPage,
  slices: readonly Slice[],
  tokenOf: TokenLookup,
  close: () => void,
): MaybePromise<EncodedPage> => {
  const { figures, functions, memory, cells } = encoder.module
  const chain = chainNumber(encoder, chainId)
  const slot = encoder.slots.take()
  const slotStart = figures.SLOTS + (slot ?? figures.SLOT_COUNT - 1) * figures.SLOT_BYTES
  const rowsStart = slotStart + successHead.length
  const slotEnd = slotStart + figures.SLOT_BYTES - successTail.length
  const copied: Buffer[] = []
  let out = rowsStart
  let index = 0
  let done = 0

  const copyOut = (): void => {
    copied.push(Buffer.from(memory.subarray(copied.length === 0 ? slotStart : rowsStart, out)))
    out = rowsStart
  }
  let held = slot !== undefined
  /** Also where a connection ends twice: a slot lent to two answers would mix them. */
  const freeSlot = (): void => {
    if (held && slot !== undefined) encoder.slots.giveBack(slot)
    held = false
  }
  const fail = (error: unknown): never => {
    close()
    freeSlot()
    throw error
  }
  const addToken = (contract: Hex): MaybePromise<void> => {
    const text = tokenOf(contract)
    if (!(text instanceof Promise)) return encoder.tokens.add(chain, contract, text)
    // The slot that is only copied from belongs to whoever runs now: what stands there is saved before anyone else can run.
    if (slot === undefined) copyOut()
    const others = contractsAhead(encoder, slices.slice(index), chain, contract)
    const texts = [text, ...others.map(tokenOf)]
    return Promise.all(texts).then((found) => {
      for (const [at, named] of [contract, ...others].entries()) encoder.tokens.add(chain, named, found[at])
    })
  }

  const run = (): MaybePromise<EncodedPage> => {
    for (; index < slices.length; index++, done = 0) {
      const slice = slices[index] as Slice
      while (done < slice.count) {
        if (slice.bytes !== undefined) memory.set(slice.bytes, slice.at)
        const { step, first, count } = slice
        done += functions.encode(slice.at, first + done * step, count - done, step, chain, head + 1, Number(extended), out, slotEnd)
        out = cells[0] ?? 0
        if (cells[1] === figures.SLOT_FULL) copyOut()
        else if (cells[1] === figures.TOKEN_MISSING) {
          const contract = cells[2] ?? 0
          const added = addToken(`0x${memory.toString('hex', contract, contract + 20)}`)
          if (added instanceof Promise) return added.then(run).catch(fail)
        }
      }
    }
    // In place of the comma behind the last row.
    return finished()
  }

  const finished = (): EncodedPage => {
    close()
    if (out === rowsStart) throw new RangeError('a page without rows has no body here')
    out += memory.write(successTail, out - 1, 'latin1') - 1
    if (slot !== undefined && copied.length === 0)
      return { body: [memory.subarray(slotStart, out)], bytes: out - slotStart, release: freeSlot }
    copyOut()
    freeSlot()
    return { body: copied, bytes: copied.reduce((sum, { length }) => sum + length, 0), release: () => {} }
  }

  try {
    return run()
  } catch (error) {
    return fail(error)
  }
}
