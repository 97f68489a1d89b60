import { useEffect, useRef, useState } from 'preact/hooks'
import type { Column } from '../../../src/records/columns.ts'
import { createFile, downloadAll, type FileForm, type Progress, save } from '../model/download.ts'
import { count } from '../model/format.ts'
import type { Parameters, Row } from '../service/ask.ts'

interface DownloadProps {
  readonly question: Parameters
  readonly rows: readonly Row[]
  readonly columns: readonly Column[]
  /** Of the file, without its ending. */
  readonly name: string
}

type Running = Progress & { readonly form: FileForm }

/** Files of the rows shown, or of all there are: page by page behind the cursor, with progress, and stoppable. */
export const Download = ({ question, rows, columns, name }: DownloadProps) => {
  const [running, setRunning] = useState<Running | undefined>(undefined)
  const stop = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  const shown = (form: FileForm): void => {
    const file = createFile(form, columns)
    file.add(rows)
    save(file.finish(), `${name}.${form}`)
  }
  const all = async (form: FileForm): Promise<void> => {
    stop.current = new AbortController()
    const file = createFile(form, columns)
    const end = await downloadAll(question, file.add, (progress) => setRunning({ ...progress, form }), stop.current.signal)
    if (end === 'done') save(file.finish(), `${name}-all.${form}`)
  }
  const busy = running?.state === 'running'
  return (
    <div class="download">
      <span class="faint" id="download-label">
        Download
      </span>
      <div role="group" aria-labelledby="download-label" class="buttons">
        {(['csv', 'json'] as const).map((form) => (
          <button type="button" key={form} disabled={rows.length === 0} onClick={() => shown(form)}>
            {form.toUpperCase()} <span class="faint">shown</span>
          </button>
        ))}
        {(['csv', 'json'] as const).map((form) => (
          <button type="button" key={form} disabled={rows.length === 0 || busy} onClick={() => void all(form)}>
            {form.toUpperCase()} <span class="faint">all</span>
          </button>
        ))}
      </div>
      {running !== undefined && (
        <div class="progress" role="status">
          {busy && <progress aria-label="Download" />}
          <span>{progressText(running)}</span>
          {busy && (
            <button type="button" onClick={() => stop.current?.abort()}>
              Stop
            </button>
          )}
        </div>
      )}
    </div>
  )
}

const progressText = ({ state, rows, block, failure, form }: Running): string => {
  const so = `${count(rows)} rows${block === undefined ? '' : `, down to block ${count(block)}`}`
  if (state === 'done') return `${so}: the ${form.toUpperCase()} file is complete.`
  if (state === 'stopped') return `Stopped at ${so}; nothing was saved.`
  if (state === 'failed') return `Broke off at ${so}; nothing was saved: ${failure?.text ?? ''}`
  return failure === undefined ? `${so} …` : `${so}; waiting: ${failure.text}`
}
