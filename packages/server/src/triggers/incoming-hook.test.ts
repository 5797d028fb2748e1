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
    ['record ids of another kind', '{"record_ids":{"a":1}}', [], null],
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
