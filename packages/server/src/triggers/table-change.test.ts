import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deleteAction } from '#core/action/delete-action.ts'
import { updateAction } from '#core/action/save-action.ts'
import { AppError } from '#core/errors.ts'
import { fixedClock } from '#core/fakes/clock.ts'
import { createFakeSource } from '#core/fakes/fake-source.ts'
import { gatheredBy } from '#core/fakes/gathered.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { createTestRiver, productTable, type TestRiver, wholeView } from '#core/fakes/test-river.ts'
import { fakeSources } from '#core/fakes/test-world.ts'
import type { HookOptions, HookRequest, SourceHooks, TableRef } from '#core/ports/source.ts'
import { startRun } from '#core/run/start-run.ts'
import { createReceiveHook } from '#core/trigger/receive-hook.ts'
import { createTrigger, deleteTrigger, rotateHook, updateTrigger } from '#core/trigger/save-trigger.ts'
import { recoverTriggers, restartTriggers, tendTrigger } from '#core/trigger/tend-trigger.ts'
import type { Trigger } from '#core/trigger/trigger.ts'
import { hookUrlOf } from '#core/trigger/trigger-call.ts'
import { triggerKinds } from './index.ts'

const { signal } = new AbortController()
const dayMs = 24 * 3_600_000

const testData = useTestData()

/** A table product that calls hooks; its calls carry the word it was given. */
function createHooks(clock: { now(): Date }) {
  const calls: string[] = []
  const asked: HookOptions[] = []
  const faults: { next: AppError | null } = { next: null }
  let count = 0
  const life = () => new Date(clock.now().getTime() + 7 * dayMs)
  async function say(what: string): Promise<void> {
    calls.push(what)
    const { next } = faults
    faults.next = null
    if (next !== null) throw next
  }
  const hooks: SourceHooks = {
    findsLost: true,
    async subscribe(_table: TableRef, options) {
      await say('subscribe')
      asked.push(options)
      count++
      return { state: { word: `word ${count}`, cursor: 0 }, expiresAt: life() }
    },
    async renew(_table, { state }) {
      await say('renew')
      return { state, expiresAt: life() }
    },
    async unsubscribe(_table, { state }) {
      await say(`unsubscribe ${state.word}`)
    },
    async receive(_table, { headers, body }: HookRequest, subscription) {
      if (headers.word !== subscription.state.word) return null
      const recordIds: string[] | null = JSON.parse(new TextDecoder().decode(body))
      const state = { ...subscription.state, cursor: Number(subscription.state.cursor) + 1 }
      return { change: { recordIds }, subscription: { ...subscription, state } }
    },
  }
  return { hooks, calls, asked, faults }
}

const clock = fixedClock()
let river: TestRiver
let fake: ReturnType<typeof createHooks>
/** Done before the table is read. */
let beforeReading: (signal: AbortSignal) => Promise<void>

beforeEach(async () => {
  testData.jobs.length = 0
  fake = createHooks(clock)
  const table = productTable(3)
  const source = createFakeSource({ tables: [table], capabilities: { changes: 'webhook' } })
  beforeReading = async () => {}
  async function* pages(...[ref, options]: Parameters<typeof source.pages>) {
    await beforeReading(options.signal ?? signal)
    yield* source.pages(ref, options)
  }
  const kind = { ...source.kind, open: () => ({ ...source, hooks: fake.hooks, pages }) }
  const world = { clock, triggers: triggerKinds, sources: fakeSources([kind]) }
  river = await createTestRiver(testData, { table, world })
})

afterEach(async () => {
  const { triggers } = river.world.data
  for (const { id } of await triggers.active('table_change')) await triggers.delete(id)
})

const create = (settings: Record<string, unknown> = {}) =>
  createTrigger(river.world, { actionId: river.actionId, kind: 'table_change', settings }, { signal })

async function now({ id }: Trigger): Promise<Trigger> {
  const trigger = await river.world.data.triggers.get(id)
  if (trigger === null) throw new Error('the trigger is gone')
  return trigger
}

const gathered = ({ id }: Trigger) => gatheredBy(river.world, id)

async function call(trigger: Trigger, word: string, recordIds: string[] | null) {
  const token = hookUrlOf(river.world, trigger).split('/').at(-1) ?? ''
  const body = new TextEncoder().encode(JSON.stringify(recordIds))
  return createReceiveHook(river.world)(river.world, token, {
    headers: { word },
    body,
    query: { recordIds: [] },
    signal,
  })
}

async function pass(timeMs: number): Promise<void> {
  clock.advance(timeMs)
  await recoverTriggers(river.world)
  await river.drain()
}

const runsOf = async () => (await river.world.data.runs.list({ actionId: river.actionId, limit: 50 })).results

describe('table_change with a source that calls us', () => {
  test('subscribes to the mapped fields, and renders at first what has no image', async () => {
    const trigger = await create()
    expect(trigger.note).toBe('The table sends its changes by webhook.')
    expect(fake.asked).toEqual([
      {
        hookUrl: hookUrlOf(river.world, trigger),
        viewId: null,
        fieldIds: ['fld_title', 'fld_photo'],
        writesInto: false,
      },
    ])
    expect(trigger.nextAt?.getTime()).toBe(clock.now().getTime() + dayMs)
    await pass(2 * 60_000)
    expect(await runsOf()).toMatchObject([{ state: 'completed', rendered: 3, recordIds: expect.any(Array) }])
  })

  test('gathers what is told, and renders it in one run', async () => {
    const trigger = await create()
    await pass(2 * 60_000)
    await call(trigger, 'word 1', ['rec_0'])
    await call(trigger, 'word 1', ['rec_1', 'rec_0'])
    expect(await gathered(trigger)).toEqual({ recordIds: ['rec_0', 'rec_1'] })
    await pass(2 * 60_000)
    expect((await runsOf())[0]).toMatchObject({ recordIds: ['rec_0', 'rec_1'], skipped: 2 })
    expect(await gathered(trigger)).toBeNull()
    expect(await now(trigger)).toMatchObject({ fireAt: null })
    await call(trigger, 'word 1', [])
    expect(await gathered(trigger)).toBeNull()
    const many = Array.from({ length: 5000 }, (_, index) => `rec_${index}`)
    await call(trigger, 'word 1', many)
    expect(await gathered(trigger)).toEqual({ recordIds: many })
    await call(trigger, 'word 1', ['rec_5000'])
    await call(trigger, 'word 1', ['rec_2'])
    expect(await gathered(trigger)).toEqual({ recordIds: null })
  })

  test('finds within hours what a call that was lost told', async () => {
    fake.hooks.findsLost = false
    const trigger = await create({ poll_minutes: 10 })
    await pass(2 * 60_000)
    const [first] = await runsOf()
    river.table.records[1] = { id: 'rec_1', fields: { fld_title: 'Changed while the server was down' } }
    await pass(2 * 3_600_000)
    await pass(2 * 60_000)
    expect((await runsOf())[0]).toMatchObject({ recordIds: ['rec_1'], rendered: 1 })
    expect((await runsOf())[0]?.id).not.toBe(first?.id)
    expect((await now(trigger)).nextAt?.getTime()).toBeLessThanOrEqual(clock.now().getTime() + 2 * 3_600_000)
  })

  test('finds within hours what programs changed, where a watched field may change by its own writing', async () => {
    fake.hooks.leavesOutPrograms = true
    const trigger = await create({ poll_minutes: 10 })
    expect(trigger.nextAt?.getTime()).toBe(clock.now().getTime() + dayMs)
    const [title] = river.table.fields
    if (title) title.computed = true
    await pass(dayMs + 120_000)
    expect(fake.asked.map(({ writesInto }) => writesInto)).toEqual([false, true])
    expect((await now(trigger)).nextAt?.getTime()).toBeLessThanOrEqual(clock.now().getTime() + 2 * 3_600_000)
  })

  test('takes no call that the source did not send', async () => {
    const trigger = await create()
    await expect(call(trigger, 'another word', ['rec_0'])).rejects.toMatchObject({ code: 'not_found' })
    await updateTrigger(river.world, trigger.id, { active: false, revision: undefined, signal })
    await expect(call(trigger, 'word 1', ['rec_0'])).rejects.toMatchObject({ code: 'conflict' })
  })

  test('keeps the hook alive, makes a lost one anew, and takes it back in the end', async () => {
    const trigger = await create()
    await pass(dayMs + 120_000)
    expect(fake.calls).toEqual(['subscribe', 'renew'])
    fake.faults.next = new AppError('source_not_found', 'There is no such hook.')
    await pass(dayMs + 120_000)
    expect(fake.calls.slice(2)).toEqual(['renew', 'subscribe'])
    await rotateHook(river.world, trigger.id, { signal })
    expect(fake.calls.slice(4)).toEqual(['unsubscribe word 2', 'subscribe'])
    expect(await deleteTrigger(river.world, trigger.id, signal)).toBe(true)
    expect(fake.calls.slice(6)).toEqual(['unsubscribe word 3'])
  })

  test('keeps its hook when its action cannot be deleted, and takes it back when it is', async () => {
    const trigger = await create()
    const { run } = await startRun(river.world, river.actionId, wholeView)
    await expect(deleteAction(river.world, river.actionId, signal)).rejects.toMatchObject({ code: 'conflict' })
    expect(await now(trigger)).toMatchObject({ nextAt: trigger.nextAt, sealedState: trigger.sealedState })
    expect(fake.calls).toEqual(['subscribe'])
    await river.drain()
    expect((await river.run(run.id)).state).toBe('completed')
    expect(await deleteAction(river.world, river.actionId, signal)).toBe(true)
    expect(fake.calls).toEqual(['subscribe', 'unsubscribe word 1'])
    expect(await river.world.data.triggers.get(trigger.id)).toBeNull()
    expect(await deleteAction(river.world, river.actionId, signal)).toBe(false)
  })

  test('keeps a hook that cannot be renewed just now: a second one would be left behind', async () => {
    const trigger = await create()
    await pass(2 * 60_000)
    fake.faults.next = new AppError('source_unavailable', 'Nobody answers.')
    await pass(dayMs)
    expect(await now(trigger)).toMatchObject({ note: expect.stringContaining('Nobody answers.') })
    await call(trigger, 'word 1', ['rec_0'])
    await pass(10 * 60_000)
    expect(fake.calls).toEqual(['subscribe', 'renew', 'renew'])
    expect(await now(trigger)).toMatchObject({ note: 'The table sends its changes by webhook.' })
  })

  test('watches other fields when the action is mapped anew', async () => {
    await create()
    const action = await river.world.data.actions.get(river.actionId)
    if (action === null) throw new Error('no action')
    const mapping = { Title: { field: { id: 'fld_status', name: 'Status' } } }
    await river.world.data.actions.update({ ...action, mapping })
    await restartTriggers(river.world, river.actionId)
    await river.drain()
    expect(fake.calls).toEqual(['subscribe', 'unsubscribe word 1', 'subscribe'])
    expect(fake.asked[1]?.fieldIds).toContain('fld_status')
  })

  test('reads the table instead when it cannot be called, and says why', async () => {
    fake.faults.next = new AppError('source_forbidden', 'The token lacks the scope webhook:manage.')
    const trigger = await create({ poll_minutes: 3 })
    expect(trigger.note).toContain('The token lacks the scope webhook:manage.')
    expect(trigger.nextAt?.getTime()).toBe(clock.now().getTime() + 3 * 60_000)
    expect(trigger.error).toBeNull()
  })

  test.each(['it is made', 'it is looked at'])('goes on after a process has died while %s', async (when) => {
    const isNew = when === 'it is made'
    const made = isNew ? null : await create()
    await pass(dayMs + 120_000)
    beforeReading = () => new Promise(() => {})
    clock.advance(dayMs)
    void (made === null ? create() : tendTrigger(river.world, { triggerId: made.id }, signal))
    await expect.poll(() => fake.calls).toHaveLength(isNew ? 1 : 3)
    const [trigger] = await river.world.data.triggers.active('table_change')
    if (trigger === undefined) throw new Error('there is no trigger')
    beforeReading = async () => {}
    await pass(2 * 60_000)
    expect(await now(trigger)).toMatchObject({ nextAt: trigger.nextAt, note: trigger.note })
    await pass(2 * 60_000)
    expect(await now(trigger)).toMatchObject({ error: null, note: 'The table sends its changes by webhook.' })
    expect((await now(trigger)).nextAt?.getTime()).toBeGreaterThan(clock.now().getTime())
  })

  test('is looked at once at a time, however long that takes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const trigger = await create()
      await pass(2 * 60_000)
      const read = Promise.withResolvers<void>()
      beforeReading = () => read.promise
      clock.advance(dayMs)
      const beganAtMs = clock.now().getTime()
      const looking = tendTrigger(river.world, { triggerId: trigger.id }, signal)
      await expect.poll(() => fake.calls).toEqual(['subscribe', 'renew'])
      for (let half = 1; half <= 30; half++) {
        const { nextAt } = await now(trigger)
        clock.advance(30_000)
        vi.advanceTimersByTime(30_000)
        await expect.poll(async () => (await now(trigger)).nextAt).not.toEqual(nextAt)
        await recoverTriggers(river.world)
        expect(testData.jobs).toEqual([])
      }
      read.resolve()
      await looking
      expect((await now(trigger)).nextAt?.getTime()).toBe(beganAtMs + dayMs)
      expect(fake.calls).toEqual(['subscribe', 'renew'])
    } finally {
      vi.useRealTimers()
    }
  })

  test('forgets what was found by a process that was away for longer than its lease', async () => {
    const trigger = await create()
    await pass(2 * 60_000)
    const read = Promise.withResolvers<void>()
    beforeReading = () => read.promise
    clock.advance(dayMs)
    const away = tendTrigger(river.world, { triggerId: trigger.id }, signal)
    await expect.poll(() => fake.calls).toEqual(['subscribe', 'renew'])
    beforeReading = async () => {}
    await pass(4 * 60_000)
    expect(fake.calls).toEqual(['subscribe', 'renew', 'renew'])
    const kept = await now(trigger)
    read.resolve()
    await away
    expect(await now(trigger)).toEqual(kept)
    expect(fake.calls).toEqual(['subscribe', 'renew', 'renew'])
  })

  test('goes on as a job when the first look takes longer than its request', async () => {
    const request = new AbortController()
    beforeReading = async () => {
      request.abort(new Error('it takes too long'))
      request.signal.throwIfAborted()
    }
    const draft = { actionId: river.actionId, kind: 'table_change' }
    const trigger = await createTrigger(river.world, draft, { signal: request.signal })
    expect(trigger).toMatchObject({
      active: true,
      note: 'The table is still being read.',
      error: null,
      nextAt: clock.now(),
    })
    expect(fake.calls).toEqual(['subscribe', 'unsubscribe word 1'])
    beforeReading = async () => {}
    await river.drain()
    expect(await now(trigger)).toMatchObject({ note: 'The table sends its changes by webhook.', error: null })
    await pass(2 * 60_000)
    expect(await runsOf()).toMatchObject([{ state: 'completed', rendered: 3 }])
    expect(fake.calls).toEqual(['subscribe', 'unsubscribe word 1', 'subscribe'])
  })

  test('forgets what it found for one that was switched off or deleted meanwhile', async () => {
    beforeReading = async () => {
      beforeReading = async () => {}
      const [trigger] = await river.world.data.triggers.active('table_change')
      await updateTrigger(river.world, trigger?.id ?? '', { active: false, revision: undefined, signal })
    }
    const trigger = await create()
    expect(trigger).toMatchObject({ active: false, sealedState: null, nextAt: null })
    expect(await gathered(trigger)).toBeNull()
    expect(fake.calls).toEqual(['subscribe', 'unsubscribe word 1'])
    beforeReading = async () => {
      await deleteTrigger(river.world, trigger.id, signal)
    }
    const on = updateTrigger(river.world, trigger.id, { active: true, revision: undefined, signal })
    await expect(on).rejects.toMatchObject({ code: 'not_found' })
    expect(fake.calls.slice(2)).toEqual(['subscribe', 'unsubscribe word 2'])
  })

  test('looks once more when the action was changed meanwhile', async () => {
    const before = await create()
    await pass(2 * 60_000)
    await updateAction(river.world, { id: river.actionId }, { mapping: { Title: { field: 'Status' } } })
    beforeReading = async () => {
      beforeReading = async () => {}
      const action = await river.world.data.actions.get(river.actionId)
      if (action) await river.world.data.actions.update({ ...action, title: 'Other' })
      fake.faults.next = new AppError('source_unavailable', 'Nobody answers.')
    }
    await river.work({ name: 'tend-trigger', job: { triggerId: before.id } })
    expect(await now(before)).toMatchObject({ nextAt: clock.now(), sealedState: before.sealedState })
    fake.faults.next = null
    await river.drain()
    expect((await now(before)).nextAt?.getTime()).toBe(clock.now().getTime() + dayMs)
  })

  test('keeps what a look has set up while a call was read', async () => {
    const trigger = await create()
    await pass(2 * 60_000)
    const { receive } = fake.hooks
    fake.hooks.receive = async (...args) => {
      fake.hooks.receive = receive
      await updateAction(river.world, { id: river.actionId }, { mapping: { Title: { field: 'Status' } } })
      await river.drain()
      return receive(...args)
    }
    await call(trigger, 'word 1', ['rec_0'])
    expect(await gathered(trigger)).toEqual({ recordIds: expect.arrayContaining(['rec_0']) })
    await expect(call(trigger, 'word 1', ['rec_1'])).rejects.toMatchObject({ code: 'not_found' })
    await call(trigger, 'word 2', ['rec_2'])
  })
})
