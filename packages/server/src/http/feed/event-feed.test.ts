import { expect, test, vi } from 'vitest'
import { AppError } from '#core/errors.ts'
import { fixedClock } from '#core/fakes/clock.ts'
import { openTestData } from '#core/fakes/test-data.ts'
import { createTestWorld } from '#core/fakes/test-world.ts'
import { createRecovery } from '#core/recovery.ts'
import { createEventFeed, MAX_STREAMS } from './event-feed.ts'

const caller = { id: 'operator', kind: 'operator', credentialId: 'operator', actionIds: null } as const

test('createEventFeed() backs off while the database is away, whoever comes, and serves all when it is back', async () => {
  const testData = await openTestData()
  vi.useFakeTimers()
  try {
    let looks = 0
    let isAway = true
    const check = async () => {
      if (isAway) throw new AppError('unavailable', 'The database cannot be reached')
    }
    const watched = async () => {
      looks += 1
      await check()
      return []
    }
    const { runs, deliveries, drafts, ...data } = testData.data
    const world = createTestWorld({
      data: {
        ...data,
        runs: { ...runs, watched },
        deliveries: { ...deliveries, list: async () => ({ results: [], next: null }) },
        drafts: { ...drafts, latest: async () => [] },
      },
      clock: fixedClock(),
      recovery: createRecovery({ probe: check, chance: () => 1 }),
    })
    const feed = createEventFeed(world)
    const streams = [feed.open(caller)]
    for (let waitedMs = 0; waitedMs < 30_000; waitedMs += 500) {
      streams.push(feed.open({ ...caller, id: `key_${waitedMs}` }))
      await vi.advanceTimersByTimeAsync(500)
    }
    expect(looks).toBeGreaterThan(2)
    expect(looks).toBeLessThan(10)
    isAway = false
    await vi.advanceTimersByTimeAsync(2500)
    const texts = streams.map((stream) => String(stream.read()))
    expect(texts.filter((text) => text.includes('\nid: '))).toHaveLength(streams.length)
    feed.close()
  } finally {
    vi.useRealTimers()
    await testData.close()
  }
})

test('createEventFeed() refuses more streams of one caller than it may have, until one ends', async () => {
  const testData = await openTestData()
  const feed = createEventFeed(createTestWorld({ data: testData.data }))
  try {
    const streams = Array.from({ length: MAX_STREAMS }, () => feed.open(caller))
    expect(() => feed.open(caller)).toThrow(expect.objectContaining({ code: 'rate_limited', retryAfterMs: 10_000 }))
    feed.open({ ...caller, id: 'key_1' })
    const closed = new Promise((resolve) => streams[0]?.once('close', resolve))
    streams[0]?.destroy()
    await closed
    feed.open(caller)
    expect(() => feed.open(caller)).toThrow(/50 event streams open/)
  } finally {
    feed.close()
    await testData.close()
  }
})
