import { type Command, InvalidArgumentError, Option } from 'commander'
import { configFileName, loadConfig } from '../config/load.ts'
import { flagSettings } from '../config/settings.ts'
import type { FlagGroup } from '../config/shape.ts'
import type { Config } from '../config/types.ts'

/** A chain or a list is given again and again; a command line longer than this is a mistake in a script. */
const maxRepeats = 1000

/** Adds the flags of these groups, from the table of settings, and `--config`. */
export const addConfigOptions = (command: Command, groups: readonly FlagGroup[]): Command => {
  command.addOption(new Option('--config <FILE>', `configuration file (default: ${configFileName} where the command runs, if it is there)`))
  for (const { flag, field } of flagSettings) {
    if (!groups.includes(flag.group)) continue
    const otherwise = field.otherwiseShown ?? defaultText(field.otherwise?.())
    const choices = field.shape.schema['enum']
    const notes = [...(Array.isArray(choices) ? [choices.join(' or ')] : []), ...(otherwise === undefined ? [] : [`default: ${otherwise}`])]
    const option = new Option(
      `--${flag.name} <${flag.value}>`,
      notes.length === 0 ? field.meaning : `${field.meaning} (${notes.join('; ')})`,
    )
    if (flag.perChain) option.argParser(gather)
    command.addOption(option)
  }
  return command
}

/** The configuration as the command's flags, the environment and the file make it; warnings go to standard error. */
export const configOf = (command: Command, nodes: 'required' | 'optional' = 'required'): Config => {
  const options = command.optsWithGlobals<Record<string, string | string[] | undefined>>()
  const flags = Object.fromEntries(['config', ...flagSettings.map(({ flag }) => flag.name)].map((name) => [name, options[camelCase(name)]]))
  const { config, warnings } = loadConfig({ flags, env: process.env, nodes })
  for (const warning of warnings) process.stderr.write(`ownscan: ${warning}\n`)
  return config
}

const gather = (value: string, before: readonly string[] | undefined): readonly string[] => {
  if (before !== undefined && before.length >= maxRepeats) throw new InvalidArgumentError(`given more than ${maxRepeats} times`)
  return [...(before ?? []), value]
}

const defaultText = (value: unknown): string | undefined => {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return undefined
  return Array.isArray(value) ? value.join(',') : String(value)
}

const camelCase = (name: string): string => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
