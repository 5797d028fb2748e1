import type { ItemRequest } from '@pictable/server/core/batch/batch.ts'
import { describe, expect, test } from 'vitest'
import { at, later, type Subject } from './data.ts'

const request: ItemRequest = {
  template: { id: 'tpl_1', version: 1 },
  values: { Name: 'a', Price: 12.5, Empty: null },
  modifications: [{ name: 'Title', text: 'b' }],
  sequence: null,
  output: { formats: ['png'] },
  metadata: { order: '1\u20282' },
  webhookIds: [],
}
const reason = { code: 'image_missing', message: 'gone' }

export function describeBatches(get: () => Subject): void {
  describe('batches', () => {
    async function addBatch(total: number, one = request) {
      const { data, id } = get()
      const batch = { id: id('bat'), total, webhookIds: ['wh_end'], createdAt: at }
      await data.batches.insert(batch)
      await data.batches.insertItems(
        batch.id,
        Array.from({ length: total }, (_, n) => ({ n, request: one })),
      )
      return batch
    }

    test('are counted by their items, which end once', async () => {
      const { batches } = get().data
      const batch = await addBatch(4)
      const counts = { pending: 4, rendered: 0, failed: 0, cancelled: 0, finishedAt: null }
      expect(await batches.get(batch.id)).toEqual({ ...batch, ...counts })
      const rendered = { n: 0, state: 'rendered', reason: null } as const
      expect(await batches.finish(batch.id, [rendered, { n: 2, state: 'failed', reason }], at)).toEqual(
        expect.arrayContaining([0, 2]),
      )
      expect(await batches.finish(batch.id, [rendered, { ...rendered, n: 1 }], later)).toEqual([1])
      expect(await batches.pending(batch.id, 0, 4)).toEqual([{ n: 3, request }])
      expect(await batches.lockIsEnded(batch.id)).toBe(false)
      expect(await batches.cancel(batch.id, later)).toBe(1)
      expect(await batches.cancel(batch.id, later)).toBe(0)
      expect(await batches.lockIsEnded(batch.id)).toBe(true)
      expect(await batches.finish(batch.id, [{ ...rendered, n: 3 }], later)).toEqual([])
      expect(await batches.get(batch.id)).toEqual({
        ...batch,
        ...{ pending: 0, rendered: 2, failed: 1, cancelled: 1, finishedAt: later },
      })
      expect(await batches.pending(batch.id, 0, 4)).toEqual([])
    })

    test('list their items in the order of the request', async () => {
      const { batches } = get().data
      const batch = await addBatch(5)
      await batches.finish(batch.id, [{ n: 1, state: 'failed', reason }], at)
      const page = await batches.items(batch.id, { limit: 3 })
      const pending = { state: 'pending', reason: null, finishedAt: null }
      expect(page.results).toEqual([
        { n: 0, ...pending },
        { n: 1, state: 'failed', reason, finishedAt: at },
        { n: 2, ...pending },
      ])
      const rest = await batches.items(batch.id, { limit: 3, after: page.next ?? '' })
      expect([rest.results.map(({ n }) => n), rest.next]).toEqual([[3, 4], null])
      expect(await batches.get('bat_none')).toBeNull()
    })

    test('give as many pending items as one statement should read', async () => {
      const { batches } = get().data
      const long = { ...request, values: { Name: 'x'.repeat(200_000) } }
      const batch = await addBatch(5, long)
      expect((await batches.pending(batch.id, 1, 5)).map(({ n }) => n)).toEqual([1, 2])
      expect((await batches.pending(batch.id, 4, 5)).map(({ request: found }) => found)).toEqual([long])
    })

    test('are deleted once they have ended', async () => {
      const { batches } = get().data
      const old = new Date('2020-01-01T00:00:00.000Z')
      const idAt = (n: number) => (n < 4 ? `bat_01dxf6dt${n}0` : 'bat_7zzzzzzzzz')
      for (const n of [1, 2, 3, 4]) {
        await batches.insert({ id: idAt(n), total: 1, webhookIds: [], createdAt: old })
        await batches.insertItems(idAt(n), [{ n: 0, request }])
      }
      await batches.cancel(idAt(1), old)
      await batches.cancel(idAt(3), old)
      await batches.cancel(idAt(4), old)
      await batches.deleteEnded(new Date('2020-02-01T00:00:00.000Z'))
      const left = await Promise.all([1, 2, 3, 4].map(async (n) => (await batches.get(idAt(n)))?.pending))
      expect(left).toEqual([undefined, 1, undefined, 0])
    })
  })
}
