import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { Command, InvalidArgumentError } from 'commander'
import { createNewId } from '#core/ids.ts'
import { cureOfFile } from '#core/image/damaged-file.ts'
import { StartError } from '#core/start-error.ts'
import { openEmbedded } from '#database/open-embedded.ts'
import { createProgressBar } from '#server/commands/progress-bar.ts'
import { type Config, parseConfig } from '#server/settings/config.ts'
import { version } from '#server/settings/version.ts'
import { isDatabaseThere } from '#server/start/open-database.ts'
import { openStorageAt } from '#server/start/open-storage.ts'
import { secretKeyId } from '#server/start/secret-key-id.ts'
import { createVerifiedStorage } from '#storages/verified/verified-storage.ts'
import { backUpThere, isServed } from './backup-remote.ts'
import { type Manifest, sizeOfBackup } from './manifest.ts'
import { findBackup, openClaimed, openPlace, placeOf, refusedOnPostgres } from './place.ts'
import { makeAndPrune } from './prune-backups.ts'
import { restoreBackup } from './restore-backup.ts'

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 9999.')
  return Number(text)
}

function refuseOther(config: Config): void {
  if (config.PICTABLE_DATABASE_URL !== undefined) throw new StartError(refusedOnPostgres)
  if (!isDatabaseThere(config))
    throw new StartError(`There is no installation in ${config.PICTABLE_DATA_DIR}. Check PICTABLE_DATA_DIR.`)
}

interface Made {
  id: string
  place: string
  sizeBytes: number
  addedBytes: number
  files: number
  damaged: readonly string[]
  warning: string | null
}

function report({ id, place, sizeBytes, addedBytes, files, damaged, warning }: Made): void {
  console.log(`${place}: ${id} has ${megabytes(sizeBytes)} and ${files} files; ${megabytes(addedBytes)} are new.`)
  console.log('It does not contain the secret key: store that separately.')
  for (const key of damaged) console.error(`${key} is damaged, and not in the backup. ${cureOfFile(key)}`)
  if (warning !== null) console.error(warning)
  if (damaged.length > 0) process.exitCode = 1
}

async function backUpRunning(config: Config, { to: place, keep }: BackupOptions): Promise<Made> {
  const backup = await backUpThere(config, { place, ...(keep !== undefined && { keep }) })
  const { id, done_bytes: sizeBytes, added_bytes: addedBytes, files, damaged_files: damaged, error: warning } = backup
  return { id, place, sizeBytes, addedBytes: addedBytes ?? 0, files: files ?? 0, damaged, warning }
}

interface BackupOptions {
  to: string
  keep?: number
}

/** In this process: the server must not run. */
async function backUpHere(config: Config, { to: placeName, keep }: BackupOptions): Promise<Made> {
  const database = await openEmbedded({ dataDir: config.PICTABLE_DATA_DIR })
  const bar = createProgressBar('Copying', 'MB')
  const ended = new AbortController()
  const end = () => ended.abort(new StartError('The backup was interrupted. The next one reuses its files.'))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end)
  try {
    const storage = await openStorageAt(config)
    const place = await openClaimed(config, placeName, storage)
    const now = () => new Date()
    const options = {
      id: createNewId({ now }, { bytes: (count) => randomBytes(count) })('backup'),
      ...{ database, storage, place, now },
      version: version(),
      onProgress: (done: number, total: number) => bar.update(Math.round(done / 1e6), Math.round(total / 1e6)),
      signal: ended.signal,
    }
    const { manifest, addedBytes, warning } = await makeAndPrune(options, keep)
    bar.stop()
    const { id, files, damaged } = manifest
    return { id, place: placeName, sizeBytes: sizeOfBackup(manifest), addedBytes, files: files.count, damaged, warning }
  } finally {
    bar.stop()
    await database.close()
  }
}

/** `pictable backup`: a copy of the embedded database and of all files, in a folder or a bucket. */
export function backupCommand(): Command {
  return new Command('backup')
    .description('copy the embedded database, images, assets and fonts to a folder or a bucket')
    .requiredOption('--to <place>', 'folder or "s3://bucket/prefix"')
    .option('--keep <number>', 'number of backups to keep, newest first. Default: all', wholeNumber)
    .addHelpText(
      'after',
      `
If the server is running, it creates the backup itself: set PICTABLE_KEY to an API key with the scope admin.
Files that an earlier backup has stored are not copied again. A backup does not contain the secret key: store that separately.

Examples:
  pictable backup --to /mnt/backups --keep 14        keeps two weeks of daily backups
  pictable backup --to s3://my-bucket/backups        to a bucket, with the settings of PICTABLE_STORAGE
  pictable verify --backup /mnt/backups              restores the newest into a temporary folder and checks it`,
    )
    .action(async ({ to, ...more }: BackupOptions) => {
      const config = parseConfig(process.env)
      const options = { ...more, to: placeOf(to) }
      const isElsewhere = Boolean(process.env.PICTABLE_URL)
      if (!isElsewhere) refuseOther(config)
      report(await (isElsewhere || isServed(config) ? backUpRunning(config, options) : backUpHere(config, options)))
    })
}

interface RestoreOptions {
  from: string
  id?: string
}

function refuseOtherKey({ secretKeyId: wanted }: Manifest, config: Config): void {
  const found = secretKeyId(config)
  if (wanted === null || wanted === found) return
  const what = found === null ? 'this installation has no secret key yet' : 'this installation has another secret key'
  throw new StartError(
    `The secrets in the backup are encrypted with the secret key of its installation, but ${what}. Set PICTABLE_SECRET_KEY to that key, or copy its secret.key into the data folder.`,
  )
}

async function restore({ from, id }: RestoreOptions): Promise<void> {
  const config = parseConfig(process.env)
  if (config.PICTABLE_DATABASE_URL !== undefined)
    throw new StartError('A backup is restored to the embedded database. Remove PICTABLE_DATABASE_URL.')
  mkdirSync(config.PICTABLE_DATA_DIR, { recursive: true, mode: 0o700 })
  const placeName = placeOf(from)
  const place = createVerifiedStorage(await openPlace(config, placeName))
  const storage = await openStorageAt(config)
  const bar = createProgressBar('Restoring', 'files')
  try {
    const manifest = await findBackup(place, { name: placeName, id })
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
    .requiredOption('--from <place>', 'folder or "s3://bucket/prefix"')
    .option('--id <backup>', 'id of the backup. Default: the newest')
    .addHelpText(
      'after',
      `
First provide the secret key: copy secret.key into the data folder, or set PICTABLE_SECRET_KEY.
If a restore is interrupted, run it again.`,
    )
    .action(restore)
}
