import { beforeAll, it } from 'vitest'
import { tortureByRequests } from '../../torture/requests.ts'
import { build } from '../built.ts'
import { expectHeld, shortContext } from './short.ts'

beforeAll(build)

it('generated requests get exactly the answers recomputed from plain arrays, while blocks arrive', async () => {
  expectHeld(await tortureByRequests(shortContext(), { requests: 2_000 }), 'memory')
})
