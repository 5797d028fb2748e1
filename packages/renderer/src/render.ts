import type { RenderResult } from './job.ts'
import { createPipeline } from './pipeline.ts'
import { RenderError } from './render-error.ts'
import { check, type Started } from './steps/check.ts'
import { draw } from './steps/draw.ts'
import { encode } from './steps/encode.ts'
import { fillIn } from './steps/fill.ts'
import { load } from './steps/load.ts'
import { measure } from './steps/measure.ts'
import { place } from './steps/place.ts'
import { report } from './steps/report.ts'

/** From a template and values to files: the whole way, in order. */
const pipeline = createPipeline<Started>()
  .step('check', check)
  .step('fill', fillIn)
  .step('load', load)
  .step('measure', measure)
  .step('place', place)
  .step('draw', draw)
  .step('encode', encode)
  .step('report', report)

/** Makes one picture. Throws a RenderError. */
export async function render(started: Started): Promise<RenderResult> {
  const ms: Record<string, number> = {}
  try {
    const { files, layers, warnings } = await pipeline.run(started, { ms, signal: started.signal })
    return { files, report: { ms, layers, warnings } }
  } catch (error) {
    if (!started.signal.aborted) throw error
    throw new RenderError('cancelled', 'the render was cancelled', { cause: error })
  }
}
