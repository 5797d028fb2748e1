import { expect, test } from 'vitest'
import { killBursts } from '#test/chaos/burst.ts'

test('no accepted call of a trigger is lost when the process is killed with SIGKILL during a burst', {
  timeout: 400_000,
}, async () => {
  const report = await killBursts({ kills: 1 })
  expect(report).toMatchObject({ lost: [], refused: [] })
})
