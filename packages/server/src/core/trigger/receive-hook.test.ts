import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fixedClock } from '#core/fakes/clock.ts'
import { openTestData, type TestData } from '#core/fakes/test-data.ts'
import { cardDesign, createTestRiver, type TestRiver } from '#core/fakes/test-river.ts'
import type { Data } from '#core/ports/data.ts'
import type { Received, TriggerCall } from '#core/ports/triggers.ts'
import { MAX_WAITING_BYTES } from '#core/run/join-waiting.ts'
import { createTemplate } from '#core/template/save-template.ts'
import { triggerKinds } from '#triggers/index.ts'
import { checkHook, createReceiveHook, type ReceiveHook } from './receive-hook.ts'
import { createTrigger, rotateHook, updateTrigger } from './save-trigger.ts'
import type { Trigger } from './trigger.ts'
import { hookUrlOf } from './trigger-call.ts'

const { signal } = new AbortController()
const clock = fixedClock()

let testData: TestData
let river: TestRiver
let trigger: Trigger
let receive: ReceiveHook

beforeAll(async () => {
  testData = await openTestData()
})
afterAll(() => testData.close())
beforeEach(async () => {
  river = await createTestRiver(testData, { world: { triggers: triggerKinds, clock } })
  trigger = await createTrigger(river.world, { actionId: river.actionId, kind: 'incoming_hook' }, { signal })
  receive = createReceiveHook(river.world)
})

const tokenOf = (one: Trigger) => hookUrlOf(river.world, one).split('/').at(-1) ?? ''
const requestFor = (...recordIds: string[]) => ({ headers: {}, body: new Uint8Array(), query: { recordIds }, signal })
const call = (...recordIds: string[]) => receive(river.world, tokenOf(trigger), requestFor(...recordIds))
const stored = () => testData.data.triggers.get(trigger.id)
const gathered = async () => (await stored())?.fireAt ?? null
const runs = async () => (await testData.data.runs.list({ actionId: river.actionId, limit: 100 })).results

/** The trigger is of a kind that reads its calls so. */
function useKind(read: (call: TriggerCall) => Received | null): void {
  const kind = (name: string) => ({
    ...triggerKinds.kind(name),
    receive: async (...[, told]: Parameters<ReturnType<typeof triggerKinds.kind>['receive']>) => read(told),
  })
  river = { ...river, world: { ...river.world, triggers: { ...triggerKinds, kind } } }
  receive = createReceiveHook(river.world)
}

describe('the URL of a trigger', () => {
  test('starts a run of its action', async () => {
    const run = await call('rec_1')
    expect(await river.run(run?.id ?? '')).toMatchObject({ actionId: river.actionId, recordIds: ['rec_1'] })
    expect(await checkHook(river.world, tokenOf(trigger))).toMatchObject({ id: trigger.id })
    expect(await gathered()).toBeNull()
  })

  test('is not found when it is another one', async () => {
    const other = receive(river.world, 'x'.repeat(32), requestFor())
    await expect(other).rejects.toMatchObject({ code: 'not_found' })
    await expect(checkHook(river.world, 'x'.repeat(32))).rejects.toMatchObject({ code: 'not_found' })
  })

  test('takes no calls while the trigger is paused', async () => {
    await updateTrigger(river.world, trigger.id, { active: false, revision: undefined, signal })
    await expect(call()).rejects.toMatchObject({ code: 'conflict' })
    await expect(checkHook(river.world, tokenOf(trigger))).rejects.toMatchObject({ code: 'conflict' })
  })

  test('leads nowhere once there is a new one', async () => {
    const before = tokenOf(trigger)
    trigger = await rotateHook(river.world, trigger.id, { signal })
    await expect(receive(river.world, before, requestFor())).rejects.toMatchObject({ code: 'not_found' })
    expect(await call()).not.toBeNull()
  })

  test('leads nowhere when a new one comes while the call is read', async () => {
    const { kind } = triggerKinds
    const rotating = {
      ...triggerKinds,
      kind: (name: string) => ({
        ...kind(name),
        receive: async (...parts: Parameters<ReturnType<typeof kind>['receive']>) => {
          await rotateHook(river.world, trigger.id, { signal })
          return kind(name).receive(...parts)
        },
      }),
    }
    const world = { ...river.world, triggers: rotating }
    const runs = await river.world.data.runs.list({ actionId: river.actionId, limit: 1 })
    const late = createReceiveHook(world)(world, tokenOf(trigger), requestFor())
    await expect(late).rejects.toMatchObject({ code: 'not_found' })
    expect(await river.world.data.runs.list({ actionId: river.actionId, limit: 1 })).toEqual(runs)
  })
})

describe('calls that follow each other', () => {
  test('are gathered until it was quiet for two seconds', async () => {
    expect(await call('rec_1')).not.toBeNull()
    clock.advance(1999)
    expect(await call('rec_2')).toBeNull()
    expect(await gathered()).toEqual(new Date(clock.now().getTime() + 2000))
    expect(await call('rec_3')).toBeNull()
    expect((await testData.data.triggers.calls.waiting(trigger.id))?.bytes).toBeGreaterThan(0)
  })

  test('each start a run when it was quiet', async () => {
    expect(await call('rec_1')).not.toBeNull()
    clock.advance(2000)
    expect(await call('rec_2')).not.toBeNull()
    expect(await gathered()).toBeNull()
  })

  test('that arrive together become one', async () => {
    const runs = await Promise.all([call('rec_1'), call('rec_2'), call('rec_1')])
    const ids = new Set(runs.flatMap((run) => run?.id ?? []))
    expect(ids.size).toBe(1)
  })

  test('that arrive together share their commits', async () => {
    let commits = 0
    const counting: Data = {
      ...testData.data,
      transaction: (work) => {
        commits++
        return testData.data.transaction(work)
      },
    }
    river = { ...river, world: { ...river.world, data: counting } }
    receive = createReceiveHook(river.world)
    await Promise.all(Array.from({ length: 20 }, (_, index) => call(`rec_${index}`)))
    expect(commits).toBeLessThanOrEqual(3)
  })

  test('are limited to 10,000 a minute', async () => {
    await testData.data.rateLimits.take(`api:hook:${trigger.id}`, {
      perMinute: 10_000,
      burst: 10_000,
      cost: 9999,
      at: clock.now(),
    })
    expect(await call()).not.toBeNull()
    await expect(call()).rejects.toMatchObject({ code: 'rate_limited', retryAfterMs: 6 })
  })

  test('tell why no run starts', async () => {
    const { template } = await createTemplate(river.world, { design: cardDesign })
    const action = await testData.data.actions.get(river.actionId)
    if (action !== null) await testData.data.actions.update({ ...action, templateId: template.id })
    await expect(call()).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('published') })
  })
})

describe('the kind of a trigger', () => {
  test('is given back what it remembers, which is sealed', async () => {
    const told: unknown[] = []
    useKind(({ state }) => {
      told.push(state)
      return { fire: null, state: { cursor: `after ${told.length} calls` } }
    })
    for (const _ of Array(3)) await call()
    expect(told).toEqual([null, { cursor: 'after 1 calls' }, { cursor: 'after 2 calls' }])
    const { id } = trigger
    expect((await stored())?.sealedState).toBe(
      river.world.secrets.seal('{"cursor":"after 3 calls"}', `triggers.sealed_state.${id}`),
    )
  })

  test('remembers nothing after null, and the same as before when it says nothing', async () => {
    const states: Received[] = [{ fire: null, state: 1 }, { fire: null }, { fire: null, state: null }]
    const told: unknown[] = []
    useKind(({ state }) => {
      told.push(state)
      return states.shift() ?? { fire: null }
    })
    for (const _ of Array(4)) await call()
    expect(told).toEqual([null, 1, 1, null])
    expect((await stored())?.sealedState).toBeNull()
  })

  test('does not forget what it has learned since it read the call', async () => {
    let read = 0
    useKind(() => ({ fire: null, state: ++read }))
    await Promise.all([call(), call(), call()])
    const kept = (await stored())?.sealedState ?? ''
    expect(river.world.secrets.open(kept, `triggers.sealed_state.${trigger.id}`)).toBe('1')
  })

  test('may find that a call is for another one, or that nothing is to be rendered', async () => {
    useKind(() => null)
    await expect(call()).rejects.toMatchObject({ code: 'not_found' })
    useKind(() => ({ fire: null }))
    expect(await call()).toBeNull()
    expect(await runs()).toEqual([])
    expect(await gathered()).toBeNull()
  })

  test('may have the calls of a while gathered, though it was quiet', async () => {
    useKind(() => ({ fire: { recordIds: ['rec_1'], afterMs: 30_000 } }))
    expect(await call()).toBeNull()
    expect(await runs()).toEqual([])
    expect(await gathered()).toEqual(new Date(clock.now().getTime() + 30_000))
  })
})

describe('more records than may wait', () => {
  beforeEach(async () => {
    await call('rec_0')
    const full = { recordIds: ['rec_1'], waitingBytes: MAX_WAITING_BYTES, at: clock.now() }
    await testData.data.triggers.calls.add(trigger.id, full)
  })

  test('are refused when a caller names them', async () => {
    await expect(call('rec_2')).rejects.toMatchObject({ code: 'rate_limited' })
    expect(await testData.data.triggers.calls.take(trigger.id)).toEqual([{ recordIds: ['rec_1'] }])
  })

  test('are the whole view when the kind gathers', async () => {
    useKind(() => ({ fire: { recordIds: ['rec_2'], afterMs: 1000 } }))
    expect(await call()).toBeNull()
    expect(await testData.data.triggers.calls.take(trigger.id)).toEqual([{ recordIds: ['rec_1'] }, { recordIds: null }])
  })
})

describe('a call inside a unit of work', () => {
  const inside = (data: Data) => receive({ ...river.world, data }, tokenOf(trigger), requestFor('rec_1'))

  test('commits with it, or not at all', async () => {
    const failing = testData.data.transaction(async (data) => {
      await inside(data)
      throw new Error('no answer was kept')
    })
    await expect(failing).rejects.toThrow('no answer was kept')
    expect(await runs()).toEqual([])
    const run = await testData.data.transaction(inside)
    expect(await runs()).toMatchObject([{ id: run?.id, recordIds: ['rec_1'] }])
  })
})
