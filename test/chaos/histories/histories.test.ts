import { expect, test } from 'vitest'
import { playHistories } from './histories.ts'

test('runs keep to their model while histories of calls are played and the process is killed', {
  timeout: 400_000,
}, async () => {
  const report = await playHistories({ times: 8, seed: 20_261_124 })
  expect(report.violations).toEqual([])
  expect(report.kills).toBeGreaterThan(0)
  expect(report.runs).toBeGreaterThan(0)
})
