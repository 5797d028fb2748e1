import { backoffMs } from '#core/backoff.ts'
import { createThrottledLog } from '#core/throttled-log.ts'

interface Outcome {
  /** 0 when the collector took them. */
  code: number
  error?: Error
}

/** A `SpanExporter` of OpenTelemetry. */
interface Exporter<Spans, Result extends Outcome> {
  export(spans: Spans, done: (result: Result) => void): void
  shutdown(): Promise<void>
}

interface PacedExporterOptions {
  log: Parameters<typeof createThrottledLog>[0]
  nowMs(): number
  /** Random, from 0 to 1. */
  chance(): number
}

/**
 * `createPacedExporter()` sends no spans to a collector that is away until its backoff has ended, and logs that they are lost.
 */
export function createPacedExporter<Spans, Result extends Outcome>(
  exporter: Exporter<Spans, Result>,
  { log, nowMs, chance }: PacedExporterOptions,
): Exporter<Spans, Result> {
  const throttled = createThrottledLog(log)
  let failures = 0
  let away: { result: Result; untilMs: number } | null = null
  return {
    export(spans, done) {
      if (away !== null && nowMs() < away.untilMs) return done(away.result)
      exporter.export(spans, (result) => {
        if (result.code === 0) {
          failures = 0
          away = null
        } else {
          failures += 1
          away = { result, untilMs: nowMs() + backoffMs({ failures, chance: chance() }) }
          throttled.warn({ error: result.error }, 'The trace collector does not accept spans, so they are lost')
        }
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}
