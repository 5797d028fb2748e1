import type { OutputSettings } from '@pictable/model/output'
import type { TemplateValue } from '@pictable/model/value'
import type { AttachmentMode } from '@pictable/model/write-back'
import type { Filter } from './filter.ts'

/** A field of the source: the id decides where ids exist, the name is what was last shown. */
export interface FieldRef {
  id: string
  name: string
}

/** What a name bound in the template is filled from. */
export type MappingEntry = { field: FieldRef } | { value: TemplateValue }

/** Where the outcome of a record goes in the table; fields left out are not written. */
export interface WriteBack {
  url?: FieldRef
  /** The image itself, as a file. */
  attachment?: { field: FieldRef; mode: AttachmentMode }
  status?: FieldRef
  error?: FieldRef
  renderedAt?: FieldRef
  /** An unchanged record whose `url` or `attachment` cell was emptied is written again. */
  refillEmpty?: boolean
}

/** Every field that is written into. */
export function writtenFields({ url, attachment, status, error, renderedAt }: WriteBack): FieldRef[] {
  return [url, attachment?.field, status, error, renderedAt].filter((field) => field !== undefined)
}

export interface Action {
  id: string
  title: string
  connectionId: string
  baseId: string
  tableId: string
  tableName: string
  viewId: string | null
  viewName: string | null
  /** Of the view's records, those that count. */
  filter: Filter | null
  templateId: string
  /** By bound name. A name without an entry takes the field of the same name. */
  mapping: Readonly<Record<string, MappingEntry>>
  output: OutputSettings
  writeBack: WriteBack | null
  /** A run whose first records fail, as many as this and all for one reason, ends as failed. null: it goes on to its end. */
  stopAfterFailures: number | null
  /** Counts saves: the ETag. */
  revision: number
  createdAt: Date
  updatedAt: Date
}
