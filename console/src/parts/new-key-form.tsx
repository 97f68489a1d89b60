import { useState } from 'preact/hooks'
import type { CallFailure } from '../service/failure.ts'
import type { WantedKey } from '../service/keys.ts'

/** What free plans of hosted services give; the service and its command line have the same. */
const usual = { name: '', perSecond: '5', perDay: '100000', expires: '' }

/** Makes a key. The service checks; its words are shown. */
export const NewKeyForm = ({ create }: { readonly create: (wanted: WantedKey) => Promise<CallFailure | undefined> }) => {
  const [fields, setFields] = useState(usual)
  const [failure, setFailure] = useState<CallFailure | undefined>(undefined)
  const set = (name: keyof typeof usual) => (event: { readonly currentTarget: HTMLInputElement }) =>
    setFields({ ...fields, [name]: event.currentTarget.value })
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    const { name, perSecond, perDay, expires } = fields
    const found = await create({
      name,
      perSecond: Number(perSecond),
      perDay: Number(perDay),
      // The whole day counts, by the service's clock.
      expiresAt: expires === '' ? null : Date.parse(`${expires}T23:59:59Z`),
    })
    setFailure(found)
    if (found === undefined) setFields(usual)
  }
  return (
    <form class="inline-form new-key" onSubmit={submit} aria-label="Make a key">
      <label class="field grow">
        <span>Name</span>
        <input value={fields.name} onInput={set('name')} required maxLength={64} autocomplete="off" />
      </label>
      <label class="field">
        <span>Calls a second (0: any)</span>
        <input type="number" min="0" step="1" value={fields.perSecond} onInput={set('perSecond')} required />
      </label>
      <label class="field">
        <span>Calls a day (0: any)</span>
        <input type="number" min="0" step="1" value={fields.perDay} onInput={set('perDay')} required />
      </label>
      <label class="field">
        <span>Valid until (never if empty)</span>
        <input type="date" value={fields.expires} onInput={set('expires')} />
      </label>
      <button type="submit">Make a key</button>
      {failure !== undefined && (
        <p class="wrong" role="alert">
          {failure.text}
        </p>
      )}
    </form>
  )
}
