import { useEffect, useState } from 'preact/hooks'
import { type ChainView, type StatusFeed, statusNow, watchStatus } from './status.ts'

export const useStatus = (): StatusFeed => {
  const [feed, setFeed] = useState(statusNow)
  useEffect(() => watchStatus(setFeed), [])
  return feed
}

export const useChain = (chainId: number): ChainView | undefined => useStatus().status?.chains.find((chain) => chain.chainId === chainId)
