import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { imageIdOf, imageIdsFrom } from './image-id.ts'

const digest = { sha256: (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex') }
const runId = 'run_01kaaaaaaabbbbbbbbbbbbbbbb'

test('imageIdOf() is the same each time, another one for each record of each run, and sorts as the records do', () => {
  const ids = Array.from({ length: 2000 }, (_, n) => imageIdOf(digest, runId, { n: n * 517 }))
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids.map((id) => id.slice(-16))).size).toBe(ids.length)
  expect(imageIdOf(digest, runId, { n: 517 })).toBe(ids[1])
  expect(imageIdOf(digest, 'run_01kaaaaaaabbbbbbbbbbbbbbbc', { n: 517 })).not.toBe(ids[1])
  expect(imageIdOf(digest, runId, { n: 517, output: 'story' })).not.toBe(ids[1])
  const made = { n: 517, output: 'story', fingerprint: 'one' }
  expect(imageIdOf(digest, runId, made)).toBe(imageIdOf(digest, runId, made))
  expect(imageIdOf(digest, runId, { ...made, fingerprint: 'two' })).not.toBe(imageIdOf(digest, runId, made))
  const { fromId, untilId } = imageIdsFrom(runId, 517, 517 * 2)
  expect(ids.filter((id) => id >= fromId && id < untilId)).toEqual([ids[1], ids[2]])
  expect(ids[1]).toMatch(/^img_01kaaaaaaa[0-9a-z]{21}$/)
})
