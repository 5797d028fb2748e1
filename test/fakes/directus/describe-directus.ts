import { afterEach, describe, expect, test } from 'vitest'
import type { Account } from '#test/fakes/hosted/open-described.ts'
import { choice, createAdmin, newName, numberKey, openDirectus } from './open-fixture.ts'

const kinds = [
  { field: 'Title', type: 'string' },
  { field: 'Body', type: 'text', meta: { interface: 'input-rich-text-md' } },
  { field: 'Count', type: 'integer' },
  { field: 'Price', type: 'float' },
  { field: 'Done', type: 'boolean' },
  { field: 'Day', type: 'date' },
  { field: 'Local', type: 'dateTime' },
  { field: 'Moment', type: 'timestamp' },
  { field: 'Data', type: 'json' },
  { field: 'State', type: 'string', meta: choice },
  { field: 'Picture', type: 'uuid', meta: { interface: 'file-image', special: ['file'] } },
]

const canonical = {
  Title: 'Café ☕ "x"',
  Body: '**bold**',
  Count: 7,
  Price: 1.25,
  Done: true,
  Day: '2026-01-02',
  Local: '2026-01-02T03:04:05.000Z',
  Moment: '2026-01-02T03:04:05.000Z',
  Data: { json: { a: [1, 'two'] } },
  State: 'Closed',
}

/** What the description of Directus relies on, for the fake and the real server alike. */
export function describeDirectus(name: string, account: () => Account): void {
  describe(`Directus, ${name}`, () => {
    const made: string[] = []
    afterEach(async () => {
      for (const collection of made.splice(0)) await createAdmin(account()).removeCollection(collection)
    })
    const newCollection = () => {
      const collection = newName()
      made.push(collection)
      return collection
    }

    test('reads what it writes, of every kind', async () => {
      const admin = createAdmin(account())
      const collection = newCollection()
      await admin.call('POST', '/collections', { collection, meta: {}, schema: {}, fields: [numberKey] })
      for (const field of kinds) await admin.call('POST', `/fields/${collection}`, { schema: {}, ...field })
      const relation = { collection, field: 'Picture', related_collection: 'directus_files' }
      await admin.call('POST', '/relations', relation)
      const Picture = await admin.addFile()
      await admin.call('POST', `/items/${collection}`, [{ Title: 'First', Picture }, { Title: 'Second' }])
      const source = openDirectus(account())
      const table = { baseId: 'directus', tableId: collection }
      const fields = await source.listFields(table)
      expect(Object.fromEntries(fields.map(({ id, kind }) => [id, kind]))).toEqual({
        id: 'number',
        Title: 'text',
        Body: 'rich_text',
        Count: 'number',
        Price: 'number',
        Done: 'checkbox',
        Day: 'date',
        Local: 'date_time',
        Moment: 'date_time',
        Data: 'json',
        State: 'single_select',
        Picture: 'attachments',
      })
      expect(fields.filter(({ computed }) => computed).map(({ id }) => id)).toEqual(['id'])
      expect(fields.filter(({ primary }) => primary).map(({ id }) => id)).toEqual(['Title'])
      expect(await source.writeBack(table, [{ recordId: '1', fields: canonical }])).toEqual([{ ok: true }])
      const [first, second] = await source.getRecords(table, ['1', '2'])
      const file = {
        id: Picture,
        url: `${account().url}/assets/${Picture}`,
        filename: 'picture.png',
        contentType: 'image/png',
        sizeBytes: 70,
      }
      expect(first?.fields).toEqual({ id: 1, ...canonical, Picture: [file] })
      expect(Object.values(second?.fields ?? {}).filter((value) => value !== null)).toEqual([2, 'Second'])
    })

    test('records of a key of texts are read and written by their ids', async () => {
      const admin = createAdmin(account())
      const collection = newCollection()
      const key = { field: 'slug', type: 'string', schema: { is_primary_key: true } }
      const fields = [key, { field: 'Note', type: 'text', schema: {} }]
      await admin.call('POST', '/collections', { collection, meta: {}, schema: {}, fields })
      await admin.call('POST', `/items/${collection}`, [{ slug: 'a,b' }, { slug: '..' }, { slug: 'ü &?#/' }])
      const source = openDirectus(account())
      const table = { baseId: 'directus', tableId: collection }
      const ids = ['a,b', '..', 'ü &?#/']
      const patches = ids.map((recordId) => ({ recordId, fields: { Note: `of ${recordId}` } }))
      expect(await source.writeBack(table, patches)).toEqual(ids.map(() => ({ ok: true })))
      const found = await source.getRecords(table, ['none', ...ids])
      expect(Object.fromEntries(found.map(({ id, fields: { Note } }) => [id, Note]))).toEqual(
        Object.fromEntries(ids.map((id) => [id, `of ${id}`])),
      )
    })

    test('collections of the system, and single items, are no tables; the account is named', async () => {
      const admin = createAdmin(account())
      const collection = newCollection()
      await admin.call('POST', '/collections', {
        collection,
        meta: { singleton: true },
        schema: {},
        fields: [numberKey],
      })
      const source = openDirectus(account())
      const names = (await source.listTables('directus')).map(({ id }) => id)
      expect(names.filter((each) => each.startsWith('directus_') || each === collection)).toEqual([])
      expect(await source.check()).toMatchObject({ account: 'admin@example.com' })
      const copied = openDirectus({ ...account(), url: `${account().url}/admin/content/${collection}` })
      expect(await copied.check()).toMatchObject({ account: 'admin@example.com' })
    })
  })
}
