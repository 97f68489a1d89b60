import { readFileSync, statSync } from 'node:fs'
import { OperatorFileError } from '../config/errors.ts'
import type { TokenText } from '../records/block.ts'
import { abiFunctionNames, bundledFunctionNames, type FunctionNames } from './function-names.ts'
import { readAddress } from './values.ts'

/** A file of names larger than this is a mistake. */
const fileMaxBytes = 16 * 1024 * 1024

const readJson = <T>(file: string, read: (json: unknown) => T): T => {
  try {
    if (statSync(file).size > fileMaxBytes) throw new RangeError(`larger than ${fileMaxBytes} bytes`)
    return read(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    throw new OperatorFileError(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/** The bundled function names and those of the operator's ABI files, which win. */
export const loadFunctionNames = (abiFiles: readonly string[]): FunctionNames => {
  const names = bundledFunctionNames()
  for (const file of abiFiles) for (const [selector, name] of readJson(file, abiFunctionNames)) names.set(selector, name)
  return names
}

/** Names and symbols that win over the contracts' own, by `chainId:contract`, from `{"1": {"0x…": {"name": "…", "symbol": "…"}}}`. */
export const loadTokenOverrides = (file: string | undefined): ReadonlyMap<string, TokenText> =>
  file === undefined ? new Map() : readJson(file, tokenOverrides)

export const tokenOverrides = (json: unknown): ReadonlyMap<string, TokenText> => {
  const overrides = new Map<string, TokenText>()
  for (const [chainId, contracts] of entries(json, 'the file')) {
    if (!/^\d+$/.test(chainId)) throw new TypeError(`"${chainId}" is not a chain id`)
    for (const [contract, text] of entries(contracts, `chain ${chainId}`)) {
      const address = readAddress(contract)
      const { name, symbol } = (text ?? {}) as Partial<TokenText>
      if (address === undefined) throw new TypeError(`"${contract}" of chain ${chainId} is not an address`)
      if (typeof name !== 'string' || typeof symbol !== 'string') throw new TypeError(`${contract} needs a "name" and a "symbol"`)
      overrides.set(`${Number(chainId)}:${address}`, { name, symbol })
    }
  }
  return overrides
}

const entries = (value: unknown, what: string): [string, unknown][] => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError(`${what} is not a JSON object`)
  return Object.entries(value)
}
