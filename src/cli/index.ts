import { type Command, InvalidArgumentError } from 'commander'
import { addConfigOptions, configOf } from './options.ts'

interface IndexFlags {
  readonly from?: number
  readonly to?: number
  readonly json?: boolean
}

export const blockNumber = (text: string): number => {
  const value = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) throw new InvalidArgumentError('It must be a block number.')
  return value
}

const help = `
With --from and --to, just that range is indexed, then the command ends; ranges need not touch one another.
Without them, everything from the first block in scope to the head, and the head for ever. What is stored already is not fetched again.

Exit code: 0 the range is complete, or ended by a signal; 1 a chain failed or was halted; 2 wrong usage or configuration.

Examples:
  ownscan index --rpc 1=http://node:8545 --rpc 137=http://other:8545 --data /var/lib/ownscan
  ownscan index --rpc 1=http://node:8545 --from 14000000 --to 14000100 --data /var/lib/ownscan`

/** `ownscan index` */
export const addIndex = (program: Command): void => {
  const command = program.command('index').description('fetch, check and store the blocks of the configured chains, and follow their heads')
  addConfigOptions(command, ['data', 'chains', 'log'])
  command
    .option('--from <BLOCK>', 'first block of the only range to index', blockNumber)
    .option('--to <BLOCK>', 'last block of the only range to index', blockNumber)
    .option('--json', 'progress as JSON lines on standard output')
    .addHelpText('after', help)
    .action(async ({ from, to, json }: IndexFlags) => {
      if ((from === undefined) !== (to === undefined)) command.error('ownscan: --from and --to go together')
      if (from !== undefined && to !== undefined && from > to) command.error(`ownscan: --from ${from} is above --to ${to}`)
      const range = from === undefined || to === undefined ? {} : { range: { from, to } }
      const config = configOf(command)
      const { indexCommand } = await import('./run-index.ts')
      process.exitCode = await indexCommand(config, { ...range, json: json === true })
    })
}
