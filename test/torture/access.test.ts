import { beforeAll, it } from 'vitest'
import { tortureByKeys } from '../../torture/keys.ts'
import { tortureSecrets } from '../../torture/secrets.ts'
import { tortureSupply } from '../../torture/supply.ts'
import { build } from '../built.ts'
import { expectHeld, shortContext } from './short.ts'

beforeAll(build)

it('guesses are throttled, and limits exact over clients and workers', async () => {
  // A busy machine can stretch the run into another second; then nothing is shown.
  expectHeld(await tortureByKeys(shortContext(), { rounds: 1, lookups: 0 }), 'looking up', 'per second')
})

it('planted secrets come out nowhere', async () => {
  expectHeld(await tortureSecrets(shortContext(), {}))
})

it('what is installed is locked, and install scripts are those the document lists', async () => {
  expectHeld(await tortureSupply(shortContext(), { audit: false }), 'vulnerability')
})
