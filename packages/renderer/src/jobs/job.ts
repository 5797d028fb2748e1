import type { FontFile } from '#renderer/fonts/face.ts'
import type { OutputFormat, PictureFormat } from '#renderer/formats/index.ts'
import type { Box } from '#renderer/geometry/box.ts'
import type { LayerReport } from '#renderer/model/layer-kind.ts'
import type { WarningCode } from '#renderer/model/warning.ts'
import type { AnimationFormat } from '#renderer/pictures/animation-kinds.ts'
import type { Effort } from '#renderer/pictures/output-kind.ts'
import type { SharedPictures } from '#renderer/pictures/shared-pictures.ts'
import type { Modification } from '#renderer/template/changes.ts'
import type { Template, TemplateInput } from '#renderer/template/template.ts'
import type { Values } from '#renderer/values/value.ts'

/** Brings the bytes of a picture or font. Rejecting fails the render, unless the layer has a fallback. */
export type Load = (src: string, options: { signal: AbortSignal }) => Promise<Uint8Array>

/** A template made ready for many renders; only of use to the renderer that made it. */
export interface Prepared {
  readonly template: Template
  readonly key: string | undefined
}

/** One image to be made. */
export interface RenderJob {
  template: TemplateInput | Prepared
  values?: Values
  /** Changes to layers by name; they win over bindings. */
  modifications?: readonly Modification[]
  /** One file is made for each; default: png. */
  formats?: readonly OutputFormat[]
  /** 1 to 100, for the formats that lose detail. */
  quality?: number
  /** Fast encoders make larger files, small ones take longer. Default: balanced. */
  effort?: Effort
  /** Settings of the encoders by format, such as `{ jpeg: { mozjpeg: true } }`; each format says what it knows. */
  encoding?: Partial<Record<OutputFormat, Readonly<Record<string, unknown>>>>
  /** 0.1 to 8, default 1: pixels of the picture per pixel of the template. */
  scale?: number
  /** The scale at which the picture is judged, of one that only shows what others will look like; default: its own. */
  reportScale?: number
  /**
   * Only this part of the page, in template pixels, widened to whole pixels of the picture and cut at the edges of the
   * page. Its pixels are those of the whole picture. Not for PDF.
   */
  region?: Box
  /** One more file from the same drawing. */
  thumbnail?: Thumbnail
  /** One more, for lists: at most 480 px a side and 20 kB; JPEG, or WebP where something shines through. */
  preview?: boolean
  /** Of renders that belong together: what they show is decoded once. */
  pictures?: SharedPictures
  /** In place of the loader of the renderer. */
  load?: Load
  signal?: AbortSignal
}

/** A small picture of the whole; never larger than the drawing. */
export interface Thumbnail {
  /** In pixels; the height follows. */
  width: number
  /** Default: webp. */
  format?: PictureFormat
  quality?: number
}

export interface RenderedFile {
  format: OutputFormat
  bytes: Uint8Array
  widthPx: number
  heightPx: number
}

/** What happened on the way; times are wall-clock milliseconds. */
export interface RenderReport {
  ms: Record<string, number>
  /** By layer name; only layers about which there is something to say. */
  layers: Record<string, LayerReport>
  warnings: string[]
  /** What the warnings are about, each once. */
  warningCodes: WarningCode[]
  /** What is as the design asks for, such as a text that is a little smaller to fit; it needs no check. */
  information: string[]
  informationCodes: WarningCode[]
}

export interface RenderResult {
  files: RenderedFile[]
  /** Present when one was asked for. */
  thumbnail?: RenderedFile
  preview?: RenderedFile
  report: RenderReport
}

/** The part of a job that differs from page to page, or from frame to frame. */
export type RowJob = Pick<RenderJob, 'values' | 'modifications'>

/** Many pictures as one PDF file. */
export interface PdfJob extends Pick<RenderJob, 'template' | 'quality' | 'scale' | 'load' | 'signal'> {
  /** A page for each, at most 2,000. */
  rows: readonly RowJob[]
  /** Settings as under `encoding.pdf`: `{ dpi: 300 }` */
  settings?: Readonly<Record<string, unknown>>
  /** Is told of rows that fail, which then have no page; without it the first such row fails the file. */
  onFailure?: (row: number, error: unknown) => void
}

export interface PageResult {
  /** Size of the picture that the page shows. */
  widthPx: number
  heightPx: number
  report: RenderReport
}

export interface PdfResult {
  bytes: Uint8Array
  pages: PageResult[]
}

/** Many pictures as one that moves. */
export interface AnimationJob extends Pick<RenderJob, 'template' | 'effort' | 'scale' | 'load' | 'signal'> {
  /** A frame for each; all frames together have at most 50 million pixels. */
  frames: readonly RowJob[]
  /** Default: gif. */
  format?: AnimationFormat
  /** How long each frame is seen, or all of them; default: 1000. GIF counts in steps of 10 ms. */
  delaysMs?: number | readonly number[]
  /** How often it plays; default 0: for ever. */
  loop?: number
  /** Settings of the encoder, such as `{ lossless: true }` for webp or `{ colors: 64 }` for gif. */
  settings?: Readonly<Record<string, unknown>>
}

export interface AnimationResult {
  bytes: Uint8Array
  widthPx: number
  heightPx: number
  frames: RenderReport[]
}

export interface RendererOptions {
  /** Default: only `data:` URLs can be loaded. */
  load?: Load
  fonts?: readonly FontFile[]
  /** Bound on the decoded pictures kept for templates whose pictures are not bound; default 96 MB. */
  cacheBytes?: number
  /** Bound on pictures that came with several records, with their pixels; default 64 MB, 0: none. */
  recentBytes?: number
}

export interface Renderer {
  /**
   * Checks the template (throws a TemplateError) and keeps what its renders have in common. A key, such as the version,
   * brings back what was prepared under it before without looking at the template again.
   */
  prepare(template: TemplateInput, key?: string): Prepared
  /** Makes the files, or throws a RenderError. */
  render(job: RenderJob): Promise<RenderResult>
  /** Makes one file of many pages, or throws a RenderError. Equal inputs give equal bytes. */
  renderPdf(job: PdfJob): Promise<PdfResult>
  /** Makes an animated GIF or WebP, or throws a RenderError. */
  renderAnimation(job: AnimationJob): Promise<AnimationResult>
}
