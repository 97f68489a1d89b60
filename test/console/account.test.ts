import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { transferColumns, transferExtendedColumns } from '../../src/records/columns.ts'
import { build } from '../built.ts'
import { until } from '../demo/ask.ts'
import { browserPath, useBrowser } from './chromium.ts'
import { holder, holderChecksummed, openPlace, other, producer, startWorld } from './world.ts'

const open = useBrowser()
beforeAll(build)

const rows = (page: Page) => page.locator('.tbody .tr')
const foot = (page: Page) => page.locator('.table-foot')

const saved = async (page: Page, button: string): Promise<{ readonly name: string; readonly text: string }> => {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  const file = await coming
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
}

describe.skipIf(browserPath === undefined)('the account page', () => {
  it('finds a pasted address, shows its checksum and its newest transfers', async () => {
    const world = await startWorld()
    const { page, problems } = await open()
    await openPlace(page, world, '')
    await page.getByLabel('Address').fill(`  https://somewhere.example/address/${holder}?x=1 `)
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText('80 rows: that is all').waitFor({ state: 'attached' })
    expect(await page.locator('.whole-address .hex').textContent()).toBe(holderChecksummed)
    const first = rows(page).first()
    expect(await first.locator('.col-direction').textContent()).toBe('out')
    expect(await first.locator('.col-token').textContent()).toContain('Relics of the Test')
    expect(await first.locator('.col-value').textContent()).toBe('48')
    expect(await first.locator('.col-method').textContent()).toBe('safeTransferFrom')
    expect(await first.locator('.col-party a').getAttribute('href')).toBe(`#/account/1/${other}`)
    expect(await first.locator('.col-block').textContent()).toBe('39 1')
    expect(problems).toEqual([])
  })

  it.each([
    ['vitalik.eth', 'Names are not resolved here'],
    ['0x1234', 'An address has 40 hexadecimal digits after 0x; this has 4.'],
    [holderChecksummed.replace('C44', 'c44'), 'mistyped?'],
  ])('says what is wrong with %s', async (pasted, words) => {
    const world = await startWorld({ blocks: 1 })
    const { page } = await open()
    await openPlace(page, world, '')
    await page.getByLabel('Address').fill(pasted)
    await page.getByText(words).waitFor()
  })

  it('reads on as one scrolls, to the last row, with few of them in the page at a time', async () => {
    const world = await startWorld({ blocks: 400 })
    const { page } = await open()
    await openPlace(page, world, `account/1/${holder}`)
    await rows(page).first().waitFor()
    const scroller = page.locator('.scroller')
    await until(async () => {
      await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight))
      return (await foot(page).textContent())?.includes('that is all') === true
    })
    expect(await foot(page).textContent()).toBe('800 rows: that is all.')
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await page.getByText('minted').waitFor()
    expect(await rows(page).last().locator('.col-block').textContent()).toBe('0 400')
    expect(await rows(page).count()).toBeLessThan(80)
    expect(await rows(page).last().getAttribute('aria-rowindex')).toBe('801')
  })

  it('narrows by direction, token id and range of blocks, and keeps that in the address', async () => {
    const world = await startWorld()
    const { page } = await open()
    await openPlace(page, world, `account/1/${holder}`)
    await page.getByLabel('Direction').selectOption('in')
    await page.getByLabel('Token id').fill('3')
    await page.getByLabel('From block').fill('10')
    await page.getByLabel('To block').fill('29')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('4 rows: that is all').waitFor({ state: 'attached' })
    expect(await rows(page).locator('.col-block').allTextContents()).toEqual(['28 12', '23 17', '18 22', '13 27'])
    expect(new Set(await rows(page).locator('.col-direction').allTextContents())).toEqual(new Set(['in']))
    await page.reload()
    await page.getByText('4 rows: that is all').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByText('80 rows: that is all').waitFor({ state: 'attached' })
  })

  it('does not ask what the service would refuse', async () => {
    const world = await startWorld()
    const { page } = await open()
    await openPlace(page, world, `account/1/${holder}`)
    await rows(page).first().waitFor()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.getByLabel('From block').fill('ten')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('A block number, or latest.').waitFor()
    expect(asked.filter((url) => url.includes('startblock'))).toEqual([])
  })

  it('shows validated blocks with the parts of their reward, and uncles', async () => {
    const world = await startWorld()
    const { page, problems } = await open()
    await openPlace(page, world, `account/1/${producer}?view=blocks`)
    await page.getByText('40 rows: that is all').waitFor({ state: 'attached' })
    const withUncle = rows(page).filter({ hasText: '35 5' }).first()
    expect(await withUncle.locator('.col-blockReward').textContent()).toBe('2.0675')
    expect(await withUncle.locator('.col-staticReward').textContent()).toBe('2')
    expect(await withUncle.locator('.col-inclusionReward').textContent()).toBe('0.0625')
    expect(await withUncle.locator('.col-tips').textContent()).toBe('0.005')
    await page.getByRole('combobox', { name: 'Show' }).selectOption('uncles')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('4 rows: that is all').waitFor({ state: 'attached' })
    expect(await rows(page).first().locator('.col-including').textContent()).toBe('35')
    expect(problems).toEqual([])
  })

  it('draws what is shown, with a sentence for those who do not see it', async () => {
    const world = await startWorld()
    const { page } = await open()
    await openPlace(page, world, `account/1/${holder}`)
    await page.getByRole('img', { name: /^Transfers per minute\. 40 in, 40 out\./ }).waitFor()
    await page.getByRole('img', { name: /^Holdings flow by contract, units\. Relics of the Test: 40 net/ }).waitFor()
    expect(await page.locator('.chart canvas').count()).toBe(2)
  })

  it('opens every field of a row, and gives the focus back', async () => {
    const world = await startWorld()
    const { page } = await open()
    await openPlace(page, world, `account/1/${holder}`)
    const all = rows(page).first().getByRole('button')
    await all.click()
    const dialog = page.getByRole('dialog')
    for (const { name } of [...transferColumns, ...transferExtendedColumns]) await dialog.getByText(name, { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await all.evaluate((element) => element.matches(':focus'))).toBe(true)
  })

  it('saves what is shown as CSV and all there is as JSON', async () => {
    const world = await startWorld({ blocks: 300 })
    const { page } = await open()
    await openPlace(page, world, `account/1/${holder}`)
    await rows(page).first().waitFor()
    const shown = await saved(page, 'CSV shown')
    expect(shown.name).toBe(`transfers-1-${holder}.csv`)
    const lines = shown.text.split('\r\n')
    expect(lines[0]).toBe([...transferColumns, ...transferExtendedColumns].map(({ name }) => name).join(','))
    expect(lines.length).toBeGreaterThanOrEqual(102)
    const all = await saved(page, 'JSON all')
    const direct = await fetch(
      `${world.url()}/v2/api?chainid=1&action=token1155tx&address=${holder}&sort=desc&offset=10000&fields=extended&apikey=${world.key}`,
    )
    expect(JSON.parse(all.text)).toEqual(((await direct.json()) as { result: unknown }).result)
    await page.getByText('600 rows, down to block 0: the JSON file is complete.').waitFor()
  })
  it('a download waits where the key is at its limit, and goes on', async () => {
    const world = await startWorld()
    const { page } = await open()
    await openPlace(page, world, `account/1/${holder}`)
    await rows(page).first().waitFor()
    let refused = 0
    await page.route('**/v2/api?*offset=10000*', async (route) => {
      if (refused++ > 0) return route.continue()
      const body = '{"status":"0","message":"NOTOK","result":"Max calls per sec rate limit reached (5/sec)"}'
      return route.fulfill({ status: 429, headers: { 'Retry-After': '1' }, body })
    })
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'JSON all', exact: true }).click()
    await page.getByText('waiting: Max calls per sec rate limit reached (5/sec)').waitFor()
    expect(JSON.parse(readFileSync(await (await coming).path(), 'utf8'))).toHaveLength(80)
  })

  it('a download can be stopped, and one that breaks off saves nothing half', async () => {
    const world = await startWorld()
    const { page } = await open()
    await openPlace(page, world, `account/1/${holder}`)
    await rows(page).first().waitFor()
    let saved = 0
    page.on('download', () => saved++)
    await page.route('**/v2/api?*offset=10000*', (route) =>
      route.fulfill({ status: 503, body: '{"status":"0","message":"NOTOK","result":"busy"}' }),
    )
    await page.getByRole('button', { name: 'CSV all', exact: true }).click()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Stopped at 0 rows; nothing was saved.').waitFor()
    await page.unroute('**/v2/api?*offset=10000*')
    await page.route('**/v2/api?*offset=10000*', (route) =>
      route.fulfill({ status: 400, body: '{"status":"0","message":"NOTOK","result":"Error! Invalid cursor"}' }),
    )
    await page.getByRole('button', { name: 'CSV all', exact: true }).click()
    await page.getByText('Broke off at 0 rows; nothing was saved: Error! Invalid cursor').waitFor()
    expect(saved).toBe(0)
  })
})
