import { expect, test } from 'vitest'
import { playHistories } from './histories.ts'

test('runs keep to their model while histories of calls are played and the process is killed', {
  timeout: 400_000,
}, async () => {
  const report = await playHistories({ times: 8, seed: Date.now() % 2 ** 30 })
  expect(report.violations).toEqual([])
  expect(report.kills).toBeGreaterThan(0)
  expect(report.runs).toBeGreaterThan(0)
})
