import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { build } from '../built.ts'
import { until } from '../demo/ask.ts'
import { startProgram } from '../http/process.ts'
import { browserPath, useBrowser } from './chromium.ts'

const open = useBrowser()
const data = mkdtempSync(join(tmpdir(), 'ownscan-console-'))
beforeAll(build)
afterAll(() => rmSync(data, { recursive: true, force: true, maxRetries: 5 }))

describe.skipIf(browserPath === undefined)('the demo chain in the console', () => {
  it('a stranger enters the printed key, begins with the mints, and watches the chain go on', async () => {
    const program = await startProgram(['demo', '--data', data, '--port', '0'])
    const { page, problems } = await open()
    await page.goto(program.url)
    const form = page.getByRole('region', { name: 'API key' })
    await form.getByLabel('API key').fill(program.key)
    await form.getByRole('button', { name: 'Use it' }).click()
    await page.getByRole('link', { name: 'Newest mints on Demo chain (this machine)' }).click()
    const first = page.locator('.tbody .tr').first()
    await first.waitFor()
    const before = await first.locator('.col-block').textContent()
    const block = Number(before?.split(' ')[0]?.replaceAll(',', ''))
    const confirmations = async (): Promise<number> => {
      const cells = await page.locator('.tbody .col-block').allTextContents()
      const found = cells.map((text) => text.split(' ').map(Number)).find(([number]) => number === block)
      return found?.[1] ?? 0
    }
    await until(async () => (await confirmations()) >= 3)
    await page.getByText('Ownscan Demo Relics').first().waitFor()
    await page.goto(`${program.url}/#/chains`)
    await page.getByText('following').waitFor()
    const head = page.locator('.figures dd strong').first()
    const height = async (): Promise<number> => Number((await head.textContent())?.replaceAll(',', ''))
    const seen = await height()
    await until(async () => (await height()) > seen)
    expect(problems).toEqual([])
    program.child.kill('SIGTERM')
    expect(await program.ended).toBe(0)
  })
})
