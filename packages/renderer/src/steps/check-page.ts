import { RenderError } from '#renderer/errors/render-error.ts'
import { pdf } from '#renderer/formats/pdf.ts'
import type { Started } from '#renderer/jobs/prepared.ts'
import { settingsFor } from './check.ts'
import { checkSize, type Sized } from './size.ts'

/** A page of paper; its own pixels are those of the bitmaps on it. */
export interface CheckedPage extends Sized {
  /** Of the picture that the page shows. */
  readonly shown: { readonly widthPx: number; readonly heightPx: number }
  readonly pixelsPerInch: number
}

/** What printers resolve: photographs, shadows and blurs are drawn as finely. */
const PRINT_DPI = 300
/** Of a bitmap as large as the page, which effects on a whole layer may need. */
const MAX_PAGE_PIXELS = 25_000_000
/** Viewers show no more. */
const MAX_POINTS = 14_400

/** Refuses options that make no sense and pages that are too large. */
export function checkPage({ job, prepared }: Started): CheckedPage {
  if (job.region)
    throw new RenderError('option_invalid', 'region is not supported for pdf: use png, jpeg, webp or avif')
  const { scale, ...shown } = checkSize(job, prepared)
  const { dpi } = settingsFor(pdf, job)
  const { width, height } = prepared.template
  const inches = Math.max(shown.widthPx, shown.heightPx) / dpi
  if (inches * 72 > MAX_POINTS) {
    const size = `${shown.widthPx} x ${shown.heightPx} at ${dpi} dpi`
    throw new RenderError('output_too_large', `${size} is too large for pdf; the maximum is 200 inches per side`)
  }
  const finest = Math.sqrt(MAX_PAGE_PIXELS / (width * height))
  const density = Math.min(8, finest, Math.max(scale, (scale * PRINT_DPI) / dpi))
  return {
    scale: density,
    widthPx: Math.ceil(width * density),
    heightPx: Math.ceil(height * density),
    shown,
    pixelsPerInch: (dpi * density) / scale,
  }
}
