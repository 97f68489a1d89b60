import { beforeAll, describe, expect, it } from 'vitest'
import { parameterTable } from '../../src/query/parameters.ts'
import { transferColumns } from '../../src/records/columns.ts'
import { build } from '../built.ts'
import { browserPath, useBrowser } from './chromium.ts'
import { contract, holder, openPlace, startWorld } from './world.ts'

const open = useBrowser()
beforeAll(build)

describe.skipIf(browserPath === undefined)('the contract page', () => {
  it('shows all transfers of the contract and its most moved ids, which narrow the list', async () => {
    const world = await startWorld()
    const { page, problems } = await open()
    await openPlace(page, world, `contract/1/${contract}`)
    await page.getByText('80 rows: that is all').waitFor({ state: 'attached' })
    const moved = page.locator('.moved tbody tr')
    expect(await moved.count()).toBe(5)
    // Sixteen transfers each, of values that are known.
    expect(await moved.first().locator('td').nth(1).textContent()).toContain('16')
    await page.locator('.moved').getByRole('link', { name: '3', exact: true }).click()
    await page.getByText('16 rows: that is all').waitFor({ state: 'attached' })
    expect(new Set(await page.locator('.tbody .col-id').allTextContents())).toEqual(new Set(['3']))
    expect(problems).toEqual([])
  })
})

describe.skipIf(browserPath === undefined)('the chains page', () => {
  it('shows progress, coverage, endpoints, failed checks, and changes by itself', async () => {
    const world = await startWorld({ blocks: 30, head: 59 })
    world.note(59, {
      phase: 'backfilling',
      backfill: { range: { from: 30, to: 59 }, doneBlocks: 30, remainingBlocks: 30, blocksPerSecond: 3, rowsPerSecond: 6, etaSeconds: 10 },
      failedChecks: { 'receipts root': 2 },
      lastFailedCheck: 'block 31 from http://node-b:8545: receipts root',
      stuck: [{ from: 31, to: 31, reason: 'no endpoint has its receipts', attempts: 4, since: 0 }],
    })
    const { page, problems } = await open()
    await openPlace(page, world, 'chains', { key: '' })
    const chain = page.getByRole('article', { name: /Ethereum/ })
    await chain.getByText('older blocks are still being indexed').waitFor()
    await chain.getByRole('img', { name: 'Transfers: 30 of 60 blocks, 50 %' }).waitFor()
    await chain.getByText('about 10 s left').waitFor()
    await chain.getByRole('row', { name: /node-a.*ok.*59.*4 ms.*12\.5/ }).waitFor()
    await chain.getByRole('row', { name: /node-b.*waits.*0 of 25.*timeout 3.*no answer within 10 s/ }).waitFor()
    await chain.getByText('receipts root: failed 2 times; nothing of it was stored').waitFor()
    await chain.getByText('Blocks 31 to 31 set aside after 4 attempts: no endpoint has its receipts').waitFor()
    await world.arrive(30, 59)
    await chain.getByRole('img', { name: 'Transfers: 60 of 60 blocks, 100 %' }).waitFor()
    expect(problems).toEqual([])
  })
})

describe.skipIf(browserPath === undefined)('the API page', () => {
  it('has every parameter and field of the tables', async () => {
    const world = await startWorld()
    const { page, problems } = await open()
    await openPlace(page, world, 'api')
    const cells = await page.locator('table code').allTextContents()
    const expected = Object.entries(parameterTable)
      .filter(([name, { for: operation }]) => operation !== 'getminedblocks' && !['module', 'action', 'apikey'].includes(name))
      .map(([name]) => name)
    expect(cells).toEqual(expect.arrayContaining([...expected, ...transferColumns.map(({ name }) => name)]))
    await page.getByRole('link', { name: 'getminedblocks' }).click()
    await page.getByRole('heading', { name: 'Blocks validated by address' }).waitFor()
    expect(await page.locator('table code').allTextContents()).toContain('blocktype')
    expect(problems).toEqual([])
  })

  it('runs a call and shows the line that does the same, without the key', async () => {
    const world = await startWorld()
    const { page } = await open()
    await openPlace(page, world, 'api')
    const form = page.getByRole('form', { name: 'Run token1155tx' })
    await form.getByLabel('address', { exact: true }).fill(holder)
    await form.getByLabel('offset').fill('2')
    await form.getByRole('button', { name: 'Run' }).click()
    const reply = page.getByRole('region', { name: 'Reply' })
    await reply.waitFor()
    expect(await reply.textContent()).toMatch(/X-Index-Head: 39[\s\S]*"message": "OK"/)
    await page.getByText(/HTTP 200 in [\d,]+ ms/).waitFor()
    const line = (await page.getByRole('region', { name: 'curl line' }).textContent()) ?? ''
    expect(line).not.toContain(world.key)
    const url = /'(http[^']+)'/.exec(line)?.[1] ?? ''
    const answer = (await (await fetch(url, { headers: { 'X-API-Key': world.key } })).json()) as { readonly result: readonly unknown[] }
    expect(answer.result).toHaveLength(2)
  })

  it('shows a refusal as it came', async () => {
    const world = await startWorld()
    const { page } = await open()
    await openPlace(page, world, 'api')
    const form = page.getByRole('form', { name: 'Run token1155tx' })
    await form.getByLabel('errors').selectOption('http')
    await form.getByRole('button', { name: 'Run' }).click()
    await page.getByText('HTTP 400').waitFor()
    expect(await page.getByRole('region', { name: 'Reply' }).textContent()).toContain('Error! Missing address or contract address')
  })
})

describe.skipIf(browserPath === undefined)('the keys page', () => {
  it('asks for the token and refuses a wrong one', async () => {
    const world = await startWorld({ blocks: 1 })
    const { page } = await open()
    await openPlace(page, world, 'keys')
    await page.getByLabel('Administrator’s token').fill(world.key)
    await page.getByRole('button', { name: 'Use it' }).click()
    await page.getByText('The token is not accepted').waitFor()
    expect(await page.locator('table.keys').count()).toBe(0)
  })

  it('makes a key that works, counts its use, and revokes it', async () => {
    const world = await startWorld()
    const { page, problems } = await open()
    await openPlace(page, world, 'keys', { admin: world.admin })
    await page.getByLabel('Name').fill('Books & <b>co</b>')
    await page.getByLabel('Calls a second').fill('7')
    await page.getByRole('button', { name: 'Make a key' }).click()
    const secret = (await page.locator('.secret').textContent()) ?? ''
    const ask = async (): Promise<string> =>
      (await fetch(`${world.url()}/v2/api?chainid=1&action=token1155tx&address=${holder}&apikey=${secret}`)).text()
    expect(await ask()).toContain('"OK"')
    const row = page.getByRole('row', { name: /Books & <b>co<\/b>/ })
    await row.getByText('1 of 100,000').waitFor()
    await row.getByRole('button', { name: /^Revoke/ }).click()
    await row.getByRole('button', { name: 'Revoke for good' }).click()
    await row.getByText(/revoked \d{4}/).waitFor()
    expect(await ask()).toContain('Invalid API Key (#err2)')
    expect(problems).toEqual([])
  })

  it('shows why a key cannot be made', async () => {
    const world = await startWorld({ blocks: 1 })
    const { page } = await open()
    await openPlace(page, world, 'keys', { admin: world.admin })
    await page.getByLabel('Name').fill('0123456789abcdef')
    await page.getByRole('button', { name: 'Make a key' }).click()
    await page.getByText('The name holds characters that cannot be shown, or is an id.').waitFor()
  })
})
