import { describe, expect, test } from 'vitest'
import { openTestData } from '#core/fakes/test-data.ts'
import { createTestRiver } from '#core/fakes/test-river.ts'
import { createReceiveHook } from '#core/trigger/receive-hook.ts'
import { createTrigger } from '#core/trigger/save-trigger.ts'
import { hookUrlOf } from '#core/trigger/trigger-call.ts'
import { triggerKinds } from './index.ts'

const { signal } = new AbortController()

describe('incoming_hook', () => {
  test.each([
    ['nothing', '', [], null],
    ['a record in the address', '', ['rec_1'], ['rec_1']],
    ['a record in the body', '{"record_id":"rec_2"}', [], ['rec_2']],
    ['a row number', '{"record_id":7}', [], ['7']],
    ['both, and each once', '{"record_ids":["rec_1","rec_2"]}', ['rec_1'], ['rec_1', 'rec_2']],
    ['what is no JSON', 'record_id=rec_2', [], null],
    ['JSON of another kind', '{"data":{"rows":[{"Id":1}]}}', [], null],
    ['text about a record', 'see "record_id" below', [], null],
    ['a list', '["rec_1"]', [], null],
  ])('takes %s', async (_name, body, inAddress, recordIds) => {
    const testData = await openTestData()
    try {
      const { world, actionId } = await createTestRiver(testData, { world: { triggers: triggerKinds } })
      const trigger = await createTrigger(world, { actionId, kind: 'incoming_hook' }, { signal })
      const token = hookUrlOf(world, trigger).split('/').at(-1) ?? ''
      const request = { headers: {}, body: new TextEncoder().encode(body), query: { recordIds: inAddress }, signal }
      const started = await createReceiveHook(world)(world, token, request)
      const run = await world.data.runs.get(started?.id ?? '')
      expect(new Set(run?.recordIds)).toEqual(new Set(recordIds))
      expect(run?.recordIds === null).toBe(recordIds === null)
    } finally {
      await testData.close()
    }
  })

  const tooMany = Array.from({ length: 5001 }, (_, n) => `rec_${n}`)

  test.each([
    ['no ids', { record_ids: [] }, [], '/record_ids'],
    ['no ids beside one in the address', { record_ids: [] }, ['rec_1'], '/record_ids'],
    ['too many ids', { record_ids: tooMany }, [], '/record_ids'],
    ['too many ids with the one in the address', { record_ids: tooMany.slice(1) }, ['rec_0'], '/record_ids'],
    ['an odd id among others', { record_ids: ['rec_1', null] }, [], '/record_ids/1'],
    ['an empty id', { record_id: '' }, [], '/record_id'],
    ['an id that is null', { record_id: null }, [], '/record_id'],
    ['record ids of another kind', { record_ids: { a: 1 } }, [], '/record_ids'],
    ['ids without quotation marks', '{"record_ids": [rec_1, rec_2]}', [], ''],
    ['a body that was cut off', '{"data": 7, "record_id" : "rec', [], ''],
  ])('refuses %s and starts nothing', async (_name, json, inAddress, pointer) => {
    const testData = await openTestData()
    try {
      const { world, actionId } = await createTestRiver(testData, { world: { triggers: triggerKinds } })
      const trigger = await createTrigger(world, { actionId, kind: 'incoming_hook' }, { signal })
      const token = hookUrlOf(world, trigger).split('/').at(-1) ?? ''
      const body = new TextEncoder().encode(typeof json === 'string' ? json : JSON.stringify(json))
      const call = createReceiveHook(world)(world, token, {
        headers: {},
        body,
        query: { recordIds: inAddress },
        signal,
      })
      await expect(call).rejects.toMatchObject({ code: 'invalid_request', errors: [{ pointer }] })
      expect(await world.data.runs.list({ limit: 1 })).toMatchObject({ results: [] })
    } finally {
      await testData.close()
    }
  })

  test('refuses a body that takes long to parse', async () => {
    const testData = await openTestData()
    try {
      const { world, actionId } = await createTestRiver(testData, { world: { triggers: triggerKinds } })
      const trigger = await createTrigger(world, { actionId, kind: 'incoming_hook' }, { signal })
      const token = hookUrlOf(world, trigger).split('/').at(-1) ?? ''
      const request = { headers: {}, body: new Uint8Array(1024 * 1024 + 1), query: { recordIds: [] }, signal }
      const call = createReceiveHook(world)(world, token, request)
      await expect(call).rejects.toMatchObject({ code: 'payload_too_large' })
    } finally {
      await testData.close()
    }
  })
})
