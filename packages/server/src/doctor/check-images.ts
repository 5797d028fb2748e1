import { cureOfFile } from '#core/image/damaged-file.ts'
import type { ImageFile } from '#core/image/image.ts'
import { imageKey } from '#core/image/image-url.ts'
import { readScrub } from '#core/image/scrub-files.ts'
import type { SettingData } from '#core/ports/data/access.ts'
import type { Storage } from '#core/ports/storage.ts'
import { settingData } from '#database/data/access-data.ts'
import type { Executor } from '#database/database.ts'
import { schemaState } from '#database/migrate.ts'
import { rowOf } from '#database/statement.ts'
import type { Config } from '#server/settings/config.ts'
import { isDatabaseThere, visitDatabase } from '#server/start/open-database.ts'
import { openStorageAt, storagePlace } from '#server/start/open-storage.ts'
import { storageProblem } from '#storages/mark/storage-mark.ts'
import { type Finding, failed, ok, warning } from './check.ts'

async function visitFilled<Result>(
  config: Config,
  work: (kysely: Executor) => Promise<Result>,
): Promise<Result | undefined> {
  if (!isDatabaseThere(config)) return undefined
  return visitDatabase(config, async (kysely) =>
    (await schemaState(kysely)).done.length === 0 ? undefined : work(kysely),
  )
}

/** Looks at what the database knows of its place; undefined where there is nothing yet. */
export function visitSettings<Result>(
  config: Config,
  work: (settings: SettingData) => Promise<Result>,
): Promise<Result | undefined> {
  return visitFilled(config, (kysely) => work(settingData(kysely)))
}

const newest = 'select id, files from images order by id desc limit 1'

async function compare(kysely: Executor, storage: Storage, place: string): Promise<Finding> {
  const problem = await storageProblem({ settings: settingData(kysely), storage }, place)
  if (typeof problem === 'string')
    return failed(problem, 'Follow the message: a process with these settings does not start.')
  const image = await rowOf<{ id: string; files: ImageFile[] }>(kysely, newest, [])
  if (image === null) return ok('none yet')
  for (const file of image.files)
    if ((await storage.head(imageKey(file))) === null)
      return failed(
        `The newest image (${image.id}) has no file ${imageKey(file)} in ${place}.`,
        'Restore the files from a backup, or set PICTABLE_STORAGE to where they are.',
      )
  const scrub = await readScrub(settingData(kysely))
  const [broken] = scrub?.broken ?? []
  if (scrub !== null && broken !== undefined)
    return warning(
      `The background check found ${scrub.broken.length + scrub.unlisted} broken files, such as ${broken.key} (${broken.kind} ${broken.id}).`,
      `${cureOfFile(broken.key)} "pictable verify" lists all of them.`,
    )
  return ok('the newest image has all its files')
}

/** Whether the storage is that of the database. */
export async function lookAtImages(config: Config): Promise<Finding> {
  const storage = await openStorageAt(config)
  try {
    const found = await visitFilled(config, (kysely) => compare(kysely, storage, storagePlace(config)))
    return found ?? ok('none yet')
  } finally {
    await storage.close()
  }
}
