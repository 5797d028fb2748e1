import { expect, test } from 'vitest'
import { killRun } from '#test/chaos/kill-run.ts'

test('a run loses and doubles nothing when its server is killed with SIGKILL on the way', {
  timeout: 180_000,
}, async () => {
  const report = await killRun({ records: 300, kills: 3 })
  expect(report).toMatchObject({
    lost: [],
    doubled: [],
    changedUrls: [],
    statusAfter: null,
    counts: { total: 300, rendered: 300, skipped: 0, failed: 0, cancelled: 0, pending: 0 },
  })
})
