import { createPipeline } from '#renderer/async/pipeline.ts'
import { bundledFaces } from '#renderer/fonts/bundled.ts'
import type { RenderJob } from '#renderer/jobs/job.ts'
import type { Started } from '#renderer/jobs/prepared.ts'
import { createPreparer } from '#renderer/jobs/preparer.ts'
import { createTolerance } from '#renderer/model/tolerance.ts'
import { onNode } from '#renderer/node/on-node.ts'
import { layOut } from '#renderer/render/lay-out.ts'
import { report } from '#renderer/steps/report.ts'
import { checkSize } from '#renderer/steps/size.ts'

const pipeline = layOut(createPipeline<Started>().step('check', ({ job, prepared }) => checkSize(job, prepared))).step(
  'report',
  report,
)

const preparer = createPreparer({ ...onNode, faces: bundledFaces() }, {})

/** Lays a page out as a browser does, with the fonts of Node; `tolerantMs`: how long a tolerant job waits for pictures and fonts. */
export function layOutPage(job: RenderJob, { tolerantMs }: { tolerantMs?: number } = {}) {
  const tolerance = tolerantMs === undefined ? undefined : createTolerance(tolerantMs)
  const started = { ...preparer.start(job), tolerance }
  return pipeline.run(started, { ms: {}, signal: started.signal })
}
