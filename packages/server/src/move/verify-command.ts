import { Command } from 'commander'
import { cureOfFile } from '#core/image/damaged-file.ts'
import {
  type BrokenFile,
  type FileData,
  firstFiles,
  inspectFile,
  type NamedFile,
  pageOfFiles,
} from '#core/image/stored-files.ts'
import type { Storage } from '#core/ports/storage.ts'
import { StartError } from '#core/start-error.ts'
import { assetData } from '#database/data/asset-data.ts'
import { fontData } from '#database/data/font-data.ts'
import { imageData } from '#database/data/image-data.ts'
import type { Executor } from '#database/database.ts'
import { rowOf } from '#database/statement.ts'
import { placeOf } from '#server/backup/place.ts'
import { type ChosenBackup, verifyPlace } from '#server/backup/verify-place.ts'
import { createProgressBar } from '#server/commands/progress-bar.ts'
import { type Config, parseConfig } from '#server/settings/config.ts'
import { isDatabaseThere, visitDatabase } from '#server/start/open-database.ts'
import { openStorageAt } from '#server/start/open-storage.ts'
import type { OnProgress } from './archive.ts'

const PAGE_ROWS = 200
/** Files read side by side: a bucket answers each after some milliseconds. */
const LANES = 8

const countRows = `select ((select count(*) from images) + (select count(*) from assets) + (select count(*) from fonts))::int as rows`

interface Verified {
  files: number
  broken: BrokenFile[]
}

async function inspectAll(storage: Storage, files: readonly NamedFile[]): Promise<BrokenFile[]> {
  const broken: BrokenFile[] = []
  const rest = files.values()
  const lane = async () => {
    for (const file of rest) {
      const found = await inspectFile(storage, file)
      if (found !== null) broken.push(found)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return broken
}

async function verifyFiles(kysely: Executor, storage: Storage, onProgress: OnProgress): Promise<Verified> {
  const data: FileData = { images: imageData(kysely), assets: assetData(kysely), fonts: fontData(kysely) }
  const total = (await rowOf<{ rows: number }>(kysely, countRows, []))?.rows ?? 0
  const verified: Verified = { files: 0, broken: [] }
  let rows = 0
  for (let cursor: typeof firstFiles | null = firstFiles; cursor !== null; ) {
    const page = await pageOfFiles(data, cursor, PAGE_ROWS)
    verified.broken.push(...(await inspectAll(storage, page.files)))
    verified.files += page.files.length
    rows += page.rows
    onProgress(rows, Math.max(rows, total))
    cursor = page.next
  }
  return verified
}

async function verify(config: Config): Promise<Verified> {
  if (!isDatabaseThere(config))
    throw new StartError(`There is no installation in ${config.PICTABLE_DATA_DIR}. Check PICTABLE_DATA_DIR.`)
  const storage = await openStorageAt(config)
  const bar = createProgressBar('Verifying', 'images, assets and fonts')
  try {
    return await visitDatabase(config, (kysely) => verifyFiles(kysely, storage, bar.update))
  } finally {
    bar.stop()
    await storage.close()
  }
}

function report({ files, broken }: Verified): void {
  for (const { key, kind, id, problem } of broken)
    console.log(`${kind} ${id}: ${key} is ${problem}. ${cureOfFile(key)}`)
  console.log(
    broken.length === 0
      ? `All ${files} files match their SHA-256.`
      : `${broken.length} of ${files} files are damaged, missing or unreadable.`,
  )
}

interface Options {
  json?: boolean
  backup?: string
  id?: string
}

async function verifyBackupAt(config: Config, chosen: ChosenBackup, json: boolean): Promise<void> {
  const verified = await verifyPlace(config, chosen)
  const { id, tables, rows, files, problems } = verified
  if (json) console.log(JSON.stringify(verified, null, 2))
  else {
    for (const problem of problems) console.log(problem)
    const read = `${tables} tables, ${rows} rows and ${files} files were read`
    console.log(problems.length === 0 ? `${id} is intact: ${read}.` : `${id} has ${problems.length} errors: ${read}.`)
  }
  if (problems.length > 0) process.exitCode = 1
}

/** `pictable verify`: reads every stored file and compares it with its SHA-256. */
export function verifyCommand(): Command {
  return new Command('verify')
    .description(
      'compare every stored image, asset and font with its SHA-256, and name what is damaged, missing or unreadable',
    )
    .option('--backup <place>', 'verify a backup instead, in a folder or "s3://bucket/prefix"')
    .option('--id <backup>', 'id of the backup. Default: the newest')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Exits with 1 if a file is damaged, missing or unreadable. On PostgreSQL the server may keep running; with the embedded database stop it first.
With --backup the server may keep running: the backup is restored to a temporary folder, and every row and file is read.

Examples:
  pictable verify                                            every file, with progress
  pictable verify --json | jq -r '.broken[].id'              the ids of what is damaged or missing
  PICTABLE_STORAGE=s3://my-bucket/pictable pictable verify   the files of a bucket
  pictable verify --backup /mnt/backups                      the newest backup in a folder`,
    )
    .action(async ({ json = false, backup, id }: Options) => {
      const config = parseConfig(process.env)
      if (backup !== undefined) return verifyBackupAt(config, { place: placeOf(backup), id }, json)
      const verified = await verify(config)
      if (json) console.log(JSON.stringify(verified, null, 2))
      else report(verified)
      if (verified.broken.length > 0) process.exitCode = 1
    })
}
