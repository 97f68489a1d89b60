import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Engine } from '../../src/store/clickhouse/engine.ts'
import { statements } from '../../src/store/clickhouse/schema.ts'
import { applyTableSettings } from '../../src/store/clickhouse/table-settings.ts'

const sql = readFileSync(new URL('../../src/store/clickhouse/schema/001-tables.sql', import.meta.url), 'utf8')
const packedRows = readFileSync(new URL('../../src/store/clickhouse/schema/002-packed-rows.sql', import.meta.url), 'utf8')

describe('the schema, one source for both layouts', () => {
  it('on a single node holds each table once, as it is written', () => {
    const all = statements(sql, undefined)
    expect(all.filter((statement) => /^CREATE TABLE IF NOT EXISTS transfer_lists \(/.test(statement))).toHaveLength(1)
    expect(all.join('\n')).not.toMatch(/ON CLUSTER|Replicated|Distributed/)
  })

  it('on a cluster makes a replicated table on every shard and a distributed one over them', () => {
    const all = statements(sql, 'main')
    expect(
      all.some((statement) =>
        /^CREATE TABLE IF NOT EXISTS transfer_lists_local ON CLUSTER 'main'[\s\S]*ReplicatedMergeTree\(/.test(statement),
      ),
    ).toBe(true)
    expect(
      all.some((statement) =>
        /^CREATE TABLE IF NOT EXISTS transfer_lists ON CLUSTER 'main' AS transfer_lists_local ENGINE = Distributed\('main'.*sipHash64/.test(
          statement,
        ),
      ),
    ).toBe(true)
    expect(all.some((statement) => /ReplicatedReplacingMergeTree\(.*, written\)/.test(statement))).toBe(true)
  })

  it('on a cluster changes the tables of the shards, and where columns change those over them', () => {
    const all = statements(packedRows, 'main')
    expect(all).toContain("DROP TABLE IF EXISTS transfers ON CLUSTER 'main'")
    expect(all).toContain("DROP TABLE IF EXISTS transfers_local ON CLUSTER 'main'")
    expect(all).toContain("TRUNCATE TABLE transfer_rows_local ON CLUSTER 'main'")
    expect(all).toContain("DROP VIEW IF EXISTS transfers_feed ON CLUSTER 'main'")
    for (const table of ['transfer_lists', 'transfer_lists_local'])
      expect(all.filter((statement) => statement.startsWith(`ALTER TABLE ${table} ON CLUSTER 'main'`))).toHaveLength(
        table === 'transfer_lists' ? 2 : 3,
      )
  })

  it('on a cluster leaves no table that lives on one node only', () => {
    for (const statement of statements(sql, 'main'))
      expect(statement).toMatch(/^CREATE (TABLE|MATERIALIZED VIEW) IF NOT EXISTS \w+ ON CLUSTER 'main'/)
  })

  it('turns off what the engine does for others, where the engine knows the setting', async () => {
    const ran: string[] = []
    const engine = (known: readonly string[]): Engine => ({
      rows: async () => known.map((name) => [name]),
      run: async (sql) => void ran.push(sql),
      insert: async () => {},
      close: async () => {},
    })
    await applyTableSettings(engine([]), undefined)
    expect(ran).toEqual([])
    await applyTableSettings(engine(['auto_statistics_types']), 'main')
    expect(ran).toContain("ALTER TABLE transfer_lists_local ON CLUSTER 'main' MODIFY SETTING auto_statistics_types = ''")
    expect(ran.join()).not.toContain('string_serialization_version')
  })
})
