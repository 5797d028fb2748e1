import type { SpanExporter } from '@opentelemetry/sdk-trace'
import { backoffMs } from '#core/backoff.ts'
import { createThrottledLog } from '#core/throttled-log.ts'

/** As `ExportResultCode` of OpenTelemetry. */
const SUCCESS = 0
const FAILED = 1

interface PacedExporterOptions {
  log: Parameters<typeof createThrottledLog>[0]
  nowMs(): number
  /** Random, from 0 to 1. */
  chance(): number
}

/**
 * `createPacedExporter()` sends no spans to a collector that is away until its backoff has ended, and logs that they are lost.
 */
export function createPacedExporter(
  exporter: SpanExporter,
  { log, nowMs, chance }: PacedExporterOptions,
): SpanExporter {
  const throttled = createThrottledLog(log)
  let failures = 0
  let dueAtMs = Number.NEGATIVE_INFINITY
  return {
    export(spans, done) {
      if (nowMs() < dueAtMs) return done({ code: FAILED })
      exporter.export(spans, (result) => {
        if (result.code === SUCCESS) {
          failures = 0
          dueAtMs = Number.NEGATIVE_INFINITY
        } else {
          failures += 1
          dueAtMs = nowMs() + backoffMs({ failures, chance: chance() })
          throttled.warn({ error: result.error }, 'The collector of traces does not take spans; they are lost')
        }
        done(result)
      })
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}
