import { transferColumns, transferExtendedColumns } from '../../records/columns.ts'
import { deprecatedInput } from './transfer-record.ts'

/**
 * The texts between the values of a transfer row, from the column table, for the WebAssembly encoder: each ends where a value begins. What never changes is
 * part of them: the prefix of hexadecimal, and the deprecated field. The token's name and symbol are one value there, since they are looked up together.
 */
export const transferJoints = (): readonly string[] => {
  const joints: string[] = []
  let text = '{'
  for (const { name, kind } of [...transferColumns, ...transferExtendedColumns]) {
    text += `"${name}":"`
    if (name === 'input') text += `${deprecatedInput}",`
    else if (name !== 'tokenSymbol') {
      joints.push(kind === 'hex' ? `${text}0x` : text)
      text = '",'
    } else text = '",'
  }
  return [...joints, '"},']
}

const inside = (text: string): string => JSON.stringify(text).slice(1, -1)

/** A token's name and symbol as they stand in a row, from the first character of the name to the last of the symbol. */
export const tokenJoint = (name: string, symbol: string): string => `${inside(name)}","tokenSymbol":"${inside(symbol)}`

/** A text as it stands between quotation marks. */
export const escapedText = inside
