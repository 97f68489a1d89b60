import type { ComponentChildren } from 'preact'
import { type CallFailure, failureWords } from '../service/failure.ts'
import { readSecret } from '../service/session.ts'
import { KeyForm } from './key-form.tsx'

export const Notice = ({
  kind,
  title,
  children,
}: {
  readonly kind: 'info' | 'warn' | 'bad'
  readonly title: string
  readonly children?: ComponentChildren
}) => (
  <div class={`notice ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
    <strong>{title}</strong>
    <div>{children}</div>
  </div>
)

/** A failure, in the service's words, with what to do about it. */
export const FailureNotice = ({ failure }: { readonly failure: CallFailure }) => {
  const { title, advice } = failureWords[failure.kind]
  return (
    <Notice kind={failure.kind === 'incomplete' || failure.kind === 'limit' || failure.kind === 'busy' ? 'warn' : 'bad'} title={title}>
      <p class="said">{failure.text}</p>
      <p>{failure.kind === 'key' && readSecret('key') === '' ? 'Enter one above.' : advice}</p>
      {failure.kind === 'key' && readSecret('key') !== '' && <KeyForm name="key" label="API key" />}
    </Notice>
  )
}
