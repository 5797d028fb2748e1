import type { Modification, TemplateValue } from '#core/ports/renderer.ts'

export const imageFormats = ['png', 'jpeg', 'webp', 'avif', 'pdf'] as const

export type ImageFormat = (typeof imageFormats)[number]

export interface ImageFile {
  format: ImageFormat
  /** SHA-256 of the bytes, hex: names the file in the storage and in the URL. */
  hash: string
  sizeBytes: number
  widthPx: number
  heightPx: number
}

/** A stored result, with the inputs it was made from. */
export interface Image {
  id: string
  templateId: string
  templateVersion: number
  actionId: string | null
  runId: string | null
  recordId: string | null
  values: Readonly<Record<string, TemplateValue>>
  modifications: readonly Modification[]
  metadata: Readonly<Record<string, unknown>> | null
  files: readonly ImageFile[]
  report: Readonly<Record<string, unknown>>
  /** Unnamed receivers that the request for this image alone has named. */
  webhookIds: readonly string[]
  createdAt: Date
}

/** A picture or other file that templates and built-in tables use, by `asset:<id>`. */
export interface Asset {
  id: string
  filename: string
  contentType: string
  hash: string
  sizeBytes: number
  createdAt: Date
}
