// Brings a checkout into a state that runs: installs what is missing, builds what changed, does nothing when all is up to date.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib'
import { alone } from './alone.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'

/** Runs a program to its end; its output goes to standard error, so that standard output stays the caller's. */
export const run = (command, args, cwd = root) => {
  const { status, error } = spawnSync(command, args, { cwd, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
  if (error) throw error
  if (status !== 0)
    throw new Error(`\`${[command, ...args].join(' ')}\` in ${relative(process.cwd(), cwd) || '.'} ended with code ${status}`)
}

const filesOf = (path) => {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.name !== 'node_modules')
    .flatMap((entry) => (entry.isDirectory() ? filesOf(join(path, entry.name)) : [join(path, entry.name)]))
}

const fingerprint = (paths) => {
  const hash = createHash('sha256').update(process.versions.modules)
  for (const file of paths.flatMap(filesOf).sort()) hash.update(relative(root, file)).update(readFileSync(file))
  return hash.digest('hex')
}

/** Does `work` unless it was done for exactly these inputs and its `output` still stands. */
const onceFor = (name, inputs, output, work) => {
  const stamp = join(root, '.setup', name)
  const wanted = fingerprint(inputs.map((input) => join(root, input)))
  const isDone = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && existsSync(join(root, output))
  if (isDone()) return
  alone(join(root, '.setup', 'running'), () => {
    if (isDone()) return
    rmSync(stamp, { force: true })
    work()
    writeFileSync(stamp, wanted)
  })
}

/** Installs the package in `folder` exactly as its lock file says. */
export const install = (folder = '.') =>
  onceFor(
    `install-${folder.replaceAll('/', '-')}`,
    [join(folder, 'package.json'), join(folder, 'package-lock.json')],
    join(folder, 'node_modules'),
    () => {
      console.error(`ownscan: installing ${folder === '.' ? 'dependencies' : `what ${folder}/ needs`} …`)
      // Not `npm ci`: it refuses a lock file without the packages of other platforms, which a mirror may lack.
      run(npm, ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], join(root, folder))
    },
  )

/** Builds the web page, and compresses what is worth it once and for all. Beside its own folder it reads the tables it shows. */
const buildConsole = () =>
  onceFor('console', ['console', 'src/records/columns.ts', 'src/query/parameters.ts'], 'build/console/index.html', () => {
    install('console')
    console.error('ownscan: building the console …')
    run(process.execPath, [join(root, 'console/node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], join(root, 'console'))
    for (const file of filesOf(join(root, 'build/console')).filter((name) => /\.(html|js|css|svg)$/.test(name))) {
      const bytes = readFileSync(file)
      const smaller = { br: brotliCompressSync(bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: 11 } }), gz: gzipSync(bytes, { level: 9 }) }
      for (const [end, compressed] of Object.entries(smaller))
        if (compressed.length < bytes.length) writeFileSync(`${file}.${end}`, compressed)
    }
  })

/** Compiles the service and builds its web page. */
export const build = () => {
  install()
  onceFor('build', ['src', 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json'], 'dist/main.js', () => {
    console.error('ownscan: building …')
    rmSync(join(root, '.setup', 'build.tsbuildinfo'), { force: true })
    run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json'])
    // What sources load from beside them, compiled code and SQL: the compiler leaves it behind.
    for (const file of filesOf(join(root, 'src')).filter((name) => /\.(wasm|sql)$/.test(name))) {
      const copy = join(root, 'dist', relative(join(root, 'src'), file))
      mkdirSync(dirname(copy), { recursive: true })
      copyFileSync(file, copy)
    }
  })
  buildConsole()
}
