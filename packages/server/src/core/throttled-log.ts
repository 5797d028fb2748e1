import { isPermanent } from './backoff.ts'
import { AppError } from './errors.ts'

type Fields = Readonly<Record<string, unknown>>

/** One line per message within this time. */
const EVERY_MS = 10_000

export interface ThrottledLog {
  /** The first line of a message at once, then one every ten seconds with the number of lines `suppressed`. */
  warn(fields: Fields & { error: unknown }, message: string): void
  /** The work succeeds again: the next failure is a new one. */
  clear(message: string): void
}

interface Said {
  suppressed: number
  /** Time to say it again. */
  isDue: boolean
  /** Code of an error that a retry does not help: said once. */
  permanent: string | null
}

/** `createThrottledLog()` keeps a loop that fails again and again from flooding the log. */
export function createThrottledLog(
  log: { warn(fields: Fields, message: string): void },
  { everyMs = EVERY_MS } = {},
): ThrottledLog {
  const said = new Map<string, Said>()
  return {
    warn(fields, message) {
      const { error } = fields
      const permanent = error instanceof AppError && isPermanent(error) ? error.code : null
      const before = said.get(message)
      const isRepeated = permanent !== null && before?.permanent === permanent
      if (before !== undefined && (!before.isDue || isRepeated)) {
        before.suppressed += 1
        return
      }
      const suppressed = before?.suppressed ?? 0
      const now: Said = { suppressed: 0, isDue: false, permanent }
      said.set(message, now)
      setTimeout(() => {
        now.isDue = true
      }, everyMs).unref()
      log.warn(suppressed === 0 ? fields : { ...fields, suppressed }, message)
    },
    clear(message) {
      const before = said.get(message)
      if (before !== undefined) before.permanent = null
    },
  }
}
