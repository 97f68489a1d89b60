import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readNote, writeNote } from '../../src/store/lmdb/notes.ts'
import { testFolder } from '../folder.ts'

it('a note goes over the old one where there is no room for a second file', () => {
  const folder = testFolder()
  writeNote(folder, 1, '{"phase":"backfilling"}')
  // Stands for a disk that takes no new file.
  mkdirSync(join(folder, 'note-1.json.new'))
  writeNote(folder, 1, '{"phase":"stalled"}')
  expect(JSON.parse(readNote(folder, 1) ?? '')).toEqual({ phase: 'stalled' })
  expect(readdirSync(folder)).toEqual(['note-1.json'])
})

it('a note that can be left nowhere is an error', () => {
  const folder = testFolder()
  mkdirSync(join(folder, 'note-1.json.new'))
  expect(() => writeNote(folder, 1, '{}')).toThrow('EISDIR')
})
