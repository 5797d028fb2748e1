import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestData, type TestData } from '#core/fakes/test-data.ts'
import { createTestWorld } from '#core/fakes/test-world.ts'
import type { RowQuery } from '#core/ports/data/tables.ts'
import type { World } from '#core/ports/world.ts'
import { addRows, deleteRows, restoreRows, updateRow, updateRows } from './rows.ts'
import { createTable, updateTable } from './save-table.ts'
import type { Table } from './table.ts'

let testData: TestData
let world: World
beforeAll(async () => {
  testData = await openTestData()
  world = createTestWorld({ data: testData.data })
})
afterAll(() => testData.close())

/** Lines of these titles, and orders that link to them. */
async function openShop(titles: readonly string[]) {
  const lines = await createTable(world, {
    name: 'Lines',
    fields: [
      { name: 'Item', kind: 'text' },
      { name: 'Pieces', kind: 'number' },
    ],
  })
  const rows = titles.map((Item, at) => ({ Item, Pieces: at }))
  const lineIds = (await addRows(world, lines.id, rows)).map(({ id }) => id)
  const orders = await createTable(world, {
    name: 'Orders',
    fields: [
      { name: 'Name', kind: 'text' },
      { name: 'Lines', kind: 'link', linkedTableId: lines.id },
    ],
  })
  return { lines, orders, lineIds, field: orders.fields[1]?.id ?? '' }
}

/** The titles that the rows of a table link to. */
async function titlesIn({ id }: Table, fieldId: string, query: RowQuery = {}) {
  const { results } = await testData.data.tables.rows(id, { limit: 100, ...query })
  return results.map(({ fields }) => (fields[fieldId] as { label: string }[] | null)?.map(({ label }) => label) ?? null)
}

const refused = (detail: string, pointer: string) => ({ code: 'invalid_request', errors: [{ pointer, detail }] })

describe('a link', () => {
  test('names a table, which cannot be deleted while it does; it is not the first field', async () => {
    const { lines, orders } = await openShop([])
    await expect(createTable(world, { name: 'T', fields: [{ name: 'A', kind: 'link' }] })).rejects.toMatchObject({
      errors: [{ pointer: '/fields/0/kind' }, { pointer: '/fields/0/linked_table_id' }],
    })
    const fields = [
      { name: 'A', kind: 'text' },
      { name: 'B', kind: 'link', linkedTableId: 'tbl_gone' },
    ] as const
    await expect(createTable(world, { name: 'T', fields })).rejects.toMatchObject(
      refused(
        'There is no table "tbl_gone" for the field "B". GET /v1/tables lists the tables.',
        '/fields/1/linked_table_id',
      ),
    )
    await expect(world.data.tables.delete(lines.id)).rejects.toMatchObject({
      code: 'conflict',
      message:
        'The field "Lines" of the table "Orders" links to this table. Delete the field or change its kind first.',
    })
    // What a client knows nothing of stays.
    const kept = await updateTable(
      world,
      { id: orders.id },
      { fields: orders.fields.map(({ id, name, kind }) => ({ id, name, kind })) },
    )
    expect(kept.fields).toEqual(orders.fields)
    await updateTable(world, { id: orders.id }, { fields: [{ name: 'Name', kind: 'text' }] })
    expect(await world.data.tables.delete(lines.id)).toBe(true)
  })

  test('is set by ids or titles, in order, and read with titles', async () => {
    const { orders, lineIds, field } = await openShop(['Teapot', 'Cup, small', ' Jug ', ''])
    const [teapot, cup, jug, untitled] = lineIds
    const rows = await addRows(world, orders.id, [
      { Name: '1', Lines: [jug, 'Teapot'] },
      { Name: '2', Lines: '"Cup, small", Teapot, Jug' },
      { Name: '3', Lines: [{ id: untitled, label: 'what was read' }, teapot, teapot] },
      { Name: '4', Lines: [] },
    ])
    expect(rows.map(({ fields }) => fields[field])).toEqual([
      [
        { id: jug, label: 'Jug' },
        { id: teapot, label: 'Teapot' },
      ],
      [
        { id: cup, label: 'Cup, small' },
        { id: teapot, label: 'Teapot' },
        { id: jug, label: 'Jug' },
      ],
      [
        { id: untitled, label: untitled },
        { id: teapot, label: 'Teapot' },
      ],
      undefined,
    ])
    const at = { tableId: orders.id, rowId: rows[0]?.id ?? '' }
    expect((await updateRow(world, at, { Lines: 'Jug' })).fields[field]).toEqual([{ id: jug, label: 'Jug' }])
    expect((await updateRow(world, at, { Lines: null })).fields[field]).toBeNull()
  })

  test('to what is no row is refused in words that name row, field, id and fix', async () => {
    const { orders, lineIds, field } = await openShop(['Cup', 'Cup', 'Jug'])
    const foreign = await openShop(['Teapot'])
    const unknown = (name: string) =>
      `"Lines" names "${name}", but the table "Lines" has no row with this id or title: add the row first, or correct the name.`
    const twice = '"Lines" names "Cup", but 2 rows of the table "Lines" have this title: use the id of one of them.'
    const adding = addRows(world, orders.id, [{ Lines: ['Jug'] }, { Lines: foreign.lineIds }, { [field]: 'Cup' }])
    await expect(adding).rejects.toMatchObject({
      errors: [
        { pointer: '/rows/1/Lines', detail: unknown(foreign.lineIds[0] ?? '') },
        { pointer: `/rows/2/${field}`, detail: twice },
      ],
    })
    const [row] = await addRows(world, orders.id, [{ Name: '1', Lines: 'Jug' }])
    const id = row?.id ?? ''
    await expect(updateRow(world, { tableId: orders.id, rowId: id }, { Lines: 'Pan' })).rejects.toMatchObject(
      refused(unknown('Pan'), '/fields/Lines'),
    )
    const changes = [
      { id, fields: { Lines: 'Pan' } },
      { id, fields: { Lines: [lineIds[0]] } },
    ]
    expect(await updateRows(world, orders.id, changes)).toMatchObject([
      { errors: [{ pointer: '/rows/0/fields/Lines', detail: unknown('Pan') }] },
      { row: { fields: { [field]: [{ id: lineIds[0], label: 'Cup' }] } } },
    ])
  })

  test('names up to 10,000 rows', async () => {
    const { orders, lines, field } = await openShop([])
    const ids: string[] = []
    for (let n = 0; n < 10; n++)
      ids.push(
        ...(
          await addRows(
            world,
            lines.id,
            Array.from({ length: 1000 }, (_, at) => ({ Item: `${n}.${at}` })),
          )
        ).map(({ id }) => id),
      )
    const [row] = await addRows(world, orders.id, [{ Name: 'Large', Lines: ids.toReversed() }])
    expect(row?.fields[field]).toMatchObject(ids.toReversed().map((id) => ({ id })))
    await expect(addRows(world, orders.id, [{ Lines: [...ids, 'one more'] }])).rejects.toMatchObject({
      errors: [{ detail: '"Lines" names 10001 rows, and a cell links to 10000 at most: use fewer.' }],
    })
  })

  test('does not show rows that are deleted, and shows them again when they are restored', async () => {
    const { lines, orders, lineIds, field } = await openShop(['Cup', 'Jug'])
    await addRows(world, orders.id, [{ Lines: lineIds }, { Lines: ['Cup'] }])
    const isEmpty = { view: { filters: [{ fieldId: field, operator: 'empty' as const }], sort: null } }
    await deleteRows(world, lines.id, [lineIds[0] ?? ''])
    expect(await titlesIn(orders, field)).toEqual([['Jug'], null])
    expect(await titlesIn(orders, field, isEmpty)).toEqual([null])
    await restoreRows(world, lines.id, lineIds)
    expect(await titlesIn(orders, field)).toEqual([['Cup', 'Jug'], ['Cup']])
    expect(await titlesIn(orders, field, isEmpty)).toEqual([])
  })

  test('is filtered, sorted and searched by its titles', async () => {
    const { orders, lineIds, field } = await openShop(['Teapot', 'Cup', 'Jug'])
    await addRows(world, orders.id, [{ Lines: 'Teapot, Cup' }, { Lines: 'Jug' }, {}, { Lines: 'Cup' }])
    const filtered = (operator: 'contains' | 'equals', value: string) =>
      titlesIn(orders, field, { view: { filters: [{ fieldId: field, operator, value }], sort: null } })
    expect(await filtered('contains', 'cup')).toEqual([['Teapot', 'Cup'], ['Cup']])
    expect(await filtered('equals', 'Teapot, Cup')).toEqual([['Teapot', 'Cup']])
    expect(await titlesIn(orders, field, { search: 'JUG' })).toEqual([['Jug']])
    expect(await titlesIn(orders, field, { search: lineIds[0] ?? '' })).toEqual([])
    const view = { filters: [], sort: { fieldId: field, direction: 'ascending' as const } }
    expect(await titlesIn(orders, field, { view })).toEqual([['Cup'], ['Jug'], ['Teapot', 'Cup'], null])
  })

  test('may lead to its own table and around', async () => {
    const parts = await createTable(world, { name: 'Parts', fields: [{ name: 'Part', kind: 'text' }] })
    const fields = [...parts.fields, { name: 'Of', kind: 'link' as const, linkedTableId: parts.id }]
    const { fields: after } = await updateTable(world, { id: parts.id }, { fields })
    const [first] = await addRows(world, parts.id, [{ Part: 'A' }])
    await addRows(world, parts.id, [{ Part: 'B', Of: 'A' }])
    await updateRow(world, { tableId: parts.id, rowId: first?.id ?? '' }, { Of: 'A, B' })
    expect(await titlesIn(parts, after[1]?.id ?? '')).toEqual([['A', 'B'], ['A']])
    expect(await world.data.tables.delete(parts.id)).toBe(true)
  })

  test('is made of texts, and texts of it, by titles', async () => {
    const { lines, orders, field } = await openShop(['Teapot', 'Cup, small'])
    const kinds = (kind: 'text' | 'link' | 'multi_select') => [
      { name: 'Name', kind: 'text' as const },
      { name: 'Lines', kind, linkedTableId: lines.id },
    ]
    await addRows(world, orders.id, [{ Lines: '"Cup, small", Teapot' }, { Lines: 'Teapot' }])
    await updateTable(world, { id: orders.id }, { fields: kinds('text') })
    const texts = async () =>
      (await world.data.tables.rows(orders.id, { limit: 9 })).results.map((row) => row.fields[field])
    expect(await texts()).toEqual(['"Cup, small", Teapot', 'Teapot'])
    await updateTable(world, { id: orders.id }, { fields: kinds('link') })
    expect(await titlesIn(orders, field)).toEqual([['Cup, small', 'Teapot'], ['Teapot']])
    await updateTable(world, { id: orders.id }, { fields: kinds('text') })
    await addRows(world, orders.id, [{ Lines: 'Teapot, Pan' }])
    await expect(updateTable(world, { id: orders.id }, { fields: kinds('link') })).rejects.toMatchObject(
      refused(
        '"Teapot, Pan" in "Lines" names "Pan", but the table "Lines" has no row with this id or title: add the row first, or correct the name. Fix the value, or clear all such values with misfits=empty.',
        '/fields/1/kind',
      ),
    )
    await updateTable(world, { id: orders.id }, { fields: kinds('link'), misfits: 'empty' })
    expect(await titlesIn(orders, field)).toEqual([['Cup, small', 'Teapot'], ['Teapot'], null])
  })
})
