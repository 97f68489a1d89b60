import type { Config } from '../config/types.ts'
import type { Route } from '../http/route.ts'
import type { StoreReader } from '../store/port.ts'
import { publishedChains } from './covered.ts'
import { publisherOf } from './publisher.ts'
import { catalogRoutes } from './routes.ts'
import { startValidationThread } from './thread.ts'

/** The catalog's part of the service: its routes, and what must be closed with them. */
export interface OpenCatalog {
  readonly routes: readonly Route[]
  close(): Promise<void>
}

export interface OpenCatalogOptions {
  readonly config: Pick<Config, 'catalog'>
  readonly store: StoreReader
  /** The chains served now. */
  readonly chains: () => readonly number[]
  readonly nameOf: (chainId: number) => string
}

export const openCatalog = ({ config, store, chains, nameOf }: OpenCatalogOptions): OpenCatalog => {
  const [thread, ownThread] = [startValidationThread(), startValidationThread()]
  const publisher = publisherOf(config.catalog)
  return {
    routes: catalogRoutes({ publisher, chains: () => publishedChains(store, chains(), nameOf), thread, ownThread }),
    close: async () => {
      await Promise.all([thread.close(), ownThread.close()])
    },
  }
}
