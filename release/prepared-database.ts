import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openEmbedded } from '@pictable/server/database/open-embedded.ts'
import { packCluster } from '@pictable/server/database/prepared/pack-cluster.ts'

/** Makes an embedded database with the schema of this version, and packs it: what a first start unpacks. */
export async function writePreparedDatabase(archive: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pictable-prepared-'))
  try {
    const database = await openEmbedded({ dataDir })
    await database.maintain()
    await database.close()
    mkdirSync(dirname(archive), { recursive: true })
    await packCluster(join(dataDir, 'database'), archive)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
