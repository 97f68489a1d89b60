import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { consoleRoutes } from '../../src/http/console-routes.ts'
import { build, root } from '../built.ts'
import { testFolder } from '../folder.ts'
import { startTestService } from '../http/service.ts'

beforeAll(build)

const page = readLater('build/console/index.html')
function readLater(name: string): () => string {
  return () => readFileSync(join(root, name), 'utf8')
}
/** What the page loads, as it names it. */
const parts = (): string[] => [...page().matchAll(/(?:src|href)="\.(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)

describe('the console as it is served', () => {
  it('answers / with the page and a policy that allows nothing inline and nothing from elsewhere', async () => {
    const { get } = await startTestService({ routes: consoleRoutes() })
    const { status, text, headers } = await get('/')
    expect(status).toBe(200)
    expect(text).toBe(page())
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toBe('no-cache')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|\*|https?:|data:/)
    expect(text).not.toMatch(/<style|style=|<script(?![^>]*\ssrc=)|https?:\/\//)
  })

  it('names its parts by content and lets them be kept for good', async () => {
    const { get } = await startTestService({ routes: consoleRoutes() })
    expect(parts().length).toBeGreaterThanOrEqual(3)
    for (const path of parts()) {
      const { status, headers } = await get(path)
      expect([path, status]).toEqual([path, 200])
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    }
  })

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('sends what the build compressed with %s', async (encoding, unpack) => {
    const { get } = await startTestService({ routes: consoleRoutes() })
    const [script = ''] = parts().filter((path) => path.endsWith('.js'))
    const { bytes, headers } = await get(script, { headers: { 'accept-encoding': encoding } })
    expect(headers['content-encoding']).toBe(encoding)
    expect(unpack(bytes).equals(readFileSync(join(root, 'build/console', script)))).toBe(true)
  })

  it('loads within 150 kB compressed', async () => {
    const { get } = await startTestService({ routes: consoleRoutes() })
    const sizes = await Promise.all(
      ['/', ...parts()].map(async (path) => (await get(path, { headers: { 'accept-encoding': 'gzip' } })).bytes.length),
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(150_000)
  })

  it('answers an unchanged page with 304', async () => {
    const { get } = await startTestService({ routes: consoleRoutes() })
    const { headers } = await get('/')
    const again = await get('/', { headers: { 'if-none-match': String(headers['etag']) } })
    expect([again.status, again.bytes.length]).toEqual([304, 0])
  })

  it.each(['/assets/', '/assets/nothing.js', '/assets/../index.html', '/assets/%2e%2e/index.html'])('has nothing at %s', async (path) => {
    const { get } = await startTestService({ routes: consoleRoutes() })
    expect((await get(path)).status).toBe(404)
  })

  it('says where the console is missing, and serves the rest', async () => {
    const { get, key } = await startTestService({ routes: consoleRoutes(join(testFolder(), 'absent')) })
    const answer = await get('/')
    expect(answer.status).toBe(404)
    expect(answer.text).toContain('npm run build')
    expect((await get(`/v2/api?apikey=${key}`)).status).toBe(200)
  })
})
