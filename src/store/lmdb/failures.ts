import { StoreConflict, StoreUnusable } from '../port.ts'

const codes = {
  diskFull: /no space left|disk quota|file too large|MDB_MAP_FULL|map full/i,
  // The database reports a write that was cut short as this, without the system's reason.
  cutShort: /input\/output error|EIO/i,
  readOnly: /read-only file system|EROFS|permission denied|EACCES|not permitted|EPERM/i,
  foreign:
    /MDB_INVALID|not an LMDB file|MDB_VERSION_MISMATCH|MDB_CORRUPTED|MDB_PAGE_NOTFOUND|located page was wrong type|requested page not found/i,
} as const

/** What a failure to write means for the operator. Nothing of the batch is stored; all batches before it are. */
export const writeFailure = (error: unknown, folder: string): unknown => {
  if (error instanceof StoreConflict || !(error instanceof Error)) return error
  if (codes.diskFull.test(error.message))
    return new StoreUnusable(
      `the disk that holds ${folder} is full: the batch was not stored, all before it were; make room, and it goes on`,
      { cause: error },
    )
  if (codes.cutShort.test(error.message))
    return new StoreUnusable(
      `the disk that holds ${folder} is full or fails: the batch was not stored, all before it were; make room, or see to the disk, and it goes on`,
      { cause: error },
    )
  if (codes.readOnly.test(error.message))
    return new StoreUnusable(`${folder} cannot be written: the batch was not stored, all before it were; check the folder's permissions`, {
      cause: error,
    })
  return error
}

export const openFailure = (error: unknown, folder: string): unknown => {
  if (error instanceof StoreUnusable || !(error instanceof Error)) return error
  if (codes.readOnly.test(error.message))
    return new StoreUnusable(`${folder} cannot be opened: check the folder's permissions (${error.message})`, { cause: error })
  if (codes.diskFull.test(error.message))
    return new StoreUnusable(`the disk that holds ${folder} is full: make room and start again`, { cause: error })
  if (codes.foreign.test(error.message))
    return new StoreUnusable(
      `${folder} does not hold a store that can be read (${error.message}): name another folder, restore a copy, or remove it and index anew`,
      {
        cause: error,
      },
    )
  return error
}
