import { codeOf } from './database-error.ts'

/** Why PostgreSQL has ended, or does not start. */
export interface EngineStop {
  reason: string
  /** Whether its files are the reason: then another start ends the same way. */
  isCorrupt: boolean
}

/** Reasons outside of its files, by what PostgreSQL, the operating system or Node says. */
const outside: readonly [pattern: RegExp, reason: string][] = [
  [/No space left on device|ENOSPC|Disk quota exceeded/, 'its disk is full: free some space there'],
  [
    /Read-only file system|Permission denied|Operation not permitted|EROFS|EACCES|EPERM/,
    'its folder is read-only: make it writable for the user that runs Pictable',
  ],
  [/Too many open files|EMFILE|ENFILE/, 'no file descriptors are left: raise the limit of open files'],
  [
    /ERR_WORKER_OUT_OF_MEMORY|out of memory|Array buffer allocation failed/i,
    'its thread ran out of memory: raise the limit with NODE_OPTIONS=--max-old-space-size=… (in MB)',
  ],
]

/** How WebAssembly and PGlite tell that PostgreSQL did not start, and how it tells of a failed statement. */
const ofPostgres = /^RuntimeError|PGlite failed to initialize|^error /

/** What PostgreSQL prints right before it ends; null for every other line. */
export function lastWordsIn(line: string): string | null {
  return /\b(?:FATAL|PANIC): +(.+)/.exec(line)?.[1] ?? null
}

/** The files of a cluster are not as they were written. The message says what is wrong with them. */
export class DamagedCluster extends Error {}

/** @param lastWords what PostgreSQL printed last, empty when it had no chance to */
export function engineStop(error: unknown, lastWords = ''): EngineStop {
  if (error instanceof DamagedCluster) return { reason: error.message, isCorrupt: true }
  const message = error instanceof Error ? error.message : String(error)
  const said = [lastWords, codeOf(error) ?? '', message].join('\n')
  const found = outside.find(([pattern]) => pattern.test(said))
  const isOfPostgres = lastWords !== '' || (error instanceof Error && ofPostgres.test(`${error.name} ${error.message}`))
  return { reason: found?.[1] ?? (lastWords || message), isCorrupt: found === undefined && isOfPostgres }
}
