import type { FieldKind } from '@pictable/model/field'
import type { FieldFormat } from '@pictable/model/field-format'

/** A file in a cell. `url` is what the renderer loads: `asset:<id>` for our own. */
export interface Attachment {
  id?: string
  url: string
  filename: string
  contentType?: string
  sizeBytes?: number
  /** When `url` stops working (ISO 8601); absent when it does not. */
  expiresAt?: string
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
/** The table whose rows the cells of a field name, by their ids. */
export interface Link {
  table: TableRef
  /** Its fields, where a mapping wants some. */
  fields?: readonly Field[]
}

export interface Field {
  id: string
  name: string
  kind: FieldKind
  /** Worked out by the source: never written. */
  computed: boolean
  /** The field people know a record by. */
  primary: boolean
  /** How the table shows its values, where that is more than the value itself. */
  format?: FieldFormat | null
  /** Absent where the source does not tell. */
  link?: Link
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
  /** So many records are wanted: those on the first page beyond them would be read for nothing. */
  limit?: number
  signal?: AbortSignal
}

export interface RecordsOptions {
  /** Leave out what this view does not show, where `getMany.inView` says that the source can. */
  viewId?: string
  /** Only these fields are needed. */
  fieldIds?: readonly string[]
}

export interface Page {
  records: SourceRecord[]
  /** Where to go on after this page; null at the end, or when this listing can only start over. */
  cursor: string | null
}

export interface Patch {
  recordId: string
  /** By field id. An attachment field takes addresses that the source fetches later (`url`, `filename`). */
  fields: Readonly<Record<string, FieldValue>>
  /** Attachment fields among them whose present files stay, before the new ones. */
  append?: readonly string[]
}

/** Bytes for an attachment field of a record. */
export interface Upload {
  recordId: string
  fieldId: string
  /** Tells the file from others in the cell: an upload that is repeated finds it there and adds no second. */
  filename: string
  contentType: string
  bytes: Uint8Array
  /** `replace` takes the present files away only after the new one is there. */
  mode: 'replace' | 'append'
}

/** `ok`, or why this one was not written. */
export type PatchResult = { ok: true } | { ok: false; code: string; message: string; retryable: boolean }

/** A value for a field of a record that is not known yet. */
export interface PlannedCell {
  fieldId: string
  value: FieldValue
}

/** Whether a cell can be written; `unknown` where the source does not tell. The message names the field, the cause and the cure. */
export type CellCheck = { result: 'passed' } | { result: 'failed' | 'unknown'; message: string }

/** What a source can do, as data: planner and screens read only this. */
export interface Capabilities {
  views: 'server' | 'none'
  /** A cursor of kind `position` counts from the start: records that leave the view before it hide others behind it. */
  page: { max: number; cursor: 'resumable' | 'position' | 'expiring' }
  /** Records that one call reads by their ids. */
  getMany: {
    max: number
    /** Records that one of its requests brings. Default: all of them. */
    perRequest?: number
    /** `getRecords()` can leave out those that a view does not show. */
    inView?: boolean
  }
  /** Cells name linked records by ids only, and one request brings the names of these many. Absent where cells have the names. */
  linkNames?: number
  /** False where ids are the numbers of rows: a row that is removed gives its id to the next one. Default: true. */
  stableIds?: boolean
  /** `checkCalls`: the requests that `checkWrite()` makes after the fields were listed. */
  write: { batchMax: number; checkCalls: number } | null
  /**
   * How files get into an attachment field; `maxBytes` is null when bytes cannot be uploaded. With `keepsUrl` the address
   * itself stays in the cell: nobody fetches it when it is written.
   */
  attachment: { byUrl: boolean; maxBytes: number | null; keepsUrl?: boolean } | null
  /** Requests a second that its vendor allows; absent when there is no such limit. */
  perSecond?: number
  /** Requests are few: a full batch is worth waiting for. */
  metered: boolean
  /**
   * How a change of the table becomes known: the source calls us, notifies an open connection, or has to be read. `own`: it
   * is one of our tables, whose triggers are notified in the transaction of the change (`core/table/notify-triggers.ts`).
   */
  changes: 'webhook' | 'notify' | 'own' | 'poll'
}

export interface SourceCheck {
  account?: string
  /** What will not work, and the cure, in words for people who do not program. */
  warnings: string[]
}

/** A request to the hook that a source was given. */
export interface HookRequest {
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>
  body: Uint8Array
}

/** What has to be remembered of a hook: sealed, and given back at every later call. */
export interface Subscription {
  state: Readonly<Record<string, unknown>>
  /** It has to be renewed before; null when it lives until it is taken back. */
  expiresAt: Date | null
}

export interface WatchOptions {
  viewId: string | null
  /** Only changes of these fields count: never our own output. */
  fieldIds: readonly string[]
}

/** What a hook is for. */
export interface HookOptions extends WatchOptions {
  hookUrl: string
  /** Our own write-back changes some of these fields: where it cannot be told from other programs, theirs is left out too. */
  writesInto: boolean
}

/** What changed: the records, or null for "read the view". */
export interface TableChange {
  recordIds: readonly string[] | null
}

/** Hooks of a source whose `changes` capability is `webhook`. */
export interface SourceHooks {
  /** Whether a later call or renewal still finds the changes of a call that was lost. */
  findsLost: boolean
  /** With `writesInto`, changes by other programs are left out: only reading the table finds them. */
  leavesOutPrograms?: boolean
  subscribe(table: TableRef, options: HookOptions): Promise<Subscription>
  renew(table: TableRef, subscription: Subscription): Promise<Subscription>
  unsubscribe(table: TableRef, subscription: Subscription): Promise<void>
  /** @returns null for a request that the source did not send */
  receive(
    table: TableRef,
    request: HookRequest,
    subscription: Subscription,
  ): Promise<{ change: TableChange; subscription: Subscription } | null>
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
  /** Where the source can count without reading: the records of the view. null when they are too many for that. */
  count?(table: TableRef, viewId: string | null): Promise<number | null>
  /** Unknown ids are left out. */
  getRecords(table: TableRef, recordIds: readonly string[], options?: RecordsOptions): Promise<SourceRecord[]>
  /**
   * Whether these cells could be written into any record, by the rights of the account and by the types, lengths and options
   * of the fields: one answer for each, in order. Changes nothing, and takes at most 3 requests.
   */
  checkWrite(table: TableRef, cells: readonly PlannedCell[]): Promise<CellCheck[]>
  /** One result per patch, in order; safe to repeat. Any number of patches: the source parts them into requests. */
  writeBack(table: TableRef, patches: readonly Patch[]): Promise<PatchResult[]>
  /** Where `attachment.maxBytes` is not null. Safe to repeat. */
  upload?(table: TableRef, upload: Upload): Promise<PatchResult>
  /** Where `changes` is `webhook`. */
  hooks?: SourceHooks
  /** Where `changes` is `notify`: tells of every change until the signal aborts; rejects when the connection is lost. */
  watch?(
    table: TableRef,
    options: WatchOptions & {
      /** From now on it tells: what changed before is unknown. */
      onListening: () => void
      onChange: (change: TableChange) => void
      signal: AbortSignal
    },
  ): Promise<void>
}
