import { createReadStream, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { extract } from 'tar-stream'
import { StartError } from '#core/start-error.ts'

/** A release has a cluster with the schema of its version: to make one takes most of a first start. A clone makes it. */
export const packedCluster = join(import.meta.dirname, '..', '..', '..', 'prepared', 'database.tar.zst')

async function unpack(archive: string, folder: string): Promise<void> {
  const entries = extract()
  const reading = pipeline(createReadStream(archive), createZstdDecompress(), entries)
  // A failure also ends the entries, which throw it.
  reading.catch(() => {})
  for await (const entry of entries) {
    const target = join(folder, entry.header.name)
    const bytes = await buffer(entry)
    if (entry.header.type === 'directory') mkdirSync(target, { recursive: true, mode: 0o700 })
    else writeFileSync(target, bytes, { mode: 0o600 })
  }
  await reading
}

/**
 * Fills the empty folder of a new cluster, if there is something to fill it with. The caller syncs it, and starts over when it was cut short.
 * @throws StartError when the archive is damaged
 */
export async function fillCluster(folder: string, archive = packedCluster): Promise<void> {
  if (!existsSync(archive)) return
  try {
    await unpack(archive, folder)
    if (!existsSync(join(folder, 'PG_VERSION'))) throw new Error('the file PG_VERSION is missing in it')
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    throw new StartError(
      `The prepared database ${archive} cannot be unpacked into ${folder}: ${reason}. Free space there, or install Pictable again.`,
      { cause: error },
    )
  }
}
