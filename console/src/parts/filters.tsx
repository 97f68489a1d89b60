import { useEffect, useState } from 'preact/hooks'

export interface FilterField {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly choices?: readonly (readonly [value: string, text: string])[]
  /** What is wrong with a value; undefined where nothing is. */
  readonly check?: (value: string) => string | undefined
}

interface FiltersProps {
  readonly fields: readonly FilterField[]
  readonly values: Readonly<Record<string, string>>
  readonly apply: (values: Readonly<Record<string, string>>) => void
}

/** The filters of a list. Nothing is asked before they are applied, and nothing that the service would refuse. */
export const Filters = ({ fields, values, apply }: FiltersProps) => {
  const [drafts, setDrafts] = useState(values)
  const name = JSON.stringify(values)
  // Another place on the page has other values.
  useEffect(() => setDrafts(values), [name])
  const wrong = Object.fromEntries(fields.map((field) => [field.name, field.check?.((drafts[field.name] ?? '').trim())]))
  const submit = (event: Event): void => {
    event.preventDefault()
    if (Object.values(wrong).some((text) => text !== undefined)) return
    apply(Object.fromEntries(fields.map((field) => [field.name, (drafts[field.name] ?? '').trim()])))
  }
  const set = (field: string, value: string): void => setDrafts({ ...drafts, [field]: value })
  const filtered = fields.some((field) => (values[field.name] ?? '') !== '')
  return (
    <form class="filters" onSubmit={submit} aria-label="Filters">
      {fields.map(({ name: field, label, hint, choices }) => (
        <label class={`field filter-${field}`} key={field} htmlFor={`filter-${field}`}>
          <span>{label}</span>
          {choices === undefined ? (
            <input
              id={`filter-${field}`}
              value={drafts[field] ?? ''}
              placeholder={hint ?? ''}
              spellcheck={false}
              autocomplete="off"
              aria-invalid={wrong[field] !== undefined}
              aria-describedby={wrong[field] === undefined ? undefined : `wrong-${field}`}
              onInput={(event) => set(field, event.currentTarget.value)}
            />
          ) : (
            <select id={`filter-${field}`} value={drafts[field] ?? ''} onChange={(event) => set(field, event.currentTarget.value)}>
              {choices.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          )}
          {wrong[field] !== undefined && (
            <em class="wrong" id={`wrong-${field}`}>
              {wrong[field]}
            </em>
          )}
        </label>
      ))}
      <div class="buttons">
        <button type="submit">Apply</button>
        {filtered && (
          <button type="button" class="quiet" onClick={() => apply({})}>
            Clear
          </button>
        )}
      </div>
    </form>
  )
}
