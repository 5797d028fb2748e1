import type { TableImport } from '@pictable/server/core/table/table-import.ts'
import { describe, expect, test } from 'vitest'
import { at, later, type Subject } from './data.ts'

export function describeTableImports(get: () => Subject): void {
  describe('imports of large files', () => {
    async function add(options: TableImport['options'] = {}): Promise<TableImport> {
      const { data, id } = get()
      const accepted: TableImport = {
        ...{ id: id('imp'), tableId: id('tbl'), tableName: 'Products', isNew: false, options, state: 'active' },
        ...{ rowCount: 60_000, doneCount: 0, updatedCount: 0, result: null, error: null },
        ...{ createdAt: at, finishedAt: null },
      }
      await data.tableImports.insert(accepted)
      return accepted
    }

    test('count their rows until they end, once', async () => {
      const { tableImports } = get().data
      const accepted = await add({ mode: 'upsert', key: 'SKU', sheet: '2', mistakes: 'skip' })
      expect(await tableImports.get(accepted.id)).toEqual(accepted)
      await tableImports.note(accepted.id, { done: 500, updated: 0 })
      await tableImports.note(accepted.id, { done: 200, updated: 150 })
      expect(await tableImports.get(accepted.id)).toEqual({ ...accepted, doneCount: 700, updatedCount: 150 })
      await tableImports.restart(accepted.id)
      expect(await tableImports.get(accepted.id)).toEqual({ ...accepted, updatedCount: 150 })
      const skippedRows = [{ line: 7, reason: '"Price" must be a number, such as 24.5.' }]
      const counts = { added: 1, updated: 2, unchanged: 3, removed: 4, skipped: 1, skippedRows, errorCells: 0 }
      const result = { ...counts, sheets: { read: 'A', all: ['A', 'B'] } }
      expect(await tableImports.end(accepted.id, { result, error: null, at: later })).toBe(true)
      const ended = { ...accepted, updatedCount: 150, state: 'completed', result, finishedAt: later }
      const error = { code: 'internal', message: 'late', errors: [] }
      expect(await tableImports.end(accepted.id, { result: null, error, at })).toBe(false)
      await tableImports.note(accepted.id, { done: 1, updated: 1 })
      await tableImports.restart(accepted.id)
      expect(await tableImports.get(accepted.id)).toEqual(ended)
    })

    test('fail with a reason, are listed, and are deleted some time after their end', async () => {
      const { tableImports } = get().data
      const [old, failed, active] = [await add(), await add(), await add()]
      const error = {
        code: 'invalid_request',
        message: 'Wrong.',
        errors: [{ pointer: '/rows/1/Price', detail: 'No.' }],
      }
      for (const { id } of [old, failed]) await tableImports.end(id, { result: null, error, at: later })
      const { results } = await tableImports.list({ limit: 2 })
      expect(results).toEqual([active, { ...failed, state: 'failed', error, finishedAt: later }])
      await tableImports.deleteEnded(failed.id)
      expect(await tableImports.get(old.id)).toBeNull()
      await tableImports.deleteEnded(`${active.id}0`)
      expect(await tableImports.get(failed.id)).toBeNull()
      expect(await tableImports.get(active.id)).toEqual(active)
    })
  })
}
