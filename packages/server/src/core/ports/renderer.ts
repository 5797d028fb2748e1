import type { OutputSettings } from '#core/action/action.ts'
import type { ImageFormat } from '#core/image/image.ts'
import type { LoadPicture } from '#core/image/load-picture.ts'
import type { TemplateVersion } from '#core/template/template.ts'

/** A value handed to a binding of a template. Pictures are addresses: `asset:<id>` or a URL. */
export type TemplateValue = string | number | boolean | null

export type Modification = { name: string } & Record<string, unknown>

export interface RenderJob {
  version: TemplateVersion
  values: Readonly<Record<string, TemplateValue>>
  modifications: readonly Modification[]
  output: OutputSettings
  /** Takes the place of the renderer's own way to pictures, which it is handed. */
  load?: (src: string, signal: AbortSignal, load: LoadPicture) => Promise<Uint8Array>
}

export interface RenderedFile {
  format: ImageFormat
  bytes: Uint8Array
  widthPx: number
  heightPx: number
}

export interface RenderResult {
  files: RenderedFile[]
  /** What the renderer says of this image: times, fits, missing parts, warnings (JSON). */
  report: Record<string, unknown>
}

/** Renders in processes of its own: a hostile record costs itself, never the service. */
export interface Renderer {
  /** Raised only when pixels change; part of every fingerprint. */
  readonly outputRevision: number
  /** How many records are worth having in flight at once. */
  readonly concurrency: number
  /** @throws RecordError when the values or their pictures cannot be rendered; AppError `unavailable` when no process can be had */
  render(job: RenderJob, signal?: AbortSignal): Promise<RenderResult>
}
