import { openSync, readSync } from 'node:fs'

/** The system's tables of sockets. Those that listen stand first, so the beginning is enough however many connections there are. */
const tables = ['/proc/net/tcp', '/proc/net/tcp6']
const tableBytes = 64 * 1024

/**
 * Answers how many connections to this port the system holds that nobody has accepted yet. The event loop accepts one connection a turn, so a worker that is
 * slower than its callers has its queue there, unseen. Where the system does not tell it answers 0.
 */
export const acceptQueueOf = (port: number): (() => number) => {
  const buffer = Buffer.alloc(tableBytes)
  // Local address and port, remote address and port, the state "listens", bytes to send, and what waits.
  const line = new RegExp(`:${port.toString(16).toUpperCase().padStart(4, '0')} 0+:0000 0A [0-9A-F]{8}:([0-9A-F]{8}) `)
  const find = (file: number, bytes: number): RegExpExecArray | null =>
    line.exec(buffer.toString('latin1', 0, readSync(file, buffer, 0, bytes, 0)))
  const table = tables.flatMap(openTable).find((file) => find(file, tableBytes) !== null)
  if (table === undefined) return () => 0
  // Reading beyond the line makes the system walk through all its sockets, which takes a hundred times as long.
  let enough = tableBytes
  return () => {
    const found = find(table, enough) ?? find(table, tableBytes)
    if (found === null) return 0
    enough = found.index + found[0].length
    return Number.parseInt(found[1] ?? '0', 16)
  }
}

const openTable = (path: string): number[] => {
  try {
    return [openSync(path, 'r')]
  } catch {
    return []
  }
}
