import type { ComponentChildren } from 'preact'
import { useCallback, useState } from 'preact/hooks'
import type { Column } from '../../../src/records/columns.ts'
import { count, day } from '../model/format.ts'
import { type ListState, maxRows } from '../rows/list.ts'
import { identity } from '../rows/merge.ts'
import { useRows } from '../rows/use-rows.ts'
import type { Parameters, Row } from '../service/ask.ts'
import type { ChainView } from '../service/status.ts'
import { useChain } from '../service/use-status.ts'
import { Details } from './details.tsx'
import { Download } from './download.tsx'
import { FailureNotice, Notice } from './notice.tsx'
import { Table, type TableColumn, type TableKind } from './table.tsx'

interface RowsViewProps {
  readonly label: string
  readonly kind: TableKind
  readonly question: Parameters
  /** Of the records, for details and files. */
  readonly records: readonly Column[]
  readonly columnsFor: (context: {
    readonly chainId: number
    readonly chain: ChainView | undefined
    readonly open: (row: Row) => void
  }) => readonly TableColumn[]
  readonly pictures: (rows: readonly Row[]) => ComponentChildren
  readonly fileName: string
  /** What it means that there is nothing. */
  readonly nothing: string
}

/** Rows one click reads for the pictures, in one answer. */
const readAheadRows = 5_000

/** The rows of a question: pictures, files, and a table that goes on for as long as one scrolls. */
export const RowsView = ({ label, kind, question, records, columnsFor, pictures, fileName, nothing }: RowsViewProps) => {
  const list = useRows(question)
  const [open, setOpen] = useState<Row | undefined>(undefined)
  const chainId = Number(question['chainid'])
  const chain = useChain(chainId)
  const { rows, failure, more } = list
  const onEnd = useCallback(() => {
    if (failure === undefined) void more()
  }, [more, failure])
  const columns = columnsFor({ chainId, chain, open: setOpen })

  if (rows.length === 0)
    return failure !== undefined ? <FailureNotice failure={failure} /> : list.ended ? <Empty text={nothing} chain={chain} /> : <Loading />
  return (
    <>
      {failure !== undefined && <FailureNotice failure={failure} />}
      {list.reorganisations > 0 && (
        <Notice kind="info" title="The chain was reorganised">
          <p>{count(list.undone)} rows shown before are no longer part of it; the list is up to date.</p>
        </Notice>
      )}
      <section class="pictures" aria-label="Pictures">
        {pictures(rows)}
        <p class="faint pictures-note">
          {list.ended ? `All ${count(rows.length)} rows` : `The newest ${count(rows.length)} rows`},{' '}
          {day(Number(rows.at(-1)?.['timeStamp']))} to {day(Number(rows[0]?.['timeStamp']))}.{' '}
          {!list.ended && !list.full && (
            <button type="button" class="quiet" disabled={list.loading} onClick={() => void more(readAheadRows)}>
              Read {count(readAheadRows)} further back
            </button>
          )}
        </p>
      </section>
      <div class="table-bar">
        <h2>{label}</h2>
        <Download question={question} rows={rows} columns={records} name={fileName} />
      </div>
      <Table
        label={label}
        kind={kind}
        columns={columns}
        rows={rows}
        keyOf={identity}
        ended={list.ended}
        onEnd={onEnd}
        foot={<Foot list={list} />}
      />
      {open !== undefined && <Details row={open} columns={records} close={() => setOpen(undefined)} />}
    </>
  )
}

const Loading = () => (
  <p class="empty" role="status">
    Asking …
  </p>
)

const Empty = ({ text, chain }: { readonly text: string; readonly chain: ChainView | undefined }) => (
  <div class="empty" role="status">
    <p>{text}</p>
    {chain?.head && <p class="faint">The index is complete for what was asked, up to block {count(chain.head.number)}.</p>}
  </div>
)

const Foot = ({ list }: { readonly list: ListState }) => {
  if (list.full) return <>{count(maxRows)} rows are shown at most. Narrow the range of blocks, or download all.</>
  if (list.ended) return <>{count(list.rows.length)} rows: that is all.</>
  return <>{list.loading ? 'Reading on …' : `${count(list.rows.length)} rows so far`}</>
}
