import { type Command, InvalidArgumentError, Option } from 'commander'

interface ValidateOptions {
  readonly format: 'text' | 'json'
  readonly json?: boolean
  readonly maxErrors: number
}

const wholeNumber = (text: string): number => {
  const value = Number(text)
  if (!/^[0-9]+$/.test(text) || value < 1 || value > 1_000_000)
    throw new InvalidArgumentError('It must be a whole number from 1 to 1000000.')
  return value
}

const help = `
Exit code: 0 valid, 1 invalid, 2 unreadable (no such file, not UTF-8, not JSON, too large) or wrong usage.

Examples:
  ownscan catalog validate data.json
  curl -s https://agency.example/data.json | ownscan catalog validate - --format json`

/** `ownscan catalog validate FILE|-` */
export const addCatalog = (program: Command): void => {
  const catalog = program.command('catalog').description('work with catalog files (data.json)')
  catalog
    .command('validate')
    .description('check a catalog file against the schema; nothing it links to is fetched')
    .argument('<file>', 'the file, or - for standard input')
    .addOption(new Option('--format <format>', 'how to report').choices(['text', 'json']).default('text'))
    .option('--json', 'the same as --format json')
    .option('--max-errors <n>', 'errors, and warnings, to list; the rest are counted', wholeNumber, 100)
    .addHelpText('after', help)
    .action(async (file: string, { format, json, maxErrors }: ValidateOptions) => {
      const { validateFile } = await import('../catalog/command.ts')
      process.exitCode = await validateFile(file, json ? { format: 'json', maxErrors } : { format, maxErrors }, process)
    })
}
