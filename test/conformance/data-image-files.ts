import type { Image, ImageFile } from '@pictable/server/core/image/image.ts'
import { describe, expect, test } from 'vitest'
import { at, newImage, type Subject } from './data.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const timeAt = (ms: number) => new Date(at.getTime() + ms)

let count = 0

/** No other test has it. */
function newFile(): ImageFile {
  count += 1
  return { format: 'png', hash: `${count}`.padStart(64, 'f'), sizeBytes: 1, widthPx: 1, heightPx: 1 }
}

const nameOf = ({ hash, format }: ImageFile) => ({ hash, format })

export function describeImageFiles(get: () => Subject): void {
  describe('files of deleted images', () => {
    /** Everything that may be deleted at the time. */
    async function takeAll(time: Date) {
      const { data } = get()
      const taken = []
      for (;;) {
        const files = await data.droppedFiles.take({ at: time, droppedBefore: time, limit: 2 })
        if (files === null) return taken
        taken.push(...files)
      }
    }

    test('are taken once no image has them, each once', async () => {
      const { data, id } = get()
      const [own, shared] = [newFile(), newFile()]
      const image = newImage(id('img'), { files: [own, shared] })
      const other = newImage(id('img'), { files: [newFile(), shared] })
      await data.images.insert([image, other])
      await data.images.delete([image.id], timeAt(hourMs))
      expect(await takeAll(timeAt(0))).not.toContainEqual(nameOf(own))
      const taken = await takeAll(timeAt(hourMs))
      expect(taken).toContainEqual(nameOf(own))
      expect(taken).not.toContainEqual(nameOf(shared))
      expect(await takeAll(timeAt(hourMs))).toEqual([])
      await data.images.delete([other.id], timeAt(2 * hourMs))
      expect(await takeAll(timeAt(2 * hourMs))).toContainEqual(nameOf(shared))
    })

    test('are taken with the preview of the last image that has it', async () => {
      const { data, id } = get()
      const [own, shared] = [newFile(), newFile()]
      const image = newImage(id('img'), { files: [newFile()], preview: own })
      const twin = newImage(id('img'), { files: [newFile()], preview: shared })
      const late = newImage(id('img'), { files: [newFile()] })
      await data.images.insert([image, twin, late])
      await data.images.addPreview(late.id, shared, at)
      await data.images.addPreview(late.id, own, at)
      expect((await data.images.get(late.id))?.preview).toEqual(shared)
      await data.images.delete([image.id, twin.id], at)
      const taken = await takeAll(timeAt(hourMs))
      expect(taken).toContainEqual(nameOf(own))
      expect(taken).not.toContainEqual(nameOf(shared))
      await data.images.delete([late.id], timeAt(2 * hourMs))
      expect(await takeAll(timeAt(2 * hourMs))).toContainEqual(nameOf(shared))
      const orphan = newFile()
      await data.images.addPreview(late.id, orphan, timeAt(3 * hourMs))
      expect(await takeAll(timeAt(3 * hourMs))).toContainEqual(nameOf(orphan))
    })

    test('are taken again when whoever took them died', async () => {
      const { data, id } = get()
      const file = newFile()
      const image = newImage(id('img'), { files: [file] })
      await data.images.insert([image])
      await data.images.delete([image.id], at)
      expect(await takeAll(timeAt(0))).toContainEqual(nameOf(file))
      expect(await takeAll(timeAt(60_000))).not.toContainEqual(nameOf(file))
      expect(await takeAll(timeAt(hourMs))).toContainEqual(nameOf(file))
      await data.droppedFiles.settle([nameOf(file)], timeAt(hourMs))
      expect(await takeAll(timeAt(9 * hourMs))).not.toContainEqual(nameOf(file))
    })

    test('stay for an image that is made in time', async () => {
      const { data, id } = get()
      const file = newFile()
      const [image, again] = [newImage(id('img'), { files: [file] }), newImage(id('img'), { files: [file] })]
      await data.images.insert([image])
      await data.images.delete([image.id], at)
      expect(await data.droppedFiles.revive([nameOf(file)], at)).toBe(true)
      await data.images.insert([again])
      expect(await takeAll(timeAt(9 * hourMs))).not.toContainEqual(nameOf(file))
    })

    test('are to be put again by an image that is made while they go, and not before they are gone', async () => {
      const { data, id } = get()
      const [file, known] = [newFile(), newFile()]
      const image = newImage(id('img'), { files: [file] })
      await data.images.insert([image])
      await data.images.delete([image.id], at)
      await takeAll(at)
      const wanted = [nameOf(file), nameOf(known)]
      expect(await data.droppedFiles.revive(wanted, timeAt(1000))).toBe(false)
      expect(await data.droppedFiles.revive(wanted, timeAt(2000))).toBe(false)
      await data.droppedFiles.settle([nameOf(file)], timeAt(3000))
      expect(await data.droppedFiles.revive(wanted, timeAt(4000))).toBe(false)
      expect(await data.droppedFiles.revive(wanted, timeAt(5000))).toBe(true)
    })

    test('are to be put again by an image that is made at the moment in which they are taken', async () => {
      const { data, id } = get()
      const file = newFile()
      const image = newImage(id('img'), { files: [file] })
      await data.images.insert([image])
      await data.images.delete([image.id], at)
      let isSafe: Promise<boolean> | undefined
      await data.transaction(async (inside) => {
        await inside.droppedFiles.take({ at, droppedBefore: at, limit: 1000 })
        isSafe = data.droppedFiles.revive([nameOf(file)], at)
        await new Promise((resolve) => setTimeout(resolve, 100))
      })
      expect(await isSafe).toBe(false)
    })
  })

  describe('images that the rules let go', () => {
    /** Places of the images that may go, among those that were made in this order. */
    const goneOf = async (
      all: readonly Image[],
      rules: { createdBefore?: Date; perRecord?: number; keepCurrent?: boolean },
    ) => {
      const { data } = get()
      const places = []
      for (let next = all[0]?.id.slice(0, -1) ?? null; next !== null; ) {
        const page = await data.images.expired({
          after: next,
          endId: null,
          limit: 2,
          createdBefore: null,
          perRecord: null,
          keepCurrent: true,
          ...rules,
        })
        places.push(...page.ids.map((imageId) => all.findIndex((image) => image.id === imageId)))
        next = page.next
      }
      return places.filter((place) => place >= 0)
    }

    test('are those that are old, and those beyond the newest of their record, but never the one in the table', async () => {
      const { data, id, addAction } = get()
      const action = await addAction()
      const [actionId, recordId] = [action.id, 'rec1']
      const old = { createdAt: timeAt(-10 * dayMs) }
      const ofRecord = [old, old, {}, {}].map((more) => newImage(id('img'), { actionId, recordId, ...more }))
      const [inTable, oldest] = ofRecord
      const loose = [newImage(id('img'), old), newImage(id('img'))]
      const all = [...ofRecord, ...loose]
      await data.images.insert(all)
      const output = {
        actionId,
        recordId,
        output: '',
        fingerprint: 'f',
        imageId: inTable?.id ?? '',
        writtenTo: ['fld_url'],
      }
      await data.outputs.upsert([output])
      const gone = (rules: Parameters<typeof goneOf>[1]) => goneOf(all, rules)
      const createdBefore = timeAt(-dayMs)
      expect(await gone({ createdBefore })).toEqual([1, 4])
      expect(await gone({ createdBefore, keepCurrent: false })).toEqual([0, 1, 4])
      expect(await gone({ perRecord: 1 })).toEqual([1, 2])
      expect(await gone({ perRecord: 3 })).toEqual([])
      expect(await gone({ perRecord: 3, keepCurrent: false })).toEqual([0])
      expect(await gone({})).toEqual([])
      const writes = action.writeBack !== null
      for (const writtenTo of [null, []]) {
        await data.outputs.upsert([{ ...output, imageId: oldest?.id ?? '', writtenTo }])
        expect(await gone({ createdBefore })).toEqual(writes ? [4] : [0, 4])
      }
    })

    test('are none of an output whose newest image is not in the table, whatever the output is called', async () => {
      const { data, id, addAction } = get()
      const made = { actionId: (await addAction()).id, recordId: 'rec1' }
      const createdBefore = timeAt(-dayMs)
      const old = { ...made, createdAt: timeAt(-10 * dayMs) }
      const newTile = newImage(id('img'), { ...made, output: 'tile' })
      const older = ['story', 'tile'].map((output) => newImage(id('img'), { ...old, output }))
      await data.images.insert([newTile, ...older])
      const last = { ...made, output: 'out_tile', fingerprint: 'f', imageId: newTile.id }
      await data.outputs.upsert([{ ...last, writtenTo: null }])
      expect(await goneOf([newTile, ...older], { createdBefore })).toEqual([1])
      await data.outputs.upsert([{ ...last, writtenTo: ['fld3'] }])
      expect(await goneOf([newTile, ...older], { createdBefore })).toEqual([1, 2])
      // It may be of any output, as they are called otherwise now.
      const unknown = [null, 'poster'].map((output) => newImage(id('img'), { ...old, output }))
      await data.images.insert(unknown)
      expect(await goneOf(unknown, { createdBefore })).toEqual([0, 1])
      await data.outputs.upsert([{ ...last, writtenTo: null }])
      expect(await goneOf(unknown, { createdBefore })).toEqual([])
      expect(await goneOf(unknown, { createdBefore, keepCurrent: false })).toEqual([0, 1])
    })
  })
}
