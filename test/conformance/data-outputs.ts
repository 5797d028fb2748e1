import { updateAction } from '@pictable/server/core/action/save-action.ts'
import { createTestRiver } from '@pictable/server/core/fakes/test-river.ts'
import { outputsOf, shownName } from '@pictable/server/core/output/outputs-of.ts'
import { describe, expect, test } from 'vitest'
import type { Subject } from './data.ts'

const outputOf = (name: string, scale: number) => ({ name, output: { scale } })
const [card, story, tile] = [outputOf('card', 1), outputOf('story', 2), outputOf('tile', 3)]

export function describeOutputs(get: () => Subject): void {
  describe('outputs of an action', () => {
    async function withOutputs(records: number) {
      const { data } = get()
      const draft = { isListed: true, outputs: [card, story], writeBack: null, stableUrls: {} }
      const { world, actionId } = await createTestRiver({ data, jobs: [] }, { draft })
      const save = (...outputs: { name: string }[]) =>
        updateAction(world, { id: actionId }, { outputs: outputs.map((output) => ({ output: {}, ...output })) })
      const keys = async () => {
        const action = await data.actions.get(actionId)
        return Object.fromEntries(
          action === null ? [] : outputsOf(action).map((output) => [shownName(output), output.key]),
        )
      }
      const recordIds = Array.from({ length: records }, (_, n) => `rec_${n}`)
      for (const output of Object.values(await keys()))
        await data.outputs.upsert(
          recordIds.map((recordId) => {
            const imageId = `img_${recordId}_${output}`
            return { actionId, recordId, output, fingerprint: 'one', imageId, writtenTo: [] }
          }),
        )
      return { data, actionId, save, keys }
    }

    test('keep the rows of their images, however they are listed', async () => {
      const { save, keys } = await withOutputs(20_000)
      const { card: first, story: second } = await keys()
      const before = await get().rowVersions()
      await save(story, card)
      expect(await keys()).toEqual({ story: second, card: first })
      await save({ ...story, name: 'poster' }, card)
      expect(await keys()).toEqual({ poster: second, card: first })
      await save(tile, card, { ...story, name: 'poster' })
      const { tile: third } = await keys()
      expect(await keys()).toEqual({ tile: third, card: first, poster: second })
      await save(card)
      await save(card, tile)
      expect(Object.values(await keys())).toEqual([first, expect.not.stringMatching(`^(${second}|${third})$`)])
      await save(tile)
      expect(await get().rowVersions()).toEqual(before)
    })

    test('that are gone lose what was last made for them, and others nothing', async () => {
      const { data, actionId, save } = await withOutputs(3)
      const other = await withOutputs(3)
      const made = async (id: string) => {
        const found = await data.outputs.find(id, ['rec_0', 'rec_1', 'rec_2'])
        return [...found.values()].map((outputs) => [...outputs.keys()].length)
      }
      const madeOfAll = async () => [await made(actionId), await made(other.actionId)]
      await save(card)
      await data.outputs.deleteGone()
      expect(await madeOfAll()).toEqual([
        [1, 1, 1],
        [2, 2, 2],
      ])
      await other.save(story)
      await data.outputs.deleteGone()
      expect(await madeOfAll()).toEqual([
        [1, 1, 1],
        [1, 1, 1],
      ])
      const { story: key = '' } = await other.keys()
      expect((await data.outputs.find(other.actionId, ['rec_1'], [key])).size).toBe(1)
      await save(story, card)
      await save(story)
      await data.outputs.deleteGone()
      expect(await madeOfAll()).toEqual([[], [1, 1, 1]])
    })
  })
}
