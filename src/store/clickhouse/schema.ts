import { readdirSync, readFileSync } from 'node:fs'
import { StoreAbsent, StoreUnusable } from '../port.ts'
import type { Engine } from './engine.ts'
import { applyTableSettings } from './table-settings.ts'

/** Migrations in the order of their numbers; one that was released is never changed, only followed. */
const folder = new URL('./schema/', import.meta.url)
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort()

const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/

/** The statements of a migration for a single node, or for a cluster of that name. */
export const statements = (sql: string, cluster: string | undefined): string[] =>
  sql
    .split(/;\s*(?:\n|$)/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .flatMap((text) => {
      const statement = text.replaceAll(/^--.*$/gm, '').trim()
      if (cluster === undefined || statement === '') return statement === '' ? [] : [statement]
      const shard = /^-- shard by (.+)$/m.exec(text)?.[1]
      if (shard !== undefined) return replicated(statement, cluster, shard)
      const [, over] = /^-- on the shards( and over them)?$/m.exec(text) ?? []
      const local = onCluster(statement.replace(changed, '$1$2_local'), cluster)
      if (over !== undefined) return [onCluster(statement, cluster), local]
      return [/^-- on the shards$/m.test(text) ? local : onCluster(statement, cluster)]
    })

/** The table or view that a statement makes or changes. Rows are inserted through the distributed tables, from one node. */
const changed = /^((?:CREATE|DROP|ALTER|TRUNCATE) (?:TABLE|MATERIALIZED VIEW|VIEW)(?: IF (?:NOT )?EXISTS)? )(\w+)/

const onCluster = (statement: string, cluster: string): string => statement.replace(changed, `$1$2 ON CLUSTER '${cluster}'`)

/** A replicated table on every shard, and a distributed one over them under the plain name. */
const replicated = (statement: string, cluster: string, shard: string): string[] => {
  const name = /^CREATE TABLE IF NOT EXISTS (\w+)/.exec(statement)?.[1] ?? ''
  const local = onCluster(statement.replace(name, `${name}_local`), cluster).replace(
    /ENGINE = (\w*)MergeTree(?:\((\w+)\))?/,
    (_, kind: string, version: string | undefined) =>
      `ENGINE = Replicated${kind}MergeTree('/clickhouse/tables/{shard}/{database}/${name}', '{replica}'${version === undefined ? '' : `, ${version}`})`,
  )
  return [
    local,
    `CREATE TABLE IF NOT EXISTS ${name} ON CLUSTER '${cluster}' AS ${name}_local ENGINE = Distributed('${cluster}', currentDatabase(), ${name}_local, ${shard})`,
  ]
}

const versionsTable = `CREATE TABLE IF NOT EXISTS schema_versions (version UInt32, applied DateTime DEFAULT now()) ENGINE = MergeTree ORDER BY version`

/** Brings the database to the schema of this program; refuses one that a newer program has changed. */
export const migrate = async (engine: Engine, cluster: string | undefined): Promise<void> => {
  if (cluster !== undefined && !identifier.test(cluster)) throw new StoreUnusable(`"${cluster}" is not a cluster name`)
  for (const statement of statements(`-- shard by 1\n${versionsTable};`, cluster)) await engine.run(statement)
  const applied = await appliedVersion(engine)
  if (applied > files.length) throw new StoreUnusable(newerText(applied))
  for (const [index, file] of files.entries()) {
    if (index < applied) continue
    for (const statement of statements(readFileSync(new URL(file, folder), 'utf8'), cluster)) await engine.run(statement)
    // Before the last version is noted: what was cut off is done again.
    if (index === files.length - 1) await applyTableSettings(engine, cluster)
    await engine.run(`INSERT INTO schema_versions (version) VALUES (${index + 1})`)
  }
}

/** A reader changes nothing: it needs the schema to be there and known. */
export const checkSchema = async (engine: Engine): Promise<void> => {
  let applied: number
  try {
    applied = await appliedVersion(engine)
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    throw new StoreAbsent(
      `there is no store in the ClickHouse database yet; run \`ownscan index\` or \`ownscan migrate\` on it first (${text})`,
    )
  }
  if (applied > files.length) throw new StoreUnusable(newerText(applied))
  if (applied < files.length)
    throw new StoreUnusable(
      `the ClickHouse database has schema ${applied}, this program needs ${files.length}; start the indexer once to bring it up`,
    )
}

const appliedVersion = async (engine: Engine): Promise<number> =>
  Number((await engine.rows('SELECT max(version) FROM schema_versions'))[0]?.[0] ?? 0)

const newerText = (applied: number): string =>
  `the ClickHouse database has schema ${applied}, made by a newer Ownscan; this one knows ${files.length}. Use the newer program.`
