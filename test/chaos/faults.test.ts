import { expect, test } from 'vitest'
import { sufferAll } from '#test/chaos/faults/index.ts'

test('nothing is lost, made up, doubled or changed while a disk is full or read-only, and all goes on by itself', {
  timeout: 400_000,
}, async () => {
  const rows = await sufferAll({ scene: 'process', only: 'the disk', times: 1, lastsMs: 1000, records: 30 })
  const found = rows.flatMap(({ lost, phantom, doubled, changed, wrong }) => [
    ...lost,
    ...phantom,
    ...doubled,
    ...changed,
    ...wrong,
  ])
  expect(found).toEqual([])
})
