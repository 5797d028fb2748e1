import { type DestinationStream, type Logger, pino } from 'pino'

type Fields = Readonly<Record<string, unknown>>

/** Writes one JSON line per event. Fields carry ids (`request_id`, `run_id`, `record_id`), never values of records. */
export interface Log {
  debug(fields: Fields, message: string): void
  info(fields: Fields, message: string): void
  warn(fields: Fields, message: string): void
  error(fields: Fields, message: string): void
  /** A log whose lines all carry these fields. */
  child(fields: Fields): Log
}

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'

const secretName = /authorization|cookie|password|secret|token|api_?key|credential/i
const ourKey = /pct_[0-9A-Za-z]{8}_[0-9A-Za-z]+/g
const deepest = 6

/** The last net: names that sound secret lose their value, and our own keys are cut wherever they stand. */
function redacted(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.replace(ourKey, 'pct_[secret]')
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (depth === deepest) return '[deep]'
  if (value instanceof Error) return redactedError(value, depth)
  if (Array.isArray(value)) return value.map((item) => redacted(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, secretName.test(name) ? '[secret]' : redacted(item, depth + 1)]),
  )
}

function redactedError(error: Error, depth: number): Fields {
  const { name, message, stack, cause } = error
  const code = 'code' in error ? { code: error.code } : {}
  const because = cause === undefined ? {} : { cause: redacted(cause, depth + 1) }
  return { name, ...code, message: redacted(message), stack: redacted(stack), ...because }
}

function wrap(logger: Logger): Log {
  const at = (level: 'debug' | 'info' | 'warn' | 'error') => (fields: Fields, message: string) => {
    if (logger.isLevelEnabled(level)) logger[level](redacted(fields), String(redacted(message)))
  }
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: (fields) => wrap(logger.child({ ...fields })),
  }
}

interface LogOptions {
  level: LogLevel
  /** Default: standard output. */
  destination?: DestinationStream
  /** What else every line carries where it is written. */
  also?: () => object
}

/** `createLog()` logs JSON lines. */
export function createLog({ level, destination, also }: LogOptions): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    ...(also && { mixin: also }),
    formatters: { level: (label: string) => ({ level: label }) },
  }
  return wrap(destination ? pino(options, destination) : pino(options))
}
