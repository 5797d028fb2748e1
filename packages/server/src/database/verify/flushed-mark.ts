import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Position in the log of PostgreSQL. */
export type Lsn = bigint

/** Remembers up to where the log was on disk: after a crash, PostgreSQL takes the first damaged record for its end. */
export interface FlushedMark {
  /** Null while none is known. */
  read(): Lsn | null
  write(lsn: Lsn): void
}

const MARK_BYTES = 16
const SEGMENT_BYTES = 16n * 1024n * 1024n
/** Beyond every log: what was lost once stays lost at the next start, whose log begins behind it. */
export const LOST: Lsn = 2n ** 64n - 1n

const inverted = (lsn: Lsn): bigint => BigInt.asUintN(64, ~lsn)

/**
 * Opens the mark of a cluster. It is never synced itself: written after the log was, it may fall behind, and is never ahead.
 */
export function openFlushedMark(directory: string): FlushedMark {
  const descriptor = openSync(join(directory, 'pictable.flushed'), 'a+', 0o600)
  closeSync(descriptor)
  const file = openSync(join(directory, 'pictable.flushed'), 'r+')
  const bytes = Buffer.alloc(MARK_BYTES)
  return {
    read() {
      if (fstatSync(file).size < MARK_BYTES) return null
      readSync(file, bytes, 0, MARK_BYTES, 0)
      const lsn = bytes.readBigUInt64LE(0)
      return bytes.readBigUInt64LE(8) === inverted(lsn) ? lsn : null
    },
    write(lsn) {
      // The end of a file of the log is synced also in the middle of a record, which a crash leaves without its rest.
      if (lsn % SEGMENT_BYTES === 0n) return
      bytes.writeBigUInt64LE(lsn, 0)
      bytes.writeBigUInt64LE(inverted(lsn), 8)
      writeSync(file, bytes, 0, MARK_BYTES, 0)
    },
  }
}
