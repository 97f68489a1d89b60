/**
 * The row set: up to 64 transfer rows as bytes, the currency between store and encoder. Blocks, transactions and addresses that rows share stand once.
 * Little-endian; `varint` is unsigned LEB128 (up to 2^64 - 1); `amount` is one length byte 0..32 and that many bytes, most significant first, no leading zero.
 *
 *   header   u8 version = 1 · u8 rows (1..64) · u8 blocks · u8 transactions · u8 addresses (≤ 255; a row adds at most 4) · u8 0 · u16 offset of the rows part
 *   block    32 hash · u40 number · u40 timestamp                                                                  × blocks
 *   address  20 bytes                                                                                             × addresses
 *   tx       32 hash · u8 block · u8 methodLength (0..4) · 4 methodId (zero-padded) · varint index · nonce · gas · gasPrice is amount · gasUsed · cumulativeGasUsed
 *            (order: index, nonce, gas, gasUsed, cumulativeGasUsed as varints, then gasPrice as amount)            × transactions
 *   row      u8 tx · u8 contract · u8 from · u8 to · u8 operator (indexes above) · varint logIndex · varint batchIndex · amount tokenId · amount value   × rows
 *
 * Rows stand in chain order: block, transaction index, log index, batch index.
 */
export const rowsetVersion = 1
export const rowsetMaxRows = 64
