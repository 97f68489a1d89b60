import { useMemo } from 'preact/hooks'
import { transferColumns, transferExtendedColumns } from '../../../src/records/columns.ts'
import { checksummed, readAddress } from '../model/address.ts'
import { contractFilters } from '../model/filters.ts'
import { count, quantity, shortDigits, shortHex, tame } from '../model/format.ts'
import { goTo, linkTo, type PageRoute } from '../model/route.ts'
import { mostMoved } from '../model/series.ts'
import { AddressForm } from '../parts/address-form.tsx'
import { contractColumns } from '../parts/columns.tsx'
import { Copy } from '../parts/copy.tsx'
import { Filters } from '../parts/filters.tsx'
import { Notice } from '../parts/notice.tsx'
import { ContractPictures } from '../parts/pictures.tsx'
import { RowsView } from '../parts/rows-view.tsx'
import type { Row } from '../service/ask.ts'

/** All transfers of one contract, and the identifiers that move most. */
export const ContractPage = ({ parts, query }: PageRoute) => {
  const [chain = '', pasted = ''] = parts
  const read = readAddress(pasted)
  const address = read.kind === 'address' ? read.address : ''
  const question = {
    chainid: chain,
    module: 'account',
    action: 'token1155tx',
    contractaddress: address,
    tokenid: query['tokenid'] ?? '',
    startblock: query['first'] ?? '',
    endblock: query['last'] ?? '',
    sort: 'desc',
  }
  return (
    <>
      <h1 tabIndex={-1}>{address === '' ? 'Contract' : `Contract ${shortHex(checksummed(address))}`}</h1>
      <AddressForm page="contract" chainId={chain} address={address} />
      {read.kind === 'wrong' && (
        <Notice kind="bad" title="The address in the link cannot be read">
          <p>{read.reason}</p>
        </Notice>
      )}
      {address === '' ? (
        <p class="faint">Everything one ERC-1155 contract ever moved. Paste its address above.</p>
      ) : (
        <>
          <p class="whole-address">
            <span class="hex">{checksummed(address)}</span> <Copy text={checksummed(address)} what="the address" />
          </p>
          <Filters fields={contractFilters} values={query} apply={(values) => goTo(linkTo('contract', [chain, address], values))} />
          <RowsView
            key={chain + address}
            label="Transfers of the contract"
            kind="contract"
            question={question}
            records={[...transferColumns, ...transferExtendedColumns]}
            columnsFor={contractColumns}
            pictures={(rows) => (
              <>
                <ContractPictures rows={rows} />
                <MostMoved rows={rows} chain={chain} address={address} />
              </>
            )}
            fileName={`contract-${chain}-${address}`}
            nothing="No transfers: this contract has moved no ERC-1155 token within what was asked."
          />
        </>
      )}
    </>
  )
}

const shownIds = 8

const MostMoved = ({ rows, chain, address }: { readonly rows: readonly Row[]; readonly chain: string; readonly address: string }) => {
  const ids = useMemo(() => mostMoved(rows, shownIds), [rows])
  const most = ids[0]?.transfers ?? 1
  const [newest] = rows
  return (
    <div class="moved">
      <p class="chart-title">
        Most moved ids{' '}
        {newest?.['tokenName'] && (
          <span class="faint">
            of <bdi class="token">{tame(newest['tokenName'], 32)}</bdi>
          </span>
        )}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Id</th>
            <th scope="col" class="right">
              Transfers
            </th>
            <th scope="col" class="right">
              Units
            </th>
          </tr>
        </thead>
        <tbody>
          {ids.map(({ id, transfers, units }) => (
            <tr key={id}>
              <td>
                <a href={linkTo('contract', [chain, address], { tokenid: id })} title={id}>
                  {shortDigits(id)}
                </a>
              </td>
              <td class="right">
                <meter min={0} max={most} value={transfers} aria-label={`${transfers} of ${most}`} />{' '}
                <span class="figure">{count(transfers)}</span>
              </td>
              <td class="right" title={units}>
                {quantity(units)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
