import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '#core/start-error.ts'

/**
 * Takes the data directory for this process. The lock is the kernel's, on a file of SQLite's: it ends with the process, however that ends.
 * @returns what gives it back
 * @throws StartError when another process has it
 */
export function lockDirectory(directory: string): () => void {
  const path = join(directory, 'lock.sqlite')
  const file = new DatabaseSync(path, { timeout: 0 })
  try {
    file.exec('pragma journal_mode = delete; pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    file.close()
    throw new StartError(
      `Another Pictable process uses the data directory ${directory}. Stop it first, or choose another directory with PICTABLE_DATA_DIR.`,
      { cause: error },
    )
  }
  return () => file.close()
}
