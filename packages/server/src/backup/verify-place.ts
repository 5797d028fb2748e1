import { AppError } from '#core/errors.ts'
import { StartError } from '#core/start-error.ts'
import { createProgressBar } from '#server/commands/progress-bar.ts'
import type { Config } from '#server/settings/config.ts'
import { createVerifiedStorage } from '#storages/verified/verified-storage.ts'
import { findBackup, openPlace } from './place.ts'
import { type VerifiedBackup, verifyBackup } from './verify-backup.ts'

export interface ChosenBackup {
  /** A folder, or `s3://bucket/prefix`. */
  place: string
  /** Default: the newest. */
  id?: string | undefined
}

/** Verifies a backup of a place. @throws StartError when there is none, or it cannot be restored */
export async function verifyPlace(config: Config, { place: name, id }: ChosenBackup): Promise<VerifiedBackup> {
  const bar = createProgressBar('Verifying', 'files')
  try {
    const place = createVerifiedStorage(await openPlace(config, name))
    try {
      return await verifyBackup({ manifest: await findBackup(place, { name, id }), place, onProgress: bar.update })
    } finally {
      await place.close()
    }
  } catch (error) {
    throw error instanceof AppError ? new StartError(error.message, { cause: error }) : error
  } finally {
    bar.stop()
  }
}
