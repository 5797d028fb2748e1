import type { ImageFormat } from '#core/image/image.ts'
import type { TemplateValue } from '#core/ports/renderer.ts'
import type { Encoding } from './encoding.ts'
import type { Filter } from './filter.ts'

/** A field of the source: the id decides where ids exist, the name is what was last shown. */
export interface FieldRef {
  id: string
  name: string
}

/** What a name bound in the template is filled from. */
export type MappingEntry = { field: FieldRef } | { value: TemplateValue }

export interface OutputSettings {
  formats: readonly ImageFormat[]
  /** 1-100; the format's own default when absent. */
  quality?: number
  /** Multiplies the template's size, 0.1-8. */
  scale?: number
  encoding?: Encoding
  /** Without the background of the template. */
  transparent?: boolean
  /** One more, small picture. */
  thumbnail?: { width: number }
}

/** `append` leaves the files that stand in the cell. */
export type AttachmentMode = 'replace' | 'append'

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
