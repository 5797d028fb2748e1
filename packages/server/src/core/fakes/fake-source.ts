import type { FieldKind } from '@pictable/model/field'
import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type {
  Attachment,
  Capabilities,
  CellCheck,
  Field,
  FieldValue,
  Page,
  Patch,
  PatchResult,
  PlannedCell,
  Source,
  SourceRecord,
  TableRef,
  Upload,
  View,
} from '#core/ports/source.ts'
import type { SourceKind } from '#core/ports/sources.ts'

/** A table of the fake: change it as people change theirs. */
export interface FakeTable {
  id: string
  name: string
  fields: Field[]
  views: (View & { passes: (record: SourceRecord) => boolean })[]
  records: SourceRecord[]
}

export interface FakeSourceOptions {
  tables: FakeTable[]
  capabilities?: Partial<Capabilities>
  pageSize?: number
  /** Whether it can count. */
  counts?: boolean
  /** Called with the name of each method before it does anything; may throw, or wait. */
  before?: (method: keyof Source | 'page', detail?: readonly Patch[]) => void | Promise<void>
  /** What the table says of a cell to be written; null lets it pass. */
  checkCell?: (cell: PlannedCell) => CellCheck | null
  /** The result of a patch that the table refuses; null lets it pass. */
  refuse?: (patch: Patch) => PatchResult | null
  /** The result of an upload that the table refuses; null lets it pass. */
  refuseUpload?: (upload: Upload) => PatchResult | null
}

export interface FakeSource extends Source {
  readonly kind: SourceKind
  /** Every patch written, in order. */
  readonly written: readonly Patch[]
  readonly uploaded: readonly Upload[]
  readonly calls: ReadonlyMap<string, number>
}

/** A field of a fake table; its id is not its name, as in real ones. */
export function fakeField(name: string, kind: FieldKind = 'text', more: Partial<Field> = {}): Field {
  return { id: `fld_${name.toLowerCase().replaceAll(' ', '_')}`, name, kind, computed: false, primary: false, ...more }
}

const gone = (what: string) => new AppError('source_not_found', `The ${what} is gone.`)

function project(record: SourceRecord, fieldIds: readonly string[] | undefined): SourceRecord {
  const entries = Object.entries(record.fields).filter(([id]) => fieldIds?.includes(id) ?? true)
  return { id: record.id, fields: Object.fromEntries(entries) }
}

function recordsIn(table: FakeTable, viewId: string): SourceRecord[] {
  const view = table.views.find(({ id }) => id === viewId)
  if (view === undefined) throw gone(`view ${viewId}`)
  return table.records.filter(view.passes)
}

function recordsOf(table: FakeTable, viewId: string | null): SourceRecord[] {
  return viewId === null ? table.records : recordsIn(table, viewId)
}

/** One account (base `base`) of a table product that lives in memory, keeps to its declared capabilities, and fails on demand. */
export function createFakeSource(options: FakeSourceOptions): FakeSource {
  const { tables, pageSize = 100, before = () => {}, refuse = () => null } = options
  const { refuseUpload = () => null, checkCell = () => null } = options
  const written: Patch[] = []
  const uploaded: Upload[] = []
  const calls = new Map<string, number>()
  const capabilities: Capabilities = {
    views: 'server',
    page: { max: pageSize, cursor: 'resumable' },
    getMany: { max: 100 },
    write: { batchMax: 10, checkCalls: 1 },
    attachment: null,
    metered: false,
    changes: 'poll',
    ...options.capabilities,
  }

  async function call(method: keyof Source | 'page', detail?: readonly Patch[]): Promise<void> {
    calls.set(method, (calls.get(method) ?? 0) + 1)
    await before(method, detail)
  }

  function tableOf({ baseId, tableId }: TableRef): FakeTable {
    const table = baseId === 'base' ? tables.find(({ id }) => id === tableId) : undefined
    if (table === undefined) throw gone(`table ${tableId}`)
    return table
  }

  function write(table: FakeTable, patch: Patch): PatchResult {
    const index = table.records.findIndex(({ id }) => id === patch.recordId)
    const record = table.records[index]
    const refused = refuse(patch)
    if (refused !== null) return refused
    if (record === undefined)
      return { ok: false, code: 'source_not_found', message: 'The record was deleted.', retryable: false }
    const unknown = Object.keys(patch.fields).find((fieldId) => !table.fields.some(({ id }) => id === fieldId))
    if (unknown !== undefined)
      return { ok: false, code: 'source_invalid', message: `There is no field ${unknown}.`, retryable: false }
    written.push(patch)
    const fields = { ...record.fields, ...patch.fields }
    for (const id of patch.append ?? []) {
      const news = patch.fields[id]
      const files = Array.isArray(news) ? news.filter((item) => typeof item === 'object' && 'url' in item) : []
      fields[id] = filesOf(record.fields[id], 'append', files)
    }
    table.records[index] = { id: record.id, fields }
    return { ok: true }
  }

  /** The files of a cell behind those that stay in it; one that is there already is no second. */
  function filesOf(before: FieldValue | undefined, mode: 'replace' | 'append', news: readonly Attachment[]) {
    const present = Array.isArray(before) ? before.filter((item) => typeof item === 'object' && 'url' in item) : []
    const isNew = ({ filename }: Attachment) => !news.some((file) => file.filename === filename)
    return [...(mode === 'append' ? present.filter(isNew) : []), ...news]
  }

  function upload(table: FakeTable, file: Upload): PatchResult {
    const refused = refuseUpload(file)
    if (refused !== null) return refused
    const index = table.records.findIndex(({ id }) => id === file.recordId)
    const record = table.records[index]
    if (record === undefined)
      return { ok: false, code: 'source_not_found', message: 'The record was deleted.', retryable: false }
    uploaded.push(file)
    const { fieldId, filename, mode } = file
    const stored = { id: `att_${filename}`, url: `https://files.example/${filename}`, filename }
    table.records[index] = {
      id: record.id,
      fields: { ...record.fields, [fieldId]: filesOf(record.fields[fieldId], mode, [stored]) },
    }
    return { ok: true }
  }

  async function* pages(
    ref: TableRef,
    { viewId, fieldIds, cursor, signal }: Parameters<Source['pages']>[1],
  ): AsyncGenerator<Page> {
    let from = Number(cursor ?? 0)
    for (;;) {
      signal?.throwIfAborted()
      await call('page')
      const records = recordsOf(tableOf(ref), viewId)
      const page = records.slice(from, from + pageSize).map((record) => project(record, fieldIds))
      from += pageSize
      const isLast = from >= records.length
      if (page.length > 0 || isLast) yield { records: page, cursor: isLast ? null : String(from) }
      if (isLast) return
    }
  }

  const source: Source = {
    capabilities,
    async check() {
      await call('check')
      return { warnings: [] }
    },
    async listBases() {
      await call('listBases')
      return [{ id: 'base', name: 'Base' }]
    },
    async listTables() {
      await call('listTables')
      return tables.map(({ id, name }) => ({ id, name }))
    },
    async listViews(ref) {
      await call('listViews')
      return tableOf(ref).views.map(({ id, name }) => ({ id, name }))
    },
    async listFields(ref) {
      await call('listFields')
      return tableOf(ref).fields
    },
    pages,
    ...(options.counts && {
      async count(ref: TableRef, viewId: string | null) {
        await call('count')
        return recordsOf(tableOf(ref), viewId).length
      },
    }),
    async getRecords(ref, recordIds, { viewId, fieldIds } = {}) {
      await call('getRecords')
      const table = tableOf(ref)
      const asksForView = viewId !== undefined && capabilities.getMany.inView === true
      const records = asksForView ? recordsIn(table, viewId) : table.records
      return records.filter(({ id }) => recordIds.includes(id)).map((record) => project(record, fieldIds))
    },
    async checkWrite(ref, cells) {
      await call('checkWrite')
      const { fields } = tableOf(ref)
      return cells.map((cell) => {
        const field = fields.find(({ id }) => id === cell.fieldId)
        if (field === undefined) return { result: 'failed', message: `There is no field ${cell.fieldId}.` }
        if (field.computed) return { result: 'failed', message: `The field "${field.name}" is computed.` }
        return checkCell(cell) ?? { result: 'passed' }
      })
    },
    async writeBack(ref, patches) {
      await call('writeBack', patches)
      if (patches.length > (capabilities.write?.batchMax ?? 0))
        throw new AppError('source_invalid', `${patches.length} records are too many for one request.`)
      const table = tableOf(ref)
      return patches.map((patch) => write(table, patch))
    },
    async upload(ref, file) {
      await call('upload')
      return upload(tableOf(ref), file)
    },
  }
  const kind: SourceKind = {
    kind: 'fake',
    title: 'Fake',
    summary: 'Records that a test made up.',
    verification: 'A fake',
    settings: z.object({
      account: z.string().optional().meta({ role: 'plain' }),
      calls_per_month: z.number().optional().meta({ role: 'plain', keepsTables: true }),
      token: z.string().optional().meta({ role: 'secret' }),
    }),
    open: () => source,
  }
  return { ...source, kind, written, uploaded, calls }
}

/** So many records with these fields by their id. */
export function fakeRecords(
  count: number,
  fields: (index: number) => Readonly<Record<string, FieldValue>>,
): SourceRecord[] {
  return Array.from({ length: count }, (_, index) => ({ id: `rec_${index}`, fields: fields(index) }))
}
