import { describe, expect, test } from 'vitest'
import { createMemoryStorage } from '#core/fakes/memory-storage.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { createTestWorld } from '#core/fakes/test-world.ts'
import type { Data } from '#core/ports/data.ts'
import type { TableFile } from '#core/ports/table-file.ts'
import type { ImportOptions } from './import-rows.ts'
import { importIntoTable, importNewTable } from './import-table.ts'
import { acceptImport, clearImportFiles, failImport, MAX_ROWS_IN_REQUEST, runImport } from './later-import.ts'
import { createTable, newTable } from './save-table.ts'
import { importKey } from './table-import.ts'

const testData = useTestData()
const never = new AbortController().signal

function createWorld(parts: Partial<ReturnType<typeof createTestWorld>> = {}) {
  return createTestWorld({ data: testData.data, storage: createMemoryStorage(), ...parts })
}

type World = ReturnType<typeof createWorld>

/** Lines of `SKU,Price`, with the price by place. */
const csv = (count: number, price = (place: number) => String(place)) =>
  new TextEncoder().encode(
    `SKU,Price\n${Array.from({ length: count }, (_, place) => `S${place},${price(place)}`).join('\n')}\n`,
  )

async function productTable(world: World) {
  const fields = [
    { name: 'SKU', kind: 'text' as const },
    { name: 'Price', kind: 'number' as const },
  ]
  return createTable(world, { name: 'Products', fields })
}

/** Accepts a file as if it had many rows. */
async function accept(world: World, options: ImportOptions, tableId: string | null = null) {
  const file = await world.readTableFile(options.bytes)
  const known = tableId === null ? null : await world.data.tables.get(tableId)
  const table = known ?? newTable(world, { name: 'New', fields: file.columns })
  const { id } = await acceptImport(world, { file, table, isNew: known === null }, options)
  await file.close()
  return { id, tableId: table.id }
}

const stateOf = async (id: string) => testData.data.tableImports.get(id)
const countOf = (tableId: string) => testData.data.tables.countRows(tableId, {})

describe('a file with many rows', () => {
  test('is accepted, and nothing is imported in the request', async () => {
    const world = createWorld()
    const rowCount = MAX_ROWS_IN_REQUEST + 1
    const file: TableFile = {
      columns: [{ name: 'SKU', kind: 'text' }],
      rowCount,
      sheets: null,
      errorCells: 0,
      pieces() {
        throw new Error('read in the request')
      },
      close: async () => {},
    }
    const reading = { ...world, readTableFile: async () => file }
    const bytes = new Uint8Array(1)
    const accepted = await importNewTable(reading, { name: 'Large', bytes })
    expect(accepted).toMatchObject({ state: 'active', rowCount, doneCount: 0, tableName: 'Large', isNew: true })
    const table = await productTable(world)
    expect(await importIntoTable(reading, table.id, { bytes, mode: 'replace', key: 'sku' })).toMatchObject({
      state: 'active',
      tableId: table.id,
      options: { mode: 'replace', key: 'sku' },
    })
    expect(testData.jobs.map(({ name }) => name)).toEqual(['import-file', 'import-file'])
    file.columns = [{ name: 'Colour', kind: 'text' }]
    await expect(importIntoTable(reading, table.id, { bytes })).rejects.toMatchObject({ code: 'invalid_request' })
  })

  test('becomes a table that is seen once it is complete', async () => {
    const world = createWorld()
    const { id, tableId } = await accept(world, { bytes: csv(1200) })
    expect(await world.data.tables.get(tableId)).toBeNull()
    await runImport(world, { importId: id }, never)
    expect(await stateOf(id)).toMatchObject({
      state: 'completed',
      doneCount: 1200,
      result: { added: 1200, skipped: 0 },
    })
    expect(await countOf(tableId)).toBe(1200)
    expect(await world.storage.get(importKey(id))).toBeNull()
    await runImport(world, { importId: id }, never)
    expect(await countOf(tableId)).toBe(1200)
  })

  test('is imported once, however often its job is cut off', async () => {
    const world = createWorld()
    const table = await productTable(world)
    const start = await accept(world, { bytes: csv(1500) }, table.id)
    await runImport(world, { importId: start.id }, never)
    const bytes = csv(2500, (place) => String(place < 200 ? place : place + 1))
    const { id } = await accept(world, { bytes, mode: 'upsert', key: 'SKU' }, table.id)
    for (const notes of [2, 7]) {
      const stopping = new AbortController()
      let left = notes
      const stoppingAfter = (data: Data): Data => ({
        ...data,
        tableImports: {
          ...data.tableImports,
          async note(...given) {
            await data.tableImports.note(...given)
            if (--left === 0) stopping.abort(new Error('the process stops'))
          },
        },
        transaction: (work) => data.transaction((inside) => work(stoppingAfter(inside))),
      })
      const cut = runImport({ ...world, data: stoppingAfter(world.data) }, { importId: id }, stopping.signal)
      await expect(cut).rejects.toThrow('the process stops')
      expect(await stateOf(id)).toMatchObject({ state: 'active' })
      expect(await countOf(table.id)).toBe(1500)
    }
    await runImport(world, { importId: id }, never)
    const result = { added: 1000, updated: 1300, unchanged: 200, skipped: 0 }
    expect(await stateOf(id)).toMatchObject({ state: 'completed', doneCount: 2500, result })
    expect(await countOf(table.id)).toBe(2500)
  })

  test('fails with the reason, and adds nothing', async () => {
    const world = createWorld()
    const table = await productTable(world)
    const { id } = await accept(world, { bytes: csv(900, (place) => (place === 700 ? 'dear' : '1')) }, table.id)
    await runImport(world, { importId: id }, never)
    expect(await stateOf(id)).toMatchObject({
      state: 'failed',
      error: {
        code: 'invalid_request',
        errors: [{ pointer: '/rows/700/Price', detail: expect.stringContaining('702') }],
      },
    })
    expect(await countOf(table.id)).toBe(0)
    expect(await world.storage.get(importKey(id))).toBeNull()
  })

  test('fails when its table or its file is gone', async () => {
    const world = createWorld()
    const table = await productTable(world)
    const [orphan, lost] = [await accept(world, { bytes: csv(1) }, table.id), await accept(world, { bytes: csv(1) })]
    await world.data.tables.delete(table.id)
    await world.storage.delete(importKey(lost.id))
    for (const { id } of [orphan, lost]) await runImport(world, { importId: id }, never)
    expect(await stateOf(orphan.id)).toMatchObject({ state: 'failed', error: { code: 'not_found' } })
    expect(await stateOf(lost.id)).toMatchObject({ state: 'failed', error: { code: 'file_missing' } })
  })

  test('that was given up stays so, whatever its job still does', async () => {
    const world = createWorld()
    const { id, tableId } = await accept(world, { bytes: csv(10) })
    const { readTableFile } = world
    const late: typeof readTableFile = async (...given) => {
      await failImport(world, id, { code: 'internal', message: 'given up' })
      return readTableFile(...given)
    }
    await runImport({ ...world, readTableFile: late }, { importId: id }, never)
    expect(await stateOf(id)).toMatchObject({ state: 'failed', error: { message: 'given up' } })
    expect(await world.data.tables.get(tableId)).toBeNull()
  })
})

test('clearImportFiles() deletes files that no import needs', async () => {
  let now = new Date('2026-11-28T10:00:00Z')
  const world = createWorld({ clock: { now: () => now } })
  const active = await accept(world, { bytes: csv(1) })
  const unaccepted = world.newId('import')
  await world.storage.put(importKey(unaccepted), csv(1), 'text/csv')
  await clearImportFiles(world)
  expect(await world.storage.get(importKey(unaccepted))).not.toBeNull()
  now = new Date('2026-11-28T12:00:00Z')
  await clearImportFiles(world)
  expect(await world.storage.get(importKey(unaccepted))).toBeNull()
  expect(await world.storage.get(importKey(active.id))).not.toBeNull()
})
