import { openKeyring } from '../src/access/keyring.ts'
import { createRandom } from '../test/simulate/random.ts'
import { createCaller, type Reply } from './calls.ts'
import { createTally, type Tally } from './outcome.ts'
import { type Part, timeLeft } from './part.ts'
import { type Stage, setStage } from './stage.ts'
import { keyTiming } from './timing.ts'

interface KeyBounds {
  readonly rounds: number
  /** Times a wrong key is looked up to compare how long it takes; none where 0. */
  readonly lookups: number
}

const clients = 8
const guesses = 200
const perDay = 120
const perSecond = 20

/** The class of a t statistic that leaves no doubt; what is below may be noise of the machine. */
const certainDifference = 10

/** Keys and limits of the real service with several workers. */
export const tortureByKeys: Part<KeyBounds> = async (context, { rounds, lookups }) => {
  const all = {
    throttled: createTally('keys: of wrong keys from one source at most five are judged, whatever the concurrency; then the source waits'),
    others: createTally('keys: other sources are served while one is made to wait'),
    day: createTally(`keys: a daily limit lets exactly as many calls pass, from ${clients} clients at once over all workers`),
    second: createTally(
      `keys: a limit per second lets exactly as many calls pass in each, from ${clients} clients at once over all workers`,
    ),
    timing: createTally('keys: looking up a key that is nearly right takes as long as one that is not'),
  }
  const random = createRandom(`${context.seed}/keys`)
  const settings = { trustedProxies: ['127.0.0.1'] }
  const stage = await setStage({ folder: context.folder, seed: context.seed, head: 20, blocks: 20, settings })
  try {
    for (let round = 0; round < rounds && (round === 0 || timeLeft(context)); round++) {
      const source = `203.0.${random.int(256)}.${random.int(256)}`
      await bruteForce(stage, source, random.hex(20), all)
      await dailyLimit(stage, all.day, `round ${round}`)
      await secondLimit(stage, all.second, `round ${round}`)
    }
  } finally {
    await stage.close()
  }
  if (lookups > 0) {
    const { t, nearNs, farNs } = await keyTiming(`${context.folder}/timing`, lookups)
    context.note(`key look-up: ${nearNs} ns where nearly right, ${farNs} ns where not, t = ${t.toFixed(1)}`)
    all.timing.check(Math.abs(t) < certainDifference, () => `t = ${t}: ${nearNs} ns and ${farNs} ns`)
  }
  return Object.values(all)
}

const pathWith = (key: string): string => `/v2/api?module=account&action=getminedblocks&address=0x${'1'.repeat(40)}&apikey=${key}`
const resultOf = ({ text }: Reply): unknown => (JSON.parse(text) as { readonly result: unknown }).result

const bruteForce = async (
  { port, key }: Stage,
  source: string,
  salt: string,
  all: { readonly throttled: Tally; readonly others: Tally },
): Promise<void> => {
  const caller = createCaller(port, clients)
  const asked = Array.from({ length: guesses }, (_, i) =>
    caller.ask({ path: pathWith(`osk_${salt}${i}`), headers: { 'x-forwarded-for': source } }).then(resultOf),
  )
  const results = await Promise.all(asked)
  const judged = results.filter((result) => result === 'Invalid API Key (#err2)').length
  const waiting = results.filter((result) => String(result).startsWith('Too many invalid api key attempts')).length
  all.throttled.check(judged === 5 && waiting === guesses - 5, () => `${source}: ${judged} judged, ${waiting} told to wait, of ${guesses}`)
  const own = await caller.ask({ path: pathWith(key), headers: { 'x-forwarded-for': source } }).then(resultOf)
  all.throttled.check(String(own).startsWith('Too many'), () => `${source}: its right key is judged while it waits: ${String(own)}`)
  const other = await caller.ask({ path: pathWith(key), headers: { 'x-forwarded-for': '198.51.100.7' } })
  all.others.check(other.status === 200 && other.text.includes('No transactions found'), () => other.text)
  caller.close()
}

const newKey = async (data: string, limits: { readonly perDay: number; readonly perSecond: number }): Promise<string> => {
  const keyring = openKeyring(data)
  const { secret } = keyring.create({ name: 'limited', expiresAt: null, ...limits })
  await keyring.close()
  return secret
}

const passed = ({ text }: Reply): boolean => text.includes('No transactions found')

const dailyLimit = async ({ port, data }: Stage, tally: Tally, when: string): Promise<void> => {
  const key = await newKey(data, { perDay, perSecond: 0 })
  const callers = Array.from({ length: clients }, () => createCaller(port, 4))
  const replies = await Promise.all(
    callers.flatMap((caller) => Array.from({ length: (2 * perDay) / clients }, () => caller.ask({ path: pathWith(key) }))),
  )
  const count = replies.filter(passed).length
  const told = replies.filter(({ text }) => text.includes(`Max daily rate limit reached. ${perDay} (100%) of ${perDay} day/limit`)).length
  tally.check(count === perDay && told === replies.length - perDay, () => `${when}: ${count} of ${perDay} passed, ${told} told so`)
  for (const caller of callers) caller.close()
}

/** Calls through some seconds of the clock; a run that the machine stretched into another second shows nothing and is not counted. */
const secondLimit = async ({ port, data }: Stage, tally: Tally, when: string): Promise<void> => {
  const key = await newKey(data, { perDay: 0, perSecond })
  const callers = Array.from({ length: clients }, () => createCaller(port, 1))
  const first = Math.ceil(Date.now() / 1000) * 1000
  const seconds = 2
  const end = first + seconds * 1000 - 150
  const counts = await Promise.all(
    callers.map(async (caller) => {
      let count = 0
      await new Promise((resolve) => setTimeout(resolve, first + 20 - Date.now()))
      while (Date.now() < end) if (passed(await caller.ask({ path: pathWith(key) }))) count++
      return count
    }),
  )
  const late = Date.now() >= first + seconds * 1000
  const count = counts.reduce((sum, one) => sum + one, 0)
  if (!late) tally.check(count === seconds * perSecond, () => `${when}: ${count} passed in ${seconds} seconds of ${perSecond}`)
  for (const caller of callers) caller.close()
}
