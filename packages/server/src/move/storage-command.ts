import { Command } from 'commander'
import { AppError } from '#core/errors.ts'
import { StartError } from '#core/start-error.ts'
import { settingData } from '#database/access-data.ts'
import { parseConfig } from '#server/config.ts'
import { isDatabaseThere, visitDatabase } from '#server/open-database.ts'
import { openStorageAt } from '#server/open-storage.ts'
import { createProgressBar } from '#server/progress-bar.ts'
import { adoptStorage, copyMark } from '#storages/mark/storage-mark.ts'
import { type Moved, moveFiles } from './move-files.ts'

interface Options {
  to: string
  from?: string
  verify?: boolean
}

async function move({ to: target, from, verify = false }: Options): Promise<Moved> {
  const config = parseConfig(process.env)
  const source = from ?? config.PICTABLE_STORAGE
  if (source === target)
    throw new StartError(`The files are there already (${source}): name another storage with --to.`)
  const opened = [await openStorageAt(config, source), await openStorageAt(config, target)] as const
  const bar = createProgressBar(`Copying to ${target}`, 'files')
  try {
    // A right that is missing is said before anything is done.
    await opened[1].check()
    await copyMark(...opened)
    return await moveFiles({ from: opened[0], to: opened[1], verify, onProgress: bar.update })
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
    console.log(`The images of this installation are kept in ${config.PICTABLE_STORAGE} from now on.`)
  } finally {
    await storage.close()
  }
}

const where = { source: 'damaged where it is, and not copied', target: 'damaged on its way' } as const

/** `pictable storage`: moves images, assets and fonts, and says where they are. */
export function storageCommand(): Command {
  const moveCommand = new Command('move')
    .description('copy all images, assets and fonts to another storage; ends with 1 when some are damaged')
    .requiredOption('--to <storage>', '"disk" or "s3://bucket/prefix"')
    .option('--from <storage>', 'where they are now (default: PICTABLE_STORAGE)')
    .option('--verify', 'also read every copy back and compare its SHA-256')
    .addHelpText(
      'after',
      `
Servers may run meanwhile. What is there already is not copied again, so that you may end it and start it anew:
  pictable storage move --to s3://my-bucket/pictable       while the server runs
  … stop the server, move once more (that takes seconds), set PICTABLE_STORAGE, start it
Nothing is deleted where the files were.`,
    )
    .action(async (options: Options) => {
      const { copied, known, damaged } = await move(options)
      console.log(`${copied} files copied, ${known} were there.`)
      for (const { key, where: place } of damaged) console.error(`${key}: ${where[place]}`)
      if (damaged.length > 0) process.exitCode = 1
      else console.log(`Now PICTABLE_STORAGE=${options.to} shows the same images.`)
    })
  const adoptCommand = new Command('adopt')
    .description(
      'keep images in PICTABLE_STORAGE from now on, whatever is there: for files that were copied by hand, or lost',
    )
    .action(adopt)
  return new Command('storage').description('where images are kept').addCommand(moveCommand).addCommand(adoptCommand)
}
