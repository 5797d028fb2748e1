import type { FieldKind } from '@pictable/model/field'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestData, type TestData } from '#core/fakes/test-data.ts'
import { createTestWorld } from '#core/fakes/test-world.ts'
import type { World } from '#core/ports/world.ts'
import { cellOf, InvalidValue } from './cell.ts'
import { type Imported, importIntoTable, importNewTable } from './import-table.ts'
import { addRows, deleteRow, updateRow, updateRows } from './rows.ts'
import { createTable, updateTable } from './save-table.ts'

let testData: TestData
let world: World
beforeAll(async () => {
  testData = await openTestData()
  world = createTestWorld({ data: testData.data })
})
afterAll(() => testData.close())

const products = {
  name: 'Products',
  fields: [
    { name: 'Name', kind: 'text' },
    { name: 'Price', kind: 'number' },
  ],
  views: [
    {
      name: 'Dear',
      filters: [{ field: 'Price', operator: 'greater', value: 10 }],
      sort: { field: 'name', direction: 'descending' },
    },
  ],
} as const

const csv = (text: string) => new TextEncoder().encode(text)

describe('cellOf()', () => {
  test.each<[FieldKind, unknown, unknown]>([
    ['text', 5, '5'],
    ['text', ' a ', ' a '],
    ['number', '24.50', 24.5],
    ['number', '-1e3', -1000],
    ['number', '12345678901234567890', '12345678901234567890'],
    ['date', '2024-02-29', '2024-02-29'],
    ['date_time', '2025-12-31T18:00:00+01:00', '2025-12-31T17:00:00.000Z'],
    ['checkbox', 'Yes', true],
    ['checkbox', 0, false],
    ['single_select', 'red', 'red'],
    ['multi_select', 'red, blue,,red', ['red', 'blue']],
    ['url', 'https://a.example/x', 'https://a.example/x'],
    ['attachments', 'asset:ast_1', [{ url: 'asset:ast_1', filename: 'ast_1' }]],
    ['attachments', ['https://a.example/p/q.png?x=1'], [{ url: 'https://a.example/p/q.png?x=1', filename: 'q.png' }]],
    ['json', { a: 1 }, { json: { a: 1 } }],
    ['link', 'Teapot, "Cup, small" ,,row_1', ['Teapot', 'Cup, small', 'row_1']],
    ['link', ['row_1', { id: 'row_2', label: 'Cup' }, 'row_1', 7], ['row_1', 'row_2', '7']],
    ['link', [], null],
    ['number', '  ', null],
    ['checkbox', null, null],
  ])('reads %s from %j', (kind, value, cell) => {
    expect(cellOf(kind, value)).toEqual(cell)
  })

  test.each<[FieldKind, unknown]>([
    ['text', {}],
    ['number', '12 EUR'],
    ['number', Number.NaN],
    ['number', '9e999'],
    ['date', '2025-02-30'],
    ['date', '31.12.2025'],
    ['date_time', '2025-02-30T10:00:00Z'],
    ['date_time', '2025-12-31 18:00'],
    ['checkbox', 'maybe'],
    ['multi_select', 5],
    ['url', 'javascript:alert(1)'],
    ['attachments', [{ filename: 'x' }]],
    ['attachments', 'file:///etc/passwd'],
    ['link', 5],
    ['link', [{ label: 'x' }]],
    ['user', 'x'],
  ])('refuses %s from %j', (kind, value) => {
    expect(cellOf(kind, value)).toBeInstanceOf(InvalidValue)
  })
})

describe('createTable() and updateTable()', () => {
  test('keep the ids of fields and views whose names stay', async () => {
    const table = await createTable(world, products)
    const [name, price] = table.fields
    expect(table.views[0]).toMatchObject({
      filters: [{ fieldId: price?.id, operator: 'greater', value: 10 }],
      sort: { fieldId: name?.id, direction: 'descending' },
    })
    const fields = [...products.fields, { name: 'Photo', kind: 'attachments' as const }]
    const changed = await updateTable(
      world,
      { id: table.id, revision: 1 },
      { name: 'Shop', fields, views: products.views },
    )
    expect(changed).toMatchObject({ name: 'Shop', revision: 2, views: table.views })
    expect(changed.fields.slice(0, 2)).toEqual(table.fields)
    await expect(updateTable(world, { id: table.id, revision: 1 }, { name: 'x' })).rejects.toMatchObject({
      code: 'precondition_failed',
    })
  })

  test('point at what is wrong', async () => {
    const draft = {
      name: 'T',
      fields: [
        { name: 'A', kind: 'text' as const },
        { name: ' a', kind: 'user' as const },
      ],
      views: [{ name: 'V', filters: [{ field: 'B', operator: 'empty' as const }] }],
    }
    await expect(createTable(world, draft)).rejects.toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '/fields/1/name' }, { pointer: '/fields/1/kind' }, { pointer: '/views/0/filters/0/field' }],
    })
    const table = await createTable(world, products)
    await expect(
      updateTable(world, { id: table.id }, { fields: [{ name: 'Name', kind: 'number' }] }),
    ).rejects.toMatchObject({
      errors: [{ pointer: '/fields', detail: 'The view "Dear" uses the field "Price". Change it first.' }],
    })
  })
})

describe('addRows(), updateRow() and deleteRow()', () => {
  test('keep values by field, given by name or id', async () => {
    const { id, fields } = await createTable(world, products)
    const [name = { id: '' }, price = { id: '' }] = fields
    const [first, second] = await addRows(world, id, [
      { Name: 'Teapot', price: '24.5' },
      { [name.id]: 'Cup', Price: null },
    ])
    expect(first?.fields).toEqual({ [name.id]: 'Teapot', [price.id]: 24.5 })
    expect(second?.fields).toEqual({ [name.id]: 'Cup' })
    const rowId = first?.id ?? ''
    expect((await updateRow(world, { tableId: id, rowId }, { Price: 30 })).fields).toEqual({
      [name.id]: 'Teapot',
      [price.id]: 30,
    })
    expect((await updateRow(world, { tableId: id, rowId }, { Price: null })).fields[price.id] ?? null).toBeNull()
    await deleteRow(world, id, rowId)
    await expect(deleteRow(world, id, rowId)).rejects.toMatchObject({ code: 'not_found' })
    await expect(updateRow(world, { tableId: id, rowId }, { Price: 1 })).rejects.toMatchObject({ code: 'not_found' })
    await expect(addRows(world, 'tbl_none', [])).rejects.toMatchObject({ code: 'not_found' })
  })

  test('point at the wrong cells and add nothing', async () => {
    const { id } = await createTable(world, products)
    await expect(addRows(world, id, [{ Name: 'A' }, { Price: 'dear', Colour: 'red' }])).rejects.toMatchObject({
      code: 'invalid_request',
      errors: [
        { pointer: '/rows/1/Price', detail: '"Price" must be a number, such as 24.5.' },
        { pointer: '/rows/1/Colour', detail: 'The table has no field "Colour". It has: "Name", "Price".' },
      ],
    })
    expect((await testData.data.tables.rows(id, { limit: 10 })).results).toEqual([])
  })
})

function whole(imported: Imported) {
  if ('state' in imported) throw new Error('the import goes on')
  return imported
}

describe('importNewTable() and importIntoTable()', () => {
  test('makes a table whose kinds are guessed', async () => {
    const text = 'Name,Price,Sold,Day,Code,Link\nPot,1.5,yes,2025-01-31,007,https://a.example\nCup,,no,,12,\n'
    const { table, added } = whole(await importNewTable(world, { name: 'Shop', bytes: csv(text) }))
    expect(added).toBe(2)
    expect(table.fields.map(({ name, kind }) => [name, kind])).toEqual([
      ['Name', 'text'],
      ['Price', 'number'],
      ['Sold', 'checkbox'],
      ['Day', 'date'],
      ['Code', 'text'],
      ['Link', 'url'],
    ])
    const { results } = await testData.data.tables.rows(table.id, { limit: 10 })
    expect(results.map(({ fields }) => table.fields.map(({ id }) => fields[id] ?? null))).toEqual([
      ['Pot', 1.5, true, '2025-01-31', '007', 'https://a.example'],
      ['Cup', null, false, null, '12', null],
    ])
  })

  test('reads amounts with one currency as numbers that are shown in it', async () => {
    const bytes = csv('Name,Price,Mixed\nPot,€48.00,€5\nCup,,$5\nPan,€1039.50,5\n')
    const { table } = whole(await importNewTable(world, { name: 'Shop', bytes }))
    const [, price, mixed] = table.fields
    expect(price).toMatchObject({ kind: 'number', format: { type: 'currency', currency: 'EUR' } })
    expect(mixed).toMatchObject({ kind: 'text' })
    await importIntoTable(world, table.id, { bytes: csv('Name,Price\nBox,€9.00\nBag,7') })
    await expect(importIntoTable(world, table.id, { bytes: csv('Name,Price\nBox,$9') })).rejects.toMatchObject({
      errors: [{ pointer: '/rows/0/Price' }],
    })
    const { results } = await testData.data.tables.rows(table.id, { limit: 10 })
    expect(results.map(({ fields }) => fields[price?.id ?? ''] ?? null)).toEqual([48, null, 1039.5, 9, 7])

    const { id } = table
    const renamed = table.fields.map(({ id, kind }, at) => ({ id, kind, name: `F${at}` }))
    expect((await updateTable(world, { id }, { fields: renamed })).fields[1]?.format).toEqual(price?.format)
    const texts = renamed.map((field) => ({
      ...field,
      kind: 'text' as const,
      ...(field.id === price?.id && { format: price.format }),
    }))
    expect((await updateTable(world, { id }, { fields: texts })).fields[1]).not.toHaveProperty('format')
    const plain = renamed.map((field, at) => (at === 1 ? { ...field, format: null } : field))
    expect((await updateTable(world, { id }, { fields: plain })).fields[1]).not.toHaveProperty('format')
    const format = { type: 'currency', currency: 'EUR' } as const
    const wrong = plain.map((field) => ({ ...field, format }))
    await expect(updateTable(world, { id }, { fields: wrong })).rejects.toMatchObject({
      errors: [{ pointer: '/fields/0/format' }, { pointer: '/fields/2/format' }],
    })
  })

  test('adds rows to a table, all or none', async () => {
    const table = await createTable(world, products)
    const into = (text: string) => importIntoTable(world, table.id, { bytes: csv(text) })
    expect(await into('price,name\n3,Pan')).toMatchObject({ added: 1, table: { id: table.id } })
    await expect(into('Name,Price\nA,1\nB,x')).rejects.toMatchObject({ errors: [{ pointer: '/rows/1/Price' }] })
    await expect(into('Name,Colour\nA,red')).rejects.toMatchObject({ errors: [{ pointer: '/columns/Colour' }] })
    expect((await testData.data.tables.rows(table.id, { limit: 10 })).results).toHaveLength(1)
  })

  test('takes many rows', async () => {
    const lines = Array.from({ length: 1234 }, (_, index) => `Item ${index},${index}`)
    const bytes = csv(`Name,Price\n${lines.join('\n')}`)
    const { added, table } = whole(await importNewTable(world, { name: 'Many', bytes }))
    expect(added).toBe(1234)
    const { results } = await testData.data.tables.rows(table.id, { limit: 2000 })
    expect(results.map(({ fields }) => fields[table.fields[1]?.id ?? ''])).toEqual(lines.map((_, index) => index))
  })
})

describe('rows that were read before a field changed its kind', () => {
  /** The world of a request that has read the table just before `change`. */
  const readBefore = (change: () => Promise<unknown>): World => {
    const get = async (id: string) => {
      const table = await world.data.tables.get(id)
      await change()
      return table
    }
    return { ...world, data: { ...world.data, tables: { ...world.data.tables, get } } }
  }

  async function retyped() {
    const fields = products.fields.map(({ name }) => ({ name, kind: 'text' as const }))
    const table = await createTable(world, { name: 'Products', fields })
    const [row] = await addRows(world, table.id, [{ Name: 'Tea', Price: '4' }])
    const revision = undefined
    const late = readBefore(() => updateTable(world, { id: table.id, revision }, { fields: products.fields }))
    const prices = async () => {
      const price = table.fields[1]?.id ?? ''
      return (await world.data.tables.rows(table.id, { limit: 9 })).results.map(({ fields }) => fields[price])
    }
    return { tableId: table.id, rowId: row?.id ?? '', late, prices }
  }

  test('addRows() adds none of them', async () => {
    const { tableId, late, prices } = await retyped()
    await expect(addRows(late, tableId, [{ Price: 'abc' }])).rejects.toMatchObject({ code: 'conflict' })
    expect(await prices()).toEqual([4])
  })

  test('updateRow() and updateRows() change none of them', async () => {
    const { tableId, rowId, late, prices } = await retyped()
    await expect(updateRow(late, { tableId, rowId }, { Price: 'abc' })).rejects.toMatchObject({ code: 'conflict' })
    const next = await retyped()
    const changes = [{ id: next.rowId, fields: { Price: 'abc' } }]
    await expect(updateRows(next.late, next.tableId, changes)).rejects.toMatchObject({ code: 'conflict' })
    expect([await prices(), await next.prices()]).toEqual([[4], [4]])
  })
})
