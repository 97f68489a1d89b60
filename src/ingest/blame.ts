import type { EndpointId } from '../rpc/port.ts'
import type { ProvingContext } from './context.ts'

/** Says what an endpoint did wrong, and sets it aside where there is another to take its place: a chain's only endpoint is asked again. */
export const blame = (chain: Pick<ProvingContext, 'client' | 'log'>, source: EndpointId, reason: string): void => {
  const endpoints = chain.client.health()
  chain.log.warn('what an endpoint sent does not hold; nothing of it is stored', { endpoint: endpoints[source]?.name ?? source, reason })
  if (endpoints.length > 1) chain.client.blame(source, reason)
}
