import { AsyncLocalStorage } from 'node:async_hooks'
import { hostname } from 'node:os'
import { type Context, isSpanContextValid, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { AppError } from '#core/errors.ts'
import type { SpanOptions, Trace } from '#core/ports/trace.ts'
import { RecordError } from '#core/run/record-error.ts'
import type { Log } from './log.ts'
import { createPacedExporter } from './paced-exporter.ts'

export interface TraceSettings {
  /** Of the operator's collector; `/v1/traces` follows. */
  endpoint: string
  headers: Readonly<Record<string, string>>
  /** What this process is: service.name and whatever else the operator says of it. */
  resource: Readonly<Record<string, string>>
  /** How many of 1 are told. A trace that somebody else began is told when they tell it. */
  share: number
  /** Hears that the collector is away. */
  log: Pick<Log, 'warn'>
}

export interface OpenedTrace extends Trace {
  /** Tells what is still to be told. */
  close(): Promise<void>
}

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const

const toldWithinMs = 5000
const lastToldWithinMs = 3000

/** The context that a W3C `traceparent` names; the root where it names none. */
function contextOf(traceparent: string): Context {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent) ?? []
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT
}

/** By its code: messages may hold values of records. */
function codeOf(error: unknown): string {
  if (error instanceof AppError || error instanceof RecordError) return error.code
  return error instanceof Error ? error.name : 'error'
}

/** `openTrace()` tells a collector by OTLP over HTTP (JSON), in batches; one that does not answer costs nothing but the spans. */
export function openTrace({ endpoint, headers, resource, share, log }: TraceSettings): OpenedTrace {
  const collector = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: toldWithinMs,
  })
  const exporter = createPacedExporter(collector, { log, nowMs: () => performance.now(), chance: Math.random })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'host.name': hostname(), 'process.pid': process.pid, ...resource }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: toldWithinMs })],
  })
  const tracer = provider.getTracer('pictable')
  const current = new AsyncLocalStorage<Context>()
  return {
    open({ name, kind = 'internal', attributes = {}, traceparent }: SpanOptions) {
      const above = traceparent === undefined ? (current.getStore() ?? ROOT_CONTEXT) : contextOf(traceparent)
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes } }, above)
      const below = trace.setSpan(above, span)
      return {
        within: (work) => current.run(below, work),
        end({ attributes: more = {}, error } = {}) {
          span.setAttributes({ ...more })
          if (error !== undefined) {
            span.setAttribute('error.type', codeOf(error))
            span.setStatus({ code: SpanStatusCode.ERROR })
          }
          span.end()
        },
      }
    },
    id: () => trace.getSpanContext(current.getStore() ?? ROOT_CONTEXT)?.traceId,
    async close() {
      let timer: NodeJS.Timeout | undefined
      const tooLate = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, lastToldWithinMs)
      })
      // A collector that is away must not keep the process.
      await Promise.race([provider.shutdown().catch(() => {}), tooLate])
      clearTimeout(timer)
    },
  }
}
