import type { Command } from 'commander'
import { inChild } from './in-child.ts'
import { blockNumber } from './index.ts'
import { addConfigOptions, configOf } from './options.ts'

interface VerifyFlags {
  readonly chain: number
  readonly from?: number
  readonly to?: number
  readonly sample?: number
  readonly seed: number
  readonly json?: boolean
}

const help = `
Without --from, --to and --sample, 100 blocks are picked by the seed from everything that is stored.

Exit code: 0 all equal, 1 a difference was found, 2 some blocks could not be compared, or wrong usage.

Examples:
  ownscan verify --chain 1 --rpc 1=http://node:8545 --sample 1000 --seed 7
  ownscan verify --chain 1 --rpc 1=http://node:8545 --from 14000000 --to 14000012`

/** `ownscan verify` */
export const addVerify = (program: Command): void => {
  const command = program.command('verify').description('derive stored blocks anew from the nodes and compare them field by field')
  addConfigOptions(command, ['data', 'chains', 'log'])
  command
    .requiredOption('--chain <ID>', 'the chain to verify', blockNumber)
    .option('--from <BLOCK>', 'first block', blockNumber)
    .option('--to <BLOCK>', 'last block', blockNumber)
    .option('--sample <COUNT>', 'how many blocks to pick', blockNumber)
    .option('--seed <N>', 'which blocks are picked', blockNumber, 1)
    .option('--json', 'the report as one JSON document')
    .addHelpText('after', help)
    .action(async (flags: VerifyFlags) => {
      const config = configOf(command)
      const verify = async (): Promise<number> => {
        const { verifyCommand } = await import('./run-verify.ts')
        return verifyCommand(config, { ...flags, json: flags.json === true })
      }
      process.exitCode = await inChild(
        verify,
        (signal) =>
          `the store in ${config.data} is damaged: a page of its file ended the process that read it (${signal}); restore a copy or index anew`,
      )
    })
}
