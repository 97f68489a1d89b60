import { useEffect, useRef } from 'preact/hooks'
import type { Column } from '../../../src/records/columns.ts'
import { tame } from '../model/format.ts'
import type { Row } from '../service/ask.ts'

/** The most of a text that is shown; a name may be two thousand characters. */
const shownCharacters = 400

/** Every field of a row, as the service sent it, with what it means. */
export const Details = ({
  row,
  columns,
  close,
}: {
  readonly row: Row
  readonly columns: readonly Column[]
  readonly close: () => void
}) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} onClose={close} aria-labelledby="details-title">
      <div class="dialog-head">
        <h2 id="details-title">All fields of the row</h2>
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      <dl class="fields">
        {columns
          .filter(({ name }) => row[name] !== undefined)
          .map(({ name, meaning, kind }) => (
            <div key={name}>
              <dt title={meaning}>{name}</dt>
              <dd class={kind === 'text' ? '' : 'hex'}>
                <bdi>{kind === 'text' ? tame(row[name] ?? '', shownCharacters) : row[name]}</bdi>
              </dd>
            </div>
          ))}
      </dl>
    </dialog>
  )
}
