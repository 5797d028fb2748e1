import { describe, expect, test } from 'vitest'
import { at, later, newImage, newRecords, type Subject } from './data.ts'

export function describeDeletedRecords(get: () => Subject): void {
  const before = new Date(at.getTime() - 1)
  describe('deleted records', () => {
    async function makeThree() {
      const { data, id, addAction, addRun } = get()
      const action = await addAction()
      const run = await addRun(action)
      const imageIds = [id('img'), id('img'), id('img')]
      const records = ['rec0', 'rec1', 'rec2']
      const made = { actionId: action.id, runId: run.id }
      await data.images.insert(records.map((recordId, n) => newImage(imageIds[n] ?? '', { ...made, recordId })))
      await data.outputs.upsert(
        records.map((recordId, n) => ({
          ...{ actionId: action.id, recordId, output: n === 2 ? 'story' : '' },
          ...{ fingerprint: 'f', imageId: imageIds[n] ?? '', writtenTo: [] },
        })),
      )
      const unpublished = async () =>
        (await Promise.all(imageIds.map((each) => data.images.get(each)))).map((image) => image?.unpublishedAt ?? null)
      return { data, action, run, imageIds, unpublished }
    }

    test('are those that a run did not list, of any output', async () => {
      const { id } = get()
      const { data, action, run, imageIds } = await makeThree()
      const { deletedRecords } = data
      await data.runs.addPage(run.id, { records: newRecords(1), cursor: null, at })
      const known = { actionId: action.id, sinceImageId: '' }
      await deletedRecords.addUnlisted({ ...known, runId: run.id, at })
      expect(await deletedRecords.first(action.id, 'candidate', 9)).toEqual(['rec1', 'rec2'])
      expect(await deletedRecords.first(action.id, 'candidate', 1)).toEqual(['rec1'])
      expect(await deletedRecords.add(action.id, ['rec1', 'rec9'], at)).toBe(1)
      expect(await deletedRecords.known({ ...known, after: '', limit: 9 })).toEqual(['rec0', 'rec1', 'rec2'])
      expect(await deletedRecords.known({ ...known, after: 'rec0', limit: 1 })).toEqual(['rec1'])
      expect(await deletedRecords.known({ ...known, after: 'rec1', limit: 1 })).toEqual(['rec2'])
      expect(await deletedRecords.knownAmong(known, ['rec2', 'rec9', 'rec0'])).toEqual(['rec0', 'rec2'])
      const since = [...imageIds].sort().at(-1) ?? ''
      expect(await deletedRecords.known({ ...known, sinceImageId: `${since}z`, after: '', limit: 9 })).toEqual([])
      expect(await deletedRecords.knownAmong({ ...known, sinceImageId: `${since}z` }, ['rec0', 'rec2'])).toEqual([])
      const last = '~'
      expect(await deletedRecords.countOthers({ ...known, beforeImageId: last, limit: 9 })).toBe(1)
      await deletedRecords.setState(action.id, ['rec1', 'rec2'], { from: 'candidate', state: 'outside', at })
      expect(await deletedRecords.countOthers({ ...known, beforeImageId: last, limit: 9 })).toBe(3)
      expect(await deletedRecords.countOthers({ ...known, beforeImageId: last, limit: 2 })).toBe(2)
      // A record that is rendered again is not a new one.
      const again = { actionId: action.id, fingerprint: 'g', writtenTo: [], imageId: id('img') }
      const news = [
        ['rec1', ''],
        ['rec2', 'story'],
        ['rec8', ''],
      ] as const
      await data.outputs.upsert(news.map(([recordId, output]) => ({ ...again, recordId, output })))
      expect(await deletedRecords.countOthers({ ...known, beforeImageId: again.imageId, limit: 9 })).toBe(3)
      expect(await deletedRecords.countOthers({ ...known, beforeImageId: last, limit: 9 })).toBe(4)
    })

    test('are unpublished with their images, until they come back or are erased', async () => {
      const { data, action, unpublished } = await makeThree()
      const { deletedRecords } = data
      await deletedRecords.add(action.id, ['rec0', 'rec1'], at)
      await deletedRecords.setState(action.id, ['rec0', 'rec1'], { from: 'candidate', state: 'found', at })
      expect(await deletedRecords.count(action.id, 'found', 1)).toBe(1)
      const known = { actionId: action.id, sinceImageId: '' }
      const none = { ...known, sinceImageId: '~' }
      await deletedRecords.unpublish(none, ['rec0', 'rec1'], { from: 'found', at })
      expect(await unpublished()).toEqual([null, null, null])
      await deletedRecords.setState(action.id, ['rec0', 'rec1'], { from: 'deleted', state: 'found', at })
      await deletedRecords.unpublish(known, ['rec0', 'rec1', 'rec2'], { from: 'found', at })
      expect(await unpublished()).toEqual([at, at, null])
      const page = { after: '', limit: 9 }
      expect(await deletedRecords.due(action.id, at, page)).toEqual([])
      expect(await deletedRecords.due(action.id, later, page)).toEqual(['rec0', 'rec1'])
      expect(await deletedRecords.due(action.id, later, { ...page, after: 'rec0' })).toEqual(['rec1'])
      await deletedRecords.restore(none, ['rec0'], later)
      expect(await unpublished()).toEqual([at, at, null])
      expect(await deletedRecords.first(action.id, 'outside', 9)).toEqual(['rec0'])
      await deletedRecords.setState(action.id, ['rec0'], { from: 'outside', state: 'deleted', at })
      await deletedRecords.restore(known, ['rec0', 'rec2'], later)
      expect(await unpublished()).toEqual([null, at, null])
      const lockDue = (before: Date) =>
        data.transaction((d) => d.deletedRecords.lockDue(action.id, before, ['rec0', 'rec1']))
      expect([await lockDue(at), await lockDue(later)]).toEqual([[], ['rec1']])
      expect((await deletedRecords.countMissing(action.id, before, 9)).count).toBe(1)
      await data.erasure.images({ actionId: action.id, recordIds: ['rec1'] }, later)
      expect(await deletedRecords.first(action.id, 'deleted', 9)).toEqual([])
      // Only that there was one is left of it.
      expect((await deletedRecords.countMissing(action.id, before, 9)).count).toBe(1)
      expect(await deletedRecords.first(action.id, 'erased', 9)).toEqual([expect.stringMatching(/^erased:/)])
      await deletedRecords.forgetErased(later)
      expect(await deletedRecords.countMissing(action.id, before, 9)).toEqual({ count: 0, since: null })
    })

    test('of an earlier table are found by their images, which stay unpublished', async () => {
      const { data, action, imageIds, unpublished } = await makeThree()
      const { deletedRecords } = data
      const known = { actionId: action.id, sinceImageId: '' }
      await deletedRecords.add(action.id, ['rec0', 'rec1'], at)
      await deletedRecords.unpublish(known, ['rec0'], { from: 'candidate', at })
      await deletedRecords.forgetTable(action.id)
      expect(await deletedRecords.first(action.id, 'deleted', 9)).toEqual([])
      expect(await unpublished()).toEqual([at, null, null])
      // One with the same id in the new table is rendered.
      expect([...(await data.outputs.find(action.id, ['rec0', 'rec1'], [''])).keys()]).toEqual(['rec1'])
      const earlier = { ...known, sinceImageId: '~', limit: 9 }
      expect(await deletedRecords.ofEarlierTables({ ...earlier, before: later })).toEqual(['rec0'])
      expect(await deletedRecords.ofEarlierTables({ ...earlier, before: at })).toEqual([])
      expect(await deletedRecords.ofEarlierTables({ ...earlier, sinceImageId: '', before: later })).toEqual([])
      expect([await deletedRecords.publish(action.id, 9), await deletedRecords.publish(action.id, 9)]).toEqual([1, 0])
      expect((await data.images.get(imageIds[0] ?? ''))?.unpublishedAt).toBeUndefined()
    })

    test('count since the view was last read to its end, unless someone confirmed them', async () => {
      const { data, action } = await makeThree()
      const { deletedRecords } = data
      const known = { actionId: action.id, sinceImageId: '' }
      await deletedRecords.noteListed(action.id, later)
      await deletedRecords.noteListed(action.id, at)
      await deletedRecords.add(action.id, ['rec0', 'rec1'], at)
      await deletedRecords.setState(action.id, ['rec0', 'rec1'], { from: 'candidate', state: 'held', at })
      expect(await deletedRecords.countMissing(action.id, before, 9)).toEqual({ count: 2, since: later })
      await deletedRecords.unpublish(known, ['rec0'], { from: 'held', at })
      expect((await deletedRecords.countMissing(action.id, before, 9)).count).toBe(1)
      const due = { waiting: later, outside: at }
      expect(await deletedRecords.waiting(due)).not.toContain(action.id)
      await deletedRecords.setState(action.id, ['rec1'], { from: 'held', state: 'missing', at })
      expect(await deletedRecords.waiting(due)).toContain(action.id)
      expect(await deletedRecords.waiting({ ...due, waiting: before })).not.toContain(action.id)
      await deletedRecords.setState(action.id, ['rec1'], { from: 'missing', state: 'outside', at })
      expect(await deletedRecords.waiting(due)).toContain(action.id)
    })

    test('change only from the state that they are expected in', async () => {
      const { data, action, unpublished } = await makeThree()
      const { deletedRecords } = data
      await deletedRecords.add(action.id, ['rec0', 'rec1'], at)
      const known = { actionId: action.id, sinceImageId: '' }
      await deletedRecords.setState(action.id, ['rec0'], { from: 'found', state: 'held', at })
      await deletedRecords.unpublish(known, ['rec0', 'rec1', 'rec2'], { from: 'found', at })
      expect(await deletedRecords.first(action.id, 'candidate', 9)).toEqual(['rec0', 'rec1'])
      expect(await unpublished()).toEqual([null, null, null])
      await deletedRecords.setState(action.id, ['rec0'], { from: 'candidate', state: 'held', at: later })
      expect(await deletedRecords.first(action.id, 'held', 9, at)).toEqual([])
      expect(await deletedRecords.first(action.id, 'held', 9, later)).toEqual(['rec0'])
      await deletedRecords.unpublish(known, ['rec1'], { from: 'candidate', at })
      expect(await deletedRecords.first(action.id, 'deleted', 9)).toEqual(['rec1'])
    })

    test('go with their action', async () => {
      const { data, action } = await makeThree()
      const { deletedRecords } = data
      expect(await deletedRecords.deleting()).toContain(action.id)
      await deletedRecords.add(action.id, ['rec0'], at)
      await deletedRecords.deleteOfGoneActions()
      expect(await deletedRecords.first(action.id, 'candidate', 9)).toEqual(['rec0'])
      await deletedRecords.deleteOf(action.id)
      expect(await deletedRecords.first(action.id, 'candidate', 9)).toEqual([])
    })
  })
}
