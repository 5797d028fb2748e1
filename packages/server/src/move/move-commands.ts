import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { cureOfFile } from '#core/image/damaged-file.ts'
import { StartError } from '#core/start-error.ts'
import { createProgressBar } from '#server/commands/progress-bar.ts'
import { parseConfig } from '#server/settings/config.ts'
import { version } from '#server/settings/version.ts'
import { isDatabaseThere, openDatabase, visitDatabase } from '#server/start/open-database.ts'
import { openStorageAt } from '#server/start/open-storage.ts'
import { secretKeyId } from '#server/start/secret-key-id.ts'
import type { Manifest } from './archive.ts'
import { exportInstallation } from './export-installation.ts'
import { importInstallation } from './import-installation.ts'

const unit = 'rows and files'

const outcome = ({ rows, files }: Manifest) => `${rows} rows and ${files} files`

async function runExport(path: string): Promise<void> {
  const config = parseConfig(process.env)
  if (existsSync(path)) throw new StartError(`${path} already exists. Choose another file, or remove it first.`)
  if (!isDatabaseThere(config))
    throw new StartError(`There is no installation in ${config.PICTABLE_DATA_DIR}. Check PICTABLE_DATA_DIR.`)
  const storage = await openStorageAt(config)
  const bar = createProgressBar('Exporting', unit)
  try {
    const manifest = await visitDatabase(config, (kysely) =>
      exportInstallation({ kysely, storage, version: version(), onProgress: bar.update }, path),
    )
    bar.stop()
    console.log(`${path}: ${outcome(manifest)}. It does not contain the secret key: store that separately.`)
    if (manifest.damaged.length === 0) return
    for (const key of manifest.damaged) console.error(`${key} is damaged, and not in the archive. ${cureOfFile(key)}`)
    process.exitCode = 1
  } finally {
    bar.stop()
    await storage.close()
  }
}

async function runImport(path: string): Promise<void> {
  const config = parseConfig(process.env)
  if (!existsSync(path)) throw new StartError(`There is no file ${path}.`)
  const database = await openDatabase(config)
  await database.close()
  const storage = await openStorageAt(config)
  const checking = createProgressBar('Checking', 'MB')
  const bar = createProgressBar('Importing', unit)
  try {
    const options = { storage, secretKeyId: secretKeyId(config), onProgress: bar.update, onCheck: checking.update }
    const manifest = await visitDatabase(config, (kysely) => importInstallation({ kysely, ...options }, path))
    bar.stop()
    if (!manifest.hasSeal)
      console.error('The archive has no SHA-256 because an earlier release created it, so only its files were checked.')
    console.log(`${outcome(manifest)} were imported. Start with "pictable serve".`)
  } finally {
    checking.stop()
    bar.stop()
    await storage.close()
  }
}

/** `pictable export <file.tar>`: a whole installation in one file, from either database and any storage. */
export function exportCommand(): Command {
  return new Command('export')
    .description('write this installation (rows, images, assets, fonts) to a tar archive, for a backup or a move')
    .argument('<file.tar>')
    .addHelpText(
      'after',
      `
On PostgreSQL the server may keep running; with the embedded database stop it first.
Damaged files are reported and left out; the exit code is then 1.`,
    )
    .action(runExport)
}

/** `pictable import <file.tar>`: the same elsewhere. */
export function importCommand(): Command {
  return new Command('import')
    .description('fill an empty installation from an archive of "pictable export"')
    .argument('<file.tar>')
    .action(runImport)
}
