import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Of the log of PostgreSQL, which is synced with every commit. */
const LOG_FOLDER = 'pg_wal'

/**
 * `syncFiles()` writes what the system holds of the files of a cluster to disk, one after the other and off the thread of the
 * database: a checkpoint right behind it, which keeps every statement waiting, has little left to sync.
 */
export async function syncFiles(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || path.startsWith(join(directory, LOG_FOLDER))) continue
    // One that is gone, or cannot be synced here, is left to the checkpoint, which says so.
    const handle = await open(path).catch(() => null)
    try {
      await handle?.datasync()
    } catch {
      // as above
    } finally {
      await handle?.close()
    }
  }
}
