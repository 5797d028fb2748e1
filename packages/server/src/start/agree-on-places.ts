import { AppError } from '#core/errors.ts'
import type { SettingData } from '#core/ports/data/access.ts'
import type { Digest } from '#core/ports/digest.ts'
import type { Storage } from '#core/ports/storage.ts'
import type { Database } from '#database/database.ts'
import { publicUrlOf } from '#server/settings/addresses.ts'
import type { Config } from '#server/settings/config.ts'
import { adoptStorage, proveStorage } from '#storages/mark/storage-mark.ts'
import type { Log } from '#telemetry/log.ts'
import { agreeOnPublicUrl } from './check-public-url.ts'
import { storageAddress } from './open-storage.ts'

interface Places {
  kind: Database['kind']
  settings: SettingData
  storage: Storage
  digest: Digest
  log: Pick<Log, 'warn'>
}

/** Keeps images where the others do. @throws StartError */
async function agreeOnStorage(config: Config, { kind, settings, storage, digest, log }: Places): Promise<void> {
  const address = storageAddress(config.PICTABLE_STORAGE)
  try {
    const isProven = await proveStorage({ settings, storage }, address.place(config))
    if (kind === 'postgres') await address.checkShared?.(config, { settings, digest, isProven })
    if (!isProven) await adoptStorage({ settings, storage })
  } catch (error) {
    // A storage that is away keeps nobody from starting: it may be back before it is needed, and readiness tells of it.
    if (!(error instanceof AppError)) throw error
    log.warn(
      { error },
      'The storage is unreachable. Whether all processes use the same storage is checked at the next start',
    )
  }
}

/**
 * Has all processes of a database find images in the same storage, and tell the same addresses of them. To be done alone.
 * @throws StartError when this process would do otherwise than the others
 */
export async function agreeOnPlaces(config: Config, places: Places): Promise<void> {
  await agreeOnStorage(config, places)
  const { kind, settings, log } = places
  if (kind === 'embedded') return
  const before = await agreeOnPublicUrl(settings, config)
  if (before !== undefined)
    log.warn(
      { before, now: publicUrlOf(config) },
      'PICTABLE_PUBLIC_URL has changed. Processes that were started before the change still write the old URL; restart them',
    )
}
