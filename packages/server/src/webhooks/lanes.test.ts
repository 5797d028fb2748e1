import { describe, expect, test } from 'vitest'
import type { ClaimedDelivery } from '#core/ports/data/webhooks.ts'
import { createLanes, type Lanes, roomOfUnknown } from './lanes.ts'

const noRooms = new Map<string, number>()

function claimed(webhookId: string, count: number): ClaimedDelivery[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `${webhookId}-${index}`,
    webhookId,
    event: 'image.created',
    recipient: null,
    body: '{}',
    sealedBody: null,
    attempts: 0,
    replayedAfter: 0,
    lastStatus: null,
    createdAt: new Date(0),
  }))
}

/** Starts all that may be started. @returns how many of each webhook */
function startAll(lanes: Lanes, nowMs = 0): Record<string, number> {
  const started: Record<string, number> = {}
  for (let next = lanes.next(nowMs); next !== undefined; next = lanes.next(nowMs)) {
    const { webhookId } = next.delivery
    started[webhookId] = (started[webhookId] ?? 0) + 1
  }
  return started
}

/** Lanes whose webhooks have all answered once. */
function trusted(ids: readonly string[]): Lanes {
  const lanes = createLanes()
  lanes.add(
    ids.flatMap((id) => claimed(id, 1)),
    noRooms,
    1,
  )
  for (;;) {
    const next = lanes.next(0)
    if (next === undefined) return lanes
    lanes.end(next.delivery.webhookId, 'answered')
  }
}

const ids = (count: number) => Array.from({ length: count }, (_, index) => `wh_${index}`)

describe('lanes', () => {
  test('ask a webhook once until it has answered, then four at a time', () => {
    const lanes = createLanes()
    lanes.add(claimed('wh', 10), noRooms, 1)
    expect(startAll(lanes)).toEqual({ wh: 1 })
    lanes.end('wh', 'answered')
    expect(startAll(lanes)).toEqual({ wh: 4 })
  })

  test('hold a webhook to one after three timeouts in a row, until it answers', () => {
    const lanes = trusted(['wh'])
    lanes.add(claimed('wh', 20), noRooms, 1)
    startAll(lanes)
    lanes.end('wh', 'timed_out')
    lanes.end('wh', 'timed_out')
    expect(startAll(lanes)).toEqual({ wh: 2 })
    lanes.end('wh', 'timed_out')
    lanes.end('wh', 'timed_out')
    lanes.end('wh', 'timed_out')
    expect(startAll(lanes)).toEqual({})
    lanes.end('wh', 'timed_out')
    expect(startAll(lanes)).toEqual({ wh: 1 })
    lanes.end('wh', 'answered')
    expect(startAll(lanes)).toEqual({ wh: 4 })
  })

  test('never have more than 64 in flight, and give every webhook its turn', () => {
    const lanes = trusted(ids(40))
    lanes.add(
      ids(40).flatMap((id) => claimed(id, 10)),
      noRooms,
      1,
    )
    const started = startAll(lanes)
    expect(lanes.inFlight()).toBe(64)
    expect(Object.keys(started)).toHaveLength(40)
    expect(Math.max(...Object.values(started))).toBe(2)
  })

  test('give webhooks that hang 16 places together, whatever waits for them', () => {
    const lanes = createLanes()
    lanes.add(
      ids(30).flatMap((id) => claimed(id, 10)),
      noRooms,
      1,
    )
    startAll(lanes)
    expect(lanes.inFlight()).toBe(16)
  })

  test('drop what has waited so long that its lease may end', () => {
    const lanes = createLanes()
    lanes.add(claimed('wh', 2), noRooms, 100)
    expect(lanes.next(101)).toBeUndefined()
    lanes.add(claimed('wh', 1), noRooms, 200)
    expect(lanes.next(101)?.delivery.id).toBe('wh-0')
  })

  test('run low when half of what they hold is gone, unless the queue had no more', () => {
    const lanes = trusted(['wh'])
    lanes.refresh()
    const rooms = lanes.rooms()
    expect(rooms.get('wh')).toBe(128)
    lanes.add(claimed('wh', 128), rooms, 1)
    expect([lanes.runsLow(), lanes.rooms().get('wh')]).toEqual([false, 0])
    for (let count = 0; count < 64; count++) {
      if (lanes.next(0) !== undefined) lanes.end('wh', 'answered')
    }
    expect([lanes.runsLow(), lanes.rooms().get('wh')]).toEqual([true, 64])
    lanes.add(claimed('wh', 3), lanes.rooms(), 1)
    startAll(lanes)
    expect(lanes.runsLow()).toBe(false)
    lanes.refresh()
    expect(lanes.runsLow()).toBe(true)
  })

  test('send first what was put back', () => {
    const lanes = trusted(['wh'])
    lanes.add(claimed('wh', 3), noRooms, 1)
    const first = lanes.next(0)
    lanes.end('wh', 'not_sent')
    if (first !== undefined) lanes.putBack(first)
    expect(lanes.inFlight()).toBe(0)
    expect([lanes.next(0), lanes.next(0)].map((next) => next?.delivery.id)).toEqual(['wh-0', 'wh-1'])
  })

  test('let a webhook rest whose attempts break off, longer each time, until one is sent', () => {
    const lanes = trusted(['wh', 'other'])
    const farAway = 1_000_000
    lanes.add([...claimed('wh', 9), ...claimed('other', 1)], noRooms, farAway)
    const rests: number[] = []
    let nowMs = 0
    for (let failed = 0; failed < 7; failed++) {
      expect(lanes.next(nowMs)?.delivery.webhookId).toBe('wh')
      lanes.end('wh', 'not_sent')
      const restMs = lanes.fail('wh', { nowMs, chance: 1 }).getTime() - nowMs
      if (failed === 0) expect(startAll(lanes, nowMs)).toEqual({ other: 1 })
      expect(startAll(lanes, nowMs + restMs - 1)).toEqual({})
      rests.push(restMs)
      nowMs += restMs
    }
    expect(rests).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    expect(startAll(lanes, nowMs)).toEqual({ wh: 1 })
    lanes.end('wh', 'answered')
    expect(startAll(lanes, nowMs)).toEqual({ wh: 1 })
    lanes.end('wh', 'not_sent')
    expect(lanes.fail('wh', { nowMs, chance: 1 })).toEqual(new Date(nowMs + 1000))
  })

  test('start nothing for a webhook that is stopped, until its lane is cleared', () => {
    const lanes = trusted(['wh'])
    lanes.add(claimed('wh', 2), noRooms, 1)
    lanes.stop('wh')
    expect(startAll(lanes)).toEqual({})
    expect(lanes.clear('wh')).toHaveLength(2)
    lanes.add(claimed('wh', 1), noRooms, 1)
    expect(startAll(lanes)).toEqual({ wh: 1 })
  })

  test('forget idle webhooks when there are very many', () => {
    const lanes = trusted(ids(2000))
    expect(lanes.rooms().size).toBeLessThan(600)
  })

  test('ask for few of a webhook that nobody knows yet', () => {
    const lanes = createLanes()
    expect(roomOfUnknown).toBeLessThan(5)
    lanes.add(claimed('wh', roomOfUnknown), noRooms, 1)
    expect(lanes.rooms().get('wh')).toBe(0)
    startAll(lanes)
    lanes.clear('wh')
    expect(lanes.rooms().get('wh')).toBe(roomOfUnknown)
  })
})
