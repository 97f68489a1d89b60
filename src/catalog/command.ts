import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { renderReport } from './render.ts'
import { type CatalogReport, fileLimits } from './report.ts'
import { start, unreadable, validateCatalog } from './validate.ts'

/** The parts of the process the command touches. */
export interface CommandProcess {
  readonly stdin: Readable
  readonly stdout: { readonly isTTY?: boolean; write(text: string, done: () => void): unknown }
  readonly stderr: { write(text: string): unknown }
  readonly env: Readonly<Record<string, string | undefined>>
}

export interface ValidateFileOptions {
  readonly format: 'text' | 'json'
  readonly maxErrors: number
}

const exitCodes: Readonly<Record<CatalogReport['verdict'], number>> = { valid: 0, invalid: 1, unreadable: 2 }

class TooLarge extends Error {
  override readonly name = 'TooLarge'
}

const readWhole = async (stream: Readable): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > fileLimits.maxBytes) throw new TooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length)
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EISDIR: 'it is a directory',
}

const reasonOf = (error: unknown): string => {
  if (error instanceof TooLarge) return `it is larger than ${fileLimits.maxBytes} bytes`
  const { code, message } = error as NodeJS.ErrnoException
  return reasons[code ?? ''] ?? code ?? message
}

const asJson = (file: string, report: CatalogReport): string => `${JSON.stringify({ file, ...report }, null, 2)}\n`

/** Checks a file, or standard input for `-`, reports on it and answers the exit code. */
export const validateFile = async (file: string, options: ValidateFileOptions, io: CommandProcess): Promise<number> => {
  const name = file === '-' ? 'stdin' : file
  const print = (text: string): Promise<void> => new Promise((resolve) => io.stdout.write(text, resolve))
  let bytes: Buffer
  try {
    bytes = await readWhole(file === '-' ? io.stdin : createReadStream(file))
  } catch (error) {
    const message = `${name} cannot be read: ${reasonOf(error)}`
    if (options.format === 'json') await print(asJson(name, unreadable(start, 'file', message)))
    else io.stderr.write(`ownscan: ${message}\n`)
    return exitCodes.unreadable
  }
  const report = validateCatalog(bytes, { ...fileLimits, maxErrors: options.maxErrors })
  const color = io.stdout.isTTY === true && !io.env['NO_COLOR']
  await print(options.format === 'json' ? asJson(name, report) : renderReport(report, { file: name, color }))
  return exitCodes[report.verdict]
}
