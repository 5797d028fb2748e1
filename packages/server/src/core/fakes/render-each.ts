import type { Renderer, RenderResult } from '#core/ports/renderer.ts'
import { RecordError } from '#core/run/record-error.ts'

/** `renderAll()` of a renderer that has nothing to share between the pictures of a record. */
export function renderEach(render: Renderer['render']): Renderer['renderAll'] {
  return async (jobs, signal) => {
    const made: (RenderResult | RecordError)[] = []
    for (const job of jobs) {
      const [outcome] = await Promise.allSettled([render(job, signal)])
      if (outcome.status === 'fulfilled') made.push(outcome.value)
      else if (outcome.reason instanceof RecordError) made.push(outcome.reason)
      else throw outcome.reason
    }
    return made
  }
}
