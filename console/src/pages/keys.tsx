import { useCallback, useEffect, useState } from 'preact/hooks'
import { count } from '../model/format.ts'
import { Copy } from '../parts/copy.tsx'
import { KeyForm } from '../parts/key-form.tsx'
import { KeyTable } from '../parts/key-table.tsx'
import { NewKeyForm } from '../parts/new-key-form.tsx'
import { Notice } from '../parts/notice.tsx'
import type { CallFailure } from '../service/failure.ts'
import { type KeyList, type KeyView, makeKey, readKeys, revokeKey } from '../service/keys.ts'
import { keepSecret, onSecretChange, readSecret } from '../service/session.ts'

/** Use changes with every call; this is often enough to watch it. */
const refreshMs = 5_000

/** Keys and their use, for the administrator. */
export const KeysPage = () => {
  const [token, setToken] = useState(() => readSecret('admin'))
  useEffect(() => onSecretChange(() => setToken(readSecret('admin'))), [])
  return (
    <>
      <h1 tabIndex={-1}>Keys</h1>
      {token === '' ? <AskToken /> : <Keys key={token} />}
    </>
  )
}

const AskToken = () => (
  <Notice kind="info" title="For the administrator">
    <p>
      The token was printed at the first start of the service; <code>ownscan keys admin</code> makes a new one.
    </p>
    <KeyForm name="admin" label="Administrator’s token" />
  </Notice>
)

const Keys = () => {
  const [list, setList] = useState<KeyList | undefined>(undefined)
  const [failure, setFailure] = useState<CallFailure | undefined>(undefined)
  const [made, setMade] = useState<(KeyView & { readonly key: string }) | undefined>(undefined)
  const read = useCallback(async () => {
    const outcome = await readKeys()
    setFailure(outcome.ok ? undefined : outcome.failure)
    if (outcome.ok) setList(outcome.value)
    return outcome.ok || outcome.failure.kind !== 'key'
  }, [])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let ended = false
    // A wrong token is not tried again: that would only make this address wait.
    const again = async (): Promise<void> => {
      if ((await read()) && !ended) timer = setTimeout(again, refreshMs)
    }
    void again()
    return () => {
      ended = true
      clearTimeout(timer)
    }
  }, [read])
  const create = async (wanted: Parameters<typeof makeKey>[0]): Promise<CallFailure | undefined> => {
    const outcome = await makeKey(wanted)
    if (!outcome.ok) return outcome.failure
    setMade(outcome.value)
    await read()
    return undefined
  }
  const revoke = async (id: string): Promise<void> => {
    const outcome = await revokeKey(id)
    if (outcome.ok) await read()
    else setFailure(outcome.failure)
  }
  return (
    <>
      <p class="key-line">
        <button type="button" class="quiet" onClick={() => keepSecret('admin', '', false)}>
          forget the token
        </button>
      </p>
      {failure !== undefined && (
        <Notice kind="bad" title={failure.kind === 'key' ? 'The token is not accepted' : 'The keys cannot be read'}>
          <p class="said">{failure.text}</p>
        </Notice>
      )}
      {failure?.kind === 'key' && <AskToken />}
      {made !== undefined && (
        <Notice kind="info" title={`The key “${made.name}” is made. It is shown this once:`}>
          <p>
            <code class="secret">{made.key}</code> <Copy text={made.key} what="the key" />
          </p>
        </Notice>
      )}
      {list !== undefined && (
        <>
          <NewKeyForm create={create} />
          <h2 class="section-head">
            {count(list.total)} {list.total === 1 ? 'key' : 'keys'}
          </h2>
          {list.total > list.keys.length && (
            <p class="faint">The newest {count(list.keys.length)} are shown; `ownscan keys list` lists all.</p>
          )}
          <KeyTable keys={list.keys} revoke={revoke} />
        </>
      )}
    </>
  )
}
