import { expect, test } from 'vitest'
import { kill } from '#test/chaos/kill.ts'

test('nothing is lost, invented, doubled or changed when the process is killed with SIGKILL at random moments', {
  timeout: 400_000,
}, async () => {
  const report = await kill({ kills: 3, records: 100, roles: ['both'] })
  expect(report).toMatchObject({ lost: [], phantom: [], doubled: [], changed: [] })
})
