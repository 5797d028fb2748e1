import { describe, expect, test } from 'vitest'
import type { Subject } from './data.ts'

interface Bounds {
  perDay: number | null
  perMonth: number | null
}

const free: Bounds = { perDay: null, perMonth: null }
const day = (text: string) => new Date(`${text}T23:59:59.999Z`)

/** Part of the data suite: the requests of a connection, counted by day and month of UTC. */
export function describeCallCounts(get: () => Subject): void {
  describe('call counts', () => {
    const open = async () => {
      const { data, addAction } = get()
      const { connectionId } = await addAction()
      const take = (at: Date, bounds = free) => data.callCounts.take(connectionId, { at, ...bounds })
      return { connectionId, take, counts: (at: Date) => data.callCounts.get(connectionId, at) }
    }

    test('begin at nought, and each call is one more', async () => {
      const { take, counts } = await open()
      const at = day('2026-03-30')
      expect(await counts(at)).toEqual({ today: 0, thisMonth: 0 })
      expect(await take(at)).toEqual({ today: 1, thisMonth: 1 })
      expect(await take(at)).toEqual({ today: 2, thisMonth: 2 })
      expect(await counts(at)).toEqual({ today: 2, thisMonth: 2 })
    })

    test('begin anew with the day, and with the month', async () => {
      const { take, counts } = await open()
      await take(day('2026-03-30'))
      expect(await counts(day('2026-03-31'))).toEqual({ today: 0, thisMonth: 1 })
      expect(await take(day('2026-03-31'))).toEqual({ today: 1, thisMonth: 2 })
      expect(await counts(day('2026-04-01'))).toEqual({ today: 0, thisMonth: 0 })
      expect(await take(day('2026-04-01'))).toEqual({ today: 1, thisMonth: 1 })
      expect(await take(day('2027-04-01'))).toEqual({ today: 1, thisMonth: 1 })
    })

    test.each([
      ['day', { perDay: 3, perMonth: null }, '2026-03-31'],
      ['month', { perDay: null, perMonth: 3 }, '2026-04-01'],
    ])('refuse what goes over the bound of the %s, and count it not', async (_span, bounds, next) => {
      const { take, counts } = await open()
      const at = day('2026-03-30')
      const answers = await Promise.all(Array.from({ length: 12 }, () => take(at, bounds)))
      expect(answers.filter((answer) => answer !== null)).toHaveLength(3)
      expect(await counts(at)).toEqual({ today: 3, thisMonth: 3 })
      expect(await take(day(next), bounds)).toMatchObject({ today: 1 })
    })

    test('hold connections apart', async () => {
      const [one, other] = [await open(), await open()]
      await one.take(day('2026-03-30'), { perDay: 1, perMonth: null })
      expect(await other.take(day('2026-03-30'), { perDay: 1, perMonth: null })).toMatchObject({ today: 1 })
    })
  })
}
