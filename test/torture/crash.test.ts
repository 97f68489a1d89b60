import { beforeAll, it } from 'vitest'
import { tortureByCrashes } from '../../torture/crash.ts'
import { build } from '../built.ts'
import { expectHeld, shortContext } from './short.ts'

beforeAll(build)

it('the service killed at any instant loses nothing: chain, keys, counters', async () => {
  expectHeld(await tortureByCrashes(shortContext(), { kills: 4 }), 'supervisor')
})
