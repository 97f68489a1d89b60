import axe, { type AxeResults } from 'axe-core'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { build } from '../built.ts'
import { browserPath, useBrowser } from './chromium.ts'
import { contract, hex, holder, openPlace, other, producer, startWorld } from './world.ts'

const open = useBrowser()
beforeAll(build)

/** Violations as one can read them. */
const violations = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source)
  const { violations: found } = (await page.evaluate('axe.run()')) as AxeResults
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('; ')}`)
}

/** Each place, and what tells that it is all there. */
const places: readonly (readonly [name: string, place: string, ready: string])[] = [
  ['start', '', 'Newest mints on Ethereum'],
  ['transfers', `account/1/${holder}`, 'Holdings flow'],
  ['blocks', `account/1/${producer}?view=blocks`, 'Rewards per day'],
  ['nothing', `account/1/${hex(0xdead, 40)}`, 'No transfers'],
  ['failure', `account/77/${holder}`, 'cannot answer'],
  ['contract', `contract/1/${contract}`, 'Most moved ids'],
  ['chains', 'chains', 'Reorganisations seen'],
  ['api', 'api', 'Fields of a row'],
  ['keys', 'keys', 'A second'],
]

const looks: readonly (readonly [string, BrowserContextOptions])[] = [
  ['light', {}],
  ['dark', { colorScheme: 'dark' }],
  ['phone', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
]

describe.skipIf(browserPath === undefined)('everyone can use it', () => {
  it.each(looks)('no violations on any page, %s; nothing sticks out', async (_, look) => {
    const world = await startWorld()
    const { page } = await open(look)
    const found: string[] = []
    await openPlace(page, world, '', { admin: world.admin })
    for (const [name, place, ready] of places) {
      await page.goto(`${world.url()}/#/${place}`)
      await page.getByText(ready).first().waitFor()
      found.push(...(await violations(page)).map((text) => `${name}: ${text}`))
      const over = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
      if (over !== 0) found.push(`${name}: ${over} pixels too wide`)
    }
    expect(found).toEqual([])
  })

  it('no violations in the dialog and where a key is asked for', async () => {
    const world = await startWorld()
    const { page } = await open()
    await openPlace(page, world, `account/1/${holder}`)
    await page.locator('.tbody .tr').first().getByRole('button').click()
    await page.getByRole('dialog').waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'forget' }).click()
    await page.getByText('This service asks for an API key').waitFor()
    expect(await violations(page)).toEqual([])
  })

  it('by keyboard alone: find an account, narrow it, open a row, follow a counterparty', async () => {
    const world = await startWorld()
    const { page } = await open()
    const { keyboard } = page
    await openPlace(page, world, 'chains')
    await page.getByText('Reorganisations seen').waitFor()
    const focused = (): Promise<string> => page.evaluate('document.activeElement.textContent || document.activeElement.id')
    /** Goes forward until the wanted thing has the focus; the bound is more than any page has to stop at. */
    const tabTo = async (wanted: RegExp): Promise<void> => {
      for (let i = 0; i < 60; i++) {
        if (wanted.test(await focused())) return
        await keyboard.press('Tab')
      }
      throw new Error(`${wanted} is not reached`)
    }
    await keyboard.press('Tab')
    expect(await focused()).toBe('To the content')
    await keyboard.press('/')
    await page.getByLabel('Address').waitFor()
    await keyboard.press('/')
    expect(await focused()).toBe('address')
    await keyboard.type(holder)
    await keyboard.press('Enter')
    await page.locator('.tbody .tr').first().waitFor()
    expect(await focused()).toMatch(/^Account 0x3C44/)
    await tabTo(/^filter-tokenid$/)
    await keyboard.type('2')
    await keyboard.press('Enter')
    await page.getByText('16 rows: that is all').waitFor({ state: 'attached' })
    await tabTo(/^all$/)
    await keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await tabTo(/^0x90F7…b906$/)
    await keyboard.press('Enter')
    await page.waitForURL(`**/#/account/1/${other}`)
    await page.getByRole('heading', { name: /^Account 0x90F7/ }).waitFor()
  })

  it('the list scrolls by keyboard', async () => {
    const world = await startWorld()
    const { page } = await open()
    await openPlace(page, world, `account/1/${holder}`)
    await page.getByText('80 rows: that is all').waitFor({ state: 'attached' })
    const list = page.locator('.scroller')
    await list.focus()
    await page.keyboard.press('End')
    await page.getByText('minted').waitFor()
  })
})
