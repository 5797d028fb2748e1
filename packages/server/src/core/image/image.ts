import type { FileFormat } from '@pictable/model/image'
import type { TemplateValue } from '@pictable/model/value'
import { AppError } from '#core/errors.ts'
import type { Modification, Sequence } from '#core/ports/renderer.ts'
import type { TemplateDesign } from '#core/template/template.ts'

export interface ImageFile {
  format: FileFormat
  /** SHA-256 of the bytes, hex: names the file in the storage and in the URL. */
  hash: string
  sizeBytes: number
  widthPx: number
  heightPx: number
}

/** A stored result, with the inputs it was made from. */
export interface Image {
  id: string
  /** Null for one of a design that came with the request: `design`. */
  templateId: string | null
  templateVersion: number | null
  design: TemplateDesign | null
  actionId: string | null
  runId: string | null
  recordId: string | null
  /** The name of the output of the action; null when it has one without a name. */
  output: string | null
  /** What its files are called by the pattern of the action, without extension; null where it has none. */
  fileName: string | null
  values: Readonly<Record<string, TemplateValue>>
  modifications: readonly Modification[]
  /** Several pictures in one file: in place of values and modifications. */
  sequence: Sequence | null
  metadata: Readonly<Record<string, unknown>> | null
  files: readonly ImageFile[]
  /** A small picture of it, when one was asked for. */
  thumbnail: ImageFile | null
  /** At most 20 kB, for lists; null for one of an earlier release until it is first asked for. */
  preview: ImageFile | null
  report: Readonly<Record<string, unknown>>
  /** Unnamed receivers that the request for this image alone has named. */
  webhookIds: readonly string[]
  /** Its URLs answer 410 since then: its record was deleted. */
  unpublishedAt?: Date | null
  createdAt: Date
}

/** What was made, without what it was made from. */
export type MadeImage = Pick<
  Image,
  'id' | 'templateId' | 'templateVersion' | 'files' | 'thumbnail' | 'preview' | 'createdAt'
>

/** A picture or other file that templates and built-in tables use, by `asset:<id>`. */
export interface Asset {
  id: string
  filename: string
  contentType: string
  hash: string
  sizeBytes: number
  createdAt: Date
}

/** @throws AppError `image_unpublished` */
export function refuseUnpublished({ unpublishedAt = null }: Pick<Image, 'unpublishedAt'>): void {
  if (unpublishedAt === null) return
  throw new AppError('image_unpublished', 'The image was unpublished: its record was deleted from the table.')
}
