import { createHash, randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Storage } from '#core/ports/storage.ts'
import { assetData } from '#database/asset-data.ts'
import type { EmbeddedDatabase } from '#database/database.ts'
import { openEmbedded } from '#database/open-embedded.ts'
import { makeDataDirectory } from '#database/prepared-cluster.test-kit.ts'
import { rowOf, rowsOf } from '#database/statement.ts'
import { parseConfig } from '#server/config.ts'
import { openStorageAt } from '#server/open-storage.ts'
import { createVerifiedStorage } from '#storages/verified/verified-storage.ts'
import { type BackingUp, makeBackup } from './make-backup.ts'
import { claimPlace, findBackup, listBackups, openClaimed, openPlace, readManifest } from './place.ts'
import { pruneBackups } from './prune-backups.ts'
import { restoreBackup } from './restore-backup.ts'
import { verifyBackup } from './verify-backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'pictable-backup-'))
const dataDir = makeDataDirectory('pictable-backup-')
const config = parseConfig({ PICTABLE_DATA_DIR: dataDir, PICTABLE_LOG_LEVEL: 'silent' })
const TIMEOUT_MS = 180_000
const onProgress = () => {}

let database: EmbeddedDatabase
let storage: Storage
let count = 0

beforeAll(async () => {
  database = await openEmbedded({ dataDir })
  storage = await openStorageAt(config)
})
afterAll(async () => {
  await database.close()
  for (const path of [folder, dataDir]) rmSync(path, { recursive: true, force: true })
})

function newFolder(): string {
  const path = join(folder, `place-${count++}`)
  mkdirSync(path)
  return path
}

/** An asset with its row, as an upload leaves them. */
async function addAsset(): Promise<string> {
  const bytes = randomBytes(5000)
  const hash = createHash('sha256').update(bytes).digest('hex')
  await storage.put(`assets/${hash}`, bytes, 'image/png')
  const id = `ast_${String(count++).padStart(6, '0')}`
  const asset = { id, filename: 'one.png', hash, contentType: 'image/png', sizeBytes: 5000, createdAt: new Date() }
  await assetData(database.kysely).insert(asset)
  return `assets/${hash}`
}

interface Given extends Partial<BackingUp> {
  name: string
}

async function backUp({ name, ...given }: Given) {
  const place = createVerifiedStorage(await openClaimed(config, name, storage))
  const id = `bak_${String(count++).padStart(6, '0')}`
  const made = await makeBackup({
    ...{ id, database, storage, place, version: '1.0.0', onProgress },
    now: () => new Date(),
    signal: new AbortController().signal,
    ...given,
  })
  return { place, ...made }
}

const note = `insert into settings (name, value) select 'note ' || $1::int, to_jsonb(repeat('x', 300))`
const notes = `select count(*)::int as count from settings where name like 'note %'`

async function restored({ place, id }: { place: Storage; id: string }) {
  const target = newFolder()
  const files = await openStorageAt(parseConfig({ PICTABLE_DATA_DIR: target }))
  const manifest = await readManifest(place, id)
  await restoreBackup({ manifest, place, onProgress }, { dataDir: target, storage: files })
  const copy = await openEmbedded({ dataDir: target })
  const found = await rowOf<{ count: number }>(copy.kysely, notes, [])
  await copy.close()
  return found?.count
}

describe('makeBackup()', () => {
  test(
    'copies one moment of a database that is being written, and every file',
    async () => {
      await addAsset()
      let written = 0
      let isDone = false
      const write = async () => {
        while (!isDone) {
          await rowsOf(database.kysely, note, [written])
          written += 1
          if (written % 20 === 0) await addAsset()
          if (written % 50 === 0) await Promise.all([database.maintain(), database.verify()])
        }
      }
      const writing = write()
      while (written < 30) await new Promise((resolve) => setTimeout(resolve, 5))
      const before = written
      const { place, manifest } = await backUp({ name: newFolder() }).finally(() => {
        isDone = true
      })
      await writing
      expect(manifest.database.files.map(({ path }) => path)).toContain('backup_label')
      const found = await restored({ place, id: manifest.id })
      expect(found).toBeGreaterThanOrEqual(before)
      expect(found).toBeLessThanOrEqual(written)
      const verified = await verifyBackup({ manifest, place, onProgress })
      expect(verified.problems).toEqual([])
      expect(verified.rows).toBeGreaterThan(before)
      expect(verified.files).toBeGreaterThan(1)
    },
    TIMEOUT_MS,
  )

  test(
    'copies only what the place lacks, and keeps what the kept backups need',
    async () => {
      const name = newFolder()
      const first = await backUp({ name })
      await addAsset()
      const second = await backUp({ name })
      expect(second.addedBytes).toBeLessThan(first.addedBytes / 2)
      expect(await pruneBackups(second.place, 1)).toEqual([first.manifest.id])
      expect(await listBackups(second.place)).toEqual([second.manifest.id])
      const { problems, files } = await verifyBackup({ manifest: second.manifest, place: second.place, onProgress })
      expect({ problems, files }).toEqual({ problems: [], files: second.manifest.files.count })
      expect(await pruneBackups(second.place, 0)).toEqual([])
    },
    TIMEOUT_MS,
  )

  test(
    'leaves no backup when it is ended, and the next one clears away what it left',
    async () => {
      const name = newFolder()
      const ended = new AbortController()
      const end = () => ended.abort(new Error('ended by the test'))
      await expect(backUp({ name, signal: ended.signal, onProgress: (done) => done > 6e6 && end() })).rejects.toThrow(
        'ended by the test',
      )
      const left = readdirSync(join(name, 'chunks'), { recursive: true }).length
      expect(left).toBeGreaterThan(0)
      const place = await openPlace(config, name)
      await expect(findBackup(place, name)).rejects.toThrow(`There is no backup in ${name}.`)
      await place.put(`chunks/${'0'.repeat(64)}.zst`, randomBytes(10), 'application/zstd')
      const { manifest } = await backUp({ name })
      await pruneBackups(place)
      expect(existsSync(join(name, 'chunks', '00', `${'0'.repeat(64)}.zst`))).toBe(false)
      expect((await verifyBackup({ manifest, place: createVerifiedStorage(place), onProgress })).problems).toEqual([])
    },
    TIMEOUT_MS,
  )

  test('does not mix the database with another copy', async () => {
    const held = Promise.withResolvers<void>()
    const copying = database.copy(() => held.promise)
    await expect(backUp({ name: newFolder() })).rejects.toMatchObject({ code: 'conflict' })
    held.resolve()
    await copying
  })
})

describe('verifyBackup()', () => {
  test(
    'names every file and every chunk that is damaged or missing',
    async () => {
      const [lost, damaged, missing] = [await addAsset(), await addAsset(), await addAsset()]
      truncateSync(join(dataDir, 'files', 'assets', lost.slice(7, 9), lost.slice(7)), 100)
      const name = newFolder()
      const { place, manifest } = await backUp({ name })
      expect(manifest.damaged).toEqual([lost])
      const pathOf = (key: string) => join(name, 'assets', key.slice(7, 9), key.slice(7))
      writeFileSync(pathOf(damaged), 'something else')
      rmSync(pathOf(missing))
      const { problems } = await verifyBackup({ manifest, place, onProgress })
      const expected = [
        `${damaged} is damaged.`,
        `${missing} is missing.`,
        `${lost} was damaged when the backup was made.`,
      ]
      expect(problems).toHaveLength(3)
      for (const one of expected) expect(problems).toContainEqual(expect.stringContaining(one))

      const [chunk = ''] = manifest.database.chunks
      const path = join(name, 'chunks', chunk.slice(0, 2), `${chunk}.zst`)
      writeFileSync(path, 'no chunk')
      await expect(verifyBackup({ manifest, place, onProgress })).rejects.toMatchObject({
        code: 'file_damaged',
        message: expect.stringContaining(`chunks/${chunk}.zst does not match its SHA-256`),
      })
      rmSync(path)
      await expect(verifyBackup({ manifest, place, onProgress })).rejects.toThrow('is missing')

      const key = `backups/${manifest.id}.json`
      const text = Buffer.from((await place.get(key)) ?? []).toString()
      await place.put(key, Buffer.from(text.replace('"format":1', '"format":2')), 'application/json')
      const left = readdirSync(name, { recursive: true }).length
      await expect(readManifest(place, manifest.id)).rejects.toMatchObject({ code: 'file_damaged' })
      // What it needs is not known: nothing is deleted.
      await expect(pruneBackups(place)).rejects.toMatchObject({ code: 'file_damaged' })
      expect(readdirSync(name, { recursive: true })).toHaveLength(left)
      await rowsOf(database.kysely, "delete from assets where $1 like '%' || hash", [lost])
      await storage.delete(lost)
    },
    TIMEOUT_MS,
  )
})

describe('openPlace()', () => {
  const file = join(folder, 'file')
  const link = join(folder, 'link')
  beforeAll(() => {
    writeFileSync(file, '')
    symlinkSync(dataDir, link)
  })
  test.each([
    ['relative', /^"relative" is no place for backups/],
    [join(folder, 'nowhere'), /^There is no folder .*nowhere\. Create it/],
    [file, /is a file\. Name a folder/],
    [dataDir, /is inside the data folder/],
    [join(dataDir, 'files'), /is inside the data folder/],
    [link, /is inside the data folder/],
    ['s3://x', /"s3:\/\/x" is no bucket/],
  ])('refuses %s', async (place, message) => {
    mkdirSync(join(dataDir, 'files'), { recursive: true })
    await expect(openPlace(config, place)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(message),
    })
  })

  test('refuses the bucket of the images', async () => {
    const bucket = parseConfig({ PICTABLE_DATA_DIR: dataDir, PICTABLE_STORAGE: 's3://pictures/all/' })
    await expect(openPlace(bucket, 's3://pictures/all')).rejects.toThrow('is where the images are')
    await expect(openPlace(bucket, 's3://pictures/all-backups')).resolves.toBeDefined()
  })

  test(
    'refuses a folder with files that no backup has written, or of another installation',
    async () => {
      const name = newFolder()
      mkdirSync(join(name, 'images', 'ab'), { recursive: true })
      writeFileSync(join(name, 'images', 'ab', `${'ab'.repeat(32)}.png`), 'a picture')
      await expect(backUp({ name })).rejects.toThrow('holds files that no backup has written')
      const place = await openPlace(config, newFolder())
      const installation = async (id: string) => {
        await storage.put('checks/installation', Buffer.from(id), 'text/plain')
        return claimPlace(place, storage, 'The place')
      }
      await installation('first')
      await installation('first')
      await expect(installation('second')).rejects.toThrow('The place holds backups of another installation')
    },
    TIMEOUT_MS,
  )
})
