import { expect, test } from 'vitest'
import { damages, sufferDamage } from '#test/chaos/damage.ts'

/** One of each kind of file, and what PostgreSQL itself does not notice; `npm run chaos -- damage` has every one. */
const few = [
  'a zeroed page of a table',
  'a cut off page of a table',
  'a changed page of a table, later',
  'a changed page of an index',
  'a changed log',
  'a changed control file',
  'a full disk',
  'a read-only data folder',
  'a wrong secret key',
]

test('a server names damage of its database instead of answering other rows', { timeout: 400_000 }, async () => {
  const chosen = damages.filter(({ name }) => few.includes(name))
  const suffered = await sufferDamage({ damages: chosen, places: [0.6] })
  expect(suffered.map(({ name, outcome }) => ({ name, outcome }))).toEqual(
    chosen.map(({ name }) => ({ name, outcome: 'named' })),
  )
})
