import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTally } from './outcome.ts'
import type { Part } from './part.ts'
import { root } from './program.ts'

interface Locked {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly optional?: boolean
  readonly hasInstallScript?: boolean
}

interface SupplyBounds {
  /** Whether to ask the registry for known vulnerabilities. */
  readonly audit: boolean
}

/** What npm installs for the service, by the lock file; the audit is the registry's, where one is reachable. */
export const tortureSupply: Part<SupplyBounds> = async (context, { audit }) => {
  const locked = createTally('supply: every package is locked to a version and a hash, from no particular registry')
  const scripts = createTally('supply: every runtime package with an install script is listed in docs/RELIABILITY.md, and no other')
  const known = createTally('supply: no runtime dependency has a known vulnerability rated high or above')
  const bill = createTally('supply: a bill of materials can be written')
  const packages = runtimePackages()
  for (const [name, { version, integrity, resolved }] of packages)
    locked.check(version !== undefined && integrity !== undefined && resolved === undefined, () => `${name} ${version ?? ''}`)
  const withScripts = packages.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([name]) => name)
  const listed = listedScripts()
  for (const name of new Set([...withScripts, ...listed]))
    scripts.check(
      withScripts.includes(name) === listed.includes(name),
      () => `${name}: ${withScripts.includes(name) ? 'not listed' : 'listed and has none'}`,
    )
  if (audit) {
    const found = auditSeverities()
    if (found === undefined) context.note('the registry has no audit, or none that is reachable: not tried')
    else known.check(found.high + found.critical === 0, () => `${found.high} high, ${found.critical} critical: npm audit --omit=dev tells`)
  }
  const sbom = spawnSync(process.execPath, [join(root, 'tools/sbom.mjs')], { encoding: 'utf8' })
  bill.check(sbom.status === 0 && sbom.stdout.includes('"bomFormat"'), () => sbom.stderr.slice(0, 300))
  return [locked, scripts, known, bill]
}

const runtimePackages = (): [string, Locked][] => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { readonly packages: Readonly<Record<string, Locked>> }
  return Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path !== '' && dev !== true && link !== true)
    .map(([path, entry]) => [path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), entry])
}

/** The names in the first column of the table under "Install scripts". */
const listedScripts = (): string[] => {
  const text = readFileSync(join(root, 'docs/RELIABILITY.md'), 'utf8')
  const section = /^### Install scripts\n([\s\S]*?)(?=^#|(?![\s\S]))/m.exec(text)?.[1] ?? ''
  return [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name ?? '')
}

const auditSeverities = (): { readonly high: number; readonly critical: number } | undefined => {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: root, encoding: 'utf8', timeout: 60_000 })
  try {
    const { metadata } = JSON.parse(stdout) as { readonly metadata?: { readonly vulnerabilities?: { high: number; critical: number } } }
    return metadata?.vulnerabilities
  } catch {
    return undefined
  }
}
