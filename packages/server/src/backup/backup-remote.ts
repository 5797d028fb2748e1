import { setTimeout } from 'node:timers/promises'
import { type CallAnswer, type Contract, createClient } from '@pictable/client'
import { StartError } from '#core/start-error.ts'
import { lockDirectory } from '#database/directory-lock.ts'
import { createProgressBar } from '#server/commands/progress-bar.ts'
import { localUrl } from '#server/settings/addresses.ts'
import type { Config } from '#server/settings/config.ts'
import { sayError } from '#server/template-command/remote.ts'

const LOOK_EVERY_MS = 500

type Backup = CallAnswer<Contract['backups']['list']>['results'][number]

/** Whether a server has the data folder. */
export function isServed({ PICTABLE_DATA_DIR: dataDir }: Config): boolean {
  try {
    lockDirectory(dataDir)()
    return false
  } catch (error) {
    if (error instanceof StartError) return true
    throw error
  }
}

function openServer(config: Config) {
  const apiKey = process.env.PICTABLE_KEY || config.PICTABLE_ADMIN_KEY
  if (apiKey === undefined)
    throw new StartError('The server is running: set PICTABLE_KEY to an API key with the scope admin.')
  const local = localUrl({ host: config.PICTABLE_HOST, port: config.PICTABLE_PORT })
  return createClient({ baseUrl: process.env.PICTABLE_URL || local, apiKey })
}

/** Has the running server make a backup, and waits for its end. @throws StartError when it is refused or fails */
export async function backUpThere(config: Config, body: { place: string; keep?: number }): Promise<Backup> {
  const client = openServer(config)
  const bar = createProgressBar('Copying', 'MB')
  try {
    const { id } = await client.backups.create({ body })
    for (;;) {
      const backup = (await client.backups.list()).results.find((one) => one.id === id)
      if (backup === undefined)
        throw new StartError('The server stopped, so the backup was interrupted. Run the command again.')
      bar.update(Math.round(backup.done_bytes / 1e6), Math.round(backup.total_bytes / 1e6))
      if (backup.state === 'failed') throw new StartError(`The backup failed: ${backup.error}`)
      if (backup.state === 'completed') return backup
      await setTimeout(LOOK_EVERY_MS)
    }
  } catch (error) {
    const said = sayError(error)
    throw said === null ? error : new StartError(said, { cause: error })
  } finally {
    bar.stop()
  }
}
