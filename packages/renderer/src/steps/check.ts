import type { z } from 'zod/mini'
import { issuesOf } from '#renderer/errors/issues.ts'
import { RenderError } from '#renderer/errors/render-error.ts'
import {
  type OutputFormat,
  outputKinds,
  type PictureFormat,
  pictureFormats,
  pictureKinds,
} from '#renderer/formats/index.ts'
import { type Area, wholePixels } from '#renderer/geometry/areas.ts'
import { boundsOf, scaling } from '#renderer/geometry/matrix.ts'
import type { RenderJob } from '#renderer/jobs/job.ts'
import type { Started } from '#renderer/jobs/prepared.ts'
import type { Encoder, OutputKind } from '#renderer/pictures/output-kind.ts'
import { checkPixels, checkQuality, type Sized, sizeOf } from './size.ts'

/** A file of pixels to be made; smaller than what is drawn when it has a width of its own. */
export interface Output {
  readonly format: PictureFormat
  readonly encode: Encoder
  readonly widthPx?: number
}

export interface Checked extends Sized {
  /** The part of the page that is shown. */
  readonly part: Area
  readonly outputs: readonly Output[]
  readonly thumbnail?: Output
  readonly preview?: boolean
}

/** Refuses options that make no sense and pictures that are too large. */
export function check({ job, prepared }: Started): Checked {
  const size = sizeOf(job, prepared)
  const part = partOf(job, size)
  checkPixels(part)
  const outputs = pictureFormats(job.formats ?? ['png']).map((format) => outputOf(format, job, part))
  const { preview = false } = job
  if (!job.thumbnail) return { ...size, part, outputs, preview }
  const { width, format = 'webp', quality } = job.thumbnail
  if (!(Number.isInteger(width) && width >= 1)) {
    throw new RenderError('option_invalid', 'thumbnail.width must be a whole number of at least 1')
  }
  checkQuality(quality, 'thumbnail.quality')
  const widthPx = Math.min(width, part.widthPx)
  const heightPx = Math.max(1, Math.round((part.heightPx * widthPx) / part.widthPx))
  const own = { ...(quality !== undefined && { quality }) }
  return { ...size, part, outputs, preview, thumbnail: { ...outputOf(format, own, { widthPx, heightPx }), widthPx } }
}

function partOf({ region }: RenderJob, { scale, widthPx, heightPx }: Sized): Area {
  if (!region) return { left: 0, top: 0, widthPx, heightPx }
  const { x, y, width, height } = region
  if (![x, y, width, height].every(Number.isFinite)) {
    throw new RenderError('option_invalid', 'region must have a finite x, y, width and height')
  }
  const area = wholePixels(boundsOf(region, scaling(scale)), { widthPx, heightPx })
  if (area.widthPx > 0 && area.heightPx > 0) return area
  throw new RenderError('option_invalid', 'region must show a part of the page')
}

/** Refuses formats that do not exist. */
export function checkFormats(formats: readonly OutputFormat[]): void {
  for (const format of formats) kindOf(outputKinds, format)
}

type Encoding = Pick<RenderJob, 'quality' | 'effort' | 'encoding'>

function outputOf(format: PictureFormat, job: Encoding, { widthPx, heightPx }: Omit<Sized, 'scale'>): Output {
  const kind = kindOf(pictureKinds, format)
  if (Math.max(widthPx, heightPx) > kind.maxSidePx) {
    const size = `${widthPx} x ${heightPx}`
    throw new RenderError(
      'output_too_large',
      `${size} is too large for ${format}; the maximum is ${kind.maxSidePx} per side`,
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
  {
    name,
    settings,
    ofEffort,
  }: Pick<OutputKind, 'ofEffort'> & { name: OutputFormat; settings: z.ZodMiniType<Settings> },
  { quality, effort = 'balanced', encoding = {} }: Encoding,
): Settings {
  const parsed = settings.safeParse({
    ...ofEffort?.[effort],
    ...(quality !== undefined && { quality }),
    ...encoding[name],
  })
  if (parsed.success) return parsed.data
  const [issue] = issuesOf(parsed.error, ['encoding', name])
  throw new RenderError('option_invalid', `${issue?.path ?? 'encoding'} ${issue?.message ?? 'is invalid'}`)
}
