import { useEffect, useState } from 'preact/hooks'
import { checksummed, readAddress } from '../model/address.ts'
import { goTo, linkTo } from '../model/route.ts'
import { useStatus } from '../service/use-status.ts'

interface AddressFormProps {
  readonly page: 'account' | 'contract'
  readonly chainId: string
  readonly address: string
}

/** Chain and address. What is pasted may be a link or have blanks around it; the checksum is shown and a contradiction told. */
export const AddressForm = ({ page, chainId, address }: AddressFormProps) => {
  const { status } = useStatus()
  const chains = status?.chains ?? []
  const [chosen, setChosen] = useState(chainId)
  const [text, setText] = useState(address === '' ? '' : checksummed(address))
  const [tried, setTried] = useState(false)
  useEffect(() => {
    setChosen(chainId)
    setText(address === '' ? '' : checksummed(address))
    setTried(false)
  }, [chainId, address])
  const chain = chosen === '' ? String(chains[0]?.chainId ?? '') : chosen
  const read = readAddress(text)
  const submit = (event: Event): void => {
    event.preventDefault()
    setTried(true)
    if (read.kind === 'address' && chain !== '') goTo(linkTo(page, [chain, read.address]))
  }
  const said = wordsFor(read, tried)
  return (
    <form class="address-form" onSubmit={submit} aria-label={page === 'account' ? 'Find an account' : 'Find a contract'}>
      <label class="field">
        <span>Chain</span>
        <select value={chain} onChange={(event) => setChosen(event.currentTarget.value)}>
          {chains.map(({ chainId: id, name }) => (
            <option key={id} value={String(id)}>
              {name} · {id}
            </option>
          ))}
        </select>
      </label>
      <label class="field grow">
        <span>{page === 'account' ? 'Address' : 'Contract address'}</span>
        <input
          id="address"
          class="hex"
          value={text}
          placeholder="0x…"
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          aria-invalid={tried && read.kind === 'wrong'}
          aria-describedby="address-said"
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <em id="address-said" class={said.wrong ? 'wrong' : 'faint'} aria-live="polite">
          {said.text}
        </em>
      </label>
      <button type="submit">Show</button>
    </form>
  )
}

const wordsFor = (read: ReturnType<typeof readAddress>, tried: boolean): { readonly text: string; readonly wrong: boolean } => {
  if (read.kind === 'none') return { text: tried ? 'Paste an address first.' : '', wrong: tried }
  if (read.kind === 'wrong') return { text: read.reason, wrong: true }
  if (read.mistyped) return { text: `The capitals do not fit: mistyped? With its checksum it is ${checksummed(read.address)}`, wrong: true }
  return { text: '', wrong: false }
}
