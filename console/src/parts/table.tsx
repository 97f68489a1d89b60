import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Row } from '../service/ask.ts'

export interface TableColumn {
  readonly name: string
  readonly title: string
  /** As in `grid-template-columns`. */
  readonly width: string
  readonly align?: 'right'
  readonly cell: (row: Row) => ComponentChildren
}

export type TableKind = 'account' | 'contract' | 'blocks' | 'uncles'

interface TableProps {
  readonly label: string
  /** Names the places of its cells on a narrow screen: see `table.css`. */
  readonly kind: TableKind
  readonly columns: readonly TableColumn[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** What the last line says. */
  readonly foot: ComponentChildren
  readonly ended: boolean
  /** The person is near the end. */
  readonly onEnd: () => void
}

/** Heights are fixed, so that the place of any row is known without measuring: 50,000 rows cost as much as the thirty in sight. */
const heightPx = { wide: 40, narrow: 104 } as const
const overscanRows = 12
const endRows = 30
/** A page of new rows at most comes at once. */
const maxPushedRows = 101
const narrowScreen = matchMedia('(max-width: 760px)')

const useNarrow = (): boolean => {
  const [narrow, setNarrow] = useState(narrowScreen.matches)
  useEffect(() => {
    const follow = (): void => setNarrow(narrowScreen.matches)
    narrowScreen.addEventListener('change', follow)
    return () => narrowScreen.removeEventListener('change', follow)
  }, [])
  return narrow
}

/** A long table of which only what is in sight exists. Rows are cards on a narrow screen; the roles stay those of a table. */
export const Table = ({ label, kind, columns, rows, keyOf, foot, ended, onEnd }: TableProps) => {
  const scroller = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 800 })
  const narrow = useNarrow()
  const rowPx = narrow ? heightPx.narrow : heightPx.wide
  const first = Math.max(0, Math.floor(view.top / rowPx) - overscanRows)
  const last = Math.min(rows.length, Math.ceil((view.top + view.height) / rowPx) + overscanRows)

  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const look = (): void => setView({ top: element.scrollTop, height: element.clientHeight })
    look()
    element.addEventListener('scroll', look, { passive: true })
    const watch = new ResizeObserver(look)
    watch.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      watch.disconnect()
    }
  }, [])
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - endRows) onEnd()
  }, [last, rows.length, onEnd])

  const front = useRef<string | undefined>(undefined)
  useLayoutEffect(() => {
    const before = front.current
    front.current = rows[0] === undefined ? undefined : keyOf(rows[0])
    const element = scroller.current
    if (element === null || before === undefined || before === front.current || element.scrollTop < rowPx) return
    // New rows came in front: whoever reads further down stays where they are.
    const added = rows.slice(0, maxPushedRows).findIndex((row) => keyOf(row) === before)
    if (added > 0) element.scrollTop += added * rowPx
  }, [rows, rowPx, keyOf])

  const template = narrow ? {} : { gridTemplateColumns: columns.map(({ width }) => width).join(' ') }
  return (
    // The region scrolls, so it must be reachable by keyboard.
    <section class="scroller" ref={scroller} tabIndex={0} aria-label={label}>
      <div role="table" aria-label={label} aria-rowcount={ended ? rows.length + 1 : -1} class={`table ${kind}`}>
        <div role="rowgroup" class="thead">
          <div role="row" class="tr" aria-rowindex={1} style={template}>
            {columns.map(({ name, title, align }) => (
              <div role="columnheader" key={name} class={`td col-${name} ${align ?? ''}`}>
                {title}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" class="tbody" style={{ paddingTop: `${first * rowPx}px`, paddingBottom: `${(rows.length - last) * rowPx}px` }}>
          {rows.slice(first, last).map((row, index) => (
            <div role="row" class="tr" key={keyOf(row)} aria-rowindex={first + index + 2} style={{ ...template, height: `${rowPx}px` }}>
              {columns.map(({ name, align, cell }) => (
                <div role="cell" key={name} class={`td col-${name} ${align ?? ''}`}>
                  {cell(row)}
                </div>
              ))}
            </div>
          ))}
        </div>
      </div>
      <div class="table-foot">{foot}</div>
    </section>
  )
}
