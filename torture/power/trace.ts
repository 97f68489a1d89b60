/**
 * What a traced program did to the files of a folder. Every system call has two instants, its beginning and its end, counted in lines of the trace: what another
 * thread did in between stands between them. A call that has begun may have had its effect; only one that has ended is sure to.
 */
interface Call {
  /** Below the folder; empty for the folder itself. */
  readonly path: string
  readonly begun: number
  readonly done: number
}

export interface Written extends Call {
  readonly offset: number
  /** Empty where the file only became longer, up to `offset`. */
  readonly bytes: Uint8Array
  /** Through a descriptor whose writes end only when they are on disk. */
  readonly synchronous: boolean
}

export interface Trace {
  /** In the order in which they ended. */
  readonly writes: readonly Written[]
  /** Of files, and of folders with the names in them; only those that succeeded. */
  readonly syncs: readonly Call[]
  /** Files and folders when they were made. */
  readonly made: readonly Call[]
  /** What was written to standard output: known to the world as soon as the call begins. */
  readonly said: readonly { readonly text: string; readonly begun: number }[]
}

/**
 * Everything by which a file can be written, made longer, synced or made, and what says where the next write goes. Syncs of a range or of mapped memory promise
 * less than one of the file: nothing is taken to be on disk because of them.
 */
export const tracedCalls: readonly string[] = [
  ...['write', 'writev', 'pwrite64', 'pwritev', 'pwritev2', 'lseek'],
  ...['truncate', 'ftruncate', 'fallocate', 'fsync', 'fdatasync', 'mmap'],
  ...['open', 'openat', 'creat', 'close', 'mkdir', 'mkdirat'],
  ...['link', 'linkat', 'rename', 'renameat', 'renameat2'],
]

/** What must outlive a power cut; in lock files, notes and what is only being made anything may stand after it. */
const mustLast = (path: string): boolean => /(^|\/)data\.mdb$/.test(path)

interface Line {
  readonly name: string
  /** The arguments, strings left empty. */
  readonly args: string
  readonly strings: readonly Buffer[]
  /** -1 where the call failed. */
  readonly result: number
  readonly begun: number
  readonly done: number
}

/** Reads what `strace -f -y -v -xx` wrote: strings and paths are hexadecimal there, so that quotes, commas and brackets are the tool's own. */
export const readTrace = (lines: Iterable<string>, folder: string): Trace => {
  let writes: Written[] = []
  let syncs: Call[] = []
  const made = new Map<string, Call>()
  const said: { readonly text: string; readonly begun: number }[] = []
  const descriptors = new Map<number, { position: number; synchronous: boolean }>()
  const sizes = new Map<string, number>()
  const below = (path: string): string | undefined =>
    path === folder ? '' : path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined

  const write = (call: Line, path: string, offset: number, bytes: Uint8Array, synchronous: boolean): void => {
    const { begun, done } = call
    writes.push({ path, begun, done, offset, bytes, synchronous })
    sizes.set(path, Math.max(sizes.get(path) ?? 0, offset + bytes.length))
  }
  const refuse = (call: Line, path: string, why: string): void => {
    if (mustLast(path)) throw new Error(`the power cut cannot be modelled: ${call.name} on ${path} ${why}`)
  }

  const openFile = (call: Line): void => {
    const path = below(String(call.strings[0]))
    if (path === undefined) return
    if (call.args.includes('O_APPEND')) refuse(call, path, 'lets the system choose where writes go')
    descriptors.set(call.result, { position: 0, synchronous: /\bO_D?SYNC\b/.test(call.args) })
    if (call.args.includes('O_CREAT') || call.name === 'creat') make(call, call.strings[0])
    if (call.args.includes('O_TRUNC') || call.name === 'creat') resize(call, path, 0)
  }
  const opened = (call: Line, path: string, descriptor: number): { position: number } => {
    const open = descriptors.get(descriptor)
    if (open === undefined) refuse(call, path, 'uses a descriptor whose opening was not seen')
    return open ?? { position: 0 }
  }
  const make = ({ begun, done }: Line, name: Buffer | undefined): void => {
    const path = below(String(name))
    if (path !== undefined && !made.has(path)) made.set(path, { path, begun, done })
  }
  /** The same file under another name: what was written and synced before goes with it. */
  const nameAnew = (call: Line): void => {
    const [before, after] = call.strings.map((name) => below(String(name)))
    if (before === undefined || after === undefined) return
    if (made.has(after)) refuse(call, after, 'puts another file in its place')
    const named = <T extends Call>(calls: readonly T[]): T[] =>
      calls.map((entry) => (entry.path === before ? { ...entry, path: after } : entry))
    ;[writes, syncs] = [named(writes), named(syncs)]
    sizes.set(after, sizes.get(before) ?? 0)
    make(call, call.strings[1])
  }
  const writeOn = (call: Line, path: string, descriptor: number): void => {
    const open = opened(call, path, descriptor)
    writeAt(call, path, descriptor, open.position)
    open.position += call.result
  }
  const writeAt = (call: Line, path: string, descriptor: number, offset: number): void =>
    // A write may be cut short: the rest of what was given did not go anywhere.
    write(call, path, offset, Buffer.concat(call.strings).subarray(0, call.result), descriptors.get(descriptor)?.synchronous ?? false)
  const resize = (call: Line, path: string, size: number): void => {
    if (size < (sizes.get(path) ?? 0)) refuse(call, path, 'makes it shorter')
    if (size > 0) write(call, path, size, new Uint8Array(), false)
  }
  const sync = ({ begun, done }: Line, path: string): void => void syncs.push({ path, begun, done })
  const allocate = (call: Line, path: string): void => {
    const [, mode = '', offset = '', length = ''] = call.args.split(', ')
    if (mode !== '0') refuse(call, path, `with ${mode} changes more than its size`)
    resize(call, path, Math.max(sizes.get(path) ?? 0, Number(offset) + Number(length)))
  }
  const map = (call: Line, path: string): void => {
    if (call.args.includes('PROT_WRITE') && call.args.includes('MAP_SHARED'))
      refuse(call, path, 'lets it be written through memory, where no trace sees it')
  }

  const byName: Readonly<Record<string, (call: Line) => void>> = {
    open: openFile,
    openat: openFile,
    creat: openFile,
    mkdir: (call) => make(call, call.strings[0]),
    mkdirat: (call) => make(call, call.strings[0]),
    link: nameAnew,
    linkat: nameAnew,
    rename: nameAnew,
    renameat: nameAnew,
    renameat2: nameAnew,
    truncate: (call) => resize(call, below(String(call.strings[0])) ?? '', lastNumber(call.args)),
  }
  const byDescriptor: Readonly<Record<string, (call: Line, path: string, descriptor: number) => void>> = {
    close: (_, __, descriptor) => void descriptors.delete(descriptor),
    lseek: (call, path, descriptor) => {
      opened(call, path, descriptor).position = call.result
    },
    write: writeOn,
    writev: writeOn,
    pwrite64: (call, path, descriptor) => writeAt(call, path, descriptor, lastNumber(call.args)),
    pwritev: (call, path, descriptor) => writeAt(call, path, descriptor, lastNumber(call.args)),
    pwritev2: (call, path, descriptor) => writeAt(call, path, descriptor, lastNumber(call.args.replace(/, [^,]*$/, ''))),
    ftruncate: (call, path) => resize(call, path, lastNumber(call.args)),
    fallocate: allocate,
    fsync: sync,
    fdatasync: sync,
    mmap: map,
  }
  for (const call of callsOf(lines, folder)) {
    if (call.result < 0) continue
    const [, number = '', hex = ''] = /(?:^|, )(\d+)<((?:\\x\w\w)*)>/.exec(call.args) ?? []
    if (number === '1' && call.name === 'write') said.push({ text: String(call.strings[0]), begun: call.begun })
    const path = below(bytesOf(hex).toString())
    byName[call.name]?.(call)
    if (path !== undefined) byDescriptor[call.name]?.(call, path, Number(number))
  }
  const lasting = writes.filter(({ path }) => mustLast(path)).sort((a, b) => a.done - b.done)
  return { writes: lasting, syncs, made: [...made.values()], said }
}

/** The calls that name the folder or write to standard output, in the order in which they ended. */
function* callsOf(lines: Iterable<string>, folder: string): Iterable<Line> {
  const escaped = Buffer.from(folder).toString('hex').replace(/../g, '\\x$&')
  const unfinished = new Map<string, { readonly text: string; readonly begun: number }>()
  let line = -1
  for (const text of lines) {
    line++
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/s.exec(text) ?? []
    const resumed = /^<\.\.\. \w+ resumed>/.exec(rest)
    const head = resumed === null ? undefined : unfinished.get(thread)
    if (resumed !== null) {
      unfinished.delete(thread)
      if (head === undefined) continue
      yield parseCall(head.text + rest.slice(resumed[0].length), head.begun, 2 * line + 1)
      continue
    }
    if (!rest.includes(escaped) && !rest.startsWith('write(1<')) continue
    if (rest.endsWith('<unfinished ...>')) {
      unfinished.set(thread, { text: rest.slice(0, -'<unfinished ...>'.length).trimEnd(), begun: 2 * line })
    } else yield parseCall(rest, 2 * line, 2 * line + 1)
  }
}

const parseCall = (text: string, begun: number, done: number): Line => {
  // Every other piece is a string.
  const pieces = text.split('"')
  const strings = pieces.filter((_, index) => index % 2 === 1).map(bytesOf)
  const skeleton = pieces.filter((_, index) => index % 2 === 0).join('""')
  if (skeleton.includes('""...')) throw new Error(`the trace left out some of what was written: ${skeleton.slice(0, 200)}`)
  const [, name, args, result] = /^(\w+)\((.*?)\s*\)\s+= (-?\w+)/.exec(skeleton) ?? []
  if (name === undefined || args === undefined || result === undefined)
    throw new Error(`a line of the trace cannot be read: ${skeleton.slice(0, 200)}`)
  return { name, args, strings, result: Number(result), begun, done }
}

const bytesOf = (text: string): Buffer => Buffer.from(text.replaceAll('\\x', ''), 'hex')

const lastNumber = (args: string): number => Number(/(\d+)$/.exec(args)?.[1])
