import { beforeAll, it } from 'vitest'
import { tortureByHostileClients } from '../../torture/hostile.ts'
import { build } from '../built.ts'
import { expectHeld, shortContext } from './short.ts'

beforeAll(build)

it('hostile clients get refusals, others their answers, and nothing stays', async () => {
  expectHeld(
    await tortureByHostileClients(shortContext(), { connections: 3, idle: 200, patient: false }),
    'cut off',
    'memory does not grow',
  )
})
