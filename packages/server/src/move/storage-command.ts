import { Command } from 'commander'
import { AppError } from '#core/errors.ts'
import { StartError } from '#core/start-error.ts'
import { settingData } from '#database/data/access-data.ts'
import { createProgressBar } from '#server/commands/progress-bar.ts'
import { parseConfig } from '#server/settings/config.ts'
import { isDatabaseThere, visitDatabase } from '#server/start/open-database.ts'
import { openStorageAt } from '#server/start/open-storage.ts'
import { storageForms } from '#storages/index.ts'
import { adoptStorage, copyMark } from '#storages/mark/storage-mark.ts'
import { type Moved, moveFiles } from './move-files.ts'

interface Options {
  to: string
  from?: string
  verify?: boolean
  delete?: boolean
}

async function move({ to: target, from, verify = false, delete: prune = false }: Options): Promise<Moved> {
  const config = parseConfig(process.env)
  const source = from ?? config.PICTABLE_STORAGE
  if (source === target) throw new StartError(`${source} is already the storage. Choose another one with --to.`)
  if (prune && target === config.PICTABLE_STORAGE)
    throw new StartError(
      `${target} is the storage in use, and --delete would delete what was added to it since the move. Omit --delete.`,
    )
  const opened = [await openStorageAt(config, source), await openStorageAt(config, target)] as const
  const bar = createProgressBar(`Copying to ${target}`, 'files')
  try {
    // A right that is missing is said before anything is done.
    await opened[1].check()
    await copyMark(...opened)
    return await moveFiles({ from: opened[0], to: opened[1], verify, prune, onProgress: bar.update })
  } catch (error) {
    throw error instanceof AppError ? new StartError(error.message, { cause: error }) : error
  } finally {
    bar.stop()
    for (const storage of opened) await storage.close()
  }
}

/** For files that came in another way, or are lost. */
async function adopt(): Promise<void> {
  const config = parseConfig(process.env)
  if (!isDatabaseThere(config)) throw new StartError(`There is no installation in ${config.PICTABLE_DATA_DIR}.`)
  const storage = await openStorageAt(config)
  try {
    await visitDatabase(config, (kysely) => adoptStorage({ settings: settingData(kysely), storage }))
    console.log(`The storage of this installation is now ${config.PICTABLE_STORAGE}.`)
  } finally {
    await storage.close()
  }
}

const where = { source: 'damaged at the source, not copied', target: 'damaged during the copy' } as const

/** `pictable storage`: moves images, assets and fonts, and says where they are. */
export function storageCommand(): Command {
  const moveCommand = new Command('move')
    .description('copy all images, assets and fonts to another storage; exits with 1 if any are damaged')
    .requiredOption('--to <storage>', storageForms)
    .option('--from <storage>', 'storage to copy from. Default: PICTABLE_STORAGE')
    .option('--verify', 'also read every copy back and compare its SHA-256')
    .option(
      '--delete',
      'also delete files of the target that the source does not have, such as those deleted since an earlier copy',
    )
    .addHelpText(
      'after',
      `
Servers may keep running. Files that the target already has are not copied again, so you can stop and repeat the command:
  pictable storage move --to s3://my-bucket/pictable       while the server runs
  … stop the server, move once more with --delete (that takes seconds), set PICTABLE_STORAGE, start it
The files at the source are not deleted.`,
    )
    .action(async (options: Options) => {
      const { copied, known, deleted, damaged } = await move(options)
      console.log(`${copied} files copied, ${known} were already there.`)
      if (options.delete === true) console.log(`${deleted} files that the source does not have were deleted.`)
      for (const { key, where: place } of damaged) console.error(`${key}: ${where[place]}`)
      if (damaged.length > 0) process.exitCode = 1
      else console.log(`Set PICTABLE_STORAGE=${options.to} to use the copies.`)
    })
  const adoptCommand = new Command('adopt')
    .description(
      'use PICTABLE_STORAGE as the storage from now on, without checking its files: for files that you copied yourself, or lost',
    )
    .action(adopt)
  return new Command('storage')
    .description('manage the storage of images')
    .addCommand(moveCommand)
    .addCommand(adoptCommand)
}
