import type { Command } from 'commander'
import { addConfigOptions, configOf } from './options.ts'

const help = `
With no chain configured a demo chain is started on this machine, indexed and served.
The first start makes an API key and prints it with a line to paste.
Exit code: 0 ended by a signal; 1 the service failed; 2 wrong usage or configuration.

Examples:
  ownscan start
  ownscan start --rpc 1=http://node:8545 --rpc 137=http://other:8545 --data /var/lib/ownscan`

/** `ownscan start` */
export const addStart = (program: Command): void => {
  const command = program.command('start').description('index the configured chains and answer requests; a demo where none is configured')
  addConfigOptions(command, ['data', 'chains', 'server', 'log'])
    .addHelpText('after', help)
    .action(async () => {
      const config = configOf(command)
      const { startService } = await import('../supervisor/start-service.ts')
      process.exitCode = await startService(config)
    })
}
