/** Texts by key in the encoder's memory. */
import {
  FUNCTION_ENTRIES,
  FUNCTION_TEXT_BYTES,
  FUNCTION_TEXTS,
  FUNCTIONS,
  FUNCTIONS_MAX,
  KEY,
  SEEDS,
  SLACK,
  TOKEN_ENTRIES,
  TOKEN_TEXT_BYTES,
  TOKEN_TEXTS,
  TOKENS,
  TOKENS_MAX,
} from './layout'

let functions: u32 = 0
let functionTextEnd: u32 = FUNCTION_TEXTS
let tokens: u32 = 0
let tokenTextEnd: u32 = TOKEN_TEXTS

/** The entry of a selector, or the free one it belongs in. */
function functionPlace(selector: u32): usize {
  let place = <u32>((<u64>selector * load<u64>(SEEDS)) >>> 40) & (FUNCTION_ENTRIES - 1)
  while (true) {
    const entry: usize = FUNCTIONS + place * 16
    if (load<u32>(entry, 4) == 0 || load<u32>(entry) == selector) return entry
    place = (place + 1) & (FUNCTION_ENTRIES - 1)
  }
}

/** The entry of a selector; its text length, at 12, is 0 where it is not known. */
export function findFunction(selector: u32): usize {
  return functionPlace(selector)
}

/** Where to write the text of one more function; 0 where there is no more room. */
export function functionRoom(bytes: u32): u32 {
  if (functions == FUNCTIONS_MAX || functionTextEnd + bytes + SLACK > FUNCTION_TEXTS + FUNCTION_TEXT_BYTES) return 0
  return functionTextEnd
}

/** Makes known the text that was written to the room. */
export function addFunction(selector: u32, bytes: u32): void {
  const entry = functionPlace(selector)
  store<u32>(entry, selector)
  store<u32>(entry, 1, 4)
  store<u32>(entry, functionTextEnd, 8)
  store<u32>(entry, bytes, 12)
  functions++
  functionTextEnd += bytes
}

function tokenPlace(chain: u32, contract: usize): usize {
  const first = load<u64>(contract)
  const second = load<u64>(contract, 8)
  const third = load<u32>(contract, 16)
  const mixed =
    first * load<u64>(SEEDS) + second * load<u64>(SEEDS, 8) + <u64>third * load<u64>(SEEDS, 16) + <u64>chain * load<u64>(SEEDS, 24)
  let place = <u32>(mixed >>> 40) & (TOKEN_ENTRIES - 1)
  while (true) {
    const entry: usize = TOKENS + place * 32
    const owner = load<u32>(entry, 20)
    if (owner == 0) return entry
    if (owner == chain + 1 && load<u64>(entry) == first && load<u64>(entry, 8) == second && load<u32>(entry, 16) == third) return entry
    place = (place + 1) & (TOKEN_ENTRIES - 1)
  }
}

/** The entry of a contract; 0 where its text is not known. */
export function findToken(chain: u32, contract: usize): usize {
  const entry = tokenPlace(chain, contract)
  return load<u32>(entry, 20) == 0 ? 0 : entry
}

/** Whether the text of the contract at KEY is known. */
export function knowsToken(chain: u32): bool {
  return findToken(chain, KEY) != 0
}

/** Where to write the text of one more token. Forgets all others where there is no more room: what is asked for often is soon back. */
export function tokenRoom(bytes: u32): u32 {
  if (tokens == TOKENS_MAX || tokenTextEnd + bytes + SLACK > TOKEN_TEXTS + TOKEN_TEXT_BYTES) forgetTokens()
  return tokenTextEnd
}

/** Makes known the text that was written to the room, for the contract at KEY. */
export function addToken(chain: u32, bytes: u32): void {
  const entry = tokenPlace(chain, KEY)
  if (load<u32>(entry, 20) == 0) tokens++
  store<u64>(entry, load<u64>(KEY))
  store<u64>(entry, load<u64>(KEY, 8), 8)
  store<u32>(entry, load<u32>(KEY, 16), 16)
  store<u32>(entry, chain + 1, 20)
  store<u32>(entry, tokenTextEnd, 24)
  store<u32>(entry, bytes, 28)
  tokenTextEnd += bytes
}

export function forgetTokens(): void {
  memory.fill(TOKENS, 0, TOKEN_ENTRIES * 32)
  tokens = 0
  tokenTextEnd = TOKEN_TEXTS
}
