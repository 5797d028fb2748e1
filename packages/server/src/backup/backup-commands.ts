import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { Command, InvalidArgumentError } from 'commander'
import { createNewId } from '#core/ids.ts'
import { cureOfFile } from '#core/image/damaged-file.ts'
import { StartError } from '#core/start-error.ts'
import { openEmbedded } from '#database/open-embedded.ts'
import { type Config, parseConfig } from '#server/config.ts'
import { isDatabaseThere } from '#server/open-database.ts'
import { openStorageAt } from '#server/open-storage.ts'
import { createProgressBar } from '#server/progress-bar.ts'
import { secretKeyId } from '#server/secret-key-id.ts'
import { version } from '#server/version.ts'
import { createVerifiedStorage } from '#storages/verified/verified-storage.ts'
import { makeBackup } from './make-backup.ts'
import { type Manifest, sizeOfBackup } from './manifest.ts'
import { findBackup, openPlace, placeOf } from './place.ts'
import { pruneBackups } from './prune-backups.ts'
import { restoreBackup } from './restore-backup.ts'

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 9999.')
  return Number(text)
}

export const refusedOnPostgres =
  'This installation is on PostgreSQL, whose own tools back it up while it runs. The guide docs/guides/backup.md shows how.'

function refuseOther(config: Config): void {
  if (config.PICTABLE_DATABASE_URL !== undefined) throw new StartError(refusedOnPostgres)
  if (!isDatabaseThere(config))
    throw new StartError(`There is no installation in ${config.PICTABLE_DATA_DIR}. Check PICTABLE_DATA_DIR.`)
}

function report({ id, damaged, files, ...manifest }: Manifest, { place, addedBytes }: Made): void {
  const size = megabytes(sizeOfBackup({ id, damaged, files, ...manifest }))
  console.log(`${place}: ${id} has ${size} and ${files.count} files; ${megabytes(addedBytes)} of it are new.`)
  console.log('It has no secret key: keep that one apart.')
  for (const key of damaged) console.error(`${key} is damaged, and not in the backup. ${cureOfFile(key)}`)
  if (damaged.length > 0) process.exitCode = 1
}

interface Made {
  place: string
  addedBytes: number
}

interface BackupOptions {
  to: string
  keep?: number
}

/** In this process: the server must not run. */
async function backUpHere(config: Config, { to, keep }: BackupOptions): Promise<void> {
  const placeName = placeOf(to)
  const database = await openEmbedded({ dataDir: config.PICTABLE_DATA_DIR })
  const bar = createProgressBar('Copying', 'MB')
  const ended = new AbortController()
  const end = () =>
    ended.abort(new StartError('The backup was ended before it was whole. The next one uses its files.'))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end)
  try {
    const [storage, place] = [await openStorageAt(config), await openPlace(config, placeName)]
    const now = () => new Date()
    const made = await makeBackup({
      id: createNewId({ now }, { bytes: (count) => randomBytes(count) })('backup'),
      ...{ database, storage, place, placeName, now },
      version: version(),
      onProgress: (done, total) => bar.update(Math.round(done / 1e6), Math.round(total / 1e6)),
      signal: ended.signal,
    })
    await pruneBackups(place, keep)
    bar.stop()
    report(made.manifest, { place: placeName, addedBytes: made.addedBytes })
  } finally {
    bar.stop()
    await database.close()
  }
}

/** `pictable backup`: a copy of the embedded database and of all files, in a folder or a bucket. */
export function backupCommand(): Command {
  return new Command('backup')
    .description('copy the embedded database, images, assets and fonts to a folder or a bucket')
    .requiredOption('--to <place>', 'a folder, or "s3://bucket/prefix"')
    .option('--keep <number>', 'keep this many backups there, the newest; default: all', wholeNumber)
    .addHelpText(
      'after',
      `
Files that the place has already are not copied again. A backup has no secret key: keep that one apart.

Examples:
  pictable backup --to /mnt/backups --keep 14        the newest two weeks of a daily job
  pictable backup --to s3://my-bucket/backups        in a bucket, with the settings of PICTABLE_STORAGE
  pictable verify --backup /mnt/backups              restores the newest to a temporary folder, and checks it`,
    )
    .action(async (options: BackupOptions) => {
      const config = parseConfig(process.env)
      refuseOther(config)
      await backUpHere(config, options)
    })
}

interface RestoreOptions {
  from: string
  id?: string
}

function refuseOtherKey({ secretKeyId: wanted }: Manifest, config: Config): void {
  const found = secretKeyId(config)
  if (wanted === null || wanted === found) return
  const what = found === null ? 'there is no secret key here yet' : 'the secret key here is another one'
  throw new StartError(
    `The secrets in the backup are sealed with the secret key of its installation, and ${what}. Set PICTABLE_SECRET_KEY to that key, or copy its secret.key into the data folder.`,
  )
}

async function restore({ from, id }: RestoreOptions): Promise<void> {
  const config = parseConfig(process.env)
  if (config.PICTABLE_DATABASE_URL !== undefined)
    throw new StartError('A backup is restored to the embedded database: leave PICTABLE_DATABASE_URL out.')
  mkdirSync(config.PICTABLE_DATA_DIR, { recursive: true, mode: 0o700 })
  const placeName = placeOf(from)
  const place = createVerifiedStorage(await openPlace(config, placeName))
  const storage = await openStorageAt(config)
  const bar = createProgressBar('Restoring', 'files')
  try {
    const manifest = await findBackup(place, placeName, id)
    refuseOtherKey(manifest, config)
    await restoreBackup({ manifest, place, onProgress: bar.update }, { dataDir: config.PICTABLE_DATA_DIR, storage })
    bar.stop()
    console.log(`${manifest.id} of ${manifest.copiedAt} is restored. Start with "pictable serve".`)
  } finally {
    bar.stop()
    await place.close()
    await storage.close()
  }
}

/** `pictable restore`: a backup into an empty data folder. */
export function restoreCommand(): Command {
  return new Command('restore')
    .description('fill an empty data folder from a backup of "pictable backup"')
    .requiredOption('--from <place>', 'the folder, or "s3://bucket/prefix"')
    .option('--id <backup>', 'which backup; default: the newest')
    .addHelpText(
      'after',
      `
Bring the secret key first: its file secret.key into the data folder, or PICTABLE_SECRET_KEY.
A restore that is interrupted leaves no installation: call it again.`,
    )
    .action(restore)
}
