import { expect, test } from 'vitest'
import { sufferAll } from '#test/chaos/faults/index.ts'

test.each([
  { when: 'a disk is full or read-only', scene: 'process', only: 'the disk', records: 30 },
  {
    when: 'a machine stands still in the middle of a transaction',
    scene: 'machines',
    only: 'stands still in',
    records: 150,
  },
])(
  'nothing is lost, made up, doubled or changed while $when, and all goes on by itself',
  {
    timeout: 400_000,
  },
  async ({ scene, only, records }) => {
    const rows = await sufferAll({ scene, only, times: 1, lastsMs: 1000, records })
    const found = rows.flatMap(({ lost, phantom, doubled, changed, wrong }) => [
      ...lost,
      ...phantom,
      ...doubled,
      ...changed,
      ...wrong,
    ])
    expect(found).toEqual([])
  },
)
