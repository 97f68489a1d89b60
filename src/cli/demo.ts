import type { Command } from 'commander'
import { addConfigOptions, configOf } from './options.ts'

const help = `
The demo chain is a real node on this machine with a token contract whose tokens never rest. Its history is made anew with each start and removed at
the end; keys stay in the data folder. Chains of the configuration are left alone: \`ownscan start\` serves those.
Exit code: 0 ended by a signal; 1 the service failed; 2 wrong usage or configuration.

Example:
  ownscan demo --port 8801`

/** `ownscan demo` */
export const addDemo = (program: Command): void => {
  const command = program.command('demo').description('index and serve a live demo chain, whatever is configured')
  addConfigOptions(command, ['data', 'server', 'log'])
    .addHelpText('after', help)
    .action(async () => {
      const config = configOf(command)
      const { startService } = await import('../supervisor/start-service.ts')
      process.exitCode = await startService({ ...config, chains: [] })
    })
}
