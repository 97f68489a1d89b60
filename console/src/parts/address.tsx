import { checksummed, zeroAddress } from '../model/address.ts'
import { shortHex } from '../model/format.ts'
import { linkTo } from '../model/route.ts'

interface AddressProps {
  readonly chainId: number
  readonly address: string
  readonly page?: 'account' | 'contract'
  /** Instead of the shortened address. */
  readonly text?: string
}

/** An address, shortened, with its checksum, and the way to its page. */
export const Address = ({ chainId, address, page = 'account', text }: AddressProps) => {
  if (address === '') return null
  const whole = checksummed(address)
  return (
    <a class={text === undefined ? 'hex' : ''} href={linkTo(page, [chainId, address])} title={whole}>
      {text ?? shortHex(whole)}
    </a>
  )
}

/** Tokens come from nobody when they are made and go to nobody when they are burnt. */
export const Party = ({ chainId, address, side }: { readonly chainId: number; readonly address: string; readonly side: 'from' | 'to' }) =>
  address === zeroAddress ? (
    <span class="mark" title={`${zeroAddress}: the zero address`}>
      {side === 'from' ? 'minted' : 'burnt'}
    </span>
  ) : (
    <Address chainId={chainId} address={address} />
  )
