import { ConfigError, OperatorFileError } from '../config/errors.ts'
import { StoreUnusable } from '../store/port.ts'

/** How a command that threw ends: what is wrong in a sentence, and the exit code. */
interface Ending {
  readonly text: string
  readonly code: 1 | 2
}

/** Of the system, where a folder or file of ours cannot be made, opened or written. */
const folderCodes = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'ENOENT', 'EEXIST', 'ENOSPC', 'EDQUOT'])

/** 2 where the configuration or the folder named is at fault, 1 where something failed. The message says it all: a stack would only hide it. */
export const endingOf = (error: unknown): Ending => {
  if (error instanceof ConfigError || error instanceof OperatorFileError || error instanceof StoreUnusable)
    return { text: error.message, code: 2 }
  if (!(error instanceof Error)) return { text: String(error), code: 1 }
  const { code, path } = error as NodeJS.ErrnoException
  if (code !== undefined && folderCodes.has(code) && path !== undefined)
    return { text: `${path} cannot be used (${error.message}): check its permissions, or name another folder with --data`, code: 2 }
  return { text: error.message, code: 1 }
}
