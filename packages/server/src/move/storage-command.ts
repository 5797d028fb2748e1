import { Command } from 'commander'
import { AppError } from '#core/errors.ts'
import { StartError } from '#core/start-error.ts'
import { parseConfig } from '#server/config.ts'
import { openStorageAt } from '#server/open-storage.ts'
import { createProgressBar } from '#server/progress-bar.ts'
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
    return await moveFiles({ from: opened[0], to: opened[1], verify, onProgress: bar.update })
  } catch (error) {
    throw error instanceof AppError ? new StartError(error.message, { cause: error }) : error
  } finally {
    bar.stop()
    for (const storage of opened) await storage.close()
  }
}

const where = { source: 'damaged where it is, and not copied', target: 'damaged on its way' } as const

/** `pictable storage move`: images, assets and fonts from one storage to another. */
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
  return new Command('storage').description('where images are kept').addCommand(moveCommand)
}
