import type { Hex } from '../../src/records/hex.ts'
import { fromHex, keccak, minimal, quantity, type RlpItem, rlp } from './bytes.ts'
import { type Cast, type PlannedLog, planLog } from './events.ts'
import { type Era, reached } from './profile.ts'
import type { Random } from './random.ts'

/** A transaction with all it does, before a block takes it in; after a reorganisation another block may take in the very same. */
export interface PlannedTransaction {
  readonly type: number
  readonly hash: Hex
  readonly encoded: Uint8Array
  readonly from: Hex
  readonly to: Hex | null
  readonly nonce: bigint
  readonly gas: bigint
  readonly input: Hex
  /** The price of types 0 and 1, the most that is paid of the others. */
  readonly maxFee: bigint
  readonly maxPriorityFee: bigint
  /** Fields of the JSON form that do not depend on the block. */
  readonly shown: Readonly<Record<string, unknown>>
  readonly gasUsed: bigint
  readonly failed: boolean
  readonly logs: readonly PlannedLog[]
  readonly blobGas: bigint
}

const gwei = 10n ** 9n
/** No block's base fee goes above this, so that every transaction can enter every block. */
export const highestBaseFee = 30n * gwei
const blobGasPerBlob = 131_072n

export interface TransactionContext {
  readonly chainId: number
  readonly cast: Cast
  readonly era: Era
  readonly logsPerTransaction: number
}

export const planTransaction = (random: Random, context: TransactionContext): PlannedTransaction => {
  const type = random.pick(typesOf(context.era))
  const failed = random.chance(0.08)
  const logs = failed ? [] : Array.from({ length: random.int(context.logsPerTransaction * 2 + 1) }, () => planLog(random, context.cast))
  const fields = planFields(random, context, type)
  const { items, shown } = signed(random, fields)
  const payload = rlp(items)
  const encoded = type === 0 ? payload : Buffer.concat([Uint8Array.of(type), payload])
  const gasUsed = 21_000n + BigInt(random.int(60_000)) + 1_500n * BigInt(logs.length)
  return {
    ...fields,
    hash: keccak(encoded),
    encoded,
    shown,
    gas: fields.gas,
    gasUsed,
    failed,
    logs,
    blobGas: blobGasPerBlob * BigInt(fields.blobHashes.length),
  }
}

const typesOf = (era: Era): readonly number[] => [
  0,
  ...(reached(era, 'berlin') ? [1] : []),
  ...(reached(era, 'london') ? [2, 2] : []),
  ...(reached(era, 'cancun') ? [3] : []),
  ...(reached(era, 'prague') ? [4] : []),
]

type Fields = ReturnType<typeof planFields>

const planFields = (random: Random, { chainId, cast, era }: TransactionContext, type: number) => {
  const creates = type < 3 && random.chance(0.05)
  const maxFee = highestBaseFee + BigInt(random.int(40)) * gwei + random.big(30)
  return {
    type,
    chainId,
    // Before replay protection a legacy signature did not name its chain.
    bare: era === 'frontier' || random.chance(0.1),
    from: random.pick(cast.accounts),
    to: creates ? null : random.pick([...cast.tokens, ...cast.others]),
    nonce: random.big(random.pick([8, 20])),
    gas: 200_000n + BigInt(random.int(800_000)),
    value: random.chance(0.7) ? 0n : random.big(70),
    // From no input at all, over less than a selector, to a call.
    input: random.hex(random.pick([0, 1, 3, 4, 36, 100, 164])),
    maxFee,
    maxPriorityFee: type < 2 ? maxFee : random.chance(0.1) ? 0n : BigInt(random.int(Number(maxFee / gwei))) * gwei,
    accessList:
      type === 0 || random.chance(0.5) ? [] : [{ address: random.pick(cast.others), storageKeys: [random.hex(32), random.hex(32)] }],
    blobHashes: type === 3 ? Array.from({ length: random.between(1, 3) }, () => `0x01${random.hex(31).slice(2)}` as Hex) : [],
    authorizations: type === 4 ? [{ address: random.pick(cast.others), nonce: random.big(16) }] : [],
  }
}

/**
 * The signature's numbers are random, not a true signature of `from`: no check of a block rests on it, and true ones would take most of the time.
 */
const signature = (random: Random) => ({ y: random.int(2), r: 1n + random.big(random.chance(0.05) ? 240 : 255), s: 1n + random.big(254) })

const signed = (random: Random, fields: Fields): { readonly items: readonly RlpItem[]; readonly shown: Record<string, unknown> } => {
  const { y, r, s } = signature(random)
  const to = fields.to === null ? new Uint8Array() : fromHex(fields.to)
  const common = [minimal(fields.gas), to, minimal(fields.value), fromHex(fields.input)]
  const v = fields.type > 0 ? y : fields.bare ? 27 + y : fields.chainId * 2 + 35 + y
  const tail = [minimal(v), minimal(r), minimal(s)]
  const shown = {
    from: fields.from,
    to: fields.to,
    nonce: quantity(fields.nonce),
    gas: quantity(fields.gas),
    value: quantity(fields.value),
    input: fields.input,
    type: quantity(fields.type),
    v: quantity(v),
    r: quantity(r),
    s: quantity(s),
  }
  if (fields.type === 0) {
    const chain = fields.bare ? {} : { chainId: quantity(fields.chainId) }
    return { items: [minimal(fields.nonce), minimal(fields.maxFee), ...common, ...tail], shown: { ...shown, ...chain } }
  }
  const access = fields.accessList.map(({ address, storageKeys }) => [fromHex(address), storageKeys.map(fromHex)])
  const typed = { ...shown, chainId: quantity(fields.chainId), yParity: quantity(y), accessList: fields.accessList }
  const head = [minimal(fields.chainId), minimal(fields.nonce)]
  if (fields.type === 1) return { items: [...head, minimal(fields.maxFee), ...common, access, ...tail], shown: typed }
  const fees = [minimal(fields.maxPriorityFee), minimal(fields.maxFee)]
  const priced = { ...typed, maxFeePerGas: quantity(fields.maxFee), maxPriorityFeePerGas: quantity(fields.maxPriorityFee) }
  const more = extras(random, fields)
  return { items: [...head, ...fees, ...common, access, ...more.items, ...tail], shown: { ...priced, ...more.shown } }
}

/** What blob and set-code transactions add. */
const extras = (random: Random, fields: Fields): { readonly items: readonly RlpItem[]; readonly shown: Record<string, unknown> } => {
  if (fields.type === 3)
    return {
      items: [minimal(gwei), fields.blobHashes.map(fromHex)],
      shown: { maxFeePerBlobGas: quantity(gwei), blobVersionedHashes: fields.blobHashes },
    }
  if (fields.type !== 4) return { items: [], shown: {} }
  const list = fields.authorizations.map((one) => ({ ...one, ...signature(random) }))
  return {
    items: [
      list.map(({ address, nonce, y, r, s }) => [
        minimal(fields.chainId),
        fromHex(address),
        minimal(nonce),
        minimal(y),
        minimal(r),
        minimal(s),
      ]),
    ],
    shown: {
      authorizationList: list.map(({ address, nonce, y, r, s }) => ({
        chainId: quantity(fields.chainId),
        address,
        nonce: quantity(nonce),
        yParity: quantity(y),
        r: quantity(r),
        s: quantity(s),
      })),
    },
  }
}
