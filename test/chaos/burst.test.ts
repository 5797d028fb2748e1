import { expect, test } from 'vitest'
import { killBursts } from '#test/chaos/burst.ts'

test('500 calls of a trigger in 11 seconds make at most three runs, and no call is lost when its process is killed', {
  timeout: 400_000,
}, async () => {
  const report = await killBursts({ kills: 1 })
  expect(report).toMatchObject({ lost: [], refused: [] })
  // One for the first call, one for each ten seconds of calls, and one for each pause that a busy machine made.
  expect(report.runs).toBeLessThanOrEqual(1 + Math.ceil(report.sentForMs / 10_000) + report.pauses)
})
