import type { z } from 'zod'
import { issuesOf } from '#renderer/errors/issues.ts'
import { RenderError } from '#renderer/errors/render-error.ts'
import {
  type OutputFormat,
  outputKinds,
  type PictureFormat,
  pictureFormats,
  pictureKinds,
} from '#renderer/formats/index.ts'
import type { RenderJob } from '#renderer/jobs/job.ts'
import type { PreparedTemplate, Started } from '#renderer/jobs/prepared.ts'
import type { Encoder, OutputKind } from '#renderer/pictures/output-kind.ts'
import { MAX_PIXELS } from '#renderer/template/template.ts'

/** A file of pixels to be made; smaller than what is drawn when it has a width of its own. */
export interface Output {
  readonly format: PictureFormat
  readonly encode: Encoder
  readonly widthPx?: number
}

/** The size of what is drawn. */
export interface Sized {
  /** Pixels of the picture per pixel of the template. */
  readonly scale: number
  readonly widthPx: number
  readonly heightPx: number
}

export interface Checked extends Sized {
  readonly outputs: readonly Output[]
  readonly thumbnail?: Output
  readonly preview?: boolean
}

/** Refuses options that make no sense and pictures that are too large. */
export function check({ job, prepared }: Started): Checked {
  const size = checkSize(job, prepared)
  const outputs = pictureFormats(job.formats ?? ['png']).map((format) => outputOf(format, job, size))
  const { preview = false } = job
  if (!job.thumbnail) return { ...size, outputs, preview }
  const { width, format = 'webp', quality } = job.thumbnail
  if (!(Number.isInteger(width) && width >= 1)) {
    throw new RenderError('option_invalid', 'thumbnail.width must be a whole number of at least 1')
  }
  checkQuality(quality, 'thumbnail.quality')
  const widthPx = Math.min(width, size.widthPx)
  const heightPx = Math.max(1, Math.round((size.heightPx * widthPx) / size.widthPx))
  const own = { ...(quality !== undefined && { quality }) }
  return { ...size, outputs, preview, thumbnail: { ...outputOf(format, own, { widthPx, heightPx }), widthPx } }
}

/** The size in whole pixels: lengths are rounded to the nearest, and a side has at least one. */
export function checkSize(
  { scale = 1, quality }: Pick<RenderJob, 'scale' | 'quality'>,
  { template }: PreparedTemplate,
): Sized {
  if (!(scale >= 0.1 && scale <= 8)) throw new RenderError('option_invalid', 'scale must be from 0.1 to 8')
  checkQuality(quality, 'quality')
  const widthPx = Math.max(1, Math.round(template.width * scale))
  const heightPx = Math.max(1, Math.round(template.height * scale))
  if (widthPx * heightPx > MAX_PIXELS) {
    throw new RenderError(
      'output_too_large',
      `${widthPx} x ${heightPx} is more than ${MAX_PIXELS / 1e6} million pixels`,
    )
  }
  return { scale, widthPx, heightPx }
}

function checkQuality(quality: number | undefined, name: string): void {
  if (quality !== undefined && !(Number.isInteger(quality) && quality >= 1 && quality <= 100)) {
    throw new RenderError('option_invalid', `${name} must be a whole number from 1 to 100`)
  }
}

/** Refuses formats that do not exist. */
export function checkFormats(formats: readonly OutputFormat[]): void {
  for (const format of formats) kindOf(outputKinds, format)
}

type Encoding = Pick<RenderJob, 'quality' | 'encoding'>

function outputOf(format: PictureFormat, job: Encoding, { widthPx, heightPx }: Omit<Sized, 'scale'>): Output {
  const kind = kindOf(pictureKinds, format)
  if (Math.max(widthPx, heightPx) > kind.maxSidePx) {
    const size = `${widthPx} x ${heightPx}`
    throw new RenderError(
      'output_too_large',
      `${size} is too large for ${format}: ${kind.maxSidePx} is the longest side`,
    )
  }
  return { format, encode: kind.encoder(settingsFor<unknown>(kind, job)) }
}

function kindOf<Kind extends OutputKind>(kinds: readonly Kind[], format: string): Kind {
  const kind = kinds.find(({ name }) => name === format)
  if (kind) return kind
  const names = kinds.map(({ name }) => name).join(', ')
  throw new RenderError('option_invalid', `there is no format "${format}"; there are ${names}`)
}

/** What the job sets for a format, the defaults included. */
export function settingsFor<Settings>(
  { name, settings }: { name: OutputFormat; settings: z.ZodType<Settings> },
  { quality, encoding = {} }: Encoding,
): Settings {
  const parsed = settings.safeParse({ ...(quality !== undefined && { quality }), ...encoding[name] })
  if (parsed.success) return parsed.data
  const [issue] = issuesOf(parsed.error, ['encoding', name])
  throw new RenderError('option_invalid', `${issue?.path ?? 'encoding'} ${issue?.message ?? 'is wrong'}`)
}
