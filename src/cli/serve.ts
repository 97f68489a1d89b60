import type { Command } from 'commander'
import { addConfigOptions, configOf } from './options.ts'

const help = `
Answers from what is indexed in the data folder; \`ownscan index\` fills it, on this machine or, with ClickHouse, on another.
Exit code: 0 ended by a signal; 1 the service failed; 2 wrong usage or configuration.

Example:
  ownscan serve --data /var/lib/ownscan --port 8800`

/** `ownscan serve` */
export const addServe = (program: Command): void => {
  const command = program.command('serve').description('answer requests, without indexing')
  addConfigOptions(command, ['data', 'chains', 'server', 'log'])
    .addHelpText('after', help)
    .action(async () => {
      const config = configOf(command, 'optional')
      const { runService } = await import('../supervisor/run-service.ts')
      process.exitCode = await runService(config, { indexer: false })
    })
}
