import type { FieldValue, Source } from '@pictable/server/core/ports/source.ts'
import type { Sources } from '@pictable/server/core/ports/sources.ts'
import { z } from 'zod'

/** A table that costs next to nothing, so that what is measured is ours. */
export interface MemoryTable {
  sources: Sources
  /** How many cells were written. */
  writes(): number
}

const pageSize = 1000

/** `count` records, each made by `fieldsOf`; the fields are text but for those named in `attachments`. */
export function createMemoryTable(options: {
  count: number
  fieldNames: readonly string[]
  fieldsOf: (index: number) => Readonly<Record<string, FieldValue>>
}): MemoryTable {
  const { fieldNames, fieldsOf } = options
  const fields = fieldNames.map((name, index) => {
    const kind = name === 'Photo' ? ('attachments' as const) : ('text' as const)
    return { id: name, name, kind, computed: false, primary: index === 0 }
  })
  let writes = 0
  const source: Source = {
    capabilities: {
      views: 'none',
      page: { max: pageSize, cursor: 'resumable' },
      getMany: { max: pageSize },
      write: { batchMax: 200, checkCalls: 0 },
      attachment: null,
      metered: false,
      changes: 'poll',
    },
    check: async () => ({ warnings: [] }),
    listBases: async () => [{ id: 'base', name: 'Base' }],
    listTables: async () => [{ id: 'table', name: 'Table' }],
    listViews: async () => [],
    listFields: async () => fields,
    async *pages(_table, { cursor }) {
      // The next listing may find another number.
      const { count } = options
      for (let from = Number(cursor ?? 0); from < count; from += pageSize) {
        const to = Math.min(from + pageSize, count)
        const records = Array.from({ length: to - from }, (_, index) => ({
          id: `rec_${from + index}`,
          fields: fieldsOf(from + index),
        }))
        yield { records, cursor: to < count ? String(to) : null }
      }
    },
    getRecords: async (_table, ids) => ids.map((id) => ({ id, fields: fieldsOf(Number(id.slice(4))) })),
    checkWrite: async (_table, cells) => cells.map(() => ({ result: 'passed' })),
    async writeBack(_table, patches) {
      writes += patches.length
      return patches.map(() => ({ ok: true }))
    },
  }
  const kind = {
    kind: 'memory',
    title: 'Memory',
    summary: 'Records in memory',
    verification: 'For benches only',
    settings: z.object({}),
    open: () => source,
  }
  return { sources: { kinds: [kind], broken: [], kind: () => kind }, writes: () => writes }
}
