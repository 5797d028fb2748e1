import { createHash } from 'node:crypto'
import { DEFAULT_OUTPUT } from '@pictable/model/output'
import { expect, test } from 'vitest'
import { firstOfRun, imageIdOf } from './image-id.ts'

const digest = { sha256: (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex') }
const runId = 'run_01kaaaaaaabbbbbbbbbbbbbbbb'

test('imageIdOf() is the same each time, another one for each record of each run, and sorts as the records do', () => {
  const ids = Array.from({ length: 2000 }, (_, n) => imageIdOf(digest, runId, { n: n * 517 }))
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids.map((id) => id.slice(-16))).size).toBe(ids.length)
  expect(imageIdOf(digest, runId, { n: 517 })).toBe(ids[1])
  expect(imageIdOf(digest, 'run_01kaaaaaaabbbbbbbbbbbbbbbc', { n: 517 })).not.toBe(ids[1])
  expect(imageIdOf(digest, runId, { n: 517, output: 'story' })).not.toBe(ids[1])
  expect(ids[1]).toMatch(/^img_01kaaaaaaa[0-9a-z]{21}$/)
})

test('firstOfRun() is the output that was the first when the run began, wherever it is and whatever it is called now', () => {
  const nameOf = (outputNames: string[], ...names: (string | null)[]) =>
    firstOfRun(
      { outputNames },
      names.map((name) => ({ name })),
    )?.name
  expect(nameOf(['A', 'B'], 'A', 'B')).toBe('A')
  expect(nameOf(['A', 'B'], 'B', 'A')).toBe('A')
  expect(nameOf(['A', 'B'], 'Renamed', 'B')).toBe('Renamed')
  expect(nameOf(['A', 'B'], 'B', 'C')).toBeUndefined()
  expect(nameOf([DEFAULT_OUTPUT], null)).toBeNull()
  expect(nameOf([DEFAULT_OUTPUT], 'New', DEFAULT_OUTPUT)).toBe(DEFAULT_OUTPUT)
  // A run of an earlier release.
  expect([nameOf([], 'A', 'B'), nameOf([], null)]).toEqual(['A', null])
})
