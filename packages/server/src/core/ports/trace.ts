/** Ids and small numbers; never values of records, addresses with secrets in them, or what people write. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>

export interface SpanOptions {
  /** From a list in the code, such as `render`. */
  name: string
  /** `server`: somebody asks us; `client`: we ask somebody; `consumer`: a job. */
  kind?: 'internal' | 'server' | 'client' | 'consumer'
  attributes?: SpanAttributes
  /** The header `traceparent` of whoever asks: the span belongs to their trace. */
  traceparent?: string | undefined
}

/** A piece of work that has begun. */
export interface OpenSpan {
  /** What is done in there, now and later, lies below this span. */
  within<Result>(work: () => Result): Result
  end(outcome?: { attributes?: SpanAttributes; error?: unknown }): void
}

/** Tells the operator's collector what was done when, and as a part of what. */
export interface Trace {
  /** Below the span in which it is opened. */
  open(options: SpanOptions): OpenSpan
  /** The id of the trace in which this is called. */
  id(): string | undefined
}

/** Does the work in a span; what it throws ends the span as failed. */
export async function inSpan<Result>(trace: Trace, options: SpanOptions, work: () => Promise<Result>): Promise<Result> {
  const span = trace.open(options)
  try {
    const result = await span.within(work)
    span.end()
    return result
  } catch (error) {
    span.end({ error })
    throw error
  }
}
