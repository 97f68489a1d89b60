import type { Command } from 'commander'
import type { CopyProgress, CopyResult } from '../store/copy.ts'

interface MigrateOptions {
  readonly from: string
  readonly to: string
  readonly cluster?: string
  readonly json?: boolean
}

const help = `
A copy that was cut off goes on where it stopped. Counts and checksums of both stores are compared at the end.
Exit code: 0 copied and equal; 1 different or failed; 2 wrong usage, or no store to copy.

Example:
  ownscan migrate --from ./data --to clickhouse://default:secret@db.internal:8123/ownscan --cluster main`

/** `ownscan migrate` */
export const addMigrate = (program: Command): void => {
  program
    .command('migrate')
    .description('copy an embedded store into ClickHouse')
    .requiredOption('--from <DIR>', 'data folder of the embedded store')
    .requiredOption('--to <URL>', 'clickhouse://user:password@host:8123/database')
    .option('--cluster <NAME>', 'cluster to create the tables on; one server where absent')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', help)
    .action(async (options: MigrateOptions) => {
      const results = await migrate(options, showProgress())
      process.stdout.write(options.json ? `${JSON.stringify(results)}\n` : results.map(described).join(''))
      if (results.some(({ differences }) => differences.length > 0)) process.exitCode = 1
    })
}

const migrate = async ({ from, to, cluster }: MigrateOptions, onProgress: (progress: CopyProgress) => void): Promise<CopyResult[]> => {
  const [{ openLmdbStore }, { embeddedFolder }, { openClickHouseWriter }, { copyChain }] = await Promise.all([
    import('../store/lmdb/open.ts'),
    import('../store/open.ts'),
    import('../store/clickhouse/store.ts'),
    import('../store/copy.ts'),
  ])
  const source = openLmdbStore(embeddedFolder(from), { mode: 'read' })
  const target = await openClickHouseWriter(to, { cluster })
  const results: CopyResult[] = []
  for (const chainId of await source.chains()) results.push(await copyChain(source, target, chainId, onProgress))
  await target.close()
  await source.close()
  return results
}

const described = ({ chainId, rows, differences, checksum }: CopyResult): string =>
  `chain ${chainId}: ${rows.transfers} transfers, ${rows.blocks} blocks, ${rows.uncles} uncles, checksum ${checksum.slice(0, 16)}\n${differences
    .map((difference) => `  DIFFERENT ${difference}\n`)
    .join('')}`

/** One line redrawn on a terminal; a line every few seconds elsewhere. */
const showProgress = (): ((progress: CopyProgress) => void) => {
  const everyMs = process.stderr.isTTY ? 100 : 5000
  let last = 0
  return ({ chainId, phase, done, of }) => {
    const now = performance.now()
    if (now - last < everyMs && done < of) return
    last = now
    const line = `chain ${chainId}: ${phase} ${done}/${of} blocks (${of === 0 ? 100 : Math.floor((100 * done) / of)} %)`
    process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${line}${done >= of ? '\n' : ''}` : `${line}\n`)
  }
}
