import { openKeyring } from '../access/keyring.ts'

/** What a first start made: shown once, stored as hashes. */
export interface FirstSecrets {
  readonly key: string | undefined
  readonly adminToken: string | undefined
}

/** Makes a key for the owner of the machine, without limits, and the token of the console, where there are none yet. */
export const makeFirstSecrets = async (dataFolder: string): Promise<FirstSecrets> => {
  const keyring = openKeyring(dataFolder)
  const key = keyring.list().length > 0 ? undefined : keyring.create({ name: 'first', perSecond: 0, perDay: 0, expiresAt: null }).secret
  const adminToken = keyring.hasAdmin() ? undefined : keyring.resetAdmin()
  await keyring.close()
  return { key, adminToken }
}
