import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { validateFile } from '../../src/catalog/command.ts'
import type { CatalogReport } from '../../src/catalog/report.ts'
import { build } from '../built.ts'
import { catalogText, goodEntry } from './entries.ts'

const folder = mkdtempSync(join(tmpdir(), 'ownscan-catalog-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Run {
  readonly code: number
  readonly out: string
  readonly err: string
}

interface RunOptions {
  readonly format?: 'text' | 'json'
  readonly maxErrors?: number
  readonly stdin?: string
  readonly isTTY?: boolean
  readonly env?: Record<string, string>
}

const run = async (
  file: string,
  { format = 'text', maxErrors = 100, stdin = '', isTTY = false, env = {} }: RunOptions = {},
): Promise<Run> => {
  let [out, err] = ['', '']
  const code = await validateFile(
    file,
    { format, maxErrors },
    {
      stdin: Readable.from([Buffer.from(stdin)]),
      stdout: {
        isTTY,
        write: (text, done) => {
          out += text
          done()
        },
      },
      stderr: {
        write: (text) => {
          err += text
        },
      },
      env,
    },
  )
  return { code, out, err }
}

const fileWith = (text: string): string => {
  const file = join(folder, 'data.json')
  writeFileSync(file, text)
  return file
}

const badTitle = (count: number): string => catalogText(Array.from({ length: count }, (_, index) => goodEntry(index + 1, { title: 7 })))

describe('exit code and output', () => {
  it('0 and one line for a valid file', async () => {
    const file = fileWith(catalogText([goodEntry(1)]))
    expect(await run(file)).toEqual({ code: 0, out: `${file}: valid: 2 entries\n`, err: '' })
  })

  it('1 and a line an error for an invalid file', async () => {
    const file = fileWith(`[\n${badTitle(1).slice(1)}`)
    const { code, out } = await run(file)
    expect(code).toBe(1)
    const [first, last] = out.split('\n')
    expect(first).toMatch(/:2:\d+ \/1\/title type title is 7; allowed: a string \[entry-1\]$/)
    expect(first?.startsWith(`${file}:2:`)).toBe(true)
    expect(last).toBe(`${file}: invalid: 2 entries, 1 error`)
  })

  it('2 and the place for a file that is no JSON', async () => {
    const { code, out } = await run(fileWith('[\n{"a": }]'))
    expect(code).toBe(2)
    expect(out).toContain('data.json:2:7 "" json expected a value, found "}"')
  })

  it.each([
    ['no such file', () => join(folder, 'absent.json'), 'there is no such file'],
    ['a directory', () => folder, 'it is a directory'],
  ])('2 and the reason on standard error for %s', async (_, path, reason) => {
    const { code, out, err } = await run(path())
    expect([code, out, err]).toEqual([2, '', `ownscan: ${path()} cannot be read: ${reason}\n`])
  })

  it('- is standard input', async () => {
    expect(await run('-', { stdin: '[]' })).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^stdin:1:1 "" minItems the catalog is empty/),
    })
  })
})

describe('--max-errors', () => {
  it('lists so many and counts the rest', async () => {
    const { out } = await run('-', { stdin: badTitle(10), maxErrors: 3 })
    expect(out.split('\n').filter((line) => line.includes('/title type'))).toHaveLength(3)
    expect(out).toContain('… and 7 more errors')
    expect(out).toContain('10 errors')
  })
})

describe('--format json', () => {
  it('is the whole report', async () => {
    const { out } = await run('-', { stdin: badTitle(2), format: 'json', maxErrors: 1 })
    const report = JSON.parse(out) as CatalogReport & { file: string }
    expect(report).toMatchObject({ file: 'stdin', verdict: 'invalid', entries: 3, errorCount: 2, warningCount: 0 })
    expect(report.errors).toHaveLength(1)
  })

  it('has the same shape for a file that cannot be read', async () => {
    const { code, out } = await run(join(folder, 'absent.json'), { format: 'json' })
    expect(code).toBe(2)
    expect(JSON.parse(out)).toMatchObject({ verdict: 'unreadable', errorCount: 1, errors: [{ keyword: 'file' }], warnings: [] })
  })
})

describe('the terminal', () => {
  const colorStart = '\u001b['
  it.each([
    ['is coloured', { isTTY: true }, true],
    ['is not where NO_COLOR is set', { isTTY: true, env: { NO_COLOR: '1' } }, false],
    ['is not where the output goes elsewhere', { isTTY: false }, false],
  ])('%s', async (_, options, colored) => {
    const { out } = await run('-', { ...options, stdin: '[]' })
    expect(out.includes(colorStart)).toBe(colored)
  })

  it('cannot be steered by what a file holds', async () => {
    const { out } = await run('-', { stdin: catalogText([goodEntry(1, { identifier: 'a\u001b[2J\u202eb', title: 7 })]) })
    expect(out).toContain('[a\\u001b[2J\\u202eb]')
    expect(out).not.toContain('\u001b')
  })
})

describe('the program', () => {
  beforeAll(build)
  const program = fileURLToPath(new URL('../../bin/ownscan.mjs', import.meta.url))
  it.each([
    [['catalog', 'validate', '-'], 1],
    [['catalog', 'validate'], 2],
    [['catalog', 'validate', '-', '--max-errors', 'many'], 2],
    [['catalog', 'validate', '--help'], 0],
  ])('%j ends with %i', (args, code) => {
    expect(spawnSync(process.execPath, [program, ...args], { input: '[]' }).status).toBe(code)
  })
})
