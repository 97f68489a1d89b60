/**
 * The fields of every record the service answers with, once. The encoder, the OpenAPI document, docs/API.md, the console and the test
 * that compares with the specification all read these tables; nothing else lists fields.
 */
export interface Column {
  readonly name: string
  /** What the text in the JSON string is. */
  readonly kind: 'decimal' | 'hex' | 'text'
  readonly meaning: string
}

/** The specification's ERC-1155 transfer record, in its order. */
export const transferColumns = [
  { name: 'blockNumber', kind: 'decimal', meaning: 'Block number.' },
  { name: 'timeStamp', kind: 'decimal', meaning: 'Unix time of the block, in seconds.' },
  { name: 'hash', kind: 'hex', meaning: 'Transaction hash.' },
  { name: 'nonce', kind: 'decimal', meaning: 'Nonce of the transaction.' },
  { name: 'blockHash', kind: 'hex', meaning: 'Block hash.' },
  { name: 'transactionIndex', kind: 'decimal', meaning: 'Position of the transaction in its block.' },
  { name: 'gas', kind: 'decimal', meaning: 'Gas limit of the transaction.' },
  { name: 'gasPrice', kind: 'decimal', meaning: 'Effective price paid per gas, in wei.' },
  { name: 'gasUsed', kind: 'decimal', meaning: 'Gas the transaction used.' },
  { name: 'cumulativeGasUsed', kind: 'decimal', meaning: 'Gas used in the block up to and including the transaction.' },
  { name: 'input', kind: 'text', meaning: 'Deprecated: always the text "deprecated".' },
  { name: 'methodId', kind: 'hex', meaning: 'First four bytes of the input; "0x" when there is none.' },
  { name: 'functionName', kind: 'text', meaning: 'Signature of the called function where it is known, else empty.' },
  { name: 'contractAddress', kind: 'hex', meaning: 'Address of the token contract.' },
  { name: 'from', kind: 'hex', meaning: 'Sender of the tokens; the zero address for a mint.' },
  { name: 'to', kind: 'hex', meaning: 'Recipient of the tokens; the zero address for a burn.' },
  { name: 'tokenID', kind: 'decimal', meaning: 'Token identifier.' },
  { name: 'tokenValue', kind: 'decimal', meaning: 'Quantity transferred.' },
  { name: 'tokenName', kind: 'text', meaning: "The contract's name, empty where it has none." },
  { name: 'tokenSymbol', kind: 'text', meaning: "The contract's symbol, empty where it has none." },
  { name: 'confirmations', kind: 'decimal', meaning: 'Head block minus this block, plus one.' },
] as const satisfies readonly Column[]

/** Appended by `fields=extended`. */
export const transferExtendedColumns = [
  { name: 'logIndex', kind: 'decimal', meaning: 'Position of the log in its block.' },
  { name: 'batchIndex', kind: 'decimal', meaning: 'Position of the pair in a TransferBatch; 0 for a TransferSingle.' },
  { name: 'operator', kind: 'hex', meaning: 'Who moved the tokens on behalf of the sender.' },
] as const satisfies readonly Column[]

/** The specification's validated block record, in its order; an uncle's row has the uncle's own number and time. */
export const blockColumns = [
  { name: 'blockNumber', kind: 'decimal', meaning: 'Block number.' },
  { name: 'timeStamp', kind: 'decimal', meaning: 'Unix time of the block, in seconds.' },
  { name: 'blockReward', kind: 'decimal', meaning: 'What the block earned its producer, in wei.' },
] as const satisfies readonly Column[]

/** Appended to validated blocks by `fields=extended`. */
export const blockExtendedColumns = [
  { name: 'blockHash', kind: 'hex', meaning: 'Block hash.' },
  { name: 'producer', kind: 'hex', meaning: 'Who made the block.' },
  { name: 'feeRecipient', kind: 'hex', meaning: 'Who received the tips; differs from the producer on some chains.' },
  { name: 'staticReward', kind: 'decimal', meaning: 'The issuance of the block, in wei.' },
  { name: 'inclusionReward', kind: 'decimal', meaning: 'For including uncles, in wei.' },
  { name: 'tips', kind: 'decimal', meaning: 'Fees beyond what is burnt or redirected, in wei.' },
  { name: 'burnt', kind: 'decimal', meaning: 'Fees that did not reach the producer, in wei.' },
  { name: 'transactionCount', kind: 'decimal', meaning: 'Transactions in the block.' },
] as const satisfies readonly Column[]

/** Appended to uncles by `fields=extended`. */
export const uncleExtendedColumns = [
  { name: 'uncleHash', kind: 'hex', meaning: 'Hash of the uncle.' },
  { name: 'miner', kind: 'hex', meaning: 'Who mined the uncle.' },
  { name: 'includingBlock', kind: 'decimal', meaning: 'Number of the block that includes the uncle.' },
  { name: 'depth', kind: 'decimal', meaning: 'Including block minus uncle.' },
] as const satisfies readonly Column[]
