import { describe, expect, test } from 'vitest'
import { fixedClock } from '#core/fakes/clock.ts'
import { createMemoryStorage } from '#core/fakes/memory-storage.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { cardDesign } from '#core/fakes/test-river.ts'
import { createTestWorld } from '#core/fakes/test-world.ts'
import { createTemplate } from '#core/template/save-template.ts'
import { deleteDroppedFiles } from './delete-dropped-files.ts'
import { expireImages } from './expire-images.ts'
import { imageKey } from './image-url.ts'
import { renderImage } from './render-image.ts'

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
})
