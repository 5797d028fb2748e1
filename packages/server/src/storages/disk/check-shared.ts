import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SharedStorage } from '#core/ports/storage-kind.ts'
import { StartError } from '#core/start-error.ts'

/**
 * Proves to releases that know no other mark that this process sees the folder that the others on its database keep
 * images in: a file there is known to the database by its digest. To be done alone.
 * @throws StartError when the folder is another one
 */
export async function checkSharedDisk({
  settings,
  digest,
  dir,
  isProven,
}: SharedStorage & { dir: string }): Promise<void> {
  const marker = join(dir, '.installation')
  const known = await settings.get('disk_storage')
  if (known === undefined || isProven) {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    if (!existsSync(marker)) writeFileSync(marker, `${randomUUID()}\n`, { mode: 0o600, flush: true })
  }
  const found = existsSync(marker) ? digest.sha256(readFileSync(marker)) : null
  if (known === found) return
  if (known !== undefined && !isProven)
    throw new StartError(
      `The images of this database are in a different folder than ${dir}, so the processes would not find each other's images. Give all processes the same folder (PICTABLE_DATA_DIR on a shared disk, or a copy of the previous folder), or store images in a bucket.`,
    )
  await settings.set('disk_storage', found)
}
