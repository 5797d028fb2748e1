import type { FileFormat, MovingFormat } from '@pictable/model/image'
import type { OutputSettings } from '@pictable/model/output'
import type { TemplateValue } from '@pictable/model/value'
import type { Font, FontFacts } from '#core/font/font.ts'
import type { LoadPicture } from '#core/image/load-picture.ts'
import type { RecordError } from '#core/run/record-error.ts'
import type { TemplateVersion } from '#core/template/template.ts'

export type Modification = { name: string } & Record<string, unknown>

/** What one picture is filled with. */
export interface Inputs {
  values: Readonly<Record<string, TemplateValue>>
  modifications: readonly Modification[]
}

/** Several pictures in one file: the pages of a PDF, or the frames of a picture that moves. */
export type Sequence =
  | { kind: 'pages'; rows: readonly Inputs[] }
  | {
      kind: 'frames'
      rows: readonly Inputs[]
      formats: readonly MovingFormat[]
      /** Of every frame, or of each. */
      delaysMs: number | readonly number[]
      /** How often it plays; 0 = for ever. */
      loop: number
    }

/** A version of a template, or a design that is none. */
export type DrawnVersion = Pick<TemplateVersion, 'design'> & { templateId: string | null; version: number | null }

export interface RenderJob extends Inputs {
  version: DrawnVersion
  output: OutputSettings
  /** Every uploaded one; those are used that the design or its values name. */
  fonts: readonly Font[]
  /** Whose image it is, for the log and for traces. */
  ids?: { runId: string; recordId: string } | { batchId: string; n: number }
  /** Nobody waits for it: it is never refused because too many do. */
  waits?: boolean
  /** Takes the place of the values, the modifications and the formats. */
  sequence?: Sequence
  /** The scale at which the report judges the image, when it only shows what others will look like. */
  reportScale?: number
  /** Only this part of the page, in pixels of the template. */
  region?: { x: number; y: number; width: number; height: number }
  /** Whether a preview is made beside the files. */
  preview?: boolean
  /** Takes the place of the renderer's own way to pictures, which it is handed. */
  load?: (src: string, signal: AbortSignal, load: LoadPicture) => Promise<Uint8Array>
}

export interface RenderedFile {
  format: FileFormat
  bytes: Uint8Array
  widthPx: number
  heightPx: number
}

export interface RenderResult {
  files: RenderedFile[]
  thumbnail?: RenderedFile | undefined
  preview?: RenderedFile | undefined
  /** What the renderer says of this image: times, fits, missing parts, warnings (JSON). */
  report: Record<string, unknown>
}

interface PageFontNames {
  family: string
  style?: 'normal' | 'italic' | undefined
  isBundled?: boolean | undefined
}

/** A font for pages that draw designs: one file, or a list of files by the characters that each contains. */
export type PageFontFace = PageFontNames &
  (
    | { src: string; layoutSrc?: string | undefined; weight?: number | undefined }
    | { slicesSrc: string; weights: { min: number; max: number } }
  )

/** The bundled fonts, for pages. Their URLs change with the release. */
export interface PageFonts {
  faces(): readonly PageFontFace[]
  /** A file by the last two parts of its URL. */
  file(release: string, name: string): { bytes: Uint8Array; mediaType: string } | null
}

/** Renders in processes of its own: a hostile record costs itself, never the service. */
export interface Renderer {
  /** Raised only when pixels change; part of every fingerprint. */
  readonly outputRevision: number
  /** Families of fonts that are there without being uploaded. */
  readonly families: readonly string[]
  readonly pageFonts: PageFonts
  /** How many records are worth having in flight at once. */
  readonly concurrency: number
  /** How many pictures are drawn at the same time: those in flight beyond wait, or load. */
  readonly processes: number
  /** @throws RecordError when the values or their pictures cannot be rendered; AppError `unavailable` when no process can be had */
  render(job: RenderJob, signal?: AbortSignal): Promise<RenderResult>
  /**
   * Several pictures of one record, which load and decode what they share once. @returns for each job its picture, or why
   * there is none. @throws as `render()`, when that has ended all of them
   */
  renderAll(jobs: readonly RenderJob[], signal?: AbortSignal): Promise<(RenderResult | RecordError)[]>
  /** A preview of a stored picture. @throws RecordError when it cannot be decoded */
  makePreview(bytes: Uint8Array, signal?: AbortSignal): Promise<RenderedFile>
  /** Vets the file of a font, which messages call `name`. @throws RecordError when it is none that can be used */
  inspectFont(bytes: Uint8Array, name: string): Promise<FontFacts>
  /** The tables of a font file that decide where glyphs stand, unpacked, as browsers need them. @throws RecordError when it is no font */
  layoutTables(bytes: Uint8Array): Promise<Uint8Array>
  /** The bytes of a picture or font that a design or a value names, undecoded. @throws RecordError when there are none */
  load(src: string, signal: AbortSignal): Promise<Uint8Array>
  /** Processes that did not start lately are tried again, for readiness. @throws AppError `unavailable` when none starts */
  check(): Promise<void>
}
