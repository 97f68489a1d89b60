import { type PackedRow, type RawAddress, RowsetBuilder, unpackRow, unpackRowset } from '../../records/rowset-builder.ts'
import { type Tables, view } from './database.ts'
import { chainAddressKey, listKind, listName, placeKey, rowsKey, sealKey } from './keys.ts'
import type { ListSet, ListWriter } from './list-writer.ts'
import { refsPerChunk, way } from './posting.ts'
import type { Run, StoredChain } from './state.ts'

/**
 * A value larger than about half a page gets pages of its own: 4,096 bytes of which 24 are the database's. A set that fills one is packed best; a larger one
 * would take two.
 */
export const rowsetMaxBytes = 4_072

/** From this many rows on, an address has lists of its own for each contract and each side, and its rows are sealed. Looking through fewer takes some 5 µs. */
export const promotionRows = 1_024
/** From this many rows on, those of a busy address with one contract are sealed too; fewer are read one by one. */
export const pairSealRows = 64
/** Sealing is tried once this many rows wait: sets of fewer rows hardly fill their page. */
const sealWaitingRows = 24

/** Numbers of contracts by address, kept between commits. */
export type ContractNumbers = Map<RawAddress, number>
const contractNumbersKept = 50_000

/** Appends rows to a run, and all lists they belong to. */
export class RowWriter {
  readonly #tables: Tables
  readonly #stored: StoredChain
  readonly #run: Run
  readonly #lists: ListSet
  readonly #contracts: ContractNumbers
  readonly #recent = new Map<number, PackedRow>()

  constructor(tables: Tables, stored: StoredChain, run: Run, lists: ListSet, contracts: ContractNumbers) {
    this.#tables = tables
    this.#stored = stored
    this.#run = run
    this.#lists = lists
    this.#contracts = contracts
  }

  append(rows: readonly PackedRow[]): void {
    if (rows.length === 0) return
    const run = this.#run
    const builder = new RowsetBuilder(rowsetMaxBytes)
    let chunk = Math.max(0, run.chunks - 1)
    if (run.chunks > 0) for (const row of unpackRowset(this.#chunk(chunk))) builder.add(row)
    const put = () => this.#tables.rows.putSync(rowsKey(run.id, chunk), builder.encode())
    for (const row of rows) {
      if (!builder.add(row)) {
        put()
        chunk++
        builder.clear()
        builder.add(row)
      }
      if (builder.rows === 1) this.#putPlace(row, chunk)
      const ref = chunk * refsPerChunk + builder.rows - 1
      this.#recent.set(ref, row)
      this.#index(row, ref)
    }
    put()
    run.chunks = chunk + 1
    run.rows += rows.length
    this.#stored.transferRows += rows.length
    for (const list of this.#lists.ofKind(listKind.address))
      if (list.head.count >= promotionRows && !list.head.promoted) this.#promote(list)
    for (const list of this.#lists.ofKind(listKind.address)) if (list.head.promoted) this.#seal(list)
    for (const list of this.#lists.ofKind(listKind.pair)) if (list.head.count >= pairSealRows) this.#seal(list)
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
    const contract = this.#contractNumber(row.contract)
    this.#lists.list(listName(this.#run.id, listKind.contract, row.contract)).append(ref, 0, 0)
    if (row.from === row.to) this.#indexParty(row.from, ref, way.in | way.out, contract)
    else {
      this.#indexParty(row.from, ref, way.out, contract)
      this.#indexParty(row.to, ref, way.in, contract)
    }
  }

  #indexParty(address: RawAddress, ref: number, ways: number, contract: number): void {
    const list = this.#lists.list(listName(this.#run.id, listKind.address, address))
    list.append(ref, ways, contract)
    if (list.head.promoted) this.#indexNarrower(address, ref, ways, contract)
  }

  #indexNarrower(address: RawAddress, ref: number, ways: number, contract: number): void {
    const { id } = this.#run
    this.#lists.list(listName(id, listKind.pair, address, contract)).append(ref, ways, 0)
    if (ways & way.out) this.#lists.list(listName(id, listKind.sender, address)).append(ref, 0, 0)
    if (ways & way.in) this.#lists.list(listName(id, listKind.recipient, address)).append(ref, 0, 0)
  }

  #promote(list: ListWriter): void {
    const address = list.name.slice(3)
    list.head.promoted = true
    list.forEach(0, (ref, ways, contract) => this.#indexNarrower(address, ref, ways, contract))
  }

  /** Copies the rows that wait into sets, each as full as a page allows; what does not fill one waits on. */
  #seal(list: ListWriter): void {
    const { head } = list
    if (head.count - head.sealed < sealWaitingRows) return
    const builder = new RowsetBuilder(rowsetMaxBytes)
    list.forEach(head.sealed, (ref) => {
      const row = this.#row(ref)
      if (builder.add(row)) return
      this.#tables.seals.putSync(sealKey(list.number(), head.sealed), builder.encode())
      head.sealed += builder.rows
      builder.clear()
      builder.add(row)
    })
  }

  #row(ref: number): PackedRow {
    return this.#recent.get(ref) ?? unpackRow(this.#chunk(Math.floor(ref / refsPerChunk)), ref % refsPerChunk)
  }

  #contractNumber(contract: RawAddress): number {
    const known = this.#contracts.get(contract)
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
    if (this.#contracts.size >= contractNumbersKept) this.#contracts.clear()
    this.#contracts.set(contract, number)
    return number
  }
}
