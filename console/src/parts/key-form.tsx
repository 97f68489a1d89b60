import { useState } from 'preact/hooks'
import { keepSecret, type SecretName } from '../service/session.ts'

/** Takes a key or the administrator's token. */
export const KeyForm = ({ name, label }: { readonly name: SecretName; readonly label: string }) => {
  const [secret, setSecret] = useState('')
  const [remember, setRemember] = useState(false)
  const submit = (event: Event): void => {
    event.preventDefault()
    if (secret.trim() !== '') keepSecret(name, secret.trim(), remember)
  }
  return (
    <form class="inline-form" onSubmit={submit}>
      <label class="field grow">
        <span>{label}</span>
        <input
          type="password"
          autocomplete="off"
          spellcheck={false}
          value={secret}
          onInput={(event) => setSecret(event.currentTarget.value)}
          required
        />
      </label>
      <label class="check">
        <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.currentTarget.checked)} />
        <span>Keep it on this device (else until the tab closes)</span>
      </label>
      <button type="submit">Use it</button>
    </form>
  )
}
