import type { PackedRow } from '../../records/packed-row.ts'
import type { RawAddress } from '../../records/raw-address.ts'
import { RowsetBuilder } from '../../records/rowset-builder.ts'
import { unpackRowset } from '../../records/rowset-unpack.ts'
import { type Tables, view } from './database.ts'
import type { Kept } from './kept.ts'
import { chainAddressKey, listKind, listName, placeKey, rowsKey } from './keys.ts'
import type { ListSet } from './list-set.ts'
import type { ListWriter } from './list-writer.ts'
import { refsPerChunk, rowsetMaxBytes, way } from './posting.ts'
import type { Run, StoredChain } from './state.ts'
import { type RecentRows, tendLists } from './tend.ts'
import type { WriteContext } from './transaction.ts'

interface Party {
  readonly address: RawAddress
  readonly list: ListWriter
  /** By number of the contract; only where the address is busy. */
  pairs?: Map<number, ListWriter>
  sender?: ListWriter
  recipient?: ListWriter
}

interface Contract {
  readonly number: number
  readonly list: ListWriter
}

/** Appends rows to a run, and all lists they belong to. */
export class RowWriter {
  readonly #context: WriteContext
  readonly #tables: Tables
  readonly #stored: StoredChain
  readonly #run: Run
  readonly #lists: ListSet
  readonly #kept: Kept
  /** The lists in hand by what they are of: finding them by name for every row would cost more than appending. */
  readonly #parties = new Map<RawAddress, Party>()
  readonly #contractsHere = new Map<RawAddress, Contract>()

  constructor(context: WriteContext, run: Run) {
    this.#context = context
    this.#tables = context.tables
    this.#stored = context.stored
    this.#run = run
    this.#lists = context.lists
    this.#kept = context.kept
  }

  append(rows: readonly PackedRow[]): void {
    if (rows.length === 0) return
    const run = this.#run
    const builder = new RowsetBuilder(rowsetMaxBytes)
    let chunk = Math.max(0, run.chunks - 1)
    const recent: RecentRows = { run: run.id, first: chunk * refsPerChunk, rows: [] }
    if (run.chunks > 0) for (const row of unpackRowset(this.#chunk(chunk))) builder.add(row)
    const put = () => this.#tables.rows.putSync(rowsKey(run.id, chunk), builder.encodeShared())
    for (const row of rows) {
      if (!builder.add(row)) {
        put()
        chunk++
        builder.clear()
        builder.add(row)
      }
      if (builder.rows === 1) this.#putPlace(row, chunk)
      const ref = chunk * refsPerChunk + builder.rows - 1
      recent.rows[ref - recent.first] = row
      this.#index(row, ref)
    }
    put()
    run.chunks = chunk + 1
    run.rows += rows.length
    this.#stored.transferRows += rows.length
    tendLists(this.#context, recent)
  }

  #chunk(chunk: number): Uint8Array {
    const bytes = this.#tables.rows.getBinaryFast(rowsKey(this.#run.id, chunk))
    if (bytes === undefined)
      throw new Error(`the store is damaged: chunk ${chunk} of run ${this.#run.id} is missing; restore it or index anew`)
    return view(bytes)
  }

  #putPlace(row: PackedRow, chunk: number): void {
    const place = { block: row.transaction.block.number, tx: row.transaction.index, log: row.log, batch: row.batch }
    const value = Buffer.alloc(4)
    value.writeUInt32BE(chunk)
    this.#tables.places.putSync(placeKey(this.#run.id, place), value)
  }

  #index(row: PackedRow, ref: number): void {
    const contract = this.#contract(row.contract)
    contract.list.append(ref, 0, 0)
    if (row.from === row.to) this.#indexParty(row.from, ref, way.in | way.out, contract.number)
    else {
      this.#indexParty(row.from, ref, way.out, contract.number)
      this.#indexParty(row.to, ref, way.in, contract.number)
    }
  }

  #contract(address: RawAddress): Contract {
    let found = this.#contractsHere.get(address)
    if (found === undefined) {
      found = { number: this.#contractNumber(address), list: this.#lists.list(listName(this.#run.id, listKind.contract, address)) }
      this.#contractsHere.set(address, found)
    }
    return found
  }

  #indexParty(address: RawAddress, ref: number, ways: number, contract: number): void {
    let party = this.#parties.get(address)
    if (party === undefined) {
      party = { address, list: this.#lists.list(listName(this.#run.id, listKind.address, address)) }
      this.#parties.set(address, party)
    }
    party.list.append(ref, ways, contract)
    if (party.list.promoted) this.#indexNarrower(party, ref, ways, contract)
  }

  #indexNarrower(party: Party, ref: number, ways: number, contract: number): void {
    const { id } = this.#run
    party.pairs ??= new Map()
    let pair = party.pairs.get(contract)
    if (pair === undefined) {
      pair = this.#lists.list(listName(id, listKind.pair, party.address, contract))
      party.pairs.set(contract, pair)
    }
    pair.append(ref, ways, 0)
    if (ways & way.out) {
      party.sender ??= this.#lists.list(listName(id, listKind.sender, party.address))
      party.sender.append(ref, 0, 0)
    }
    if (ways & way.in) {
      party.recipient ??= this.#lists.list(listName(id, listKind.recipient, party.address))
      party.recipient.append(ref, 0, 0)
    }
  }

  #contractNumber(contract: RawAddress): number {
    const known = this.#kept.contracts.get(contract)
    if (known !== undefined) return known
    const key = chainAddressKey(this.#stored.chain, contract)
    let number = this.#tables.contracts.getBinaryFast(key)?.readUInt32BE()
    if (number === undefined) {
      number = this.#stored.contracts++
      const value = Buffer.alloc(4)
      value.writeUInt32BE(number)
      this.#tables.contracts.putSync(key, value)
      if (this.#tables.tokens.getBinaryFast(key) === undefined) this.#tables.unnamed.putSync(key, Buffer.of(1))
    }
    this.#kept.keepContract(contract, number)
    return number
  }
}
