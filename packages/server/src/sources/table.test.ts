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

  test('passes on that the tables cannot be read', async () => {
    await expect(createTableSource({ tables }).open({}, 'con_test').check()).rejects.toThrow('the tables were asked')
  })
})
