import { beforeAll, describe, expect, it } from 'vitest'
import { build } from '../built.ts'
import { browserPath, useBrowser } from './chromium.ts'
import { contract, holder, openPlace, startWorld } from './world.ts'

const open = useBrowser()
beforeAll(build)

/** What contracts call themselves to deceive or to break a page. */
const names: readonly (readonly [kind: string, name: string])[] = [
  ['markup', '<img src=x onerror="window.broken=1"><script>window.broken=1</script></bdi></div>'],
  ['text that turns around', '\u202ePAY \u2066evil\u2067\u200f'],
  ['ten thousand characters', 'W'.repeat(10_000)],
  ['ten thousand bytes of emoji', '👩‍👩‍👧‍👦🏴‍☠️'.repeat(400)],
  ['towers of accents', `Z${'\u0301\u0489'.repeat(200)}`],
  ['lines and controls', 'a\r\nb\u0000c\u001b[31m\t'],
  ['lone surrogates', '\ud800x\udfff'],
  ['a formula', '=HYPERLINK("http://evil","click")'],
]

describe.skipIf(browserPath === undefined)('names of hostile tokens', () => {
  it.each(names)('%s: shown as text, the layout as ever', async (_, name) => {
    const world = await startWorld()
    await world.writer.putTokens(1, new Map([[contract, { name, symbol: name }]]))
    const { page, problems } = await open()
    await openPlace(page, world, `account/1/${holder}`)
    const first = page.locator('.tbody .tr').first()
    await first.waitFor()
    await page.locator('.chart canvas').nth(1).waitFor()
    expect(await page.evaluate('window.broken')).toBeUndefined()
    expect(await page.locator('main img[src], main script').count()).toBe(0)
    expect((await first.boundingBox())?.height).toBe(40)
    expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
    // What stands beside the name is where it is, and reads as ever.
    const cell = await first.locator('.col-token').boundingBox()
    const value = await first.locator('.col-value').boundingBox()
    expect((cell?.x ?? 0) + (cell?.width ?? 0)).toBeLessThanOrEqual(value?.x ?? 0)
    expect(await first.locator('.col-token').textContent()).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200f\p{Cc}]/u)
    await first.getByRole('button').click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    expect((await dialog.boundingBox())?.width).toBeLessThanOrEqual(46 * 15 + 1)
    await page.goto(`${world.url()}/#/contract/1/${contract}`)
    await page.getByText('Most moved ids').waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
    expect(problems).toEqual([])
  })

  it('a formula reaches no spreadsheet as one', async () => {
    const world = await startWorld({ blocks: 2 })
    await world.writer.putTokens(1, new Map([[contract, { name: '=1+1', symbol: '@SUM(A1)' }]]))
    const { page } = await open()
    await openPlace(page, world, `account/1/${holder}`)
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV shown' }).click()
    const stream = await (await coming).createReadStream()
    let text = ''
    for await (const chunk of stream) text += chunk
    expect(text).toContain(",'=1+1,'@SUM(A1),")
  })
})
