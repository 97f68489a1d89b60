-- One source for both layouts. On a single node every table is what it says. On a cluster each becomes a replicated `NAME_local` on every shard and a
-- distributed NAME over them; the comment `-- shard by EXPRESSION` above a table says which shard a row belongs to.
-- Rows carry the commit they came in. Only the newest record of `commits` says which commits count, so nothing half-written is ever seen.

-- shard by chain
CREATE TABLE IF NOT EXISTS commits (
  chain UInt64,
  id UInt64,
  written DateTime64(3) DEFAULT now64(3),
  state String CODEC(ZSTD(3))
) ENGINE = MergeTree ORDER BY (chain, id) SETTINGS index_granularity = 64;

-- shard by chain
CREATE TABLE IF NOT EXISTS leases (
  chain UInt64,
  epoch UInt64,
  holder String,
  renewal UInt64,
  written DateTime64(3) DEFAULT now64(3)
) ENGINE = MergeTree ORDER BY (chain, epoch, holder, renewal) TTL toDateTime(written) + INTERVAL 7 DAY SETTINGS index_granularity = 64;

-- shard by 1
CREATE TABLE IF NOT EXISTS secrets (
  made DateTime64(6) DEFAULT now64(6),
  secret String
) ENGINE = MergeTree ORDER BY made;

-- shard by chain
CREATE TABLE IF NOT EXISTS notes (
  chain UInt64,
  written DateTime64(6) DEFAULT now64(6),
  note String CODEC(ZSTD(3))
) ENGINE = ReplacingMergeTree(written) ORDER BY chain TTL toDateTime(written) + INTERVAL 1 DAY SETTINGS index_granularity = 64;

-- shard by sipHash64(contract)
CREATE TABLE IF NOT EXISTS tokens (
  chain UInt64,
  contract FixedString(20),
  written DateTime64(6) DEFAULT now64(6),
  name String,
  symbol String
) ENGINE = ReplacingMergeTree(written) ORDER BY (chain, contract) SETTINGS index_granularity = 64;

-- Every transfer once, in chain order: for analysts, verification and copying.
-- shard by sipHash64(contract)
CREATE TABLE IF NOT EXISTS transfers (
  chain UInt64 CODEC(ZSTD(1)),
  block UInt64 CODEC(Delta, ZSTD(1)),
  tx UInt32 CODEC(ZSTD(1)),
  log UInt32 CODEC(ZSTD(1)),
  pair UInt32 CODEC(ZSTD(1)),
  commit UInt64 CODEC(ZSTD(1)),
  timestamp UInt64 CODEC(Delta, ZSTD(1)),
  block_hash FixedString(32) CODEC(ZSTD(1)),
  hash FixedString(32) CODEC(ZSTD(1)),
  nonce UInt64 CODEC(ZSTD(1)),
  gas UInt64 CODEC(ZSTD(1)),
  gas_price UInt256 CODEC(ZSTD(1)),
  gas_used UInt64 CODEC(ZSTD(1)),
  cumulative_gas_used UInt64 CODEC(ZSTD(1)),
  method String CODEC(ZSTD(1)),
  contract FixedString(20) CODEC(ZSTD(1)),
  operator FixedString(20) CODEC(ZSTD(1)),
  sender FixedString(20) CODEC(ZSTD(1)),
  recipient FixedString(20) CODEC(ZSTD(1)),
  token_id UInt256 CODEC(ZSTD(1)),
  value UInt256 CODEC(ZSTD(1))
) ENGINE = MergeTree PARTITION BY chain ORDER BY (chain, block, tx, log, pair) SETTINGS index_granularity = 1024;

-- The lists a page is read from. `list` is the chain (8 bytes, most significant first), one letter and what it lists: c + contract, a + address,
-- b + address + contract, padded with zeros; `place` is block, transaction, log and pair as one number (48, 24, 32 and 24 bits). So a page is one range of
-- the key and one order; and the row itself is one value, a row set of one row (src/records/rowset.ts): four columns are read instead of twenty.
-- The columns beside it are for filters. Small granules: what is read beyond the page is decompressed in vain.
-- shard by sipHash64(substring(list, 10, 20))
CREATE TABLE IF NOT EXISTS transfer_lists (
  list FixedString(49) CODEC(ZSTD(1)),
  place UInt128 CODEC(ZSTD(1)),
  commit UInt64 CODEC(ZSTD(1)),
  operator FixedString(20) CODEC(ZSTD(1)),
  sender FixedString(20) CODEC(ZSTD(1)),
  recipient FixedString(20) CODEC(ZSTD(1)),
  token_id UInt256 CODEC(ZSTD(1)),
  row String CODEC(ZSTD(1))
) ENGINE = MergeTree ORDER BY (list, place) SETTINGS index_granularity = 128;

-- What an insert writes to: it keeps nothing itself and feeds the tables above, so that a transfer crosses the network once.
CREATE TABLE IF NOT EXISTS transfers_in ENGINE = Null EMPTY AS SELECT *, '' AS row FROM transfers;

CREATE MATERIALIZED VIEW IF NOT EXISTS transfers_feed TO transfers AS SELECT * EXCEPT row FROM transfers_in;

-- concat keeps the zero bytes an address may end with; toString would cut them off.
CREATE MATERIALIZED VIEW IF NOT EXISTS transfer_lists_feed TO transfer_lists AS
SELECT
  toFixedString(concat(reverse(reinterpretAsFixedString(chain)), arrayJoin(arrayDistinct([
    concat('c', contract),
    concat('a', sender),
    concat('a', recipient),
    concat('b', sender, contract),
    concat('b', recipient, contract)
  ]))), 49) AS list,
  bitShiftLeft(toUInt128(block), 80) + bitShiftLeft(toUInt128(tx), 56) + bitShiftLeft(toUInt128(log), 24) + pair AS place,
  commit, operator, sender, recipient, token_id, row
FROM transfers_in;

-- shard by chain
CREATE TABLE IF NOT EXISTS blocks (
  chain UInt64 CODEC(ZSTD(1)),
  number UInt64 CODEC(Delta, ZSTD(1)),
  commit UInt64 CODEC(ZSTD(1)),
  hash FixedString(32) CODEC(ZSTD(1)),
  parent_hash FixedString(32) CODEC(ZSTD(1)),
  timestamp UInt64 CODEC(Delta, ZSTD(1)),
  validated UInt8 CODEC(ZSTD(1)),
  producer FixedString(20) CODEC(ZSTD(1)),
  fee_recipient FixedString(20) CODEC(ZSTD(1)),
  static_reward UInt256 CODEC(ZSTD(1)),
  inclusion_reward UInt256 CODEC(ZSTD(1)),
  tips UInt256 CODEC(ZSTD(1)),
  burnt UInt256 CODEC(ZSTD(1)),
  transaction_count UInt32 CODEC(ZSTD(1))
) ENGINE = MergeTree PARTITION BY chain ORDER BY (chain, number) SETTINGS index_granularity = 256;

-- shard by sipHash64(producer)
CREATE TABLE IF NOT EXISTS blocks_by_producer (
  chain UInt64 CODEC(ZSTD(1)),
  producer FixedString(20) CODEC(ZSTD(1)),
  number UInt64 CODEC(Delta, ZSTD(1)),
  commit UInt64 CODEC(ZSTD(1)),
  hash FixedString(32) CODEC(ZSTD(1)),
  timestamp UInt64 CODEC(Delta, ZSTD(1)),
  fee_recipient FixedString(20) CODEC(ZSTD(1)),
  static_reward UInt256 CODEC(ZSTD(1)),
  inclusion_reward UInt256 CODEC(ZSTD(1)),
  tips UInt256 CODEC(ZSTD(1)),
  burnt UInt256 CODEC(ZSTD(1)),
  transaction_count UInt32 CODEC(ZSTD(1))
) ENGINE = MergeTree PARTITION BY chain ORDER BY (chain, producer, number) SETTINGS index_granularity = 256;

CREATE TABLE IF NOT EXISTS blocks_in AS blocks ENGINE = Null;

CREATE MATERIALIZED VIEW IF NOT EXISTS blocks_feed TO blocks AS SELECT * FROM blocks_in;

CREATE MATERIALIZED VIEW IF NOT EXISTS blocks_by_producer_feed TO blocks_by_producer AS
SELECT chain, producer, number, commit, hash, timestamp, fee_recipient, static_reward, inclusion_reward, tips, burnt, transaction_count
FROM blocks_in WHERE validated = 1;

-- shard by sipHash64(miner)
CREATE TABLE IF NOT EXISTS uncles (
  chain UInt64 CODEC(ZSTD(1)),
  miner FixedString(20) CODEC(ZSTD(1)),
  block UInt64 CODEC(Delta, ZSTD(1)),
  position UInt8 CODEC(ZSTD(1)),
  commit UInt64 CODEC(ZSTD(1)),
  hash FixedString(32) CODEC(ZSTD(1)),
  number UInt64 CODEC(Delta, ZSTD(1)),
  timestamp UInt64 CODEC(Delta, ZSTD(1)),
  reward UInt256 CODEC(ZSTD(1)),
  INDEX by_block block TYPE minmax
) ENGINE = MergeTree PARTITION BY chain ORDER BY (chain, miner, block, position) SETTINGS index_granularity = 256;
