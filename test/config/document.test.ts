import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../src/config/load.ts'
import { flagSettings } from '../../src/config/settings.ts'
import { configSchema, configTables } from './document.ts'

/** Both files are written anew by `cd test && npx vitest run config -u`. */
const documentPath = new URL('../../docs/CONFIGURATION.md', import.meta.url).pathname
const document = readFileSync(documentPath, 'utf8')

describe('what is written about settings', () => {
  it('has the JSON Schema that the table of settings gives', async () => {
    await expect(`${JSON.stringify(configSchema(), null, 2)}\n`).toMatchFileSnapshot('../../schemas/ownscan.config.schema.json')
  })
  it('has the tables that the table of settings gives', async () => {
    const [begin, end] = ['<!-- settings: from src/config/settings.ts -->\n\n', '<!-- /settings -->']
    const [before, after] = [document.split(begin)[0], document.split(end)[1]]
    await expect(`${before}${begin}${configTables()}\n${end}${after}`).toMatchFileSnapshot(documentPath)
  })
  it('names no flag and no variable that does not exist', () => {
    const flags = flagSettings.map(({ flag }) => `--${flag.name}`)
    const variables = flagSettings.map(({ variable }) => variable)
    const commandFlags = ['--config', '--json']
    const named = [...document.matchAll(/--[a-z][a-z-]+/g)].map(([name]) => name)
    expect(named.filter((name) => !flags.includes(name) && !commandFlags.includes(name))).toEqual([])
    const namedVariables = [...document.matchAll(/OWNSCAN_[A-Z_]+/g)].map(([name]) => name)
    expect(namedVariables.filter((name) => !variables.includes(name) && name !== 'OWNSCAN_CONFIG')).toEqual([])
  })
  it('shows examples that load', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
    const examples = [document, readme].flatMap((text) => [...text.matchAll(/```json\n(.*?)```/gs)].map(([, example = '']) => example))
    expect(examples.length).toBeGreaterThan(1)
    for (const example of examples) {
      const cwd = mkdtempSync(join(tmpdir(), 'ownscan-document-'))
      writeFileSync(join(cwd, 'ownscan.config.json'), example)
      expect(loadConfig({ cwd, env: { PROVIDER_KEY: 'k', POLYGON_URL: 'http://node' } }).config.chains.length).toBeGreaterThan(0)
    }
  })
})
