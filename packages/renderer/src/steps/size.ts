import { RenderError } from '#renderer/errors/render-error.ts'
import type { RenderJob } from '#renderer/jobs/job.ts'
import type { PreparedTemplate } from '#renderer/jobs/prepared.ts'
import { efforts } from '#renderer/pictures/output-kind.ts'
import { MAX_PIXELS } from '#renderer/template/template.ts'

/** The size of what is drawn. */
export interface Sized {
  /** Pixels of the picture per pixel of the template. */
  readonly scale: number
  readonly widthPx: number
  readonly heightPx: number
}

type Size = Pick<RenderJob, 'scale' | 'quality' | 'effort'>

/** The size of the picture; refuses one that is too large. */
export function checkSize(job: Size, prepared: PreparedTemplate): Sized {
  const size = sizeOf(job, prepared)
  checkPixels(size)
  return size
}

/** The size in whole pixels: lengths are rounded to the nearest, and a side has at least one. */
export function sizeOf({ scale = 1, quality, effort }: Size, { template }: PreparedTemplate): Sized {
  if (!(scale >= 0.1 && scale <= 8)) throw new RenderError('option_invalid', 'scale must be from 0.1 to 8')
  checkQuality(quality, 'quality')
  if (effort !== undefined && !efforts.includes(effort))
    throw new RenderError('option_invalid', `effort must be ${efforts.slice(0, -1).join(', ')} or ${efforts.at(-1)}`)
  const widthPx = Math.max(1, Math.round(template.width * scale))
  const heightPx = Math.max(1, Math.round(template.height * scale))
  return { scale, widthPx, heightPx }
}

/** Refuses a picture that is too large. */
export function checkPixels({ widthPx, heightPx }: Omit<Sized, 'scale'>): void {
  if (widthPx * heightPx <= MAX_PIXELS) return
  const message = `${widthPx} x ${heightPx} is more than ${MAX_PIXELS / 1e6} million pixels`
  throw new RenderError('output_too_large', message)
}

export function checkQuality(quality: number | undefined, name: string): void {
  if (quality !== undefined && !(Number.isInteger(quality) && quality >= 1 && quality <= 100)) {
    throw new RenderError('option_invalid', `${name} must be a whole number from 1 to 100`)
  }
}
