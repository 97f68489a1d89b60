import type { Engine } from './engine.ts'
import { shardTable } from './shard-table.ts'

/** What the engine does by default with every merge or insert, and nothing here gains from. Engines that do not know a setting do not do what it turns off. */
const settings = {
  // Statistics of each column, for joins and filters we do not ask.
  auto_statistics_types: "''",
  // The lengths of texts in a file of their own, for queries that want nothing else.
  string_serialization_version: "'single_stream'",
}

const tables = ['transfer_lists', 'transfer_rows', 'blocks', 'blocks_by_producer', 'uncles']

export const applyTableSettings = async (engine: Engine, cluster: string | undefined): Promise<void> => {
  const names = Object.keys(settings).map((name) => `'${name}'`)
  const known = (await engine.rows(`SELECT name FROM system.merge_tree_settings WHERE name IN (${names})`)).map(([name]) => String(name))
  const changes = Object.entries(settings).flatMap(([name, value]) => (known.includes(name) ? [`${name} = ${value}`] : []))
  if (changes.length === 0) return
  for (const table of tables) await engine.run(`ALTER TABLE ${shardTable(table, cluster)} MODIFY SETTING ${changes.join(', ')}`)
}
