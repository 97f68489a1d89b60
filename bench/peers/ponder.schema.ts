import { onchainTable } from 'ponder'

/** The row of a transfer as Ponder's own examples would keep it: what the event says, and where it stands. */
export const transfer = onchainTable('transfer', (t) => ({
  id: t.text().primaryKey(),
  block: t.bigint().notNull(),
  timestamp: t.bigint().notNull(),
  hash: t.hex().notNull(),
  contract: t.hex().notNull(),
  operator: t.hex().notNull(),
  from: t.hex().notNull(),
  to: t.hex().notNull(),
  tokenId: t.bigint().notNull(),
  value: t.bigint().notNull(),
}))
