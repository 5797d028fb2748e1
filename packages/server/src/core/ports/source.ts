/** How a field's values are to be understood, one list for every source. */
export const fieldKinds = [
  'text',
  'rich_text',
  'number',
  'date',
  'date_time',
  'checkbox',
  'single_select',
  'multi_select',
  'attachments',
  'url',
  'link',
  'user',
  'json',
  'unknown',
] as const

export type FieldKind = (typeof fieldKinds)[number]

/** A file in a cell. `url` is what the renderer loads: `asset:<id>` for our own. */
export interface Attachment {
  id?: string
  url: string
  filename: string
  contentType?: string
  sizeBytes?: number
}

export interface LabelledValue {
  id: string
  label: string
}

/** A cell, canonical: dates ISO 8601, selects by name, numbers beyond 2^53 as decimal text, nothing as null. */
export type FieldValue =
  | null
  | string
  | number
  | boolean
  | readonly string[]
  | readonly Attachment[]
  | readonly LabelledValue[]
  | { readonly json: unknown }

export interface SourceRecord {
  id: string
  /** By field id. A field that is not there is empty. */
  fields: Readonly<Record<string, FieldValue>>
}

export interface Base {
  id: string
  name: string
}
export interface TableInfo {
  id: string
  name: string
}
export interface View {
  id: string
  name: string
}
export interface Field {
  id: string
  name: string
  kind: FieldKind
  /** Worked out by the source: never written. */
  computed: boolean
  /** The field people know a record by. */
  primary: boolean
}

export interface TableRef {
  baseId: string
  tableId: string
}

export interface PagesOptions {
  viewId: string | null
  /** Only these fields are needed. */
  fieldIds?: readonly string[]
  /** Go on behind this cursor, which an earlier listing gave. */
  cursor?: string | null
  signal?: AbortSignal
}

export interface Page {
  records: SourceRecord[]
  /** Where to go on after this page; null at the end, or when this listing can only start over. */
  cursor: string | null
}

export interface Patch {
  recordId: string
  /** By field id. */
  fields: Readonly<Record<string, FieldValue>>
}

/** `ok`, or why this one was not written. */
export type PatchResult = { ok: true } | { ok: false; code: string; message: string; retryable: boolean }

/** What a source can do, as data: planner and screens read only this. */
export interface Capabilities {
  views: 'server' | 'none'
  page: { max: number; cursor: 'resumable' | 'expiring' }
  write: { batchMax: number } | null
  attachment: { bytes: boolean; byUrl: boolean } | null
}

export interface SourceCheck {
  account?: string
  warnings: string[]
}

/** One account of a table product. Every method throws AppError with a `source_…` code, in words that name the cure. */
export interface Source {
  readonly capabilities: Capabilities
  check(): Promise<SourceCheck>
  listBases(): Promise<Base[]>
  listTables(baseId: string): Promise<TableInfo[]>
  listViews(table: TableRef): Promise<View[]>
  listFields(table: TableRef): Promise<Field[]>
  /** All records in the view's order, through its filter. Pages may be any length. */
  pages(table: TableRef, options: PagesOptions): AsyncIterable<Page>
  /** Unknown ids are left out. */
  getRecords(table: TableRef, recordIds: readonly string[]): Promise<SourceRecord[]>
  /** One result per patch, in order; safe to repeat. */
  writeBack(table: TableRef, patches: readonly Patch[]): Promise<PatchResult[]>
}
