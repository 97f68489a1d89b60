import type { Hex } from '../../records/hex.ts'
import { type RawAddress, rawAddress } from '../../records/raw-address.ts'
import type { TransferQuery } from '../port.ts'
import type { Tables } from './database.ts'
import { chainAddressKey, listKind, listName } from './keys.ts'
import { type FindList, knownLists } from './known-lists.ts'
import { way } from './posting.ts'
import type { StoredChain } from './state.ts'
import type { Stream } from './stream.ts'

/** On which side of a transfer an address must stand. */
type Side = 'any' | 'sender' | 'recipient'
const sideOf = { in: 'recipient', out: 'sender' } as const
const waysOf = { any: 0, sender: way.out, recipient: way.in } as const

interface Party {
  readonly address: RawAddress
  readonly side: Side
}

/** Of every group, one stream at least must have a row; a group without streams has none. */
export type Plan = readonly (readonly Stream[])[]

/** The number by which postings name a contract; undefined where no row of it is stored. */
const contractNumber = (tables: Tables, chain: number, contract: Hex): number | undefined =>
  tables.contracts.getBinaryFast(chainAddressKey(chain, rawAddress(contract)))?.readUInt32BE()

const partyGroups = (query: TransferQuery): Party[][] => {
  const party = (address: Hex, side: Side): Party => ({ address: rawAddress(address), side })
  const ofAddress = query.address === undefined ? [] : [party(query.address, query.direction ? sideOf[query.direction] : 'any')]
  const ofFrom = query.from === undefined ? [] : [party(query.from, 'sender')]
  const ofTo = query.to === undefined ? [] : [party(query.to, 'recipient')]
  const groups = query.fromTo === 'or' ? [ofAddress, [...ofFrom, ...ofTo]] : [ofAddress, ofFrom, ofTo]
  return groups.filter((group) => group.length > 0)
}

/** The list that has the rows of an address on a side, of a contract: its own where the address is busy, else the address's, looked through. */
const partyStream = (find: FindList, run: number, { address, side }: Party, contract: number | undefined): Stream | undefined => {
  const list = find(listName(run, listKind.address, address))
  if (list === undefined) return undefined
  const ways = waysOf[side]
  if (!list.head.promoted) return { list, ways, contract }
  if (contract === undefined && side === 'any') return { list, ways: 0, contract: undefined }
  const narrower =
    contract === undefined
      ? listName(run, side === 'sender' ? listKind.sender : listKind.recipient, address)
      : listName(run, listKind.pair, address, contract)
  const found = find(narrower)
  return found && { list: found, ways: contract === undefined ? 0 : ways, contract: undefined }
}

/** Which lists of a run a query reads. */
export const makePlan = (tables: Tables, { chain, sequence }: StoredChain, query: TransferQuery): ((run: number) => Plan) => {
  const find = knownLists(tables, chain, sequence)
  const groups = partyGroups(query)
  const contract = query.contract === undefined ? undefined : contractNumber(tables, chain, query.contract)
  if (query.contract !== undefined && contract === undefined) return () => [[]]
  if (query.contract !== undefined && groups.length === 0) {
    const raw = rawAddress(query.contract)
    return (run) => {
      const list = find(listName(run, listKind.contract, raw))
      return [list ? [{ list, ways: 0, contract: undefined }] : []]
    }
  }
  return (run) => groups.map((group) => group.flatMap((party) => partyStream(find, run, party, contract) ?? []))
}
