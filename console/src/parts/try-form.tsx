import { useState } from 'preact/hooks'
import type { Parameter } from '../../../src/query/parameters.ts'
import { curlLine } from '../model/curl.ts'
import { count } from '../model/format.ts'
import { callUrl } from '../service/ask.ts'
import { readSecret } from '../service/session.ts'
import { useStatus } from '../service/use-status.ts'
import { Copy } from './copy.tsx'

interface Reply {
  readonly status: string
  readonly ms: number
  readonly bytes: number
  readonly headers: readonly string[]
  readonly body: string
}

/** What of a reply is shown; a page of 10,000 rows is 7 MB. */
const shownCharacters = 20_000
const shownHeaders = ['X-Index-Head', 'X-Index-Finalized', 'X-Index-Coverage', 'X-Index-Rows', 'X-Next-Cursor', 'Retry-After']

/** Runs a call and shows it as it is: the line for a shell, the reply, its time. */
export const TryForm = ({
  action,
  parameters,
}: {
  readonly action: string
  readonly parameters: readonly (readonly [string, Parameter])[]
}) => {
  const { status } = useStatus()
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [reply, setReply] = useState<Reply | undefined>(undefined)
  const [running, setRunning] = useState(false)
  const asked = { module: 'account', action, chainid: String(status?.chains[0]?.chainId ?? ''), offset: '5', ...values }
  const run = async (event: Event): Promise<void> => {
    event.preventDefault()
    setRunning(true)
    setReply(await call(asked))
    setRunning(false)
  }
  const set = (name: string, value: string): void => setValues({ ...values, [name]: value })
  const line = curlLine(asked, status?.auth === 'required')
  return (
    <div class="try">
      <form class="try-fields" onSubmit={run} aria-label={`Run ${action}`}>
        {parameters.map(([name, { values: choices, default: otherwise }]) => (
          <label class="field" key={name} htmlFor={`${action}-${name}`}>
            <span>{name}</span>
            {choices === undefined ? (
              <input
                id={`${action}-${name}`}
                class="hex"
                spellcheck={false}
                autocomplete="off"
                value={asked[name as keyof typeof asked] ?? ''}
                placeholder={otherwise}
                onInput={(event) => set(name, event.currentTarget.value)}
              />
            ) : (
              <select
                id={`${action}-${name}`}
                value={asked[name as keyof typeof asked] ?? ''}
                onChange={(event) => set(name, event.currentTarget.value)}
              >
                {['', ...choices].map((choice) => (
                  <option key={choice} value={choice}>
                    {choice === '' ? (otherwise === '' ? '–' : `${otherwise} (default)`) : choice}
                  </option>
                ))}
              </select>
            )}
          </label>
        ))}
        <button type="submit" disabled={running}>
          {running ? 'Running …' : 'Run'}
        </button>
      </form>
      <div class="code-line">
        <pre class="curl" role="region" tabIndex={0} aria-label="curl line">
          {line}
        </pre>
        <Copy text={line} what="the curl line" />
      </div>
      <div role="status">
        {reply !== undefined && (
          <>
            <p class="reply-head">
              <strong>{reply.status}</strong> in <strong>{count(Math.round(reply.ms))} ms</strong>, {count(reply.bytes)} bytes
            </p>
            <pre class="reply" role="region" tabIndex={0} aria-label="Reply">
              {reply.headers.join('\n')}
              {reply.headers.length > 0 && '\n\n'}
              {reply.body}
            </pre>
          </>
        )}
      </div>
    </div>
  )
}

const call = async (parameters: Readonly<Record<string, string>>): Promise<Reply> => {
  const key = readSecret('key')
  const start = performance.now()
  try {
    const response = await fetch(callUrl(parameters), { headers: key === '' ? {} : { 'X-API-Key': key } })
    const text = await response.text()
    const headers = shownHeaders.flatMap((name) => (response.headers.has(name) ? [`${name}: ${response.headers.get(name)}`] : []))
    return { status: `HTTP ${response.status}`, ms: performance.now() - start, bytes: new Blob([text]).size, headers, body: indented(text) }
  } catch {
    return { status: 'No answer', ms: performance.now() - start, bytes: 0, headers: [], body: 'The service does not answer.' }
  }
}

const indented = (text: string): string => {
  try {
    const whole = JSON.stringify(JSON.parse(text), null, 2)
    return whole.length <= shownCharacters
      ? whole
      : `${whole.slice(0, shownCharacters)}\n… ${count(whole.length - shownCharacters)} characters more`
  } catch {
    return text.slice(0, shownCharacters)
  }
}
