import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'

/** Where distributions put it; `OWNSCAN_CHROMIUM` names another. */
const places = [process.env['OWNSCAN_CHROMIUM'] ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const find = (): string | undefined => places.find((place) => place !== '' && existsSync(place))

/** Debian's package carries its own binary; only root can install it, and waits where another test does so already. */
const install = (): void => {
  const apt = (...args: string[]): void => {
    execFileSync('apt-get', ['-q', '-y', '-o', 'DPkg::Lock::Timeout=300', ...args], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
  try {
    apt('update')
    apt('install', '--no-install-recommends', 'chromium', 'fonts-dejavu-core')
  } catch (error) {
    console.warn(`Chromium cannot be installed: ${error instanceof Error ? error.message : error}`)
  }
}

if (find() === undefined && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) install()

/** The browser to test with; where there is none, tests of the console are skipped and say so. */
export const browserPath = find()
if (browserPath === undefined)
  console.warn('The console is not tested: there is no Chromium here (apt-get install chromium, or OWNSCAN_CHROMIUM=/path).')

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The slowest thing waited for is the next look at the service, ten seconds after several failed ones. */
const waitMs = 25_000

/** A browser for the tests of a file, with a profile of its own. */
export const useBrowser = (): ((options?: BrowserContextOptions) => Promise<TestPage>) => {
  let browser: Browser | undefined
  beforeAll(async () => {
    if (browserPath !== undefined) browser = await chromium.launch({ executablePath: browserPath, args: quiet })
  })
  afterAll(() => browser?.close())
  return async (options = {}) => {
    const context = await browser?.newContext({ viewport: { width: 1280, height: 900 }, ...options })
    if (context === undefined) throw new Error('the browser did not start')
    onTestFinished(() => context.close())
    const page = await context.newPage()
    page.setDefaultTimeout(waitMs)
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
    })
    return { page, problems }
  }
}

interface TestPage {
  readonly page: Page
  /** What the browser complained about: exceptions, breaches of the policy, failed requests. */
  readonly problems: readonly string[]
}
