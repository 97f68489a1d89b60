// Writes the bill of materials of what the service installs, as CycloneDX JSON, to standard output: `npm run --silent sbom > sbom.json`.
import { spawnSync } from 'node:child_process'
import { install, root } from './setup.mjs'

install()
const { status } = spawnSync('npm', ['sbom', '--omit=dev', '--sbom-format=cyclonedx', '--sbom-type=application'], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
})
process.exit(status ?? 1)
