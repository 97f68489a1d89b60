import type { ChainNote } from './note.ts'

const barCells = 24
const width = 110

/** One chain in one line, the same on a terminal and in a log. */
export const progressLine = (note: ChainNote): string => {
  const parts = [`${note.name} (${note.chainId})`.padEnd(20), stateText(note), endpointText(note), troubleText(note)]
  return parts.filter((part) => part !== '').join('  ')
}

const stateText = (note: ChainNote): string => {
  if (note.phase === 'halted') return `HALTED: ${note.halted ?? ''}`
  const { backfill, head } = note
  const at = head === null ? 'head unknown' : `head ${group(head.number)}${note.lagBlocks > 0 ? ` −${note.lagBlocks}` : ''}`
  if (backfill === null) return `${note.phase.padEnd(11)} ${at}`
  const whole = backfill.doneBlocks + backfill.remainingBlocks
  const share = whole === 0 ? 1 : backfill.doneBlocks / whole
  const filled = Math.floor(share * barCells)
  const bar = `${'█'.repeat(filled)}${'░'.repeat(barCells - filled)}`
  const rates = `${group(backfill.blocksPerSecond)} blocks/s ${group(backfill.rowsPerSecond)} rows/s`
  return `${bar} ${(share * 100).toFixed(1).padStart(5)} %  ${rates}  ETA ${duration(backfill.etaSeconds)}  ${at}`
}

const endpointText = ({ endpoints }: ChainNote): string => {
  const ok = endpoints.filter((endpoint) => endpoint.state === 'ok').length
  return `${ok}/${endpoints.length} endpoints`
}

const troubleText = (note: ChainNote): string => {
  const parts: string[] = []
  if (note.stuck.length > 0) parts.push(`${note.stuck.length} blocks set aside`)
  if (note.reorganisations.count > 0) parts.push(`${note.reorganisations.count} reorganisations`)
  return parts.join(', ')
}

export const duration = (seconds: number | null): string => {
  if (seconds === null) return '?'
  const units: readonly (readonly [string, number])[] = [
    ['d', 86_400],
    ['h', 3600],
    ['m', 60],
  ]
  for (const [i, [unit, size]] of units.entries()) {
    const below = units[i + 1]
    if (seconds < size) continue
    return below === undefined
      ? `${Math.floor(seconds / size)}${unit}`
      : `${Math.floor(seconds / size)}${unit} ${Math.floor((seconds % size) / below[1])}${below[0]}`
  }
  return `${Math.ceil(seconds)}s`
}

const group = (value: number): string => Math.round(value).toLocaleString('en')

interface ProgressDisplay {
  update(note: ChainNote): void
  /** Writes a line of the log above what is drawn. */
  print(line: string): void
  /** Leaves the last state on the screen and the cursor below it. */
  end(): void
}

/** Where not a terminal, a line a chain this often: enough to see that it lives, few enough to read. */
const linesEveryMs = 5000

/** Draws the chains in place on a terminal, one line each; prints plain lines elsewhere. */
export const createProgressDisplay = (
  stream: Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>,
  now: () => number = Date.now,
): ProgressDisplay => (stream.isTTY ? drawInPlace(stream) : printLines(stream, now))

const drawInPlace = (stream: Pick<NodeJS.WriteStream, 'write' | 'columns'>): ProgressDisplay => {
  const notes = new Map<number, ChainNote>()
  let drawn = 0
  const draw = (above: string): void => {
    const columns = stream.columns ?? width
    const lines = [...notes.values()].map((note) => `${progressLine(note).slice(0, columns - 1)}\n`)
    // Back to the first line drawn, and everything from there on wiped.
    stream.write(`${drawn > 0 ? `\x1b[${drawn}A\x1b[J` : ''}${above}${lines.join('')}`)
    drawn = lines.length
  }
  return {
    update: (note) => {
      notes.set(note.chainId, note)
      draw('')
    },
    print: draw,
    end: () => undefined,
  }
}

const printLines = (stream: Pick<NodeJS.WriteStream, 'write'>, now: () => number): ProgressDisplay => {
  const printed = new Map<number, { at: number; line: string }>()
  const latest = new Map<number, string>()
  const print = (chainId: number, line: string): void => {
    printed.set(chainId, { at: now(), line })
    stream.write(`${line}\n`)
  }
  return {
    update: (note) => {
      const line = progressLine(note)
      latest.set(note.chainId, line)
      const before = printed.get(note.chainId)
      if (before === undefined || (now() - before.at >= linesEveryMs && before.line !== line)) print(note.chainId, line)
    },
    print: (line) => void stream.write(line),
    end: () => {
      for (const [chainId, line] of latest) if (printed.get(chainId)?.line !== line) print(chainId, line)
    },
  }
}
