import { describe, expect, test } from 'vitest'
import { fixedClock } from '#core/fakes/clock.ts'
import { createMemoryStorage } from '#core/fakes/memory-storage.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { cardDesign } from '#core/fakes/test-river.ts'
import { createTestWorld } from '#core/fakes/test-world.ts'
import type { Storage } from '#core/ports/storage.ts'
import { createTemplate } from '#core/template/save-template.ts'
import { addAsset, assetKey } from './add-asset.ts'
import { deleteAsset } from './delete-asset.ts'
import { deleteDroppedFiles } from './delete-dropped-files.ts'
import { expireImages } from './expire-images.ts'
import { imageKey } from './image-url.ts'
import { renderImage } from './render-image.ts'
import { clearSignedFiles } from './signed/clear-signed-files.ts'
import { signedFileKey } from './signed/signed-file.ts'

const opened = useTestData()

const hourMs = 3_600_000

async function start() {
  const clock = fixedClock()
  const storage = createMemoryStorage()
  const world = createTestWorld({ data: opened.data, clock, storage })
  const { template } = await createTemplate(world, { design: cardDesign, publish: true })
  const make = (title: string) =>
    renderImage(world, {
      template: { id: template.id },
      values: { Title: title },
      modifications: [],
      output: { formats: ['png'] },
      metadata: null,
    })
  return { clock, storage, world, make }
}

/** The storage, in which one file cannot be deleted. */
function withUndeletable(storage: Storage, key: string): Storage {
  return {
    ...storage,
    async delete(gone) {
      if (gone === key) throw new Error('EPERM')
      await storage.delete(gone)
    },
  }
}

describe('expireImages() and deleteDroppedFiles()', () => {
  test('delete old images, and their bytes an hour later, unless another image has them', async () => {
    const { clock, storage, world, make } = await start()
    const [old, twin] = [await make('old'), await make('shared')]
    clock.advance(48 * hourMs)
    const young = await make('shared')
    const keys = [old, twin, young].flatMap(({ files }) => files.map(imageKey))
    expect(keys[1]).toBe(keys[2])
    await expireImages(world, { keepCurrent: true })
    expect(await world.data.images.get(old.id)).not.toBeNull()
    await expireImages(world, { maxAgeDays: 1, keepCurrent: true })
    const left = await world.data.images.getMany([old.id, twin.id, young.id])
    expect([...left.keys()]).toEqual([young.id])
    await deleteDroppedFiles(world)
    expect(storage.files.has(keys[0] ?? '')).toBe(true)
    clock.advance(hourMs)
    await deleteDroppedFiles(world)
    expect(keys.map((key) => storage.files.has(key))).toEqual([false, true, true])
  })

  test('an image whose bytes go at this moment is refused, and can be made again', async () => {
    const { clock, storage, world, make } = await start()
    const image = await make('again')
    const [key = ''] = image.files.map(imageKey)
    await world.data.images.delete([image.id], clock.now())
    clock.advance(hourMs)
    let meanwhile: Promise<unknown> = Promise.resolve()
    const slow = {
      ...storage,
      async delete(gone: string) {
        // The same image is put before its bytes are deleted, and inserted before anybody knows that they are.
        if (gone === key) meanwhile = make('again').catch((error: unknown) => error)
        await meanwhile
        await storage.delete(gone)
      },
    }
    await deleteDroppedFiles({ ...world, storage: slow })
    expect(await meanwhile).toMatchObject({ code: 'storage_unavailable' })
    expect(storage.files.has(key)).toBe(false)
    await make('again').catch(() => undefined)
    const made = await make('again')
    expect(made.files.map(imageKey)).toEqual([key])
    expect(storage.files.has(key)).toBe(true)
    clock.advance(9 * hourMs)
    await deleteDroppedFiles(world)
    expect(storage.files.has(key)).toBe(true)
  })

  test('delete the bytes of an asset an hour after the last one that has them, and keep those that come again', async () => {
    const { clock, storage, world } = await start()
    const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 7])
    const add = () => addAsset(world, { filename: 'a.png', bytes })
    const [asset, twin] = [await add(), await add()]
    const key = assetKey(asset)
    const later = async (sweeping = world) => {
      clock.advance(hourMs)
      await deleteDroppedFiles(sweeping)
      return storage.files.has(key)
    }
    await deleteAsset(world, asset.id, true)
    expect(await later()).toBe(true)
    await deleteAsset(world, twin.id, true)
    await deleteDroppedFiles(world)
    expect(storage.files.has(key)).toBe(true)
    const third = await add()
    expect(await later()).toBe(true)
    await deleteAsset(world, third.id, true)
    let meanwhile: Promise<unknown> = Promise.resolve()
    const slow = {
      ...storage,
      async delete(gone: string) {
        meanwhile = add().catch((error: unknown) => error)
        await meanwhile
        await storage.delete(gone)
      },
    }
    expect(await later({ ...world, storage: slow })).toBe(false)
    expect(await meanwhile).toMatchObject({ code: 'storage_unavailable' })
    await add()
    expect(await later()).toBe(true)
  })

  test('a file that cannot be deleted is told of and tried again, and keeps no other one', async () => {
    const { clock, storage, world, make } = await start()
    const images = []
    for (let n = 0; n < 25; n++) images.push(await make(`stuck ${n}`))
    await world.data.images.delete(
      images.map(({ id }) => id),
      clock.now(),
    )
    clock.advance(hourMs)
    const [bad = '', ...others] = images.flatMap(({ files }) => files.map(imageKey))
    const left = () => [bad, ...others].filter((key) => storage.files.has(key))
    const broken = { ...world, storage: withUndeletable(storage, bad) }
    const told = `Files that could not be deleted: 1, the first ${bad}`
    await expect(deleteDroppedFiles(broken)).rejects.toThrow(told)
    expect(left()).toEqual([bad])
    clock.advance(hourMs)
    await deleteDroppedFiles(world)
    expect(left()).toEqual([])
  })
})

describe('clearSignedFiles()', () => {
  test('passes over a file that cannot be deleted, which stays known', async () => {
    const { clock, storage, world } = await start()
    const at = clock.now()
    for (let n = 0; n < 120; n++) {
      const fingerprint = `print ${String(n).padStart(3, '0')}`
      const file = { fingerprint, format: 'png' as const, hash: `${n}`, sizeBytes: 1, createdAt: at, goodUntil: at }
      await world.data.signedFiles.keep(file)
    }
    const bad = signedFileKey({ format: 'png', hash: '7' })
    const broken = { ...world, storage: withUndeletable(storage, bad) }
    await expect(clearSignedFiles(broken)).rejects.toThrow(`Files that could not be deleted: 1, the first ${bad}`)
    const left = () => world.data.signedFiles.old({ at, maxBytes: 0, limit: 1000 })
    expect((await left()).map(({ hash }) => hash)).toEqual(['7'])
    await clearSignedFiles(world)
    expect(await left()).toEqual([])
  })
})
