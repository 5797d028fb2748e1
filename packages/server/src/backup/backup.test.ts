import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '#core/errors.ts'
import type { Storage } from '#core/ports/storage.ts'
import { assetData } from '#database/data/asset-data.ts'
import type { EmbeddedDatabase } from '#database/database.ts'
import { openEmbedded } from '#database/open-embedded.ts'
import { makeDataDirectory } from '#database/prepared-cluster.test-kit.ts'
import { rowOf, rowsOf } from '#database/statement.ts'
import { parseConfig } from '#server/settings/config.ts'
import { openStorageAt } from '#server/start/open-storage.ts'
import { createVerifiedStorage } from '#storages/verified/verified-storage.ts'
import { CHUNK_BYTES, keyOfChunk, readLines } from './chunks.ts'
import { type BackingUp, makeBackup } from './make-backup.ts'
import type { Manifest } from './manifest.ts'
import { findBackup, listBackups, openClaimed, openPlace, readManifest } from './place.ts'
import { makeAndPrune, pruneBackups } from './prune-backups.ts'
import { restoreBackup, restoreCluster } from './restore-backup.ts'
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
      await expect(findBackup(place, { name })).rejects.toThrow(`There is no backup in ${name}.`)
      await place.put(`chunks/${'0'.repeat(64)}.zst`, randomBytes(10), 'application/zstd')
      const { manifest } = await backUp({ name })
      await pruneBackups(place)
      expect(existsSync(join(name, 'chunks', '00', `${'0'.repeat(64)}.zst`))).toBe(false)
      expect((await verifyBackup({ manifest, place: createVerifiedStorage(place), onProgress })).problems).toEqual([])
    },
    TIMEOUT_MS,
  )

  test(
    'knows from its beginning how much there is to copy',
    async () => {
      const told: [done: number, total: number][] = []
      await backUp({ name: newFolder(), onProgress: (...progress) => told.push(progress) })
      const [done = 0] = told.at(-1) ?? []
      // Only what is written while it runs may be missing.
      for (const [, total] of told) expect(total).toBeGreaterThan(0.9 * done)
      expect(told.at(-1)?.[1]).toBeLessThan(1.1 * done)
    },
    TIMEOUT_MS,
  )

  test(
    'leaves alone what no backup has written',
    async () => {
      const name = newFolder()
      const { place } = await backUp({ name })
      const notes = [join(name, 'images', 'Thumbs.db'), join(name, 'chunks', '.DS_Store'), join(name, 'images', 'ab12')]
      mkdirSync(join(name, 'images'), { recursive: true })
      for (const path of notes) writeFileSync(path, '')
      await pruneBackups(place)
      for (const path of notes) expect(existsSync(path), path).toBe(true)
    },
    TIMEOUT_MS,
  )

  test('takes as much memory for the files of the database as they are large', async () => {
    const { result } = await database.copy(async ({ files }) => {
      const buffers = new Set<ArrayBufferLike>()
      let sizeBytes = 0
      for await (const { bytes } of files)
        for await (const piece of bytes) {
          buffers.add(piece.buffer)
          sizeBytes += piece.length
        }
      const heldBytes = [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0)
      return { sizeBytes, heldBytes }
    })
    expect(result.sizeBytes).toBeGreaterThan(20 * 2 ** 20)
    expect(result.heldBytes).toBeLessThan(1.1 * result.sizeBytes)
  })

  test('does not mix the database with another copy', async () => {
    const held = Promise.withResolvers<void>()
    const copying = database.copy(() => held.promise)
    await expect(backUp({ name: newFolder() })).rejects.toMatchObject({ code: 'conflict' })
    held.resolve()
    await copying
  })
})

describe('makeAndPrune()', () => {
  test(
    'keeps the backup that it made, and ranks those with a later time last',
    async () => {
      const name = newFolder()
      const later = await backUp({ name, id: 'bak_zz0001' })
      await backUp({ name, id: 'bak_000001' })
      const { place } = later
      const { signal } = new AbortController()
      const options = { database, storage, place, version: '1.0.0', onProgress, now: () => new Date(), signal }
      await makeAndPrune({ ...options, id: 'bak_000002' }, 2)
      expect(await listBackups(place)).toEqual(['bak_000002', 'bak_000001'])
    },
    TIMEOUT_MS,
  )

  test(
    'completes a backup beside a damaged one, which it names, and deletes nothing',
    async () => {
      const name = newFolder()
      const oldest = await backUp({ name, id: 'bak_000001' })
      await backUp({ name, id: 'bak_000002' })
      const { place } = oldest
      await place.put('backups/bak_000002.json', new TextEncoder().encode('rot'), 'application/json')
      const { signal } = new AbortController()
      const options = { database, storage, place, version: '1.0.0', onProgress, now: () => new Date(), signal }
      const { manifest, warning } = await makeAndPrune({ ...options, id: 'bak_000003' }, 2)
      expect(warning).toContain('bak_000002')
      expect(await listBackups(place)).toEqual(['bak_000003', 'bak_000002', 'bak_000001'])
      expect((await verifyBackup({ manifest, place, onProgress })).problems).toEqual([])
    },
    TIMEOUT_MS,
  )

  const full = new AppError('storage_unavailable', 'The disk is full.', {
    cause: Object.assign(new Error(), { code: 'ENOSPC' }),
  })

  test(
    'leaves nothing of a backup that has filled the disk, and every earlier one whole',
    async () => {
      const name = newFolder()
      const { place, manifest } = await backUp({ name })
      const before = readdirSync(name, { recursive: true }).toSorted()
      await rowsOf(database.kysely, note, [1_000_000])
      for (let asset = 0; asset < 3; asset++) await addAsset()
      let stored = 0
      const options = {
        ...{ id: 'bak_full', database, storage, version: '1.0.0', onProgress, now: () => new Date() },
        signal: new AbortController().signal,
        place: {
          ...place,
          async put(...given: Parameters<Storage['put']>) {
            if (++stored > 3) throw full
            await place.put(...given)
          },
        },
      }
      await expect(makeAndPrune(options)).rejects.toBe(full)
      expect(stored).toBeGreaterThan(3)
      const left = readdirSync(name, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      for (const { parentPath, name: file } of left) expect(before).toContain(relative(name, join(parentPath, file)))
      expect((await verifyBackup({ manifest, place, onProgress })).problems).toEqual([])
    },
    TIMEOUT_MS,
  )
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
        `${lost} was already damaged when the backup was created.`,
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

describe('restoreBackup()', () => {
  let place: Storage
  beforeAll(async () => {
    place = (await backUp({ name: newFolder() })).place
  }, TIMEOUT_MS)

  /** A backup that anyone could have made. */
  async function forged(change: (manifest: Manifest) => void): Promise<Manifest> {
    const [id = ''] = await listBackups(place)
    const manifest = structuredClone(await readManifest(place, id))
    change(manifest)
    return manifest
  }
  const bomb = async (bytes: number) => {
    const unpacked = Buffer.alloc(bytes)
    return { hash: createHash('sha256').update(unpacked).digest('hex'), packed: zstdCompressSync(unpacked) }
  }

  test.each([
    ['../outside', 'contains a file ../outside'],
    ['base/../../outside', 'contains a file base/../../outside'],
    ['.', 'contains a file .'],
    ['', 'contains a file .'],
  ])('does not write to the path %j', async (path, message) => {
    for (const change of [
      (manifest: Manifest) => manifest.database.files.unshift({ path, sizeBytes: 1 }),
      (manifest: Manifest) => manifest.database.folders.unshift(path),
    ]) {
      const target = newFolder()
      const manifest = await forged(change)
      await expect(restoreCluster({ manifest, place }, join(target, 'database'))).rejects.toThrow(message)
      expect(existsSync(join(target, 'outside'))).toBe(false)
    }
  })

  test('does not unpack more than a chunk has', async () => {
    const { hash, packed } = await bomb(CHUNK_BYTES + 1)
    await place.put(keyOfChunk(hash), packed, 'application/zstd')
    const manifest = await forged(({ database: { chunks } }) => chunks.unshift(hash))
    await expect(restoreCluster({ manifest, place }, join(newFolder(), 'database'))).rejects.toMatchObject({
      code: 'file_damaged',
    })
  })

  test('does not collect lines without an end', async () => {
    const { hash, packed } = await bomb(CHUNK_BYTES)
    await place.put(keyOfChunk(hash), packed, 'application/zstd')
    await expect(Array.fromAsync(readLines(place, [hash, hash]))).rejects.toMatchObject({
      code: 'file_damaged',
      message: expect.stringContaining('has no lines'),
    })
  })

  test('does not choose a backup with a time in the future by itself', async () => {
    const [id = ''] = await listBackups(place)
    const earlier = new Date(Date.now() - 2 * 3_600_000)
    const future = { code: 'conflict', message: expect.stringContaining(`${id} has the time`) }
    await expect(findBackup(place, { name: 'There', now: earlier })).rejects.toMatchObject(future)
    await expect(findBackup(place, { name: 'There', id, now: earlier })).resolves.toMatchObject({ id })
    await expect(findBackup(place, { name: 'There' })).resolves.toMatchObject({ id })
  })

  test.each(['../../secret', 'bak_x/../y', 'BAK', ''])('does not find a backup of the id %j', async (id) => {
    const name = newFolder()
    await expect(findBackup(await openPlace(config, name), { name, id })).rejects.toMatchObject({ code: 'not_found' })
  })
})
