import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Storage } from '#core/ports/storage.ts'
import { parseConfig } from '#server/settings/config.ts'
import { openStorageAt } from '#server/start/open-storage.ts'
import { claimPlace, openClaimed, openPlace } from './place.ts'

const folder = mkdtempSync(join(tmpdir(), 'pictable-place-'))
const dataDir = join(folder, 'data')
const config = parseConfig({ PICTABLE_DATA_DIR: dataDir, PICTABLE_LOG_LEVEL: 'silent' })

/** Whether this user may have small disks of its own. */
const mayMount = (() => {
  const disk = mkdtempSync(join(tmpdir(), 'pictable-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk], { stdio: 'ignore' })
    execFileSync('umount', [disk])
    return true
  } catch (error) {
    if (process.env.CI === 'true' && process.getuid?.() === 0) throw error
    console.log('this user cannot mount a small disk: the tests of a full one are left out')
    return false
  } finally {
    rmdirSync(disk)
  }
})()

let storage: Storage
let count = 0

beforeAll(async () => {
  mkdirSync(dataDir)
  storage = await openStorageAt(config)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function newFolder(): string {
  const path = join(folder, `place-${count++}`)
  mkdirSync(path)
  return path
}

describe('openPlace()', () => {
  const file = join(folder, 'file')
  const link = join(folder, 'link')
  beforeAll(() => {
    writeFileSync(file, '')
    symlinkSync(dataDir, link)
  })
  test.each([
    ['relative', /^"relative" is not a place for backups/],
    [join(folder, 'nowhere'), /^There is no folder .*nowhere\. Create it/],
    [file, /is a file\. Choose a folder/],
    [dataDir, /is inside the data folder/],
    [join(dataDir, 'files'), /is inside the data folder/],
    [link, /is inside the data folder/],
    ['s3://x', /"s3:\/\/x" is not a bucket/],
  ])('refuses %s', async (place, message) => {
    mkdirSync(join(dataDir, 'files'), { recursive: true })
    await expect(openPlace(config, place)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(message),
    })
  })

  test('opens a folder where there is no data folder, such as on a machine that only verifies', async () => {
    const elsewhere = parseConfig({ PICTABLE_DATA_DIR: join(folder, 'no-data'), PICTABLE_LOG_LEVEL: 'silent' })
    await expect(openPlace(elsewhere, newFolder())).resolves.toBeDefined()
  })

  test('refuses the bucket of the images', async () => {
    const bucket = parseConfig({ PICTABLE_DATA_DIR: dataDir, PICTABLE_STORAGE: 's3://pictures/all/' })
    await expect(openPlace(bucket, 's3://pictures/all')).rejects.toThrow('is the storage of the images')
    await expect(openPlace(bucket, 's3://pictures/all-backups')).resolves.toBeDefined()
    await expect(openPlace(bucket, 's3://pictures/all/backups-of-us')).resolves.toBeDefined()
  })

  test.each([
    ['s3://pictures', 's3://pictures/images'],
    ['s3://pictures', 's3://pictures/signed/backups'],
    ['s3://pictures/images', 's3://pictures'],
    ['s3://pictures/all/chunks/ours', 's3://pictures/all'],
  ])('refuses a prefix that would mix backups with images: images in %s, backups in %s', async (images, place) => {
    const bucket = parseConfig({ PICTABLE_DATA_DIR: dataDir, PICTABLE_STORAGE: images })
    await expect(openPlace(bucket, place)).rejects.toThrow('is the storage of the images')
  })

  test('gives a folder in which no other user can read the backups', async () => {
    const name = newFolder()
    const place = await openPlace(config, name)
    await place.put('checks/backups', Buffer.from('here'), 'text/plain')
    const paths = readdirSync(name, { recursive: true, encoding: 'utf8' }).map((path) => join(name, path))
    const modes = paths.map((path) => statSync(path)).map((found) => [found.isFile(), found.mode & 0o777])
    expect(modes).toContainEqual([true, 0o600])
    expect(modes.filter(([, mode]) => mode !== 0o600 && mode !== 0o700)).toEqual([])
  })

  test('refuses a folder that contains the data folder among its backups', async () => {
    const parent = newFolder()
    const data = join(parent, 'images', 'pictable')
    mkdirSync(data, { recursive: true })
    await expect(openPlace(parseConfig({ PICTABLE_DATA_DIR: data }), parent)).rejects.toThrow(
      'contains the data folder',
    )
    await expect(openPlace(parseConfig({ PICTABLE_DATA_DIR: data }), join(parent, 'images'))).resolves.toBeDefined()
  })

  test.skipIf(!mayMount)('leaves space on the disk of the data folder', async () => {
    const disk = newFolder()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=100m', 'tmpfs', disk])
    try {
      const [data, name] = [join(disk, 'data'), join(disk, 'place')]
      for (const path of [data, name]) mkdirSync(path)
      const place = await openPlace(parseConfig({ PICTABLE_DATA_DIR: data }), name)
      await expect(place.put('checks/backups', Buffer.from('here'), 'text/plain')).rejects.toMatchObject({
        code: 'storage_unavailable',
        message: expect.stringContaining('has less than 200 MB left'),
      })
    } finally {
      execFileSync('umount', [disk])
    }
  })

  test('refuses a folder with files that no backup has written, or of another installation', async () => {
    const name = newFolder()
    mkdirSync(join(name, 'images', 'ab'), { recursive: true })
    writeFileSync(join(name, 'images', 'ab', `${'ab'.repeat(32)}.png`), 'a picture')
    await expect(openClaimed(config, name, storage)).rejects.toThrow('contains files that do not belong to a backup')
    const place = await openPlace(config, newFolder())
    const installation = async (id: string) => {
      await storage.put('checks/installation', Buffer.from(id), 'text/plain')
      return claimPlace(place, storage, 'The place')
    }
    await installation('first')
    await installation('first')
    await expect(installation('second')).rejects.toThrow('The place contains backups of another installation')
  })
})
