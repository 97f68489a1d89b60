import type { Tables } from './database.ts'
import type { ListName } from './keys.ts'
import { type ListParts, ListReader, readList } from './list-reader.ts'

/** Lists kept of a chain: those of the addresses asked for lately. At a kilobyte or less each, little. */
const maxKept = 1024

interface Kept {
  readonly sequence: number
  readonly lists: Map<ListName, ListParts>
}

/** By chain. Kept with the tables they were read from, so that every open store has its own. */
const keptOf = new WeakMap<Tables, Map<number, Kept>>()

export type FindList = (name: ListName) => ListReader | undefined

/**
 * Lists as they were at a commit. Until the next one their ends are not read again: the pages of a busy address, one after the other, all begin there.
 * Every caller gets a reader of its own, since a reader remembers where it is.
 */
export const knownLists = (tables: Tables, chain: number, sequence: number): FindList => {
  let chains = keptOf.get(tables)
  if (chains === undefined) {
    chains = new Map()
    keptOf.set(tables, chains)
  }
  let kept = chains.get(chain)
  if (kept === undefined || kept.sequence !== sequence || kept.lists.size >= maxKept) {
    kept = { sequence, lists: new Map() }
    chains.set(chain, kept)
  }
  const { lists } = kept
  return (name) => {
    let parts = lists.get(name)
    if (parts === undefined) {
      parts = readList(tables, name)
      if (parts === undefined) return undefined
      lists.set(name, parts)
    }
    return new ListReader(tables, name, parts)
  }
}
