import type { RawAddress } from '../../records/raw-address.ts'
import { RowsetBuilder } from '../../records/rowset-builder.ts'
import type { ListWriter } from './list-writer.ts'
import { rowsetMaxBytes } from './posting.ts'

/** Contracts whose numbers are kept: more than a commit meets. */
const maxContracts = 50_000
/** Open seals that are kept, some 8 kB each: the busiest lists of a chain are written to in almost every commit. */
const maxSeals = 2_000

/**
 * What a writer remembers of a chain from one commit to the next, so that it need not be read back. Everything in it is stored too; it is thrown away whenever
 * stored things are undone.
 */
export class Kept {
  readonly contracts = new Map<RawAddress, number>()
  readonly #seals = new Map<number, { readonly start: number; readonly builder: RowsetBuilder }>()

  keepContract(contract: RawAddress, number: number): void {
    if (this.contracts.size >= maxContracts) this.contracts.clear()
    this.contracts.set(contract, number)
  }

  /** The newest seal of a list, ready to take more rows; empty where the list has none. */
  take(list: ListWriter): RowsetBuilder {
    const { head } = list
    const kept = head.sealedTo > 0 ? this.#seals.get(head.list) : undefined
    if (kept?.start === head.openSeal) {
      this.#seals.delete(head.list)
      return kept.builder
    }
    const builder = new RowsetBuilder(rowsetMaxBytes)
    if (head.sealedTo > 0) for (const row of list.openRows()) builder.add(row)
    return builder
  }

  keep(list: ListWriter, builder: RowsetBuilder): void {
    // The one put in first was used least lately: it is taken out and put in again with every use.
    const [oldest] = this.#seals.size >= maxSeals ? this.#seals.keys() : []
    if (oldest !== undefined) this.#seals.delete(oldest)
    this.#seals.set(list.number(), { start: list.head.openSeal, builder })
  }

  forget(): void {
    this.contracts.clear()
    this.#seals.clear()
  }
}
