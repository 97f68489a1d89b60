import {
  blockExtendedColumns,
  blockColumns as blockRecords,
  transferColumns,
  transferExtendedColumns,
  uncleExtendedColumns,
} from '../../../src/records/columns.ts'
import { checksummed, readAddress, zeroAddress } from '../model/address.ts'
import { accountFilters, blockFilters } from '../model/filters.ts'
import { count, shortHex } from '../model/format.ts'
import { goTo, linkTo, type PageRoute } from '../model/route.ts'
import { AddressForm } from '../parts/address-form.tsx'
import { accountColumns, blockColumns, uncleColumns } from '../parts/columns.tsx'
import { Copy } from '../parts/copy.tsx'
import { Filters } from '../parts/filters.tsx'
import { Notice } from '../parts/notice.tsx'
import { AccountPictures, BlockPictures } from '../parts/pictures.tsx'
import { RowsView } from '../parts/rows-view.tsx'
import { useChain, useStatus } from '../service/use-status.ts'

/** Transfers of an address, and blocks it validated. */
export const AccountPage = ({ parts, query }: PageRoute) => {
  const [chain = '', pasted = ''] = parts
  const read = readAddress(pasted)
  const address = read.kind === 'address' ? read.address : ''
  const view = query['view'] === 'blocks' ? 'blocks' : 'transfers'
  return (
    <>
      <h1 tabIndex={-1}>{address === '' ? 'Account' : `Account ${shortHex(checksummed(address))}`}</h1>
      <AddressForm page="account" chainId={chain} address={address} />
      {read.kind === 'wrong' && (
        <Notice kind="bad" title="The address in the link cannot be read">
          <p>{read.reason}</p>
        </Notice>
      )}
      {address === '' ? (
        read.kind === 'none' && <Start />
      ) : (
        <>
          <p class="whole-address">
            <span class="hex">{checksummed(address)}</span> <Copy text={checksummed(address)} what="the address" />
          </p>
          <nav class="tabs" aria-label="What to show">
            <a href={linkTo('account', [chain, address])} aria-current={view === 'transfers' ? 'page' : undefined}>
              Transfers
            </a>
            <a href={linkTo('account', [chain, address], { view: 'blocks' })} aria-current={view === 'blocks' ? 'page' : undefined}>
              Validated blocks
            </a>
          </nav>
          {view === 'transfers' ? (
            <Transfers key={chain + address} chain={chain} address={address} query={query} />
          ) : (
            <Blocks key={chain + address} chain={chain} address={address} query={query} />
          )}
        </>
      )}
    </>
  )
}

interface ViewProps {
  readonly chain: string
  readonly address: string
  readonly query: Readonly<Record<string, string>>
}

const Transfers = ({ chain, address, query }: ViewProps) => {
  const contract = readAddress(query['contract'] ?? '')
  const question = {
    chainid: chain,
    module: 'account',
    action: 'token1155tx',
    address,
    contractaddress: contract.kind === 'address' ? contract.address : '',
    tokenid: query['tokenid'] ?? '',
    direction: query['direction'] ?? '',
    startblock: query['first'] ?? '',
    endblock: query['last'] ?? '',
    sort: 'desc',
  }
  return (
    <>
      <Filters fields={accountFilters} values={query} apply={(values) => goTo(linkTo('account', [chain, address], values))} />
      <RowsView
        label="Transfers"
        kind="account"
        question={question}
        records={[...transferColumns, ...transferExtendedColumns]}
        columnsFor={(context) => accountColumns(context, address)}
        pictures={(rows) => <AccountPictures rows={rows} address={address} />}
        fileName={`transfers-${chain}-${address}`}
        nothing="No transfers: this address has neither sent nor received an ERC-1155 token within what was asked."
      />
    </>
  )
}

const Blocks = ({ chain, address, query }: ViewProps) => {
  const symbol = useChain(Number(chain))?.symbol ?? ''
  const uncles = query['kind'] === 'uncles'
  const question = {
    chainid: chain,
    module: 'account',
    action: 'getminedblocks',
    address,
    blocktype: uncles ? 'uncles' : 'blocks',
    fromblock: query['first'] ?? '',
    toblock: query['last'] ?? '',
  }
  return (
    <>
      <Filters
        fields={blockFilters}
        values={query}
        apply={(values) => goTo(linkTo('account', [chain, address], { view: 'blocks', ...values }))}
      />
      <RowsView
        label={uncles ? 'Uncles' : 'Validated blocks'}
        kind={uncles ? 'uncles' : 'blocks'}
        question={question}
        records={[...blockRecords, ...(uncles ? uncleExtendedColumns : blockExtendedColumns)]}
        columnsFor={uncles ? uncleColumns : blockColumns}
        pictures={(rows) => <BlockPictures rows={rows} symbol={symbol} />}
        fileName={`${uncles ? 'uncles' : 'blocks'}-${chain}-${address}`}
        nothing={
          uncles
            ? 'No uncles: this address has mined none within what was asked.'
            : 'No blocks: this address has validated none within what was asked.'
        }
      />
    </>
  )
}

/** Before anything was asked: somewhere to begin. Mints come from the zero address on every chain. */
const Start = () => {
  const chains = useStatus().status?.chains ?? []
  return (
    <section class="start">
      <p>
        ERC-1155 transfers of an address and the blocks it validated, each row checked against the chain’s own hashes before it was stored.
        Paste an address above, or begin with the newest mints:
      </p>
      <ul>
        {chains.map(({ chainId, name, condition, head }) => (
          <li key={chainId}>
            <a href={linkTo('account', [chainId, zeroAddress], { direction: 'out' })}>Newest mints on {name}</a>{' '}
            <span class={`state ${condition}`}>{condition}</span>
            {head !== null && <span class="faint"> block {count(head.number)}</span>}
          </li>
        ))}
      </ul>
      <p class="faint">
        Press <kbd>/</kbd> to go to the address at any time.
      </p>
    </section>
  )
}
