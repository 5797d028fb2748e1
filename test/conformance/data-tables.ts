import type { FieldValue } from '@pictable/server/core/ports/source.ts'
import type { Table, TableFilter, TableView } from '@pictable/server/core/table/table.ts'
import { describe, expect, test } from 'vitest'
import { at, type Subject } from './data.ts'
import { expectCursorRefused, readAll } from './data-resources.ts'

const fields: Table['fields'] = [
  { id: 'name', name: 'Name', kind: 'text' },
  { id: 'price', name: 'Price', kind: 'number' },
  { id: 'sold', name: 'Sold', kind: 'checkbox' },
  { id: 'tags', name: 'Tags', kind: 'multi_select' },
  { id: 'day', name: 'Day', kind: 'date' },
  { id: 'photo', name: 'Photo', kind: 'attachments' },
]

const rows: Record<string, FieldValue>[] = [
  { name: 'Banana', price: 9, sold: true, tags: ['yellow', 'sweet'], day: '2026-01-05' },
  { name: 'apple', price: 10, sold: false, tags: ['green'], day: '2025-12-31' },
  { name: 'Cherry', price: '12345678901234567890.5', tags: [], photo: [{ url: 'asset:1', filename: 'cherry.jpg' }] },
  { name: '', price: null, day: null },
  { name: 'apple', price: 9.5, day: '2026-01-05' },
]

async function addTable({ data, id }: Subject, views: TableView[] = []) {
  const table: Table = { id: id('tbl'), name: 'Fruit', fields, views, revision: 1, createdAt: at, updatedAt: at }
  await data.tables.insert(table)
  const ids = rows.map(() => id('row'))
  await data.tables.insertRows(
    table.id,
    rows.map((fields, index) => ({ id: ids[index] ?? '', fields })),
  )
  /** The rows of a view, by their place in the table. */
  const read = async (view: Partial<TableView>) => {
    const whole: TableView = { id: 'viw', name: 'View', filters: [], sort: null, ...view }
    const found = await readAll((options) => data.tables.rows(table.id, { ...options, view: whole }))
    return found.map((row) => ids.indexOf(row.id))
  }
  return { table, ids, read }
}

export function describeTables(get: () => Subject): void {
  describe('tables', () => {
    test('are read as they were written', async () => {
      const subject = get()
      const view: TableView = {
        id: 'viw1',
        name: 'Cheap',
        filters: [
          { fieldId: 'price', operator: 'less', value: 10 },
          { fieldId: 'name', operator: 'not_empty' },
        ],
        sort: { fieldId: 'name', direction: 'descending' },
      }
      const { table } = await addTable(subject, [view])
      expect(await subject.data.tables.get(table.id)).toEqual(table)
    })

    test('rows keep the order they were added in', async () => {
      const subject = get()
      const { table, ids } = await addTable(subject)
      await subject.data.tables.insertRows(table.id, [])
      const found = await readAll((options) => subject.data.tables.rows(table.id, options))
      expect(found.map(({ id, position, fields }) => ({ id, position, fields }))).toEqual(
        rows.map((fields, position) => ({ id: ids[position], position, fields })),
      )
      expect(await subject.data.tables.rowsById(table.id, [ids[3] ?? '', 'row_unknown', ids[1] ?? ''])).toMatchObject([
        { id: ids[1] },
        { id: ids[3] },
      ])
      await expectCursorRefused(subject.data.tables.rows(table.id, { limit: 2, after: 'x' }))
    })

    test('rows added at once get places of their own', async () => {
      const subject = get()
      const { data, id } = subject
      const { table } = await addTable(subject)
      const adding = Array.from({ length: 6 }, () =>
        data.tables.insertRows(
          table.id,
          Array.from({ length: 10 }, () => ({ id: id('row'), fields: {} })),
        ),
      )
      await Promise.all(adding)
      const found = await data.tables.rows(table.id, { limit: 1000 })
      expect(found.results.map(({ position }) => position)).toEqual(Array.from({ length: 65 }, (_, place) => place))
      await expect(data.tables.insertRows('tbl_unknown', [{ id: id('row'), fields: {} }])).rejects.toMatchObject({
        code: 'not_found',
      })
    })

    test('patchRows() sets the named fields and leaves the others', async () => {
      const subject = get()
      const { data } = subject
      const { table, ids } = await addTable(subject)
      const [first = '', second = ''] = ids
      const patched = await data.tables.patchRows(table.id, [
        { recordId: first, fields: { name: 'Plum', day: null } },
        { recordId: 'row_unknown', fields: { name: 'x' } },
        { recordId: second, fields: { price: 1 } },
        { recordId: second, fields: { extra: ['a'] } },
      ])
      expect(patched).toEqual(new Set([first, second]))
      const found = await data.tables.rowsById(table.id, [first, second])
      expect(found.map(({ fields }) => fields)).toEqual([
        { ...rows[0], name: 'Plum', day: null },
        { ...rows[1], price: 1, extra: ['a'] },
      ])
    })

    test('deleteRows() says which were there; delete() takes the rows along', async () => {
      const subject = get()
      const { data } = subject
      const { table, ids } = await addTable(subject)
      const [first = '', second = ''] = ids
      expect(await data.tables.deleteRows(table.id, [first, 'row_unknown', second])).toEqual(new Set([first, second]))
      expect(await data.tables.deleteRows(table.id, [first])).toEqual(new Set())
      expect(await data.tables.delete(table.id)).toBe(true)
      expect(await data.tables.delete(table.id)).toBe(false)
      expect((await data.tables.rows(table.id, { limit: 10 })).results).toEqual([])
    })

    test('lock() holds off changes of the table until its transaction ends', async () => {
      const subject = get()
      const { data } = subject
      const { table } = await addTable(subject)
      let changing: Promise<unknown> = Promise.resolve()
      await data.transaction(async (inside) => {
        expect(await inside.tables.lock(table.id)).toEqual(table)
        changing = data.tables.update({ ...table, name: 'Changed' })
        for (let n = 0; n < 20; n++) expect(await inside.tables.get(table.id)).toEqual(table)
      })
      expect(await changing).toMatchObject({ name: 'Changed' })
      expect(await data.tables.lock('tbl_unknown')).toBeNull()
    })

    test('restoreRows() brings rows back to their places, until they are forgotten', async () => {
      const subject = get()
      const { data } = subject
      const { table, ids } = await addTable(subject)
      const [first = '', second = ''] = ids
      const shown = async () => (await data.tables.rows(table.id, { limit: 10 })).results
      const before = await shown()
      await data.tables.deleteRows(table.id, [first, second])
      expect(await data.tables.restoreRows(table.id, [second, 'row_unknown', first])).toEqual(new Set([first, second]))
      expect(await data.tables.restoreRows(table.id, [first])).toEqual(new Set())
      expect(await shown()).toEqual(before)
      await data.tables.deleteRows(table.id, [first])
      await data.tables.forgetRows({ deletedBefore: new Date(Date.now() + 3_600_000) })
      expect(await data.tables.restoreRows(table.id, [first])).toEqual(new Set())
    })

    test('rows() begins in the middle', async () => {
      const subject = get()
      const { table, ids } = await addTable(subject)
      const { results } = await subject.data.tables.rows(table.id, { limit: 1, skip: 1 })
      expect(results.map(({ id }) => id)).toEqual([ids[1]])
    })

    describe('an import', () => {
      const news = (subject: Subject, count: number) =>
        Array.from({ length: count }, (_, n) => ({ id: subject.id('row'), fields: { name: `New ${n}` } }))
      const shown = async ({ data }: Subject, tableId: string) =>
        (await data.tables.rows(tableId, { limit: 1000 })).results.map(({ id }) => id)

      test('is seen by nobody until it is finished, then behind what was there', async () => {
        const subject = get()
        const { data, id } = subject
        const { table, ids } = await addTable(subject)
        const importId = id('imp')
        const rows = news(subject, 3)
        const first = await data.tables.startImport(table.id, { importId, rowCount: 4 })
        expect(first).toBe(5)
        await data.tables.insertImported(importId, first, rows.slice(0, 2))
        await data.tables.insertImported(importId, first + 2, rows.slice(2))
        const [late] = news(subject, 1)
        await data.tables.insertRows(table.id, late ? [late] : [])
        const hidden = rows[0]?.id ?? ''
        expect(await shown(subject, table.id)).toEqual([...ids, late?.id])
        expect(await data.tables.countRows(table.id, {})).toBe(6)
        expect(await data.tables.rowsById(table.id, [hidden])).toEqual([])
        expect(await data.tables.patchRows(table.id, [{ recordId: hidden, fields: {} }])).toEqual(new Set())
        expect(await data.tables.finishImport(importId, { removeOthers: false })).toBe(0)
        await data.tables.dropImport(importId)
        expect(await shown(subject, table.id)).toEqual([...ids, ...rows.map((row) => row.id), late?.id])
        await expect(data.tables.finishImport(importId, { removeOthers: false })).rejects.toMatchObject({
          code: 'unavailable',
        })
      })

      test('that is dropped leaves nothing', async () => {
        const subject = get()
        const { data, id } = subject
        const { table, ids } = await addTable(subject)
        const importId = id('imp')
        const rows = news(subject, 2)
        await data.tables.insertImported(
          importId,
          await data.tables.startImport(table.id, { importId, rowCount: 2 }),
          rows,
        )
        await data.tables.dropImport(importId)
        await data.tables.insertRows(table.id, rows)
        expect(await shown(subject, table.id)).toEqual([...ids, ...rows.map((row) => row.id)])
      })

      test('that was swept away adds no more rows', async () => {
        const subject = get()
        const { data, id } = subject
        const { table, ids } = await addTable(subject)
        const importId = id('imp')
        const rows = news(subject, 2)
        const first = await data.tables.startImport(table.id, { importId, rowCount: 2 })
        await data.tables.insertImported(importId, first, rows.slice(0, 1))
        await data.tables.dropImport(importId)
        const late = data.tables.insertImported(importId, first + 1, rows.slice(1))
        await expect(late).rejects.toMatchObject({ code: 'unavailable' })
        expect(await shown(subject, table.id)).toEqual(ids)
      })

      test('that is swept away while it adds rows leaves none', async () => {
        const subject = get()
        const { data, id } = subject
        const { table, ids } = await addTable(subject)
        const importId = id('imp')
        const first = await data.tables.startImport(table.id, { importId, rowCount: 2 })
        const adding = news(subject, 2).map((row, place) =>
          data.tables.insertImported(importId, first + place, [row]).catch(() => {}),
        )
        await Promise.all([...adding, data.tables.dropImport(importId)])
        expect(await shown(subject, table.id)).toEqual(ids)
      })

      test('that removes the others leaves those of another import alone', async () => {
        const subject = get()
        const { data, id } = subject
        const { table } = await addTable(subject)
        const [one, other] = [id('imp'), id('imp')]
        const [rowsOfOne, rowsOfOther] = [news(subject, 2), news(subject, 2)]
        const firstOfOther = await data.tables.startImport(table.id, { importId: other, rowCount: 2 })
        const firstOfOne = await data.tables.startImport(table.id, { importId: one, rowCount: 2 })
        await data.tables.insertImported(one, firstOfOne, rowsOfOne)
        await data.tables.insertImported(other, firstOfOther, rowsOfOther)
        await data.tables.insertRows(table.id, news(subject, 1))
        expect(await data.tables.finishImport(one, { removeOthers: true })).toBe(6)
        expect(await shown(subject, table.id)).toEqual(rowsOfOne.map((row) => row.id))
        await data.tables.dropImport(one)
        expect(await data.tables.finishImport(other, { removeOthers: false })).toBe(0)
        const all = [...rowsOfOther, ...rowsOfOne].map((row) => row.id)
        expect(await shown(subject, table.id)).toEqual(all)
        const [later] = news(subject, 1)
        await data.tables.insertRows(table.id, later ? [later] : [])
        expect(await shown(subject, table.id)).toEqual([...all, later?.id])
      })

      test('may come before its table', async () => {
        const subject = get()
        const { data, id } = subject
        const table: Table = {
          id: id('tbl'),
          name: 'New',
          fields,
          views: [],
          revision: 1,
          createdAt: at,
          updatedAt: at,
        }
        const importId = id('imp')
        const rows = news(subject, 2)
        expect(await data.tables.startImport(table.id, { importId, rowCount: 2 })).toBe(0)
        await data.tables.insertImported(importId, 0, rows)
        await data.tables.insert(table)
        await data.tables.finishImport(importId, { removeOthers: false })
        const [later] = news(subject, 1)
        await data.tables.insertRows(table.id, later ? [later] : [])
        expect(await shown(subject, table.id)).toEqual([...rows.map((row) => row.id), later?.id])
      })
    })

    test('rows() and countRows() search the texts of all fields', async () => {
      const subject = get()
      const { data } = subject
      const { table, ids } = await addTable(subject)
      const search = 'CHERRY'
      const found = await data.tables.rows(table.id, { limit: 10, search })
      expect(found.results.map((row) => ids.indexOf(row.id))).toEqual([2])
      expect(await data.tables.countRows(table.id, { search })).toBe(1)
      expect(await data.tables.countRows(table.id, { search: '%' })).toBe(0)
    })

    test('delete() refuses a table that an action reads', async () => {
      const subject = get()
      const { data, addAction } = subject
      const { table } = await addTable(subject)
      const action = await addAction()
      await data.actions.update({ ...action, tableId: table.id })
      await expect(data.tables.delete(table.id)).rejects.toMatchObject({ code: 'conflict' })
    })

    const filters: [filter: TableFilter, found: number[]][] = [
      [{ fieldId: 'name', operator: 'equals', value: 'apple' }, [1, 4]],
      [{ fieldId: 'name', operator: 'not_equals', value: 'apple' }, [0, 2, 3]],
      [{ fieldId: 'name', operator: 'contains', value: 'AN' }, [0]],
      [{ fieldId: 'name', operator: 'empty' }, [3]],
      [{ fieldId: 'name', operator: 'not_empty' }, [0, 1, 2, 4]],
      [{ fieldId: 'price', operator: 'equals', value: 10 }, [1]],
      [{ fieldId: 'price', operator: 'equals', value: '10' }, [1]],
      [{ fieldId: 'price', operator: 'greater', value: 9 }, [1, 2, 4]],
      [{ fieldId: 'price', operator: 'less', value: '9.75' }, [0, 4]],
      [{ fieldId: 'price', operator: 'greater', value: 'cheap' }, []],
      [{ fieldId: 'price', operator: 'not_equals', value: 9 }, [1, 2, 3, 4]],
      [{ fieldId: 'price', operator: 'empty' }, [3]],
      [{ fieldId: 'sold', operator: 'equals', value: true }, [0]],
      [{ fieldId: 'sold', operator: 'equals', value: false }, [1, 2, 3, 4]],
      [{ fieldId: 'sold', operator: 'not_equals', value: true }, [1, 2, 3, 4]],
      [{ fieldId: 'tags', operator: 'contains', value: 'sweet' }, [0]],
      [{ fieldId: 'tags', operator: 'equals', value: 'green' }, [1]],
      [{ fieldId: 'tags', operator: 'empty' }, [2, 3, 4]],
      [{ fieldId: 'day', operator: 'greater', value: '2025-12-31' }, [0, 4]],
      [{ fieldId: 'day', operator: 'less', value: '2026-01-01' }, [1]],
      [{ fieldId: 'photo', operator: 'contains', value: '.JPG' }, [2]],
      [{ fieldId: 'photo', operator: 'not_empty' }, [2]],
      [{ fieldId: 'unknown', operator: 'empty' }, [0, 1, 2, 3, 4]],
    ]
    test.each(filters)('rows() through the filter %o', async (filter, found) => {
      const { read } = await addTable(get())
      expect(await read({ filters: [filter] })).toEqual(found)
    })

    test('rows() through several filters and a sort', async () => {
      const { read } = await addTable(get())
      const view: Partial<TableView> = {
        filters: [
          { fieldId: 'name', operator: 'not_empty' },
          { fieldId: 'day', operator: 'not_empty' },
        ],
        sort: { fieldId: 'price', direction: 'descending' },
      }
      expect(await read(view)).toEqual([1, 4, 0])
    })

    test.each([
      ['name', 'ascending', [1, 4, 0, 2, 3]],
      ['name', 'descending', [2, 0, 1, 4, 3]],
      ['price', 'ascending', [0, 4, 1, 2, 3]],
      ['price', 'descending', [2, 1, 4, 0, 3]],
      ['day', 'ascending', [1, 0, 4, 2, 3]],
      ['tags', 'descending', [0, 1, 2, 3, 4]],
    ] as const)(
      'rows() sorted by %s, %s: empty cells last, equal ones by their place',
      async (fieldId, direction, found) => {
        const { read } = await addTable(get())
        expect(await read({ sort: { fieldId, direction } })).toEqual(found)
      },
    )

    test('rows() refuses the cursor of another order', async () => {
      const subject = get()
      const { table } = await addTable(subject)
      const view: TableView = {
        id: 'viw',
        name: 'View',
        filters: [],
        sort: { fieldId: 'price', direction: 'ascending' },
      }
      const after = Buffer.from('[1,"x; drop"]').toString('base64url')
      await expectCursorRefused(subject.data.tables.rows(table.id, { limit: 2, view, after }))
      await expectCursorRefused(subject.data.tables.rows(table.id, { limit: 2, after }))
    })
  })
}
