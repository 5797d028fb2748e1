import { createPipeline } from '#renderer/async/pipeline.ts'
import { unlessCancelled } from '#renderer/async/unless-cancelled.ts'
import { issuesOf } from '#renderer/errors/issues.ts'
import { RenderError } from '#renderer/errors/render-error.ts'
import type { AnimationJob, AnimationResult, RenderJob, RenderReport } from '#renderer/jobs/job.ts'
import type { Started } from '#renderer/jobs/prepared.ts'
import { animationKinds } from '#renderer/pictures/animation-kinds.ts'
import { openRaw } from '#renderer/pictures/open-raw.ts'
import { drawRgba } from '#renderer/steps/draw.ts'
import { report, reportedOf } from '#renderer/steps/report.ts'
import { checkSize } from '#renderer/steps/size.ts'
import { layOut } from './lay-out.ts'

/** Of all frames together: they are in memory at once. */
const MAX_PIXELS = 50_000_000
const MAX_DELAY_MS = 600_000

const pipeline = layOut(createPipeline<Started>().step('check', ({ job, prepared }) => checkSize(job, prepared)))
  .step('draw', drawRgba)
  .step('report', report)

/** Makes one picture that moves. */
export async function renderAnimation(job: AnimationJob, start: (job: RenderJob) => Started): Promise<AnimationResult> {
  const { frames, format: _format, settings: _settings, delaysMs: _delays, loop: _loop, ...shared } = job
  const [first, ...others] = frames.map((frame) => start({ ...shared, ...frame }))
  if (!first) throw refused('frames must have at least one entry')
  const { widthPx, heightPx } = checkSize(first.job, first.prepared)
  const frameBytes = widthPx * heightPx * 4
  if ((frameBytes / 4) * frames.length > MAX_PIXELS) {
    const size = `${frames.length} frames of ${widthPx} x ${heightPx}`
    throw new RenderError('output_too_large', `${size} exceed ${MAX_PIXELS / 1e6} million pixels`)
  }
  const encode = encoderFor(job, Math.max(widthPx, heightPx))
  const timing = { delay: delaysOf(job), loop: timesOf(job) }
  const { signal } = first
  return unlessCancelled(signal, async () => {
    const pixels = new Uint8Array(frameBytes * frames.length)
    const reports: RenderReport[] = []
    for (const [index, started] of [first, ...others].entries()) {
      const ms: Record<string, number> = {}
      const state = { ...started, recent: started.prepared.platform.recent }
      const drawn = await pipeline.run(state, { ms, signal })
      pixels.set(drawn.rgba, frameBytes * index)
      reports.push({ ms, ...reportedOf(drawn) })
    }
    const picture = openRaw(pixels, { widthPx, heightPx, opaque: false, frames: frames.length })
    const bytes = await encode(picture, timing).toBuffer()
    return { bytes, widthPx, heightPx, frames: reports }
  })
}

function refused(message: string): RenderError {
  return new RenderError('option_invalid', message)
}

function encoderFor({ format = 'gif', effort = 'balanced', settings = {} }: AnimationJob, sidePx: number) {
  const kind = animationKinds.find(({ name }) => name === format)
  if (!kind) throw refused(`there is no animation format "${format}"; use gif or webp`)
  if (sidePx > kind.maxSidePx) {
    throw new RenderError(
      'output_too_large',
      `${sidePx} pixels are too long for ${format}; the maximum is ${kind.maxSidePx}`,
    )
  }
  const parsed = kind.settings.safeParse({ ...kind.ofEffort[effort], ...settings })
  if (parsed.success) return kind.encoder(parsed.data)
  const [issue] = issuesOf(parsed.error, ['settings'])
  throw refused(`${issue?.path ?? 'settings'} ${issue?.message ?? 'is invalid'}`)
}

function delaysOf({ frames, delaysMs = 1000 }: AnimationJob): number[] {
  const delays = typeof delaysMs === 'number' ? frames.map(() => delaysMs) : [...delaysMs]
  if (delays.length !== frames.length) {
    throw refused(`delaysMs has ${delays.length} entries for ${frames.length} frames`)
  }
  if (!delays.every((delay) => Number.isInteger(delay) && delay >= 10 && delay <= MAX_DELAY_MS)) {
    throw refused(`delaysMs must be whole numbers from 10 to ${MAX_DELAY_MS}`)
  }
  return delays
}

function timesOf({ loop = 0 }: AnimationJob): number {
  if (Number.isInteger(loop) && loop >= 0 && loop <= 65_535) return loop
  throw refused('loop must be a whole number from 0 to 65535')
}
