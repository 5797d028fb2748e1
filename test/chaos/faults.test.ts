import { expect, test } from 'vitest'
import { sufferAll } from '#test/chaos/faults/index.ts'

test.each([
  { when: 'a disk is full or read-only', scene: 'process', only: 'the disk', records: 30 },
  {
    when: 'a machine hangs in the middle of a transaction',
    scene: 'machines',
    only: 'hangs in',
    records: 150,
  },
])(
  'nothing is lost, invented, doubled or changed while $when, and everything recovers',
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
