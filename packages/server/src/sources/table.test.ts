import { describe, expect, test } from 'vitest'
import type { TableData } from '#core/ports/data/tables.ts'
import { createTableSource } from './table.ts'

/** That it keeps the promises of the port, the conformance suite proves over the real database. */
describe('createTableSource()', () => {
  const never = () => Promise.reject(new Error('the tables were asked'))
  const tables: TableData = {
    get: never,
    lock: never,
    list: never,
    insert: never,
    update: never,
    delete: never,
    rows: never,
    rowsById: never,
    titles: never,
    findTitles: async function* () {},
    linksTo: never,
    linkingRows: async function* () {},
    insertRows: never,
    patchRows: never,
    countRows: never,
    deleteRows: never,
    restoreRows: never,
    forgetRows: never,
    deleteRowsOfGone: never,
    startImport: never,
    insertImported: never,
    finishImport: never,
    dropImport: never,
  }

  test('asks for no settings and knows one base', async () => {
    const kind = createTableSource({ tables })
    expect(kind.settings.safeParse({}).success).toBe(true)
    expect(kind.settings.safeParse({ token: 'x' }).success).toBe(false)
    expect(await kind.open({}, 'con_test').listBases()).toEqual([{ id: 'built-in', name: 'Built-in tables' }])
  })

  test('refuses another base before it asks for tables', async () => {
    const source = createTableSource({ tables }).open({}, 'con_test')
    await expect(source.listTables('app123')).rejects.toMatchObject({ code: 'source_not_found' })
  })

  test('gives files no ids of their callers, which may name another file in each row', async () => {
    const fields = {
      fld_1: [{ id: '1', url: 'https://shop.example/1.png', filename: '1.png' }],
      fld_2: [{ id: 'ast_1', url: 'asset:ast_1', filename: 'logo.png' }],
      fld_3: ['1'],
    }
    const times = { createdAt: new Date(0), updatedAt: new Date(0) }
    const row = { id: 'row_1', position: 0, fields, ...times }
    const table = { id: 'tbl_1', name: 'Pots', fields: [], views: [], revision: 1, ...times }
    const filled: TableData = {
      ...tables,
      get: async () => table,
      rows: async () => ({ results: [row], next: null }),
      rowsById: async () => [row],
    }
    const source = createTableSource({ tables: filled }).open({}, 'con_test')
    const ref = { baseId: 'built-in', tableId: 'tbl_1' }
    const record = {
      id: 'row_1',
      fields: { ...fields, fld_1: [{ url: 'https://shop.example/1.png', filename: '1.png' }] },
    }
    expect(await source.getRecords(ref, ['row_1'])).toEqual([record])
    for await (const { records } of source.pages(ref, { viewId: null })) expect(records).toEqual([record])
    for await (const { records } of source.pages(ref, { viewId: null, fieldIds: ['fld_1'] }))
      expect(records).toEqual([{ id: 'row_1', fields: { fld_1: record.fields.fld_1 } }])
  })

  test('passes on that the tables cannot be read', async () => {
    await expect(createTableSource({ tables }).open({}, 'con_test').check()).rejects.toThrow('the tables were asked')
  })
})
