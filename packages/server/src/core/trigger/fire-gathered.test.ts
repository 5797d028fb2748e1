import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import { fixedClock } from '#core/fakes/clock.ts'
import { gatheredBy } from '#core/fakes/gathered.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { createTestRiver, productTable, type TestRiver } from '#core/fakes/test-river.ts'
import type { TriggerKind } from '#core/ports/triggers.ts'
import { fireGathered } from './fire-gathered.ts'
import { fireLater } from './fire-trigger.ts'
import { createTrigger, updateTrigger } from './save-trigger.ts'
import type { Firing, Trigger } from './trigger.ts'

const { signal } = new AbortController()
const minuteMs = 60_000

const testData = useTestData()
const clock = fixedClock()
let river: TestRiver
let trigger: Trigger
/** What is done while the gathered records are narrowed, and what of them is left. */
let narrow: (gathered: Firing) => Promise<Firing | null>

const course = () => ({ state: null, nextAt: new Date(clock.now().getTime() + 60 * minuteMs) })

const kind: TriggerKind = {
  kind: 'told',
  title: 'Told',
  description: 'Of the tests alone.',
  settings: z.object({}),
  goesByClock: false,
  showsHook: false,
  gatherMs: () => 1000,
  narrow: async (_world, _call, gathered) => narrow(gathered),
  start: async () => course(),
  tend: async () => course(),
  stop: async () => {},
  receive: async () => null,
  describe: async () => '',
}

beforeEach(async () => {
  narrow = async (gathered) => gathered
  const triggers = { kinds: [kind], kind: () => kind }
  river = await createTestRiver(testData, { table: productTable(5), world: { clock, triggers } })
  trigger = await createTrigger(river.world, { actionId: river.actionId, kind: 'told' }, { signal })
})

const tell = (...recordIds: string[]) => fireLater(river.world, trigger.id, { recordIds, afterMs: 1000 })
const present = async () => (await river.world.data.triggers.get(trigger.id)) ?? trigger
const runs = async () => (await river.world.data.runs.list({ actionId: river.actionId, limit: 10 })).results
const fire = () => fireGathered(river.world, trigger.id, signal)

describe('fireGathered()', () => {
  test('waits for its time, and fires what is left of it', async () => {
    await tell('rec_1', 'rec_2')
    await tell('rec_3')
    await fire()
    expect(await runs()).toEqual([])
    clock.advance(1000)
    narrow = async () => ({ recordIds: ['rec_2'] })
    await fire()
    expect(await runs()).toMatchObject([{ recordIds: ['rec_2'] }])
    expect(await gatheredBy(river.world, trigger.id)).toBeNull()
    expect(await present()).toMatchObject({ fireAt: null, error: null })
  })

  test('starts no run when nothing is left', async () => {
    await tell('rec_1')
    clock.advance(1000)
    narrow = async () => null
    await fire()
    expect(await runs()).toEqual([])
    expect(await gatheredBy(river.world, trigger.id)).toBeNull()
  })

  test('fires once, however many processes are at it', async () => {
    await tell('rec_1')
    clock.advance(1000)
    await Promise.all([fire(), fire(), fire()])
    expect(await runs()).toHaveLength(1)
  })

  test('keeps what comes while it narrows for the next time', async () => {
    await tell('rec_1')
    clock.advance(1000)
    narrow = async (gathered) => {
      await tell('rec_2')
      clock.advance(7000)
      return gathered
    }
    await fire()
    expect(await runs()).toMatchObject([{ recordIds: ['rec_1'] }])
    expect(await gatheredBy(river.world, trigger.id)).toEqual({ recordIds: ['rec_2'] })
    // What took long is not begun again at once.
    expect((await present()).fireAt).toEqual(new Date(clock.now().getTime() + 7000))
  })

  test('narrows again when the trigger was saved in between', async () => {
    await tell('rec_1')
    clock.advance(1000)
    narrow = async (gathered) => {
      await river.world.data.triggers.update(await present())
      return gathered
    }
    await fire()
    expect(await runs()).toEqual([])
    expect(await gatheredBy(river.world, trigger.id)).toEqual({ recordIds: ['rec_1'] })
    expect((await present()).fireAt).toEqual(clock.now())
  })

  test('fires nothing of a trigger that is switched off in between', async () => {
    await tell('rec_1')
    clock.advance(1000)
    narrow = async (gathered) => {
      await updateTrigger(river.world, trigger.id, { active: false, revision: undefined, signal })
      return gathered
    }
    await fire()
    expect(await runs()).toEqual([])
    expect(await present()).toMatchObject({ active: false, fireAt: null })
  })

  test('leaves it to a poll within minutes when the table cannot be read, and says why', async () => {
    await tell('rec_1')
    clock.advance(1000)
    narrow = async () => {
      throw new AppError('source_not_found', 'The table is gone.')
    }
    await fire()
    expect(await runs()).toEqual([])
    expect(await present()).toMatchObject({
      error: { code: 'source_not_found', message: 'The table is gone.' },
      fireAt: null,
      nextAt: new Date(clock.now().getTime() + 5 * minuteMs),
    })
  })

  test('keeps it when something else goes wrong', async () => {
    await tell('rec_1')
    clock.advance(1000)
    narrow = async () => {
      throw new Error('odd')
    }
    await expect(fire()).rejects.toThrow('odd')
    expect((await present()).fireAt).toEqual(clock.now())
    narrow = async (gathered) => gathered
    await fire()
    expect(await runs()).toMatchObject([{ recordIds: ['rec_1'] }])
  })

  test('takes up what a process left that died', async () => {
    await tell('rec_1')
    clock.advance(1000)
    const died = Promise.withResolvers<Firing>()
    narrow = () => died.promise
    const dead = fire()
    await expect.poll(async () => (await present()).fireAt).toEqual(new Date(clock.now().getTime() + 15 * minuteMs))
    await fire()
    expect(await runs()).toEqual([])
    clock.advance(15 * minuteMs)
    narrow = async (gathered) => gathered
    await fire()
    expect(await runs()).toMatchObject([{ recordIds: ['rec_1'] }])
    // It was only slow: what it found no longer counts.
    died.resolve({ recordIds: ['rec_4'] })
    await dead
    expect(await runs()).toHaveLength(1)
  })
})
