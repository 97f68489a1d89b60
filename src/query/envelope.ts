/** The envelope of an answer, in the order and spelling clients rely on: compact, no final newline. Failures have theirs in `errors.ts`. */
export const successHead = '{"status":"1","message":"OK","result":['
export const successTail = ']}'

/** No rows, also past the last page. */
export const emptyBody = Buffer.from('{"status":"0","message":"No transactions found","result":[]}')

/** A success whose result is not a list of rows. */
export const objectBody = (result: unknown): Buffer => Buffer.from(JSON.stringify({ status: '1', message: 'OK', result }))
