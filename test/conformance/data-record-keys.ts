import { describe, expect, test } from 'vitest'
import { at, newImage, newRecords, type Subject } from './data.ts'

/** Times sort as texts. */
const keyOf = (recordId: string, slug: string, since: string) => ({
  ...{ recordId, slug, since },
  label: `Label of ${recordId}`,
  key: slug.toUpperCase(),
})

export function describeRecordKeys(get: () => Subject): void {
  describe('keys of records', () => {
    const setUp = async (records: readonly string[]) => {
      const { data, id, addAction } = get()
      const { id: actionId } = await addAction()
      const outputOf = (recordId: string) => ({
        ...{ actionId, recordId, output: '', fingerprint: 'x', imageId: `img_${recordId}`, writtenTo: null },
      })
      await data.outputs.upsert(records.map(outputOf))
      const imageAt = (slug: string) => data.recordKeys.findImage(actionId, { slug, output: '' })
      return { data, id, actionId, outputOf, imageAt }
    }

    test('lead to the record that had a slug first, however often others claim it', async () => {
      const { data, actionId, imageAt } = await setUp(['a', 'b', 'c'])
      const { recordKeys } = data
      expect(await recordKeys.claim(actionId, [keyOf('b', 'x', '1'), keyOf('c', 'y', '1')])).toEqual(new Set())
      const again = [keyOf('a', 'x', '2'), keyOf('b', 'x', '3')]
      for (const keys of [again, again.toReversed()]) {
        expect(await recordKeys.claim(actionId, keys)).toEqual(new Set(['a']))
        expect(await imageAt('x')).toBe('img_b')
      }
      expect(await recordKeys.duplicates(actionId, 5)).toEqual([
        {
          ...{ key: 'X', slug: 'x', record: { id: 'a', label: 'Label of a' } },
          first: { id: 'b', label: 'Label of b', key: 'X' },
        },
      ])
      expect(await recordKeys.claim(actionId, [keyOf('b', 'z', '4')])).toEqual(new Set())
      expect([await imageAt('x'), await imageAt('z'), await imageAt('none')]).toEqual(['img_a', 'img_b', null])
      expect(await recordKeys.duplicates(actionId, 5)).toEqual([])
      expect(await recordKeys.claim(actionId, [keyOf('a', '', '5'), keyOf('b', '', '5')])).toEqual(new Set())
      expect([await imageAt('x'), await recordKeys.someSlug(actionId)]).toEqual([null, 'y'])
      expect(await recordKeys.withoutSlug(actionId, 1)).toEqual([{ id: 'a', label: 'Label of a' }])
      expect((await recordKeys.page(actionId, { after: '', limit: 5 })).results.map(({ key }) => key)).toEqual(['Y'])
      await recordKeys.deleteUnlisted(actionId, 'run_none')
      expect([await recordKeys.withoutSlug(actionId, 1), await imageAt('y')]).toEqual([[], 'img_c'])
    })

    test('of a record without an image give way to another', async () => {
      const { data, actionId, imageAt } = await setUp(['b'])
      expect(await data.recordKeys.claim(actionId, [keyOf('gone', 'x', '1')])).toEqual(new Set())
      expect(await imageAt('x')).toBeNull()
      expect(await data.recordKeys.claim(actionId, [keyOf('b', 'x', '2')])).toEqual(new Set())
      expect(await imageAt('x')).toBe('img_b')
    })

    test('of a record that a whole run did not list, or that was deleted, give way to another', async () => {
      const { data, actionId, imageAt } = await setUp(['a', 'b', 'c'])
      const { recordKeys } = data
      const action = await data.actions.get(actionId)
      if (action === null) throw new Error('no action')
      const run = await get().addRun(action)
      await recordKeys.claim(actionId, [keyOf('a', 'x', '1'), keyOf('c', 'y', '1')])
      const records = newRecords(1).map((record) => ({ ...record, id: 'b' }))
      await data.runs.addPage(run.id, { records, cursor: null, at })
      const claimed = [keyOf('b', 'x', '2')]
      expect(await recordKeys.claim(actionId, claimed)).toEqual(new Set(['b']))
      expect(await imageAt('x')).toBe('img_a')
      expect(await recordKeys.claim(actionId, claimed, run.id)).toEqual(new Set())
      expect([await imageAt('x'), await imageAt('y')]).toEqual(['img_b', 'img_c'])
      // Another is noticed once the whole table is listed.
      const more = [keyOf('b', 'y', '3')]
      expect(await recordKeys.claim(actionId, more)).toEqual(new Set(['b']))
      await recordKeys.deleteUnlisted(actionId, run.id)
      expect([await imageAt('y'), await recordKeys.duplicates(actionId, 5)]).toEqual(['img_b', []])
      await recordKeys.deleteUnlisted(actionId, 'run_none')
      expect(await imageAt('y')).toBe('img_b')
      expect(await recordKeys.claim(actionId, [keyOf('c', 'y', '4')])).toEqual(new Set(['c']))
      await data.deletedRecords.add(actionId, ['b'], at)
      expect(await recordKeys.claim(actionId, [keyOf('c', 'y', '4')])).toEqual(new Set(['c']))
      await data.deletedRecords.setState(actionId, ['b'], { from: 'candidate', state: 'deleted', at })
      expect(await recordKeys.claim(actionId, [keyOf('c', 'y', '4')])).toEqual(new Set())
      expect(await imageAt('y')).toBe('img_c')
    })

    test('find the image of each output, and of their own action alone', async () => {
      const { data, actionId, outputOf } = await setUp(['a'])
      const other = await get().addAction()
      await data.outputs.upsert([{ ...outputOf('a'), output: 'small', imageId: 'img_small' }])
      await data.recordKeys.claim(actionId, [keyOf('a', 'x', '1')])
      const find = (id: string, output: string) => data.recordKeys.findImage(id, { slug: 'x', output })
      expect([await find(actionId, ''), await find(actionId, 'small')]).toEqual(['img_a', 'img_small'])
      expect([await find(actionId, 'large'), await find(other.id, '')]).toEqual([null, null])
      await data.images.insert([newImage('img_a'), newImage('img_small')])
      const imagesAt = async () => {
        const { results } = await data.recordKeys.page(actionId, { after: '', limit: 5 })
        return results.map(({ slug, images }) => [slug, images.map(({ output }) => output).sort()])
      }
      expect(await imagesAt()).toEqual([['x', ['', 'small']]])
      await data.deletedRecords.add(actionId, ['a'], at)
      await data.deletedRecords.setState(actionId, ['a'], { from: 'candidate', state: 'deleted', at })
      expect(await imagesAt()).toEqual([['x', []]])
    })

    test('go with their action', async () => {
      const { data, id, actionId } = await setUp(['a'])
      const gone = id('act')
      for (const each of [actionId, gone]) await data.recordKeys.claim(each, [keyOf('a', 'x', '1')])
      await data.recordKeys.deleteOfGoneActions()
      expect([await data.recordKeys.someSlug(actionId), await data.recordKeys.someSlug(gone)]).toEqual(['x', null])
      await data.recordKeys.deleteOf(actionId)
      expect(await data.recordKeys.someSlug(actionId)).toBeNull()
    })
  })
}
