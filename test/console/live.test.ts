import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { openKeyring } from '../../src/access/keyring.ts'
import { build } from '../built.ts'
import { browserPath, useBrowser } from './chromium.ts'
import { hex, holder, openPlace, startWorld } from './world.ts'

const open = useBrowser()
beforeAll(build)

const rows = (page: Page) => page.locator('.tbody .tr')
const place = `account/1/${holder}`

describe.skipIf(browserPath === undefined)('while one watches', () => {
  it('new rows come in front and confirmations rise', async () => {
    const world = await startWorld()
    const { page } = await open()
    await openPlace(page, world, place)
    await rows(page).filter({ hasText: '39 1' }).first().waitFor()
    await world.arrive(40, 42)
    await rows(page).filter({ hasText: '42 1' }).first().waitFor()
    await rows(page).filter({ hasText: '39 4' }).first().waitFor()
    expect(await page.getByText('reorganised').count()).toBe(0)
  })

  it('whoever reads further down stays where they are', async () => {
    const world = await startWorld({ blocks: 45 })
    const { page } = await open()
    await openPlace(page, world, place)
    await page.getByText('90 rows: that is all').waitFor({ state: 'attached' })
    await page.locator('.scroller').evaluate((element) => element.scrollTo(0, 1200))
    const seen = page.getByRole('row', { name: /\b29 \d+\b/ }).first()
    await seen.waitFor()
    const before = await seen.evaluate((element) => element.getBoundingClientRect().top)
    await world.arrive(45, 46)
    await page.getByText('94 rows: that is all').waitFor({ state: 'attached' })
    expect(await seen.evaluate((element) => element.getBoundingClientRect().top)).toBe(before)
  })

  it('a reorganisation takes its rows away and says so', async () => {
    const world = await startWorld()
    const { page } = await open()
    await openPlace(page, world, place)
    await rows(page).filter({ hasText: '39 1' }).first().waitFor()
    expect(await rows(page).first().locator('.col-value').textContent()).toBe('48')
    await world.arrive(38, 40, { fork: 1, rollbackTo: 37 })
    await page.getByText('The chain was reorganised').waitFor()
    await page.getByText('4 rows shown before are no longer part of it').waitFor()
    await rows(page).filter({ hasText: '40 1' }).first().waitFor()
    const values = await rows(page).locator('.col-value').allTextContents()
    expect(values.slice(0, 7)).toEqual(['1 049', '1 050', '1 048', '1 049', '1 047', '1 048', '46'])
    await page.goto(`${world.url()}/#/chains`)
    await page.getByText('Reorganisations seen: 1').waitFor()
    await page.getByText('3 blocks above 37 replaced').waitFor()
  })

  it('a reorganisation deeper than a page starts the list over', async () => {
    const world = await startWorld({ blocks: 120 })
    const { page } = await open()
    await openPlace(page, world, place)
    await page.getByRole('button', { name: 'Read 5,000 further back' }).click()
    await page.getByText('240 rows: that is all').waitFor({ state: 'attached' })
    await world.arrive(40, 120, { fork: 1, rollbackTo: 39 })
    await page.getByText('160 rows shown before are no longer part of it').waitFor()
    await page.getByRole('button', { name: 'Read 5,000 further back' }).click()
    await page.getByText('242 rows: that is all').waitFor({ state: 'attached' })
    await page.locator('.scroller').evaluate((element) => element.scrollTo(0, 145 * 40))
    const replaced = rows(page).filter({ hasText: '45 76' })
    await replaced.first().waitFor()
    expect(await replaced.locator('.col-value').allTextContents()).toEqual(['1 054', '1 055'])
  })

  it('still indexing is told as such, and the rows come when the gap is filled', async () => {
    const world = await startWorld({ blocks: 30, head: 39 })
    const { page } = await open()
    await openPlace(page, world, place)
    await page.getByText('Still indexing').waitFor()
    await page.getByText('Index incomplete: blocks 30-39 of chain 1 are not indexed yet').waitFor()
    await page.getByLabel('To block').fill('20')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('42 rows: that is all').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByText('Still indexing').waitFor()
    await world.arrive(30, 39)
    await page.getByText('80 rows: that is all').waitFor({ state: 'attached' })
    expect(await page.getByText('Still indexing').count()).toBe(0)
  })

  it('a service that goes down is told, keeps what is shown, and goes on when it is back', async () => {
    const world = await startWorld()
    const { page } = await open()
    await openPlace(page, world, place)
    await rows(page).first().waitFor()
    await world.stop()
    await page.getByText('The service does not answer.').first().waitFor()
    expect(await rows(page).count()).toBeGreaterThan(0)
    await world.arrive(40, 40)
    await world.restart()
    await rows(page).filter({ hasText: '40 1' }).first().waitFor()
    await page.locator('.banner.bad').waitFor({ state: 'detached' })
  })
})

describe.skipIf(browserPath === undefined)('failures', () => {
  it('nothing there is not an error', async () => {
    const world = await startWorld()
    const { page, problems } = await open()
    await openPlace(page, world, `account/1/${hex(0xdead, 40)}`)
    await page.getByText('No transfers: this address has neither sent nor received').waitFor()
    await page.getByText('The index is complete for what was asked, up to block 39.').waitFor()
    expect(problems).toEqual([])
  })

  it('no key: asks for one, and shows the rows once it is entered', async () => {
    const world = await startWorld()
    const { page } = await open()
    await openPlace(page, world, place, { key: '' })
    await page.getByText('This service asks for an API key').waitFor()
    const form = page.getByRole('region', { name: 'API key' })
    await form.getByLabel('API key').fill(world.key)
    await form.getByRole('button', { name: 'Use it' }).click()
    await rows(page).first().waitFor()
    expect(await page.evaluate('localStorage.getItem("ownscan-key")')).toBeNull()
    expect(await page.evaluate('location.href')).not.toContain(world.key)
  })

  it('a key is kept on the device only where one says so', async () => {
    const world = await startWorld()
    const { page } = await open()
    await openPlace(page, world, place, { key: '' })
    const form = page.getByRole('region', { name: 'API key' })
    await form.getByLabel('API key').fill(world.key)
    await form.getByLabel(/Keep it on this device/).check()
    await form.getByRole('button', { name: 'Use it' }).click()
    await rows(page).first().waitFor()
    expect(await page.evaluate('localStorage.getItem("ownscan-key")')).toBe(world.key)
    await page.getByRole('button', { name: 'forget' }).click()
    await page.getByText('This service asks for an API key').waitFor()
    expect(await page.evaluate('localStorage.getItem("ownscan-key")')).toBeNull()
  })

  it('a wrong key: says so, and asks again', async () => {
    const world = await startWorld()
    const { page } = await open()
    await openPlace(page, world, place, { key: 'osk_wrong' })
    const alert = page.getByRole('alert')
    await alert.getByText('Invalid API Key (#err2)').waitFor()
    await alert.getByLabel('API key').fill(world.key)
    await alert.getByRole('button', { name: 'Use it' }).click()
    await rows(page).first().waitFor()
  })

  it('a wrong key is not tried again and again', async () => {
    const world = await startWorld()
    const { page } = await open()
    const asked: string[] = []
    page.on('request', (request) => void (request.url().includes('/v2/api') && asked.push(request.url())))
    await openPlace(page, world, place, { key: 'osk_wrong' })
    await page.getByText('Invalid API Key (#err2)').waitFor()
    const heard = () =>
      page.waitForResponse(async (response) => response.url().endsWith('/status') && (await response.text()).includes('"number":41'))
    await world.arrive(40, 41)
    // By the second time the page has long acted on the first.
    await heard()
    await heard()
    expect(asked).toHaveLength(1)
  })

  it('a spent key: says which limit, and stops there', async () => {
    const world = await startWorld()
    const keyring = openKeyring(world.data)
    const { secret } = keyring.create({ name: 'spent', perSecond: 0, perDay: 1, expiresAt: null })
    await keyring.close()
    await fetch(`${world.url()}/v2/api?chainid=1&action=token1155tx&address=${holder}&apikey=${secret}`)
    const { page } = await open()
    await openPlace(page, world, place, { key: secret })
    await page.getByText('The key has reached a limit').waitFor()
    await page.getByText('Max daily rate limit reached. 1 (100%) of 1 day/limit').waitFor()
  })

  it('a chain that is not served: the service’s own words', async () => {
    const world = await startWorld()
    const { page } = await open()
    await openPlace(page, world, `account/77/${holder}`)
    await page.getByText('The service cannot answer this question').waitFor()
    await page.getByText(/Missing or unsupported chainid parameter/).waitFor()
  })

  it('an address in the link that is none', async () => {
    const world = await startWorld()
    const { page } = await open()
    await openPlace(page, world, 'account/1/0x12')
    await page.getByText('The address in the link cannot be read').waitFor()
  })

  it.each([
    [503, '{"status":"0","message":"NOTOK","result":"Error! Service overloaded, please try again later"}', 'The service is busy'],
    [500, '{"status":"0","message":"NOTOK","result":"Error! Internal error, please try again later"}', 'Something failed that should not'],
    [
      503,
      '{"status":"0","message":"Query Timeout occured. Please select a smaller result dataset","result":null}',
      'Query Timeout occured',
    ],
    [502, '<html>bad gateway</html>', 'The service does not answer'],
  ])('status %i with %s', async (status, body, words) => {
    const world = await startWorld()
    const { page } = await open()
    await page.route('**/v2/api?*', (route) => route.fulfill({ status, body }))
    await openPlace(page, world, place)
    await page.getByText(words).first().waitFor()
  })

  it('an open service asks for no key', async () => {
    const world = await startWorld({ args: ['--auth', 'off'] })
    const { page } = await open()
    await openPlace(page, world, place, { key: '' })
    await rows(page).first().waitFor()
    expect(await page.getByText('asks for an API key').count()).toBe(0)
  })
})
