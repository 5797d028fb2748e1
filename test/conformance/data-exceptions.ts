import { describe, expect, test } from 'vitest'
import { at, later, type Subject } from './data.ts'

export function describeExceptions(get: () => Subject): void {
  describe('exceptions', () => {
    const of = (actionId: string, recordId: string, text = 'Sold') => {
      const modifications = [
        { name: 'Title', text },
        { name: 'Photo', output: 'story', focalPoint: { x: 0, y: 1 } },
      ]
      const usedLayers = [{ layer: 'Title', output: '', templateId: 'tpl_card' }]
      return { actionId, recordId, label: '', modifications, usedLayers, createdAt: at, updatedAt: at }
    }

    test('are kept by action and record, and mark their action', async () => {
      const { data, addAction } = get()
      const [{ id }, other] = [await addAction(), await addAction()]
      const isMarked = async (actionId = id) => (await data.actions.get(actionId))?.hasExceptions
      expect(await isMarked()).toBe(false)
      expect(await data.exceptions.save({ ...of(id, 'rec1'), label: 'Teapot' })).toEqual({
        ...of(id, 'rec1'),
        label: 'Teapot',
      })
      await data.exceptions.save(of(id, 'rec0'))
      expect([await isMarked(), await isMarked(other.id)]).toEqual([true, false])
      const again = { ...of(id, 'rec1', 'Gone'), usedLayers: [], createdAt: later, updatedAt: later }
      expect(await data.exceptions.save(again)).toEqual({ ...again, label: 'Teapot', createdAt: at })
      const found = await data.exceptions.find(id, ['rec1', 'rec2'])
      expect([...found]).toEqual([['rec1', { modifications: again.modifications, usedLayers: [] }]])
      expect((await data.exceptions.find(other.id, ['rec1'])).size).toBe(0)
      const { results } = await data.exceptions.list({ actionId: id, limit: 10 })
      expect(results.map(({ recordId }) => recordId)).toEqual(['rec0', 'rec1'])
      const updated = await data.actions.get(id)
      if (updated === null) throw new Error('the action is gone')
      expect(await data.actions.update({ ...updated, hasExceptions: false })).toMatchObject({ hasExceptions: true })
      expect(await data.exceptions.delete(id, 'rec1')).toBe(true)
      expect([await data.exceptions.delete(id, 'rec1'), await isMarked()]).toEqual([false, true])
      await data.erasure.images({ actionId: id, recordIds: ['rec0'] }, later)
      expect([await data.exceptions.get(id, 'rec0'), await isMarked()]).toEqual([null, false])
    })

    test('go with their action', async () => {
      const { data, addAction } = get()
      const { id } = await addAction()
      await data.exceptions.save(of(id, 'rec1'))
      await data.actions.delete(id)
      expect(await data.exceptions.get(id, 'rec1')).toBeNull()
    })
  })
}
