import { expect, test } from 'vitest'
import { fixedClock } from '#core/fakes/clock.ts'
import { createMemoryStorage } from '#core/fakes/memory-storage.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { cardDesign } from '#core/fakes/test-river.ts'
import { createTestWorld } from '#core/fakes/test-world.ts'
import type { Storage } from '#core/ports/storage.ts'
import { damagedFile } from './damaged-file.ts'
import { filesOfImage, imageKey } from './image-url.ts'
import { renderImage } from './render-image.ts'
import { readScrub, scrubFiles } from './scrub-files.ts'

const opened = useTestData()
const minuteMs = 60_000
const signal = new AbortController().signal

/** A world in whose storage some files are damaged. */
async function start(images: number) {
  const clock = fixedClock()
  const damaged = new Set<string>()
  const reads: string[] = []
  const memory = createMemoryStorage()
  const storage: Storage = {
    ...memory,
    async open(key) {
      reads.push(key)
      if (damaged.has(key)) throw damagedFile(key)
      return memory.open(key)
    },
  }
  const world = createTestWorld({ data: opened.data, clock, storage })
  const made = []
  for (let n = 0; n < images; n++)
    made.push(
      await renderImage(world, {
        template: { design: cardDesign },
        values: { Title: `Scrub ${images} ${n}` },
        modifications: [],
        output: { formats: ['png'] },
        metadata: null,
      }),
    )
  const keys = made.flatMap((image) => filesOfImage(image).map(imageKey))
  const scrub = () => scrubFiles(world, { everyDays: 7, signal })
  const minutes = async (count: number) => {
    for (let minute = 0; minute < count; minute++) {
      clock.advance(minuteMs)
      await scrub()
    }
  }
  const broken = async () => (await readScrub(world.data.settings))?.broken.map(({ key, problem }) => [key, problem])
  return { clock, damaged, keys, made, memory, minutes, broken, reads, scrub, world }
}

test('scrubFiles() reads every file once, a page a minute, and goes on where it was', async () => {
  const { clock, damaged, keys, memory, minutes, broken, reads, scrub, world } = await start(130)
  const [changed = '', gone = ''] = [keys[3], keys[128]]
  damaged.add(changed)
  await memory.delete(gone)
  await scrub()
  const first = reads.length
  expect(first).toBe(200)
  await scrub()
  expect(reads.length).toBe(first)
  await minutes(6)
  expect(new Set(reads.filter((key) => keys.includes(key)))).toEqual(new Set(keys))
  expect((await broken())?.toSorted()).toEqual(
    [
      [changed, 'damaged'],
      [gone, 'missing'],
    ].toSorted(),
  )
  const done = await readScrub(world.data.settings)
  expect(done).toMatchObject({ cursor: null, finishedAt: expect.any(String), checked: keys.length, unlisted: 0 })

  const before = reads.length
  damaged.clear()
  await minutes(1)
  expect(reads.slice(before).toSorted()).toEqual([changed, gone].toSorted())
  expect(await broken()).toEqual([[gone, 'missing']])
  const owner = (await readScrub(world.data.settings))?.broken[0]?.id ?? ''
  await world.data.images.delete([owner], clock.now())
  await minutes(1)
  expect(await broken()).toEqual([])

  const quiet = reads.length
  await minutes(3)
  expect(reads.length).toBe(quiet)
  clock.advance(7 * 24 * 60 * minuteMs)
  await minutes(6)
  expect(reads.length).toBe(quiet + keys.length - 2)
})

test('scrubFiles() waits while the storage does not work, and tells a file that alone cannot be read', async () => {
  const images = (await opened.data.images.list({ limit: 1000 })).results
  await opened.data.images.delete(
    images.map(({ id }) => id),
    new Date(),
  )
  const { keys, memory, minutes, broken, world, clock } = await start(2)
  let isDown = true
  const failing: Storage = {
    ...memory,
    async open(key) {
      if (isDown || key === keys[0]) throw new Error('EIO')
      return memory.open(key)
    },
    async check() {
      if (isDown) throw new Error('down')
    },
  }
  const ill = { ...world, storage: failing }
  clock.advance(30 * 24 * 60 * minuteMs)
  await expect(scrubFiles(ill, { everyDays: 7, signal })).rejects.toThrow('down')
  isDown = false
  for (let minute = 0; minute < 8; minute++) {
    clock.advance(minuteMs)
    await scrubFiles(ill, { everyDays: 7, signal })
  }
  expect(await broken()).toContainEqual([keys[0], 'unreadable'])
  await minutes(1)
})

test('scrubFiles() begins a pass when the last one has a time in the future: the clock was set back', async () => {
  const { clock, keys, minutes, reads } = await start(3)
  await minutes(5)
  clock.advance(-30 * 24 * 60 * minuteMs)
  reads.length = 0
  await minutes(5)
  expect(reads).toEqual(expect.arrayContaining([...keys]))
})
