import { coins, count, day, groupDigits, quantity, shortDigits, shortHex, span, tame, utc } from '../model/format.ts'
import type { Row } from '../service/ask.ts'
import type { ChainView } from '../service/status.ts'
import { Address, Party } from './address.tsx'
import type { TableColumn } from './table.tsx'

interface ColumnContext {
  readonly chainId: number
  readonly chain: ChainView | undefined
  readonly open: (row: Row) => void
}

/** Further back than this a date says more than a count of days. */
const datedSeconds = 30 * 86_400

const ageOf = (seconds: number): string => {
  const age = Date.now() / 1000 - seconds
  return age > datedSeconds ? day(seconds) : `${span(age)} ago`
}

const timeColumn: TableColumn = {
  name: 'time',
  title: 'Age',
  width: 'minmax(5.5rem, .7fr)',
  cell: (row) => (
    <time dateTime={new Date(Number(row['timeStamp']) * 1000).toISOString()} title={utc(Number(row['timeStamp']))}>
      {ageOf(Number(row['timeStamp']))}
    </time>
  ),
}

/** Counted against the newest head, not the answer's: it goes on while one watches. */
const blockColumn = ({ chain }: ColumnContext): TableColumn => ({
  name: 'block',
  title: 'Block · confirmations',
  width: 'minmax(10.4rem, .9fr)',
  cell: (row) => {
    const number = Number(row['includingBlock'] ?? row['blockNumber'])
    const head = Math.max(chain?.head?.number ?? 0, number)
    const final = chain?.finalized != null && number <= chain.finalized
    return (
      <>
        {count(Number(row['blockNumber']))}{' '}
        <span class={final ? 'mark final' : 'mark'} title={final ? 'Final: it can no longer change' : 'Not final yet'}>
          {count(head - number + 1)}
        </span>
      </>
    )
  },
})

const moreColumn = ({ open }: ColumnContext): TableColumn => ({
  name: 'more',
  title: 'Row',
  width: '3.2rem',
  align: 'right',
  cell: (row) => (
    <button type="button" class="quiet" onClick={() => open(row)} aria-label={`All fields of the row in block ${row['blockNumber']}`}>
      all
    </button>
  ),
})

const tokenColumn = ({ chainId }: ColumnContext): TableColumn => ({
  name: 'token',
  title: 'Token',
  width: 'minmax(7rem, 1.4fr)',
  cell: (row) => {
    const name = tame(row['tokenName'] ?? '')
    const symbol = tame(row['tokenSymbol'] ?? '', 12)
    return (
      <bdi class="token" title={name}>
        <Address chainId={chainId} address={row['contractAddress'] ?? ''} page="contract" {...(name === '' ? {} : { text: name })} />
        {symbol !== '' && symbol !== name && <span class="faint"> {symbol}</span>}
      </bdi>
    )
  },
})

const idColumn: TableColumn = {
  name: 'id',
  title: 'Id',
  width: 'minmax(3.5rem, .5fr)',
  align: 'right',
  cell: (row) => <span title={row['tokenID']}>{shortDigits(row['tokenID'] ?? '')}</span>,
}

const valueColumn: TableColumn = {
  name: 'value',
  title: 'Value',
  width: 'minmax(4rem, .9fr)',
  align: 'right',
  cell: (row) => <span title={groupDigits(row['tokenValue'] ?? '')}>{quantity(row['tokenValue'] ?? '')}</span>,
}

const methodColumn: TableColumn = {
  name: 'method',
  title: 'Method',
  width: 'minmax(5rem, 1fr)',
  cell: (row) => {
    const name = tame((row['functionName'] ?? '').split('(')[0] ?? '', 40)
    return (
      <span title={tame(row['functionName'] || (row['methodId'] ?? ''), 200)}>{name === '' ? <code>{row['methodId']}</code> : name}</span>
    )
  },
}

const transactionColumn = ({ chain }: ColumnContext): TableColumn => ({
  name: 'transaction',
  title: 'Transaction',
  width: 'minmax(6.5rem, .8fr)',
  cell: (row) => {
    const hash = row['hash'] ?? ''
    return chain?.explorer ? (
      <a class="hex" href={`${chain.explorer}/tx/${hash}`} rel="noreferrer" target="_blank" title={hash}>
        {shortHex(hash)}
      </a>
    ) : (
      <span class="hex" title={hash}>
        {shortHex(hash)}
      </span>
    )
  },
})

/** In and out as seen from an address, with the other side. */
export const accountColumns = (context: ColumnContext, address: string): readonly TableColumn[] => [
  {
    name: 'direction',
    title: 'Way',
    width: '3.6rem',
    cell: (row) => {
      const way = row['from'] === row['to'] ? 'self' : row['to'] === address ? 'in' : 'out'
      return <span class={`way ${way}`}>{way}</span>
    },
  },
  tokenColumn(context),
  idColumn,
  valueColumn,
  {
    name: 'party',
    title: 'Other side',
    width: 'minmax(7rem, .9fr)',
    cell: (row) => {
      if (row['from'] === row['to']) return <span class="mark">to itself</span>
      const side = row['to'] === address ? 'from' : 'to'
      return <Party chainId={context.chainId} address={row[side] ?? ''} side={side} />
    },
  },
  methodColumn,
  transactionColumn(context),
  timeColumn,
  blockColumn(context),
  moreColumn(context),
]

export const contractColumns = (context: ColumnContext): readonly TableColumn[] => [
  idColumn,
  valueColumn,
  ...(['from', 'to'] as const).map(
    (side): TableColumn => ({
      name: side,
      title: side === 'from' ? 'From' : 'To',
      width: 'minmax(7rem, .9fr)',
      cell: (row) => <Party chainId={context.chainId} address={row[side] ?? ''} side={side} />,
    }),
  ),
  methodColumn,
  transactionColumn(context),
  timeColumn,
  blockColumn(context),
  moreColumn(context),
]

const weiColumn = (name: string, title: string, symbol: string): TableColumn => ({
  name,
  title,
  width: 'minmax(6rem, 1fr)',
  align: 'right',
  cell: (row) => (
    <span title={`${coins(row[name] ?? '0')} ${symbol}`} class={row[name] === '0' ? 'faint' : ''}>
      {coins(row[name] ?? '0', 6)}
    </span>
  ),
})

export const blockColumns = (context: ColumnContext): readonly TableColumn[] => {
  const symbol = context.chain?.symbol ?? ''
  return [
    blockColumn(context),
    timeColumn,
    weiColumn('blockReward', `Reward${symbol === '' ? '' : `, ${symbol}`}`, symbol),
    weiColumn('staticReward', 'Issued', symbol),
    weiColumn('inclusionReward', 'For uncles', symbol),
    weiColumn('tips', 'Tips', symbol),
    weiColumn('burnt', 'Burnt', symbol),
    { name: 'count', title: 'Transactions', width: 'minmax(5rem, .6fr)', align: 'right', cell: (row) => row['transactionCount'] ?? '' },
    moreColumn(context),
  ]
}

export const uncleColumns = (context: ColumnContext): readonly TableColumn[] => [
  blockColumn(context),
  timeColumn,
  weiColumn('blockReward', `Reward${context.chain?.symbol ? `, ${context.chain.symbol}` : ''}`, context.chain?.symbol ?? ''),
  {
    name: 'including',
    title: 'Included in',
    width: 'minmax(6rem, 1fr)',
    align: 'right',
    cell: (row) => count(Number(row['includingBlock'])),
  },
  { name: 'depth', title: 'Depth', width: 'minmax(4rem, .6fr)', align: 'right', cell: (row) => row['depth'] ?? '' },
  { name: 'hash', title: 'Hash', width: 'minmax(7rem, 1fr)', cell: (row) => <span class="hex">{shortHex(row['uncleHash'] ?? '')}</span> },
  moreColumn(context),
]
