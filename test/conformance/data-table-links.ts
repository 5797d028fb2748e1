import type { FieldValue } from '@pictable/server/core/ports/source.ts'
import type { Table, TableFilter } from '@pictable/server/core/table/table.ts'
import { describe, expect, test } from 'vitest'
import { at, type Subject } from './data.ts'

const longTitle = 'x'.repeat(1500)

const lines: Record<string, FieldValue>[] = [
  { item: 'Teapot' },
  { item: ' Cup\n' },
  { item: '' },
  { item: longTitle },
  { item: 'Cup' },
]

async function openShop({ data, id }: Subject) {
  const shared = { views: [], revision: 1, createdAt: at, updatedAt: at }
  const linked: Table = {
    id: id('tbl'),
    name: 'Lines',
    fields: [{ id: 'item', name: 'Item', kind: 'text' }],
    ...shared,
  }
  const linking: Table = {
    ...{ id: id('tbl'), name: 'Orders', ...shared },
    fields: [
      { id: 'order', name: 'Order', kind: 'number' },
      { id: 'lines', name: 'Lines', kind: 'link', linkedTableId: linked.id },
      { id: 'next', name: 'Next', kind: 'link', linkedTableId: linked.id },
    ],
  }
  await data.tables.insert(linked)
  await data.tables.insert(linking)
  const lineIds = lines.map(() => id('row'))
  await data.tables.insertRows(
    linked.id,
    lines.map((fields, index) => ({ id: lineIds[index] ?? '', fields })),
  )
  const [teapot = '', cup = '', untitled = ''] = lineIds
  const orders: Record<string, FieldValue>[] = [
    { order: 0, lines: [untitled, teapot] },
    { order: 1, lines: [cup, 'row_gone'], next: [teapot] },
    { order: 2, lines: ['row_gone'] },
    { order: 3, lines: null },
  ]
  const orderIds = orders.map(() => id('row'))
  await data.tables.insertRows(
    linking.id,
    orders.map((fields, index) => ({ id: orderIds[index] ?? '', fields })),
  )
  /** The rows that pass, by their place in the table. */
  const read = async (filters: TableFilter[], search?: string) => {
    const sort = { fieldId: 'lines', direction: 'ascending' as const }
    const query = { view: { filters, sort }, ...(search !== undefined && { search }) }
    return (await data.tables.rows(linking.id, { limit: 9, ...query })).results.map((row) => orderIds.indexOf(row.id))
  }
  return { linked, linking, lineIds, orderIds, read }
}

export function describeTableLinks(get: () => Subject): void {
  describe('links between tables', () => {
    test('are kept with their table, and read with the titles of the rows that are there', async () => {
      const { data } = get()
      const { linking, lineIds, orderIds } = await openShop(get())
      expect(await data.tables.get(linking.id)).toEqual(linking)
      const [teapot = '', cup = '', untitled = '', long = ''] = lineIds
      const rows = await data.tables.rowsById(linking.id, orderIds)
      expect(rows.map(({ fields }) => [fields.lines, fields.next ?? null])).toEqual([
        [
          [
            { id: untitled, label: untitled },
            { id: teapot, label: 'Teapot' },
          ],
          null,
        ],
        [[{ id: cup, label: 'Cup' }], [{ id: teapot, label: 'Teapot' }]],
        [null, null],
        [null, null],
      ])
      const titles = await data.tables.titles(linking.fields[1]?.linkedTableId ?? '', [long, 'row_gone'])
      expect([...titles]).toEqual([[long, longTitle.slice(0, 1000)]])
    })

    test('are filtered, searched and sorted by titles', async () => {
      const { lineIds, read } = await openShop(get())
      const untitled = lineIds[2] ?? ''
      expect(await read([])).toEqual([1, 0, 2, 3])
      expect(await read([{ fieldId: 'lines', operator: 'empty' }])).toEqual([2, 3])
      expect(await read([{ fieldId: 'lines', operator: 'not_empty' }])).toEqual([1, 0])
      expect(await read([{ fieldId: 'lines', operator: 'equals', value: 'Cup' }])).toEqual([1])
      expect(await read([{ fieldId: 'lines', operator: 'contains', value: 'TEA' }])).toEqual([0])
      expect(await read([], 'tea')).toEqual([1, 0])
      expect(await read([], untitled)).toEqual([0])
    })

    test('find rows by title, all of a title', async () => {
      const { data } = get()
      const { linked, lineIds } = await openShop(get())
      const find = async (titles: readonly string[] | null) => {
        const found = []
        for await (const rows of data.tables.findTitles(linked.id, titles)) found.push(...rows)
        return found.map(({ id, title }) => [lineIds.indexOf(id), title])
      }
      expect(await find(['Cup', 'Pan'])).toEqual([
        [1, 'Cup'],
        [4, 'Cup'],
      ])
      expect(await find([])).toEqual([])
      expect((await find(null)).map(([place]) => place)).toEqual([0, 1, 3, 4])
    })

    test('leave out rows of an import that has not ended', async () => {
      const { data, id } = get()
      const { linked } = await openShop(get())
      const [importId, rowId] = [id('imp'), id('row')]
      const first = await data.tables.startImport(linked.id, { importId, rowCount: 1 })
      await data.tables.insertImported(importId, first, [{ id: rowId, fields: { item: 'Jug' } }])
      expect(await data.tables.titles(linked.id, [rowId])).toEqual(new Map())
      for await (const rows of data.tables.findTitles(linked.id, ['Jug'])) expect(rows).toEqual([])
      await data.tables.finishImport(importId, { removeOthers: false })
      expect(await data.tables.titles(linked.id, [rowId])).toEqual(new Map([[rowId, 'Jug']]))
    })

    test('tell which rows link to some, also to those that are deleted', async () => {
      const { data } = get()
      const { linked, linking, lineIds, orderIds } = await openShop(get())
      const links = await data.tables.linksTo(linked.id)
      expect(links).toEqual([{ tableId: linking.id, fieldIds: ['lines', 'next'] }])
      expect(await data.tables.linksTo(linking.id)).toEqual([])
      const places = async (ids: readonly string[]) => {
        const found: number[] = []
        for await (const rows of data.tables.linkingRows({ tableId: linking.id, fieldIds: ['lines', 'next'] }, ids))
          found.push(...rows.map((row) => orderIds.indexOf(row)))
        return found.toSorted()
      }
      const [teapot = '', cup = ''] = lineIds
      await data.tables.deleteRows(linked.id, [teapot])
      expect(await places([teapot])).toEqual([0, 1])
      expect(await places([cup, 'row_gone'])).toEqual([1, 2])
      expect(await places([lineIds[4] ?? ''])).toEqual([])
    })

    test('hold the table that they lead to', async () => {
      const { data } = get()
      const { linked, linking } = await openShop(get())
      await expect(data.tables.delete(linked.id)).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('of the table "Orders" links to this table'),
      })
      expect(await data.tables.delete(linking.id)).toBe(true)
      expect(await data.tables.delete(linked.id)).toBe(true)
    })
  })
}
