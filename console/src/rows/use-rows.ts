import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Parameters } from '../service/ask.ts'
import { onSecretChange } from '../service/session.ts'
import { useChain, useStatus } from '../service/use-status.ts'
import { createRowList, type ListState, type RowList } from './list.ts'

/** The rows of a question, kept up to date with the chain's head for as long as they are looked at. */
export const useRows = (question: Parameters): ListState & Pick<RowList, 'more'> => {
  const name = JSON.stringify(question)
  const [attempt, setAttempt] = useState(0)
  const [, redraw] = useState(0)
  // The question is its text; another key is another attempt.
  const list = useMemo(() => createRowList(question, () => redraw((times) => times + 1)), [name, attempt])
  const { returns } = useStatus()
  const chain = useChain(Number(question['chainid']))
  const head = chain?.head?.number
  const newestChange = chain?.indexer?.reorganisations.recent[0]
  const seenChange = useRef(newestChange?.at)

  useEffect(() => {
    void list.more()
    return list.stop
  }, [list])
  useEffect(() => onSecretChange(() => setAttempt((times) => times + 1)), [])
  // Each of these is a reason to look again.
  useEffect(() => {
    const known = seenChange.current
    seenChange.current = newestChange?.at
    const changed = newestChange !== undefined && newestChange.at !== known
    void list.refresh(changed ? newestChange.ancestor : undefined)
  }, [head, newestChange?.at, returns])
  return { ...list.state(), more: list.more }
}
