import { isAscii } from 'node:buffer'
import type { Reply } from './transport.ts'

/** As much of a page as a message may quote. */
const quotedMaxChars = 200

/**
 * A body as JSON, or the beginning of its text where it is none. Answers of nodes are hexadecimal, so nearly always ASCII, which becomes a string by a plain copy.
 */
export const parseBody = (body: Buffer): Pick<Reply, 'json' | 'text'> => {
  const text = isAscii(body) ? body.toString('latin1') : body.toString('utf8')
  try {
    return { json: JSON.parse(text), text: '' }
  } catch {
    return { json: undefined, text: text.slice(0, quotedMaxChars) }
  }
}
