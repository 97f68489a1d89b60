import { redactField, redactText } from './redact.ts'

/** What happened in a short sentence, and the facts as fields. Never a key, never a request's whole URL. */
export interface Logger {
  error(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  debug(message: string, fields?: LogFields): void
  /** The same logger with these fields on every line. */
  with(fields: LogFields): Logger
}

export type LogFields = Readonly<Record<string, unknown>>

export interface LogOptions {
  readonly level: LogLevel
  /** `auto`: text on a terminal, JSON lines elsewhere. */
  readonly format: 'auto' | 'json' | 'text'
  /** Standard error where absent: standard output belongs to what a command answers. */
  readonly write?: (line: string) => void
  readonly now?: () => Date
}

type LogLevel = 'error' | 'warn' | 'info' | 'debug'

const rank: Readonly<Record<LogLevel, number>> = { error: 0, warn: 1, info: 2, debug: 3 }

export const createLogger = (options: LogOptions, base: LogFields = {}): Logger => {
  const json = options.format === 'json' || (options.format === 'auto' && !process.stderr.isTTY)
  const write = options.write ?? ((line: string) => process.stderr.write(line))
  const now = options.now ?? (() => new Date())
  const line = (level: LogLevel, message: string, fields: LogFields): void => {
    if (rank[level] > rank[options.level]) return
    const time = now().toISOString()
    const all = Object.entries({ ...base, ...fields }).map(([name, value]) => [name, redactField(name, value)] as const)
    write(json ? jsonLine(time, level, redactText(message), all) : textLine(time, level, redactText(message), all))
  }
  return {
    error: (message, fields = {}) => line('error', message, fields),
    warn: (message, fields = {}) => line('warn', message, fields),
    info: (message, fields = {}) => line('info', message, fields),
    debug: (message, fields = {}) => line('debug', message, fields),
    with: (fields) => createLogger(options, { ...base, ...fields }),
  }
}

type Fields = readonly (readonly [string, unknown])[]

const jsonLine = (time: string, level: LogLevel, message: string, fields: Fields): string =>
  `${JSON.stringify({ time, level, message, ...Object.fromEntries(fields) })}\n`

const textLine = (time: string, level: LogLevel, message: string, fields: Fields): string => {
  const facts = fields.filter(([, value]) => value !== undefined).map(([name, value]) => ` ${name}=${textValue(value)}`)
  return `${time.slice(11, 19)} ${level.padEnd(5)} ${message}${facts.join('')}\n`
}

/** Bare where it is one plain word, quoted where it is not: a value can neither break the line nor look like another field. */
const textValue = (value: unknown): string => {
  if (typeof value === 'string') return /^[\w.:/@[\]-]+$/.test(value) ? value : JSON.stringify(value)
  return JSON.stringify(value) ?? String(value)
}
