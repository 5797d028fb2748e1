import { expect, test } from 'vitest'
import { killBursts } from '#test/chaos/burst.ts'

test('500 calls of a trigger in 11 seconds make at most three runs, and no call is lost when its process is killed', {
  timeout: 400_000,
}, async () => {
  const report = await killBursts({ kills: 1 })
  expect(report).toMatchObject({ lost: [], refused: [] })
  expect(report.runs).toBeLessThanOrEqual(3)
})
