import { createHash } from 'node:crypto'
import { closeSync, fdatasyncSync, ftruncateSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/**
 * Which transactions have committed, and which share a lock: the only files of PostgreSQL without a checksum. A changed bit
 * there makes rows appear or vanish.
 */
const FOLDERS = ['pg_xact', 'pg_multixact/offsets', 'pg_multixact/members']
const CONTROL_FILE = 'global/pg_control'
/** In the control file: where the last checkpoint is in the log. */
const CHECKPOINT_OFFSET = 32

const sealSchema = z.object({ checkpoint: z.string(), sha256: z.string() })

/** Knows what the commit log contained at the last checkpoint, until PostgreSQL writes to it again. */
export interface CommitLog {
  /** @returns the damage in words; null when there is none, or when nothing is known */
  verify(): string | null
  /** Called before a file of the cluster is opened for writing, or removed. */
  beforeWrite(path: string): void
  /** Called between statements: after a checkpoint it remembers what is on disk. */
  afterWrites(): void
}

const isOfCommitLog = (path: string) => FOLDERS.some((folder) => path.includes(`/${folder}/`))

function hashOf(directory: string): string {
  const hash = createHash('sha256')
  for (const folder of FOLDERS) {
    for (const name of readdirSync(join(directory, folder)).sort()) {
      const bytes = readFileSync(join(directory, folder, name))
      hash.update(`${folder}/${name} ${bytes.length}\n`).update(bytes)
    }
  }
  return hash.digest('hex')
}

function ifReadable<Result>(read: () => Result): Result | null {
  try {
    return read()
  } catch {
    return null
  }
}

/**
 * Opens the seal of a cluster's commit log. It is broken, on disk, before the first write after a checkpoint, and names the
 * checkpoint that it belongs to: neither a crash nor an earlier release that wrote in between is taken for damage. A seal that
 * cannot be read says nothing.
 */
export function openCommitLog(directory: string): CommitLog {
  const path = join(directory, 'pictable.commits')
  const readSeal = () => ifReadable(() => sealSchema.parse(JSON.parse(readFileSync(path, 'utf8'))))
  // PostgreSQL names a control file that is damaged.
  const readCheckpoint = () =>
    ifReadable(() => readFileSync(join(directory, CONTROL_FILE)).readBigUInt64LE(CHECKPOINT_OFFSET).toString())
  let isSealed = readSeal() !== null
  let checkpoint = readCheckpoint()
  let isWritten = false
  let isCheckpoint = false

  function breakSeal(): void {
    const file = openSync(path, 'r+')
    ftruncateSync(file, 0)
    fdatasyncSync(file)
    closeSync(file)
    isSealed = false
  }

  return {
    verify() {
      const seal = readSeal()
      if (seal === null || seal.checkpoint !== readCheckpoint()) return null
      const isWhole = ifReadable(() => hashOf(directory)) === seal.sha256
      return isWhole ? null : 'the commit log (pg_xact) does not match its checksum'
    },
    beforeWrite(written) {
      if (isOfCommitLog(written)) {
        if (isSealed) breakSeal()
        isWritten = true
      } else if (written.endsWith(`/${CONTROL_FILE}`)) {
        // A checkpoint syncs the commit log before it writes this.
        isWritten = false
        isCheckpoint = true
      }
    },
    afterWrites() {
      if (!isCheckpoint) return
      isCheckpoint = false
      const last = readCheckpoint()
      if (isWritten || last === null || last === checkpoint) return
      checkpoint = last
      // A full disk takes none: then nothing is known.
      ifReadable(() => writeFileSync(path, JSON.stringify({ checkpoint, sha256: hashOf(directory) }), { mode: 0o600 }))
      isSealed = true
    },
  }
}
