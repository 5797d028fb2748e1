import { describe, expect, test } from 'vitest'
import { openTestData } from '#core/fakes/test-data.ts'
import { createTestWorld } from '#core/fakes/test-world.ts'
import type { TriggerCall } from '#core/ports/triggers.ts'
import type { World } from '#core/ports/world.ts'
import { schedule } from './schedule.ts'

const at = new Date('2026-01-01T00:00:00Z')
const { signal } = new AbortController()

async function inWorld<Result>(work: (world: World) => Promise<Result>): Promise<Result> {
  const testData = await openTestData()
  try {
    return await work(createTestWorld({ data: testData.data }))
  } finally {
    await testData.close()
  }
}

function callAt(now: string, cron: string, timeZone: string): TriggerCall {
  const settings = schedule.settings.parse({ cron, time_zone: timeZone })
  const trigger = {
    id: 'trg_1',
    actionId: 'act_1',
    kind: 'schedule',
    settings,
    active: true,
    tokenHash: '',
    sealedToken: '',
    sealedState: null,
    note: null,
    nextAt: null,
    pending: null,
    fireAt: null,
    lastFiredAt: null,
    lastRunId: null,
    error: null,
    revision: 1,
    createdAt: at,
    updatedAt: at,
  }
  return { trigger, settings, state: null, hookUrl: '', now: new Date(now), signal }
}

describe('schedule', () => {
  test.each([
    ['0 9 * *', /^must be five parts: minute, hour, day of month, month, day of week, such as "0 9 \* \* 1-5"$/],
    ['0 0 9 * * *', /^must be five parts/],
    ['61 * * * *', /^has the minute "61": use 0 to 59, a range such as 1-5/],
    ['0 24 * * *', /^has the hour "24": use 0 to 23/],
    ['0 9 0 * *', /^has the day of month "0": use 1 to 31/],
    ['0 9 * 13 *', /^has the month "13": use 1 to 12 or jan to dec/],
    ['0 9 * * 8', /^has the day of week "8": use 0 to 7 or sun to sat/],
    ['0 9 * * monday', /^has the day of week "monday"/],
    ['0-90/5 9 * * *', /^has the minute "0-90\/5"/],
    ['*/0 9 * * *', /^has the minute "\*\/0"/],
    ['0 0 30 2 *', /^names a day that no month has$/],
    [`${'1,'.repeat(90)}x 9 * * *`, /^has the minute "(1,)+1?…"/],
  ])('says what is wrong with "%s"', (cron, words) => {
    const { success, error } = schedule.settings.safeParse({ cron, time_zone: 'UTC' })
    expect([success, error?.issues.map(({ message }) => message)]).toEqual([false, [expect.stringMatching(words)]])
  })

  test.each([
    ['every morning', '2026-06-01T08:00:00Z', '0 9 * * *', 'UTC', '2026-06-01T09:00:00.000Z'],
    ['in the zone of the clock', '2026-06-01T08:00:00Z', '0 9 * * *', 'Asia/Tokyo', '2026-06-02T00:00:00.000Z'],
    ['on weekdays', '2026-06-05T10:00:00Z', '0 9 * * 1-5', 'UTC', '2026-06-08T09:00:00.000Z'],
    ['over the end of a year', '2026-12-31T23:59:59Z', '0 0 1 1 *', 'UTC', '2027-01-01T00:00:00.000Z'],
    ['before summer time', '2026-03-28T12:00:00Z', '0 9 * * *', 'Europe/Berlin', '2026-03-29T07:00:00.000Z'],
    ['before winter time', '2026-10-24T12:00:00Z', '0 9 * * *', 'Europe/Berlin', '2026-10-25T08:00:00.000Z'],
    ['on the 29th of February', '2026-03-01T00:00:00Z', '0 0 29 2 *', 'UTC', '2028-02-29T00:00:00.000Z'],
  ])('comes next %s', async (_name, now, cron, timeZone, next) => {
    await inWorld(async (world) => {
      const call = callAt(now, cron, timeZone)
      expect((await schedule.start(world, call)).nextAt?.toISOString()).toBe(next)
      expect(await schedule.tend(world, call)).toMatchObject({ nextAt: new Date(next), fire: { recordIds: null } })
    })
  })

  test('fires once in the hour that comes twice', async () => {
    await inWorld(async (world) => {
      const fired: string[] = []
      let now = '2026-10-24T12:00:00Z'
      for (let day = 0; day < 3; day++) {
        const { nextAt } = await schedule.start(world, callAt(now, '30 2 * * *', 'Europe/Berlin'))
        now = nextAt?.toISOString() ?? ''
        fired.push(now)
      }
      expect(new Set(fired.map((time) => time.slice(0, 10))).size).toBe(3)
    })
  })
})
