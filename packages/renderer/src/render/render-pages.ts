import { createPipeline } from '#renderer/async/pipeline.ts'
import { unlessCancelled } from '#renderer/async/unless-cancelled.ts'
import { createPdf } from '#renderer/canvas/pdf.ts'
import { RenderError } from '#renderer/errors/render-error.ts'
import { pdf } from '#renderer/formats/pdf.ts'
import type { PageResult, PdfJob, PdfResult, RenderJob } from '#renderer/jobs/job.ts'
import type { Started } from '#renderer/jobs/prepared.ts'
import { settingsFor } from '#renderer/steps/check.ts'
import { checkPage } from '#renderer/steps/check-page.ts'
import { drawAll, endPassing } from '#renderer/steps/draw.ts'
import { report, reportedOf } from '#renderer/steps/report.ts'
import { layOut } from './lay-out.ts'

/** Pages whose pictures are in memory at once: the next one decodes while the last one is drawn. */
const AHEAD = 3
/** Of those pages, so that large ones do not add up. */
const MAX_AHEAD_PIXELS = 20_000_000

const pipeline = layOut(createPipeline<Started>().step('check', checkPage)).step('report', report)

const MAX_PAGES = 2_000

/** Makes one file of a page for each row. */
export async function renderPdf(job: PdfJob, start: (job: RenderJob) => Started): Promise<PdfResult> {
  const { rows, settings, onFailure, ...shared } = job
  if (rows.length === 0 || rows.length > MAX_PAGES) {
    throw new RenderError('option_invalid', `a PDF must have 1 to ${MAX_PAGES} pages, not ${rows.length}`)
  }
  const jobs = rows.map((row) => start({ ...shared, ...row, ...(settings && { encoding: { pdf: settings } }) }))
  const signal = job.signal ?? new AbortController().signal
  return renderPages(jobs, signal, onFailure)
}

/** Makes one file of all pages, in order. A page that fails ends it, unless somebody is told of failures. */
export async function renderPages(
  jobs: readonly Started[],
  signal: AbortSignal,
  onFailure?: (page: number, error: unknown) => void,
): Promise<PdfResult> {
  const [first] = jobs
  const title = first?.prepared.template.name ?? ''
  const file = createPdf({ title, quality: settingsFor(pdf, first?.job ?? {}).quality })
  const pages: PageResult[] = []
  const waiting: ReturnType<typeof prepare>[] = []
  // The first one alone, so that what all pages share is there for the others.
  let ahead = 1
  for (const [index] of jobs.entries()) {
    for (const next of jobs.slice(index + waiting.length, index + ahead)) waiting.push(prepare(next, signal))
    const ready = await waiting.shift()
    if (!ready) break
    if ('error' in ready) {
      if (!onFailure || signal.aborted) throw ready.error
      onFailure(index, ready.error)
      continue
    }
    const { state, ms } = ready
    const start = performance.now()
    const { widthPx, heightPx, pixelsPerInch, lettering, shown } = state
    ahead = Math.max(1, Math.min(AHEAD, Math.floor(MAX_AHEAD_PIXELS / (widthPx * heightPx))))
    file.page({ widthPx, heightPx, pixelsPerInch, fonts: lettering.fonts }, (sheet) => drawAll(state, sheet))
    endPassing(state, file.forget)
    pages.push({
      ...shown,
      report: { ms: { ...ms, draw: hundredths(performance.now() - start) }, ...reportedOf(state) },
    })
  }
  return { bytes: await file.close(), pages }
}

async function prepare(started: Started, signal: AbortSignal) {
  const ms: Record<string, number> = {}
  try {
    const state = await unlessCancelled(signal, () => pipeline.run(started, { ms, signal }))
    return { state, ms }
  } catch (error) {
    return { error }
  }
}

function hundredths(ms: number): number {
  return Math.round(ms * 100) / 100
}
