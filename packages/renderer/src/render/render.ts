import { createPipeline } from '#renderer/async/pipeline.ts'
import { unlessCancelled } from '#renderer/async/unless-cancelled.ts'
import { pictureFormats } from '#renderer/formats/index.ts'
import type { RenderResult } from '#renderer/jobs/job.ts'
import type { Started } from '#renderer/jobs/prepared.ts'
import { PREVIEW_SIDE_PX } from '#renderer/pictures/make-preview.ts'
import { check, checkFormats } from '#renderer/steps/check.ts'
import { draw } from '#renderer/steps/draw.ts'
import { encode } from '#renderer/steps/encode.ts'
import { report, reportedOf } from '#renderer/steps/report.ts'
import { layOut } from './lay-out.ts'

/** From a template and values to files of pixels: the whole way, in order. */
const pipeline = layOut(createPipeline<Started>().step('check', check))
  .step('draw', draw)
  .step('encode', encode)
  .step('report', report)

/**
 * Makes the files of one picture: all that are made of pixels from one drawing, and a PDF from one of its own. Throws a
 * RenderError.
 */
export async function render(started: Started): Promise<RenderResult> {
  const { formats = ['png'], thumbnail } = started.job
  checkFormats(formats)
  if (!formats.includes('pdf')) return renderPixels(started)
  const page = await renderPage(started)
  if (pictureFormats(formats).length === 0 && !thumbnail) {
    const preview = started.job.preview && (await renderPreview(started))
    return { ...page, ...(preview && { preview }) }
  }
  const pixels = await renderPixels(started)
  const made = [...pixels.files, ...page.files]
  const pdfMs = Object.values(page.report.ms).reduce((sum, ms) => sum + ms, 0)
  return {
    ...pixels,
    files: formats.flatMap((format) => made.find((file) => file.format === format) ?? []),
    report: { ...pixels.report, ms: { ...pixels.report.ms, pdf: Math.round(pdfMs * 100) / 100 } },
  }
}

/** Of a page that has no picture: drawn as small as it is shown. */
async function renderPreview(started: Started): Promise<RenderResult['preview']> {
  const { width, height } = started.prepared.template
  const scale = Math.max(0.1, Math.min(1, PREVIEW_SIDE_PX / Math.max(width, height)))
  const { preview } = await renderPixels({ ...started, job: { ...started.job, formats: [], scale } })
  return preview
}

async function renderPixels(started: Started): Promise<RenderResult> {
  const ms: Record<string, number> = {}
  const state = { ...started, recent: started.prepared.platform.recent }
  const drawn = await unlessCancelled(started.signal, () => pipeline.run(state, { ms, signal: started.signal }))
  const { files, thumbnail, preview } = drawn
  return {
    files,
    ...(thumbnail && { thumbnail }),
    ...(preview && { preview }),
    report: { ms, ...reportedOf(drawn) },
  }
}

async function renderPage(started: Started): Promise<RenderResult> {
  const { renderPages } = await import('./render-pages.ts')
  const { bytes, pages } = await renderPages([started], started.signal)
  const [page] = pages
  if (!page) throw new Error('a page that did not fail is there')
  const { report, ...size } = page
  return { files: [{ format: 'pdf', bytes, ...size }], report }
}
