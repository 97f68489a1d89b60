import { describe, expect, it } from 'vitest'
import { createDisk, type Luck } from '../../torture/power/disk.ts'
import { readTrace, type Trace } from '../../torture/power/trace.ts'
import { createRandom } from '../simulate/random.ts'

const hex = (text: string): string => Buffer.from(text).toString('hex').replace(/../g, '\\x$&')
const file = `3<${hex('/d/data.mdb')}>`
const opened = (flags: string, descriptor = 3): string =>
  `7 openat(AT_FDCWD<${hex('/')}>, "${hex('/d/data.mdb')}", ${flags}, 0664) = ${descriptor}<${hex('/d/data.mdb')}>`
const read = (...lines: readonly string[]): Trace => readTrace(lines, '/d')
const writesOf = (trace: Trace): unknown[] => trace.writes.map(({ offset, bytes }) => [offset, Buffer.from(bytes).toString()])

describe('a trace is read', () => {
  it('with every way of writing, where it went and how much of it', () => {
    const trace = read(
      opened('O_RDWR|O_CREAT'),
      `7 pwrite64(${file}, "${hex('ab')}", 2, 100)   = 2`,
      `7 lseek(${file}, 10, SEEK_SET) = 10`,
      `7 writev(${file}, [{iov_base="${hex('cd')}", iov_len=2}, {iov_base="${hex('ef')}", iov_len=2}], 2) = 3`,
      `7 write(${file}, "${hex('g')}", 1) = 1`,
      `7 pwritev(${file}, [{iov_base="${hex('h')}", iov_len=1}], 1, 50) = 1`,
      `7 pwritev2(${file}, [{iov_base="${hex('i')}", iov_len=1}], 1, 60, RWF_DSYNC) = 1`,
      `7 ftruncate(${file}, 4096) = 0`,
      `7 fallocate(${file}, 0, 4096, 4096) = 0`,
      `7 pwrite64(${file}, "${hex('lost')}", 4, 0) = -1 ENOSPC (No space left on device)`,
    )
    expect(writesOf(trace)).toEqual([
      [100, 'ab'],
      [10, 'cde'],
      [13, 'g'],
      [50, 'h'],
      [60, 'i'],
      [4096, ''],
      [8192, ''],
    ])
  })

  it('with calls of several threads, each from where it began to where it ended', () => {
    const trace = read(
      opened('O_RDWR'),
      `7 pwrite64(${file}, "${hex('a')}", 1, 0 <unfinished ...>`,
      `8 fdatasync(${file} <unfinished ...>`,
      '7 <... pwrite64 resumed>) = 1',
      `7 write(1<${hex('pipe:[1]')}>, "${hex('done 1')}", 6) = 6`,
      '8 <... fdatasync resumed>) = 0',
    )
    expect(trace.writes).toMatchObject([{ begun: 2, done: 7 }])
    expect(trace.syncs).toEqual([{ path: 'data.mdb', begun: 4, done: 11 }])
    expect(trace.said).toEqual([{ text: 'done 1', begun: 8 }])
  })

  it('with the descriptors whose writes are synchronous, until they are closed', () => {
    const meta = `4<${hex('/d/data.mdb')}>`
    const write = `7 pwrite64(${meta}, "${hex('m')}", 1, 0) = 1`
    const trace = read(opened('O_WRONLY|O_DSYNC|O_CLOEXEC', 4), write, `7 close(${meta}) = 0`, opened('O_WRONLY', 4), write)
    expect(trace.writes.map(({ synchronous }) => synchronous)).toEqual([true, false])
  })

  it('with a file that got its name later, and what was written to it before', () => {
    const whole = hex('/d/new/whole')
    const trace = read(
      `7 openat(AT_FDCWD<${hex('/')}>, "${whole}", O_WRONLY|O_CREAT|O_TRUNC, 0666) = 5<${whole}>`,
      `7 write(5<${whole}>, "${hex('a')}", 1) = 1`,
      `7 fsync(5<${whole}>) = 0`,
      `7 link("${whole}", "${hex('/d/data.mdb')}") = 0`,
    )
    expect(writesOf(trace)).toEqual([[0, 'a']])
    expect(trace.syncs).toMatchObject([{ path: 'data.mdb' }])
    expect(trace.made).toMatchObject([{ path: 'new/whole' }, { path: 'data.mdb', begun: 6 }])
  })

  it('of the folder alone', () => {
    const other = hex('/elsewhere/data.mdb')
    expect(read(`7 pwrite64(9<${other}>, "${hex('a')}", 1, 0) = 1`, `7 fdatasync(9<${other}>) = 0`)).toMatchObject({
      writes: [],
      syncs: [],
    })
  })

  it.each([
    [
      'the file can be written through memory',
      `7 mmap(NULL, 4096, PROT_READ|PROT_WRITE, MAP_SHARED, ${file}, 0) = 0x7f00`,
      /through memory/,
    ],
    ['it becomes shorter', `7 ftruncate(${file}, 1) = 0`, /makes it shorter/],
    ['a hole is made in it', `7 fallocate(${file}, FALLOC_FL_KEEP_SIZE|FALLOC_FL_PUNCH_HOLE, 0, 9) = 0`, /changes more than its size/],
    ['another is put in its place', `7 rename("${hex('/d/x')}", "${hex('/d/data.mdb')}") = 0`, /another file/],
    ['bytes were left out of the trace', `7 pwrite64(${file}, "${hex('a')}"..., 900, 0) = 900`, /left out/],
    ['a line has another form', `7 pwrite64(${file}, "${hex('a')}"`, /cannot be read/],
  ])('and refused where %s', (_, line, message) => {
    expect(() => read(opened('O_RDWR|O_CREAT'), `7 pwrite64(${file}, "${hex('abc')}", 3, 0) = 3`, line)).toThrow(message)
  })

  it('and lock files may be mapped and cut', () => {
    const lock = `5<${hex('/d/lock.mdb')}>`
    expect(() =>
      read(`7 mmap(NULL, 9, PROT_READ|PROT_WRITE, MAP_SHARED, ${lock}, 0) = 0x7f00`, `7 ftruncate(${lock}, 0) = 0`),
    ).not.toThrow()
  })
})

describe('a disk whose power is cut', () => {
  const call = (at: number, path = 'data.mdb') => ({ path, begun: 2 * at, done: 2 * at + 1 })
  const write = (at: number, offset: number, byte: number, length: number, synchronous = false) => ({
    ...call(at),
    offset,
    bytes: new Uint8Array(length).fill(byte),
    synchronous,
  })
  const trace = (parts: Partial<Trace>): Trace => ({ writes: [], syncs: [], made: [], said: [], ...parts })
  const luck = (reached: number, more: Partial<Luck> = {}): Luck => ({
    reached,
    torn: 0,
    noise: false,
    random: createRandom('disk'),
    ...more,
  })
  const bytes = (told: Trace, at: number, chances: Luck): number[] | undefined => {
    const found = createDisk(told).cut(at, chances).get('data.mdb')
    return found && [...found]
  }
  const many = (told: Trace): string[] =>
    Array.from({ length: 200 }, (_, i) => String(bytes(told, 9, luck(0.5, { torn: 0.5, random: createRandom(i) }))))

  it('keeps what was synced, and of the rest nothing, all, or anything between', () => {
    const told = trace({ writes: [write(0, 0, 1, 2), write(2, 2, 2, 1)], syncs: [call(1)] })
    expect(bytes(told, 9, luck(0))).toEqual([1, 1])
    expect(bytes(told, 9, luck(1))).toEqual([1, 1, 2])
    // Neither, the length without the bytes, and both.
    expect(new Set(many(told))).toEqual(new Set(['1,1', '1,1,0', '1,1,2']))
  })

  it('has synced a file only when the call has ended, and only what was written before it began', () => {
    const told = trace({
      writes: [write(0, 0, 1, 1), { ...write(1, 1, 2, 1), done: 5 }],
      syncs: [{ path: 'data.mdb', begun: 4, done: 7 }],
    })
    expect(bytes(told, 6, luck(0))).toEqual([])
    expect(bytes(told, 7, luck(0))).toEqual([1])
  })

  it('keeps a synchronous write when it has ended, and none beside it', () => {
    const told = trace({ writes: [write(0, 0, 1, 1), write(1, 1024, 2, 1, true)] })
    expect(bytes(told, 2, luck(0))).toEqual([])
    expect(bytes(told, 3, luck(0))?.filter((byte) => byte !== 0)).toEqual([2])
  })

  it('tears writes between sectors, never within one', () => {
    const told = trace({ writes: [write(0, 0, 1, 1536), write(2, 256, 2, 1024)], syncs: [call(1)] })
    const looks = (text: string): string => [0, 256, 511, 512, 1023, 1024, 1279, 1280].map((at) => text.split(',')[at]).join('')
    expect(new Set(many(told).map(looks))).toEqual(
      new Set(['11111111', '12211111', '11122111', '12222111', '11111221', '12211221', '11122221', '12222221']),
    )
  })

  it('never has an older state of a sector after a newer one', () => {
    const told = trace({ writes: [write(0, 0, 1, 2), write(1, 0, 2, 1, true), write(2, 1, 3, 1)] })
    expect(new Set(many(told))).toEqual(new Set(['2', '2,1', '2,3']))
  })

  it('may have what was there before where a file became longer', () => {
    const told = trace({ writes: [write(0, 0, 1, 1), { ...write(2, 64, 0, 0) }], syncs: [call(1)] })
    expect(bytes(told, 9, luck(1))).toEqual([1, ...new Array(63).fill(0)])
    expect(new Set(bytes(told, 9, luck(1, { noise: true }))).size).toBeGreaterThan(20)
  })

  it('keeps a name only once its folder was synced, and a file only with all its names', () => {
    const told = trace({ writes: [write(2, 0, 1, 1)], syncs: [call(3), call(4, '')], made: [call(1)] })
    expect(bytes(told, 7, luck(0))).toBeUndefined()
    expect(bytes(told, 9, luck(0))).toEqual([1])
    expect(bytes(told, 1, luck(1))).toBeUndefined()
  })
})
