import { expect, test } from 'vitest'
import { killWebhooks } from '#test/chaos/kill-webhooks.ts'

test('no event is lost or changed when its server is killed with SIGKILL and receivers fail', async () => {
  const report = await killWebhooks({ events: 150, kills: 3 })
  expect(report).toMatchObject({ lost: [], phantom: [], doubled: [], changed: [], unsigned: [], leaked: [] })
  expect(report.states).toEqual({ delivered: 150 })
})

test('no event is lost, changed or doubled when its server is asked to end with SIGTERM', async () => {
  const report = await killWebhooks({ events: 100, kills: 2, signal: 'SIGTERM', failingShare: 0 })
  expect(report).toMatchObject({ lost: [], phantom: [], doubled: [], changed: [], repeated: 0 })
  expect(report.states).toEqual({ delivered: 100 })
})
