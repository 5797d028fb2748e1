import { isDamaged } from '#core/image/damaged-file.ts'
import { type Metrics, metricCatalogue } from '#core/ports/metrics.ts'
import type { Storage } from '#core/ports/storage.ts'
import type { Log } from './log.ts'

/** A row names each of these files. Files elsewhere are rendered again when they are gone. */
const folders = metricCatalogue.storage_files_missing_total.values

/** Logs and counts files of rows that are missing or damaged, for the operator. */
export function watchStorage(storage: Storage, { log, metrics }: { log: Log; metrics: Metrics }): Storage {
  const folderOf = (key: string) => folders.find((one) => key.startsWith(`${one}/`))

  async function watchDamage<Result>(key: string, read: Promise<Result>): Promise<Result> {
    try {
      return await read
    } catch (error) {
      const folder = folderOf(key)
      if (isDamaged(error) && folder !== undefined) {
        log.error({ key }, 'A file is damaged in the storage')
        metrics.count('storage_files_damaged_total', { folder })
      }
      throw error
    }
  }

  async function watchFile<File>(key: string, read: Promise<File | null>): Promise<File | null> {
    const file = await watchDamage(key, read)
    const folder = folderOf(key)
    if (file === null && folder !== undefined) {
      log.error({ key }, 'A file is missing in the storage')
      metrics.count('storage_files_missing_total', { folder })
    }
    return file
  }

  return {
    ...storage,
    get: (key) => watchFile(key, storage.get(key)),
    open: (key) => watchFile(key, storage.open(key)),
    addressOf: (key, disposition) => watchDamage(key, storage.addressOf(key, disposition)),
  }
}
