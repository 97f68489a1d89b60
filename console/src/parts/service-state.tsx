import { useEffect, useState } from 'preact/hooks'
import { keepSecret, onSecretChange, readSecret } from '../service/session.ts'
import { useStatus } from '../service/use-status.ts'
import { KeyForm } from './key-form.tsx'

/** What concerns every page: whether the service answers, and whether a key is entered. */
export const ServiceState = () => {
  const { up, status } = useStatus()
  const [key, setKey] = useState(() => readSecret('key'))
  useEffect(() => onSecretChange(() => setKey(readSecret('key'))), [])
  return (
    <section class="service-state" aria-label="The service">
      <div role="status">
        {up === false && (
          <p class="banner bad">
            <strong>The service does not answer.</strong> What is shown may be old; the page goes on by itself when the service is back.
          </p>
        )}
      </div>
      {status?.auth === 'required' &&
        (key === '' ? (
          <section class="banner" aria-label="API key">
            <p>
              This service asks for an API key. The first start printed one; <code>ownscan keys create --name NAME</code> makes another.
            </p>
            <KeyForm name="key" label="API key" />
          </section>
        ) : (
          <p class="key-line faint">
            Key <span class="hex">{key.slice(0, 8)}…</span>{' '}
            <button type="button" class="quiet" onClick={() => keepSecret('key', '', false)}>
              forget
            </button>
          </p>
        ))}
    </section>
  )
}
