import { type Metrics, metricCatalogue } from '#core/ports/metrics.ts'
import type { Storage } from '#core/ports/storage.ts'
import type { Log } from './log.ts'

/** What is read from these is named by a row; what is made anew when it is gone lies elsewhere. */
const folders = metricCatalogue.storage_files_missing_total.values

/** The storage, and whoever operates it hears of files that ought to be there. */
export function watchStorage(storage: Storage, { log, metrics }: { log: Log; metrics: Metrics }): Storage {
  async function told<File>(key: string, read: Promise<File | null>): Promise<File | null> {
    const file = await read
    const folder = folders.find((one) => key.startsWith(`${one}/`))
    if (file === null && folder !== undefined) {
      log.error({ key }, 'A file is missing in the storage')
      metrics.count('storage_files_missing_total', { folder })
    }
    return file
  }
  return {
    ...storage,
    get: (key) => told(key, storage.get(key)),
    open: (key) => told(key, storage.open(key)),
  }
}
