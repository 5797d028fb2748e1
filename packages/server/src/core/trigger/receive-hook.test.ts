import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fixedClock } from '#core/fakes/clock.ts'
import { openTestData, type TestData } from '#core/fakes/test-data.ts'
import { cardDesign, createTestRiver, type TestRiver } from '#core/fakes/test-river.ts'
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
const gathered = async () => (await testData.data.triggers.get(trigger.id))?.fireAt ?? null

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
