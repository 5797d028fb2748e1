import type { Metrics } from '#core/ports/metrics.ts'
import type { Renderer } from '#core/ports/renderer.ts'
import { RecordError } from '#core/run/record-error.ts'

/** `failed`: by what it was made of; `cancelled`: nobody wants it any more; `error`: ours. */
function resultOf(error: unknown, signal: AbortSignal | undefined): string {
  if (error instanceof RecordError) return 'failed'
  return signal?.aborted ? 'cancelled' : 'error'
}

/** The renderer, timed. */
export function measureRenderer(renderer: Renderer, metrics: Metrics): Renderer {
  return {
    outputRevision: renderer.outputRevision,
    families: renderer.families,
    pageFonts: renderer.pageFonts,
    concurrency: renderer.concurrency,
    processes: renderer.processes,
    inspectFont: (bytes, name) => renderer.inspectFont(bytes, name),
    layoutTables: (bytes) => renderer.layoutTables(bytes),
    load: (src, signal) => renderer.load(src, signal),
    makePreview: (bytes, signal) => renderer.makePreview(bytes, signal),
    check: () => renderer.check(),
    async renderAll(jobs, signal) {
      const startedAtMs = performance.now()
      const tellAll = (resultsOf: readonly string[]) => {
        const seconds = (performance.now() - startedAtMs) / 1000 / jobs.length
        for (const result of resultsOf) metrics.observe('render_duration_seconds', { result }, seconds)
      }
      try {
        const rendered = await renderer.renderAll(jobs, signal)
        tellAll(rendered.map((each) => (each instanceof RecordError ? 'failed' : 'rendered')))
        return rendered
      } catch (error) {
        tellAll(jobs.map(() => resultOf(error, signal)))
        throw error
      }
    },
    async render(job, signal) {
      const startedAtMs = performance.now()
      const tell = (result: string) =>
        metrics.observe('render_duration_seconds', { result }, (performance.now() - startedAtMs) / 1000)
      try {
        const rendered = await renderer.render(job, signal)
        tell('rendered')
        return rendered
      } catch (error) {
        tell(resultOf(error, signal))
        throw error
      }
    },
  }
}
