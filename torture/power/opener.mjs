// Opens what a power cut left, with the built program's own code, and tells what is in it: `fork('opener.mjs', [DIST])`, one message a question. A process of its
// own, because on a broken file the database library may end the process.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openData } from './steps.mjs'

const [dist = ''] = process.argv.slice(2)
const load = (module) => import(pathToFileURL(join(dist, module)).href)
const { openLmdbStore } = await load('store/lmdb/open.js')
const { openKeyring } = await load('access/keyring.js')
const { parseNote } = await load('ingest/note.js')

/** Undefined where there is no store, or no chain in it. */
const readStore = async ({ folder, mode, chainId, contracts }) => {
  let store
  try {
    store = openLmdbStore(join(folder, 'store'), { mode, deep: true })
  } catch (error) {
    if (error.name === 'StoreAbsent') return undefined
    throw error
  }
  try {
    parseNote(await store.notes(chainId))
    const snapshot = await store.snapshot(chainId)
    if (snapshot === undefined) return undefined
    const { state } = snapshot
    const blocks = [...snapshot.scan({ from: 0, to: 1_000_000_000 })]
    const tokens = contracts.map((contract) => snapshot.token(contract))
    return { state, blocks, tokens }
  } finally {
    await store.close()
  }
}

const readKeys = async ({ folder, secrets }) => {
  const keyring = openKeyring(folder)
  try {
    return {
      keys: keyring
        .list()
        .map(({ id, name, revokedAt }) => ({ name, revoked: revokedAt !== null, used: keyring.savedUse(id)?.count ?? 0 })),
      good: secrets.filter((secret) => keyring.find(secret) !== undefined || keyring.isAdmin(secret)),
    }
  } finally {
    await keyring.close()
  }
}

const work = {
  look: async (question) => ({ store: await readStore(question), access: await readKeys(question) }),
  goOn: async ({ folder, steps }) => {
    const data = await openData(dist, folder)
    await data.apply({ kind: 'open' })
    for (const step of steps) await data.apply(step)
    await data.close()
  },
}

process.on('message', async (question) => {
  try {
    process.send({ answer: await work[question.kind](question) })
  } catch (error) {
    process.send({ error: String(error) })
  }
})
