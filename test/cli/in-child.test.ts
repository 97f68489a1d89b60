import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { build, root } from '../built.ts'
import { testFolder } from '../folder.ts'

beforeAll(build)

/** Runs a command whose work is this JavaScript. */
const command = (work: string) => {
  const script = join(testFolder(), 'command.mjs')
  const module = pathToFileURL(join(root, 'dist/cli/in-child.js')).href
  writeFileSync(
    script,
    `import { inChild } from '${module}'
     process.exitCode = await inChild(async () => { ${work} }, (signal) => 'the store is damaged: ' + signal)`,
  )
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [script, '--flag'], { encoding: 'utf8' })
  return { status, signal, stdout, stderr }
}

describe('a command whose work is done in a process of its own', () => {
  it('tells in a sentence that the work was ended by what it read (disk, seed 20261116)', () => {
    const ended = command('process.abort()')
    expect(ended).toMatchObject({ status: 1, signal: null })
    expect(ended.stderr).toMatch(/^ownscan: the store is damaged: SIGABRT$/m)
  })

  it('prints and ends as the work does', () => {
    expect(command('console.log(process.argv[2]); return 2')).toEqual({ status: 2, signal: null, stdout: '--flag\n', stderr: '' })
  })
})
