-- Transfers as packed rows only. Plain columns beside them took half the time of an insert, on both sides of the wire; they are now computed from the row by
-- whoever asks for them. Every step may be repeated: all rows stand in the lists by contract, each once. Indexers of the older version must be stopped first.

DROP VIEW IF EXISTS transfers_feed;

DROP VIEW IF EXISTS transfer_lists_feed;

DROP TABLE IF EXISTS transfers_in;

-- on the shards and over them
DROP TABLE IF EXISTS transfers;

-- Every transfer once, in chain order: for analysts, verification and copying. `place` is block, transaction, log and pair as one number (48, 24, 32 and 24 bits),
-- `row` a row set of one row (src/records/rowset.ts): header, block, contract, sender, recipient, operator, transaction, and the row's tail.
-- shard by sipHash64(substring(row, 51, 20))
CREATE TABLE IF NOT EXISTS transfer_rows (
  chain UInt64,
  place UInt128,
  commit UInt64,
  row String,
  block UInt64 ALIAS toUInt64(bitShiftRight(place, 80)),
  tx UInt32 ALIAS toUInt32(bitAnd(bitShiftRight(place, 56), 0xffffff)),
  log UInt32 ALIAS toUInt32(bitAnd(bitShiftRight(place, 24), 0xffffffff)),
  pair UInt32 ALIAS toUInt32(bitAnd(place, 0xffffff)),
  block_hash FixedString(32) ALIAS toFixedString(substring(row, 9, 32), 32),
  timestamp UInt64 ALIAS reinterpretAsUInt64(substring(row, 46, 5)),
  contract FixedString(20) ALIAS toFixedString(substring(row, 51, 20), 20),
  sender FixedString(20) ALIAS toFixedString(substring(row, 71, 20), 20),
  recipient FixedString(20) ALIAS toFixedString(substring(row, 91, 20), 20),
  operator FixedString(20) ALIAS toFixedString(substring(row, 111, 20), 20),
  hash FixedString(32) ALIAS toFixedString(substring(row, 131, 32), 32),
  method String ALIAS substring(row, 165, reinterpretAsUInt8(substring(row, 164, 1))),
  -- What follows has no fixed length: numbers in groups of seven bits, then amounts behind their length.
  varint_bytes Array(UInt8) ALIAS arrayMap(at -> reinterpretAsUInt8(substring(row, at, 1)), range(169, 224)),
  varint_ends Array(UInt32) ALIAS arrayFilter((at, byte) -> byte < 128, arrayEnumerate(varint_bytes), varint_bytes),
  varints Array(UInt64) ALIAS arrayMap((end, before) -> arraySum((byte, at) -> bitShiftLeft(toUInt64(bitAnd(byte, 127)), 7 * (at - 1)),
    arraySlice(varint_bytes, before + 1, end - before), range(1, toUInt64(end - before + 1))), arraySlice(varint_ends, 1, 5), arrayPushFront(arraySlice(varint_ends, 1, 4), 0)),
  nonce UInt64 ALIAS varints[2],
  gas UInt64 ALIAS varints[3],
  gas_used UInt64 ALIAS varints[4],
  cumulative_gas_used UInt64 ALIAS varints[5],
  gas_price UInt256 ALIAS reinterpretAsUInt256(reverse(substring(row, 170 + varint_ends[5], varint_bytes[varint_ends[5] + 1]))),
  amounts String ALIAS substring(row, 8 + reinterpretAsUInt16(substring(row, 7, 2)) + (log >= 128) + (log >= 16384) + (log >= 2097152) + (log >= 268435456) + (pair >= 128) + (pair >= 16384) + (pair >= 2097152)),
  token_id UInt256 ALIAS reinterpretAsUInt256(reverse(substring(amounts, 2, reinterpretAsUInt8(substring(amounts, 1, 1))))),
  value UInt256 ALIAS reinterpretAsUInt256(reverse(substring(amounts, 3 + reinterpretAsUInt8(substring(amounts, 1, 1)))))
) ENGINE = MergeTree PARTITION BY chain ORDER BY (chain, place) SETTINGS index_granularity = 1024;

-- on the shards
TRUNCATE TABLE transfer_rows;

INSERT INTO transfer_rows (chain, place, commit, row)
SELECT reinterpretAsUInt64(reverse(substring(list, 1, 8))), place, commit, row FROM transfer_lists WHERE substring(list, 9, 1) = 'c';

-- Filters look into the row as well. `amounts` begins with the token, behind the row's references and the log and pair of its place, whose lengths follow from their sizes.
-- on the shards and over them
ALTER TABLE transfer_lists DROP COLUMN IF EXISTS operator, DROP COLUMN IF EXISTS sender, DROP COLUMN IF EXISTS recipient, DROP COLUMN IF EXISTS token_id;

-- on the shards and over them
ALTER TABLE transfer_lists
  ADD COLUMN IF NOT EXISTS sender String ALIAS substring(row, 71, 20),
  ADD COLUMN IF NOT EXISTS recipient String ALIAS substring(row, 91, 20),
  ADD COLUMN IF NOT EXISTS operator String ALIAS substring(row, 111, 20),
  ADD COLUMN IF NOT EXISTS log UInt32 ALIAS toUInt32(bitAnd(bitShiftRight(place, 24), 0xffffffff)),
  ADD COLUMN IF NOT EXISTS pair UInt32 ALIAS toUInt32(bitAnd(place, 0xffffff)),
  ADD COLUMN IF NOT EXISTS amounts String ALIAS substring(row, 8 + reinterpretAsUInt16(substring(row, 7, 2)) + (log >= 128) + (log >= 16384) + (log >= 2097152) + (log >= 268435456) + (pair >= 128) + (pair >= 16384) + (pair >= 2097152));

-- A tenth more bytes and half the time of an insert.
-- on the shards
ALTER TABLE transfer_lists MODIFY COLUMN list CODEC(LZ4), MODIFY COLUMN place CODEC(LZ4), MODIFY COLUMN commit CODEC(LZ4), MODIFY COLUMN row CODEC(LZ4);

-- What an insert writes to: it keeps nothing itself and feeds the tables above, so that a transfer crosses the network once.
CREATE TABLE IF NOT EXISTS transfers_in (chain UInt64, place UInt128, commit UInt64, row String) ENGINE = Null;

CREATE MATERIALIZED VIEW IF NOT EXISTS transfer_rows_feed TO transfer_rows AS SELECT chain, place, commit, row FROM transfers_in;

-- concat keeps the zero bytes an address may end with; toString would cut them off.
CREATE MATERIALIZED VIEW IF NOT EXISTS transfer_lists_feed TO transfer_lists AS
WITH substring(row, 51, 20) AS contract, substring(row, 71, 20) AS sender, substring(row, 91, 20) AS recipient
SELECT
  toFixedString(concat(reverse(reinterpretAsFixedString(chain)), arrayJoin(arrayDistinct([
    concat('c', contract),
    concat('a', sender),
    concat('a', recipient),
    concat('b', sender, contract),
    concat('b', recipient, contract)
  ]))), 49) AS list,
  place, commit, row
FROM transfers_in;
