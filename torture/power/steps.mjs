// The data folder of a service, changed step by step through the built program's own code. The writer whose power is cut and the one that goes on after it
// do the same.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Opens store and keys for writing; `apply` returns once the step is said to be on disk, with the secret it made, if any. */
export const openData = async (dist, folder) => {
  const load = (module) => import(pathToFileURL(join(dist, module)).href)
  const { openLmdbStore } = await load('store/lmdb/open.js')
  const { openKeyring } = await load('access/keyring.js')
  let store
  let keyring
  const open = () => {
    store = openLmdbStore(join(folder, 'store'), { mode: 'write' })
    keyring = openKeyring(folder)
  }
  const close = async () => {
    await store.close()
    await keyring.close()
  }
  const idOf = (name) => keyring.list().find((key) => key.name === name)?.id
  const steps = {
    open,
    reopen: async () => {
      await close()
      open()
    },
    chain: ({ chainId }) => store.openChain(chainId, 0),
    commit: ({ batch }) => store.commit(batch),
    tokens: ({ chainId, tokens }) => store.putTokens(chainId, tokens),
    create: ({ name }) => keyring.create({ name, perSecond: 0, perDay: 0, expiresAt: null }).secret,
    revoke: ({ name }) => void keyring.revoke(name),
    use: ({ name, count }) => keyring.saveUse(new Map([[idOf(name), { day: 20_000, count }]])),
    admin: () => keyring.resetAdmin(),
  }
  return { apply: async (step) => steps[step.kind](step), close }
}
