/** `0x`-prefixed lower-case hexadecimal. Addresses have 20 bytes, hashes 32. */
export type Hex = `0x${string}`
