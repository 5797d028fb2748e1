import { describe, expect, test } from 'vitest'
import { at, type Subject } from './data.ts'

const inSeconds = (seconds: number) => new Date(at.getTime() + seconds * 1000)
const forMs = 30_000

export function describeLeases(get: () => Subject): void {
  describe('leases', () => {
    const claim = (owner: string, time: Date) => get().data.leases.claim('measure_queues', { owner, at: time, forMs })

    test('have one owner, until they end or are released', async () => {
      const { leases } = get().data
      expect(await claim('first', at)).toBe(true)
      expect(await claim('second', inSeconds(29))).toBe(false)
      // Renewed.
      expect(await claim('first', inSeconds(29))).toBe(true)
      expect(await claim('second', inSeconds(58))).toBe(false)
      expect(await claim('second', inSeconds(59))).toBe(true)
      expect(await claim('first', inSeconds(60))).toBe(false)
      await leases.release('measure_queues', 'first')
      expect(await claim('first', inSeconds(60))).toBe(false)
      await leases.release('measure_queues', 'second')
      expect(await claim('first', inSeconds(60))).toBe(true)
      await leases.release('measure_queues', 'first')
    })

    test('of processes that claim together, one is the owner', async () => {
      const claims = await Promise.all(['a', 'b', 'c', 'd'].map((owner) => claim(owner, at)))
      expect(claims.filter(Boolean)).toHaveLength(1)
    })

    test('are over when a clock that was ahead has set them', async () => {
      expect(await claim('ahead', inSeconds(3600))).toBe(true)
      expect(await claim('right', at)).toBe(true)
    })
  })
}
