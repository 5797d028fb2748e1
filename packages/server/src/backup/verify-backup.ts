import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FileData, firstFiles, inspectFile, type NamedFile, pageOfFiles } from '#core/image/stored-files.ts'
import { assetData } from '#database/data/asset-data.ts'
import { fontData } from '#database/data/font-data.ts'
import { imageData } from '#database/data/image-data.ts'
import type { Executor } from '#database/database.ts'
import { openEmbedded } from '#database/open-embedded.ts'
import { rowOf } from '#database/statement.ts'
import { movedTables, quoted } from '#server/move/moved-tables.ts'
import { readLines } from './chunks.ts'
import { inLanes } from './in-lanes.ts'
import type { Manifest } from './manifest.ts'
import { type Restoring, restoreCluster } from './restore-backup.ts'

const LANES = 8
const PAGE_ROWS = 200

export interface VerifiedBackup {
  id: string
  tables: number
  rows: number
  files: number
  /** What is wrong, each in words. */
  problems: string[]
}

/** Reads each row to its end, also what PostgreSQL keeps apart from it. */
async function countRows(kysely: Executor): Promise<Pick<VerifiedBackup, 'tables' | 'rows'>> {
  const tables = await movedTables(kysely)
  let rows = 0
  for (const { name } of tables) {
    const text = `select count(*)::text as count, sum(length(t::text)) as length from ${quoted(name)} t`
    rows += Number((await rowOf<{ count: string }>(kysely, text, []))?.count ?? 0)
  }
  return { tables: tables.length, rows }
}

/** Reads every file of the backup. @returns their keys */
async function inspectFiles({ manifest, place, onProgress }: Restoring, problems: string[]): Promise<Set<string>> {
  const keys = new Set<string>()
  await inLanes(readLines(place, manifest.files.chunks), LANES, async (line) => {
    const key = line.slice(0, line.indexOf(' '))
    keys.add(key)
    const broken = await inspectFile(place, { key, kind: 'image', id: '' })
    if (broken !== null)
      problems.push(`${key} is ${broken.problem}. Delete this file, and the next backup writes it again.`)
    onProgress(keys.size, manifest.files.count)
  })
  return keys
}

async function* namedFiles(kysely: Executor): AsyncGenerator<NamedFile> {
  const data: FileData = { images: imageData(kysely), assets: assetData(kysely), fonts: fontData(kysely) }
  for (let cursor: typeof firstFiles | null = firstFiles; cursor !== null; ) {
    const page = await pageOfFiles(data, cursor, PAGE_ROWS)
    yield* page.files
    cursor = page.next
  }
}

function missing({ key, kind, id }: NamedFile, { damaged }: Manifest): string {
  const why = damaged.includes(key) ? 'was already damaged when the backup was created' : 'is missing'
  return `${kind} ${id}: ${key} ${why}.`
}

/**
 * `verifyBackup()` restores the database into a temporary folder, opens it, which compares every page with its checksum,
 * reads every row, and compares every file with its SHA-256. @throws AppError when the database cannot be restored
 */
export async function verifyBackup(restoring: Restoring): Promise<VerifiedBackup> {
  const { manifest } = restoring
  const folder = await mkdtemp(join(tmpdir(), 'pictable-verify-'))
  const problems: string[] = []
  try {
    await restoreCluster(restoring, join(folder, 'database'))
    const keys = await inspectFiles(restoring, problems)
    const database = await openEmbedded({ dataDir: folder })
    try {
      const counted = await countRows(database.kysely)
      for await (const file of namedFiles(database.kysely))
        if (!keys.has(file.key)) problems.push(missing(file, manifest))
      return { id: manifest.id, ...counted, files: keys.size, problems }
    } finally {
      await database.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
