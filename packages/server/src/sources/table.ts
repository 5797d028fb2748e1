import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { TableData } from '#core/ports/data/tables.ts'
import type {
  Attachment,
  Base,
  FieldValue,
  Patch,
  PatchResult,
  Source,
  SourceRecord,
  TableRef,
} from '#core/ports/source.ts'
import type { SourceKind } from '#core/ports/sources.ts'
import { cellOfField, InvalidValue } from '#core/table/cell.ts'
import { MAX_ROWS, pagesOfTable } from '#core/table/rows-of-table.ts'
import type { Table, TableRow } from '#core/table/table.ts'

const base: Base = { id: 'built-in', name: 'Built-in tables' }

const gone: PatchResult = {
  ok: false,
  code: 'source_not_found',
  message: 'The row was deleted from the table during the run.',
  retryable: false,
}

function filesIn(value: FieldValue | undefined): Attachment[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && 'url' in item) : []
}

/** Ids of files are those of whoever wrote the row, and may name another file in the next one. Ids of assets are ours. */
function withoutForeignIds(value: FieldValue): FieldValue {
  const files = filesIn(value)
  const isForeign = ({ id, url }: Attachment) => id !== undefined && url !== `asset:${id}`
  if (!files.some(isForeign)) return value
  return files.map((file) => {
    const { id: _, ...rest } = file
    return isForeign(file) ? rest : file
  })
}

function recordOf(row: TableRow, fieldIds: readonly string[] | undefined): SourceRecord {
  const cells = Object.entries(row.fields).filter(([id]) => fieldIds?.includes(id) ?? true)
  return { id: row.id, fields: Object.fromEntries(cells.map(([id, value]) => [id, withoutForeignIds(value)])) }
}

/** The patch as the table keeps it, or why it cannot. */
function readPatch(table: Table, { recordId, fields, append }: Patch): Patch | PatchResult {
  const cells: Record<string, FieldValue> = {}
  for (const [id, value] of Object.entries(fields)) {
    const field = table.fields.find((each) => each.id === id)
    if (field === undefined) {
      const message = `The table "${table.name}" no longer has the field ${id}. Choose another field in the action.`
      return { ok: false, code: 'source_not_found', message, retryable: false }
    }
    const cell =
      field.kind === 'link' ? new InvalidValue('links to rows, which actions cannot set') : cellOfField(field, value)
    if (cell instanceof InvalidValue) {
      const message = `The field "${field.name}" ${cell.detail}. Choose another field in the action.`
      return { ok: false, code: 'source_invalid', message, retryable: false }
    }
    cells[id] = cell
  }
  return { recordId, fields: cells, ...(append && { append }) }
}

/** The patch with the files that stay in their cells before its own; a file that is there already is no second. */
function appended({ recordId, fields, append = [] }: Patch, row: TableRow | undefined): Patch {
  const cells = append.map((id): [string, FieldValue] => {
    const news = filesIn(fields[id])
    const isOther = ({ url }: Attachment) => !news.some((file) => file.url === url)
    return [id, [...filesIn(row?.fields[id]).filter(isOther), ...news]]
  })
  return { recordId, fields: { ...fields, ...Object.fromEntries(cells) } }
}

function openTables(tables: TableData): Source {
  function checkBase(baseId: string): void {
    if (baseId === base.id) return
    throw new AppError('source_not_found', `There is no base "${baseId}": the built-in tables are in "${base.id}".`)
  }

  async function find({ baseId, tableId }: TableRef): Promise<Table> {
    checkBase(baseId)
    const table = await tables.get(tableId)
    if (table) return table
    throw new AppError(
      'source_not_found',
      `The built-in table ${tableId} no longer exists. Choose another table in the action.`,
    )
  }

  async function withPresentFiles(tableId: string, patches: readonly Patch[]): Promise<readonly Patch[]> {
    const ids = patches.filter(({ append = [] }) => append.length > 0).map(({ recordId }) => recordId)
    if (ids.length === 0) return patches
    const rows = new Map((await tables.rowsById(tableId, ids)).map((row) => [row.id, row]))
    return patches.map((patch) => appended(patch, rows.get(patch.recordId)))
  }

  function viewOf(table: Table, viewId: string | null) {
    if (viewId === null) return null
    const view = table.views.find((each) => each.id === viewId)
    if (view) return view
    const message = `The view ${viewId} of the table "${table.name}" no longer exists. Choose another view in the action.`
    throw new AppError('source_not_found', message)
  }

  return {
    capabilities: {
      views: 'server',
      page: { max: MAX_ROWS, cursor: 'resumable' },
      getMany: { max: 100, inView: true },
      write: { batchMax: 100, checkCalls: 1 },
      attachment: { byUrl: true, maxBytes: null, keepsUrl: true },
      metered: false,
      changes: 'own',
    },
    async check() {
      await tables.list({ limit: 1 })
      return { warnings: [] }
    },
    async listBases() {
      return [base]
    },
    async listTables(baseId) {
      checkBase(baseId)
      const found: Table[] = []
      let after: string | null | undefined
      do {
        const listing = await tables.list({ limit: 100, ...(after ? { after } : {}) })
        found.push(...listing.results)
        after = listing.next
      } while (after)
      return found.map(({ id, name }) => ({ id, name }))
    },
    async listViews(ref) {
      return (await find(ref)).views.map(({ id, name }) => ({ id, name }))
    },
    async listFields(ref) {
      const { fields } = await find(ref)
      return fields.map(({ linkedTableId, ...field }, index) => ({
        ...{ ...field, computed: false, primary: index === 0 },
        ...(linkedTableId !== undefined && { link: { table: { baseId: base.id, tableId: linkedTableId } } }),
      }))
    },
    async *pages(ref, { viewId, fieldIds, cursor, signal }) {
      const view = viewOf(await find(ref), viewId)
      const options = { ...(view && { view }), ...(cursor && { after: cursor }), ...(signal && { signal }) }
      signal?.throwIfAborted()
      for await (const { results, next } of pagesOfTable(tables, ref.tableId, options)) {
        yield { records: results.map((row) => recordOf(row, fieldIds)), cursor: next }
        signal?.throwIfAborted()
      }
    },
    async count(ref, viewId) {
      const view = viewOf(await find(ref), viewId)
      return tables.countRows(ref.tableId, view ? { view } : {})
    },
    async getRecords(ref, recordIds, { viewId, fieldIds } = {}) {
      const view = viewOf(await find(ref), viewId ?? null)
      const rows = await tables.rowsById(ref.tableId, recordIds, view ? { view } : {})
      return rows.map((row) => recordOf(row, fieldIds))
    },
    async checkWrite(ref, cells) {
      const table = await find(ref)
      return cells.map(({ fieldId, value }) => {
        const read = readPatch(table, { recordId: '', fields: { [fieldId]: value } })
        return 'ok' in read && !read.ok ? { result: 'failed', message: read.message } : { result: 'passed' }
      })
    },
    async writeBack(ref, patches) {
      const table = await find(ref)
      const read = patches.map((patch) => readPatch(table, patch))
      const good = await withPresentFiles(
        table.id,
        read.filter((patch) => 'recordId' in patch),
      )
      const written = good.length > 0 ? await tables.patchRows(table.id, good) : new Set<string>()
      return read.map((patch) => {
        if ('ok' in patch) return patch
        return written.has(patch.recordId) ? { ok: true } : gone
      })
    },
  }
}

/** `createTableSource()` makes the built-in tables a source like any other. */
export function createTableSource({ tables }: { tables: TableData }): SourceKind {
  return {
    kind: 'table',
    title: 'Built-in table',
    summary: 'Import a CSV or Excel file, paste rows from a spreadsheet, or type them. Pictable stores the records.',
    verification: 'Tested against the embedded database in every build',
    settings: z.strictObject({}),
    open: () => openTables(tables),
  }
}
