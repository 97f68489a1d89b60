import { existsSync } from 'node:fs'
import { beforeAll, it } from 'vitest'
import { tortureByDisk } from '../../torture/disk.ts'
import { build } from '../built.ts'
import { expectHeld, shortContext } from './short.ts'

beforeAll(build)

// The limit that stands for a full disk is lifted by a tool of Linux.
it.runIf(existsSync('/usr/bin/prlimit'))('a full, a read-only and a spoilt disk are told, and nothing stored is lost', async () => {
  expectHeld(await tortureByDisk(shortContext(), { rounds: 1, spoilt: 1 }), 'cannot be written')
})
