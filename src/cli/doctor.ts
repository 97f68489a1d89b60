import type { Command } from 'commander'
import { addConfigOptions, configOf } from './options.ts'

const help = `
Each endpoint is asked a few dozen small questions: which chain, which client, how high, how far back, which methods, which limits.

Exit code: 0 every endpoint can be used; 1 some cannot (unreachable, another chain); 2 wrong usage or configuration.

Examples:
  ownscan doctor --rpc 1=http://node:8545 --rpc 1=https://provider.example/KEY
  ownscan doctor --config ownscan.config.json --json`

/** `ownscan doctor` */
export const addDoctor = (program: Command): void => {
  const command = program
    .command('doctor')
    .description('look at the configured nodes: what they are, what they can do, what is wrong with them')
  addConfigOptions(command, ['chains', 'log'])
  command
    .option('--json', 'the findings as JSON on standard output')
    .addHelpText('after', help)
    .action(async ({ json }: { readonly json?: boolean }) => {
      const config = configOf(command)
      if (config.chains.length === 0) command.error('ownscan: no chain is configured; name its nodes: --rpc CHAIN=URL')
      const { doctorCommand } = await import('./run-doctor.ts')
      process.exitCode = await doctorCommand(config, json === true, (text) => process.stdout.write(text))
    })
}
