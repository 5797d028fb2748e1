import { bytesOf } from './byte-reader.ts'
import { FontError } from './font-error.ts'

/** The most a font may have once it is unpacked. */
export const MAX_UNPACKED_BYTES = 30_000_000
const MOST_TABLES = 64

/** The tables of a font file; each is unpacked when it is asked for. */
export interface FontTables {
  readonly tags: readonly string[]
  /** Undefined when there is none, or only in the changed form that WOFF2 knows. */
  table(tag: string): DataView | undefined
  /** A table in the form that WOFF2 changes it into. */
  changed(tag: string): DataView | undefined
}

export function tagAt(view: DataView, offset: number): string {
  return String.fromCharCode(...bytesOf(view).subarray(offset, offset + 4))
}

/** Refuses numbers of tables that no font has. */
export function checkCount(count: number): void {
  if (count === 0) throw new FontError('has no tables')
  if (count > MOST_TABLES) throw new FontError(`has ${count} tables, and at most ${MOST_TABLES} are allowed`)
}

export function checkUnpacked(bytes: number): void {
  if (bytes <= MAX_UNPACKED_BYTES) return
  throw new FontError(`has more than ${MAX_UNPACKED_BYTES / 1e6} MB when unpacked`)
}

/** Refuses tags that are not four printable characters, and tags that are there twice. */
export function checkTags(tags: readonly string[]): void {
  const seen = new Set<string>()
  for (const tag of tags) {
    if (!/^[\x20-\x7e]{4}$/.test(tag)) throw new FontError('has a table with an invalid name')
    if (seen.has(tag)) throw new FontError(`has the table "${tag}" twice`)
    seen.add(tag)
  }
}
