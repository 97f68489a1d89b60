import type { Config } from '../config/types.ts'
import type { Logger } from '../log/logger.ts'
import { type Keyring, openKeyring } from './keyring.ts'
import type { Limiter } from './limiter.ts'
import { openLocalLimiter } from './local-limiter.ts'
import { openRedisLimiter } from './redis/limiter.ts'

/** Keys and limits of a process. */
export interface Access {
  readonly keyring: Keyring
  readonly limiter: Limiter
  readonly degraded: () => boolean
  close(): Promise<void>
}

export const openAccess = (config: Pick<Config, 'data' | 'redis'>, log: Logger): Access => {
  const keyring = openKeyring(config.data)
  const local = openLocalLimiter(config.data, keyring)
  const remote = config.redis === undefined ? undefined : openRedisLimiter(config.redis, local, log)
  const limiter = remote ?? local
  return {
    keyring,
    limiter,
    degraded: remote?.degraded ?? (() => false),
    close: async () => {
      await limiter.close()
      await keyring.close()
    },
  }
}
