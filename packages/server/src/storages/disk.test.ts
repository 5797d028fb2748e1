import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '#core/errors.ts'
import { storageFailure } from './disk/failure.ts'
import { createDiskStorage, disk } from './disk.ts'

let dir = ''
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pictable-disk-'))
})
afterEach(async () => {
  await rm(dir, { recursive: true, force: true })
})

describe('createDiskStorage()', () => {
  test('spreads files over folders by their first two characters and leaves no temporary file', async () => {
    const storage = createDiskStorage({ dir })
    await storage.put('images/3f9a.png', Uint8Array.of(1), 'image/png')
    expect(await readdir(join(dir, 'images', '3f'))).toEqual(['3f9a.png'])
    expect(await readdir(join(dir, '.temporary'))).toEqual([])
  })

  test('writes a file again that a crash of the machine cut short', async () => {
    const storage = createDiskStorage({ dir })
    await storage.put('images/3f9a.png', Uint8Array.of(1, 2, 3), 'image/png')
    await writeFile(join(dir, 'images', '3f', '3f9a.png'), '')
    await storage.put('images/3f9a.png', Uint8Array.of(1, 2, 3), 'image/png')
    expect(Array.from((await storage.get('images/3f9a.png')) ?? [])).toEqual([1, 2, 3])
  })

  test('goes on after its folder was emptied', async () => {
    const storage = createDiskStorage({ dir })
    await storage.put('images/3f9a.png', Uint8Array.of(1), 'image/png')
    await rm(dir, { recursive: true })
    await expect(storage.put('images/3f9b.png', Uint8Array.of(1), 'image/png')).rejects.toThrow(AppError)
    await storage.put('images/3f9b.png', Uint8Array.of(1), 'image/png')
    expect(await storage.head('images/3f9b.png')).toEqual({ sizeBytes: 1 })
  })

  test('removes temporary files that a dead process left', async () => {
    const before = createDiskStorage({ dir })
    await before.check()
    const old = join(dir, '.temporary', 'left-over')
    const young = join(dir, '.temporary', 'in-use')
    await writeFile(old, 'x')
    await writeFile(young, 'x')
    await utimes(old, new Date(0), new Date(0))
    await createDiskStorage({ dir }).check()
    expect(await readdir(join(dir, '.temporary'))).toEqual(['in-use'])
  })

  test('says what, where and why when the folder cannot be made', async () => {
    const file = join(dir, 'a-file')
    await writeFile(file, '')
    const storage = createDiskStorage({ dir: join(file, 'images') })
    await expect(storage.check()).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringContaining(
        `Cannot write a test file in ${join(file, 'images')}: part of the path is a file`,
      ),
    })
    await expect(storage.put('images/3f9a.png', Uint8Array.of(1), 'image/png')).rejects.toThrow(
      'Cannot store images/3f9a.png',
    )
  })

  test('removes its temporary file when the last step fails', async () => {
    const storage = createDiskStorage({ dir })
    await storage.check()
    await writeFile(join(dir, 'images'), 'in the way')
    await expect(storage.put('images/3f9a.png', Uint8Array.of(1), 'image/png')).rejects.toThrow(AppError)
    expect(await readdir(join(dir, '.temporary'))).toEqual([])
  })
})

describe('storageFailure()', () => {
  test.each([
    ['ENOSPC', 'the disk is full. Free some space'],
    ['EACCES', 'permission denied'],
    ['EROFS', 'mounted read-only'],
    ['EWHATEVER', 'the disk rejected'],
  ])('%s is told in words', (code, words) => {
    const error = Object.assign(new Error('secret detail'), { code })
    const failure = storageFailure(error, { doing: 'store images/aa.png', dir: '/data/images' })
    expect(failure.code).toBe('storage_unavailable')
    expect(failure.message).toContain('Cannot store images/aa.png in /data/images: ')
    expect(failure.message).toContain(words)
    expect(failure.message).not.toContain('secret detail')
  })
})

test('disk is the folder "files" of the data folder, missing before the first start', async () => {
  const address = disk.parse('disk')
  expect(address?.place({ PICTABLE_DATA_DIR: '/data' })).toBe(join('/data', 'files'))
  expect(address?.isMissing?.({ PICTABLE_DATA_DIR: dir })).toBe(false)
  expect(address?.isMissing?.({ PICTABLE_DATA_DIR: join(dir, 'later') })).toBe(true)
  expect(disk.parse(dir)).toBeNull()
})
