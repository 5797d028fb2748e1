import { describe, expect, test } from 'vitest'
import { at, later, newImage, newRecords, type Subject } from './data.ts'

export function describeDeletedRecords(get: () => Subject): void {
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
          ...{ fingerprint: 'f', imageId: imageIds[n] ?? '', writtenBack: true },
        })),
      )
      const unpublished = async () =>
        (await Promise.all(imageIds.map((each) => data.images.get(each)))).map((image) => image?.unpublishedAt ?? null)
      return { data, action, run, imageIds, unpublished }
    }

    test('are those that a run did not list, of any output', async () => {
      const { data, action, run, imageIds } = await makeThree()
      const { deletedRecords } = data
      await data.runs.addPage(run.id, { records: newRecords(1), cursor: null, at })
      const known = { actionId: action.id, sinceImageId: '' }
      await deletedRecords.addUnlisted({ ...known, runId: run.id, at })
      expect(await deletedRecords.first(action.id, 'candidate', 9)).toEqual(['rec1', 'rec2'])
      expect(await deletedRecords.first(action.id, 'candidate', 1)).toEqual(['rec1'])
      expect(await deletedRecords.add(action.id, ['rec1', 'rec9'], at)).toBe(1)
      expect(await deletedRecords.known({ ...known, after: '', limit: 9 })).toEqual(['rec0', 'rec1'])
      expect(await deletedRecords.known({ ...known, after: 'rec0', limit: 9 })).toEqual(['rec1'])
      expect(await deletedRecords.countOthers({ ...known, limit: 9 })).toBe(1)
      expect(await deletedRecords.knownAmong(known, ['rec2', 'rec9', 'rec0'])).toEqual(['rec0', 'rec2'])
      const since = [...imageIds].sort().at(-1) ?? ''
      expect(await deletedRecords.known({ ...known, sinceImageId: `${since}z`, after: '', limit: 9 })).toEqual([])
      expect(await deletedRecords.knownAmong({ ...known, sinceImageId: `${since}z` }, ['rec0', 'rec2'])).toEqual([])
    })

    test('are unpublished with their images, until they come back or are erased', async () => {
      const { data, action, unpublished } = await makeThree()
      const { deletedRecords } = data
      await deletedRecords.add(action.id, ['rec0', 'rec1'], at)
      await deletedRecords.setState(action.id, ['rec0', 'rec1'], { from: 'candidate', state: 'found', at })
      expect(await deletedRecords.count(action.id, 'found', 1)).toBe(1)
      expect(await deletedRecords.count(action.id, 'found', 9, at)).toBe(0)
      await deletedRecords.unpublish(action.id, ['rec0', 'rec1', 'rec2'], { from: 'found', at })
      expect(await unpublished()).toEqual([at, at, null])
      const page = { after: '', limit: 9 }
      expect(await deletedRecords.due(action.id, at, page)).toEqual([])
      expect(await deletedRecords.due(action.id, later, page)).toEqual(['rec0', 'rec1'])
      expect(await deletedRecords.due(action.id, later, { ...page, after: 'rec0' })).toEqual(['rec1'])
      await deletedRecords.restore(action.id, ['rec0', 'rec2'])
      expect(await unpublished()).toEqual([null, at, null])
      const lockDue = (before: Date) =>
        data.transaction((d) => d.deletedRecords.lockDue(action.id, before, ['rec0', 'rec1']))
      expect([await lockDue(at), await lockDue(later)]).toEqual([[], ['rec1']])
      await data.erasure.images(action.id, ['rec1'], later)
      expect(await deletedRecords.first(action.id, 'deleted', 9)).toEqual([])
    })

    test('change only from the state that they are expected in', async () => {
      const { data, action, unpublished } = await makeThree()
      const { deletedRecords } = data
      await deletedRecords.add(action.id, ['rec0', 'rec1'], at)
      await deletedRecords.setState(action.id, ['rec0'], { from: 'found', state: 'held', at })
      await deletedRecords.unpublish(action.id, ['rec0', 'rec1', 'rec2'], { from: 'found', at })
      expect(await deletedRecords.first(action.id, 'candidate', 9)).toEqual(['rec0', 'rec1'])
      expect(await unpublished()).toEqual([null, null, null])
      await deletedRecords.setState(action.id, ['rec0'], { from: 'candidate', state: 'held', at: later })
      expect(await deletedRecords.first(action.id, 'held', 9, at)).toEqual([])
      expect(await deletedRecords.first(action.id, 'held', 9, later)).toEqual(['rec0'])
      await deletedRecords.unpublish(action.id, ['rec1'], { from: 'candidate', at })
      await deletedRecords.forgetUndecided(action.id)
      expect(await deletedRecords.first(action.id, 'held', 9)).toEqual([])
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
