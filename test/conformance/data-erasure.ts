import type { Failure } from '@pictable/model/failure'
import { firstIdAt } from '@pictable/server/core/ids.ts'
import { stopReason } from '@pictable/server/core/run/failure-group.ts'
import type { Delivery } from '@pictable/server/core/webhook/webhook.ts'
import { describe, expect, test } from 'vitest'
import { at, later, newImage, newOutcome, newRecords, type Subject } from './data.ts'

const secret = 'Ada'
const unlike = { code: 'image_missing', message: `no picture ${secret}` }
const alike = { code: 'value_missing', message: `no price, such as "${secret}" has` }

function deliveryOf(id: string, change: Partial<Delivery>): Delivery {
  return {
    id,
    webhookId: 'wh_none',
    eventId: id,
    event: 'image.created',
    actionId: null,
    runId: null,
    recordId: null,
    recipient: null,
    isTest: false,
    body: '{}',
    sealedBody: null,
    state: 'pending',
    reason: null,
    attempts: 0,
    replayedAfter: 0,
    nextAttemptAt: at,
    lastStatus: null,
    createdAt: at,
    finishedAt: null,
    ...change,
  }
}

export function describeErasure(get: () => Subject): void {
  describe('erasure', () => {
    test('leaves counts, and nothing else, of the records that are named', async () => {
      const { data, id, addAction, addRun } = get()
      const action = await addAction()
      const run = await addRun(action)
      await data.runs.addPage(run.id, { records: newRecords(4), cursor: null, at })
      const failed = (n: number, reason: Failure, key: string) =>
        newOutcome(n, { state: 'failed', imageId: null, reason, group: { key, message: reason.message } })
      await data.runs.finishRecords(
        run.id,
        [
          newOutcome(0, {
            outputs: [{ name: 'story', state: 'failed', imageId: null, writtenBack: false, reason: unlike }],
          }),
          failed(1, unlike, `image_missing: ${unlike.message}`),
          failed(2, alike, 'value_missing: no price'),
          failed(3, alike, 'value_missing: no price'),
        ],
        later,
      )
      const before = await data.runs.get(run.id)
      const made = { actionId: action.id, runId: run.id }
      const [gone, other, elsewhere] = [id('img'), id('img'), id('img')]
      await data.images.insert([
        newImage(gone, { ...made, recordId: 'rec0' }),
        newImage(other, { ...made, recordId: 'rec3' }),
        newImage(elsewhere, { actionId: 'act_other', recordId: 'rec0' }),
      ])
      const last = { actionId: action.id, recordId: 'rec0', fingerprint: 'f', imageId: 'img_before', writtenTo: [] }
      await data.outputs.upsert([
        { ...last, output: '' },
        { ...last, output: 'story' },
      ])
      const named = ['rec0', 'rec1', 'rec2']
      expect(await data.erasure.images({ actionId: action.id, recordIds: named }, later)).toEqual({
        images: 1,
        runRecords: 3,
      })
      expect(await data.erasure.images({ actionId: action.id, recordIds: named }, later)).toEqual({
        images: 0,
        runRecords: 0,
      })
      expect([...(await data.images.getMany([gone, other, elsewhere])).keys()].sort()).toEqual(
        [other, elsewhere].sort(),
      )
      expect((await data.outputs.find(action.id, named)).size).toBe(0)
      const { failureGroups, ...after } = (await data.runs.get(run.id)) ?? {}
      expect({ ...after, failureGroups: null }).toEqual({ ...before, failureGroups: null })
      expect(failureGroups).toEqual({
        'image_missing: erased': { code: 'image_missing', message: 'The record was erased.', records: 1 },
        'value_missing: erased': { code: 'value_missing', message: 'The record was erased.', records: 1 },
        'value_missing: no price': { code: 'value_missing', message: 'no price', records: 1 },
      })
      const { results } = await data.runs.records(run.id, { limit: 10 })
      expect(results.flatMap(({ outputs }) => outputs)).toEqual([])
      expect(results.map(({ recordId, label }) => [recordId, label])).toEqual([
        ['erased:0', ''],
        ['erased:1', ''],
        ['erased:2', ''],
        ['rec3', 'Record 3'],
      ])
      expect(results[3]?.reason).toEqual(alike)
      expect(await data.runs.recordIds(run.id, 'failed')).toEqual(['rec3'])
    })

    test('deletes deliveries about the records, also those that wait', async () => {
      const { data, id, addAction } = get()
      const { id: actionId } = await addAction()
      const ids = Array.from({ length: 4 }, () => id('dlv'))
      const [one = '', two = '', three = '', four = ''] = ids
      await data.deliveries.insert([
        deliveryOf(one, { actionId, recordId: 'rec0' }),
        deliveryOf(two, { actionId, recordId: 'rec1' }),
        deliveryOf(three, { actionId: 'act_other', recordId: 'rec0' }),
        deliveryOf(four, { actionId }),
      ])
      const erase = async (action: string, recordIds: string[]) => {
        await data.erasure.images({ actionId: action, recordIds }, later)
        expect(await data.erasure.unfinished()).toContain(action)
        return data.erasure.deliveries(action)
      }
      expect(await erase(actionId, ['rec0'])).toBe(1)
      const left = await Promise.all(ids.map(async (each) => (await data.deliveries.get(each)) !== null))
      expect(left).toEqual([false, true, true, true])
      expect(await data.erasure.unfinished()).not.toContain(actionId)
      expect(await erase(actionId, ['rec0'])).toBe(0)
      expect(await erase(actionId, ['rec1'])).toBe(1)
      expect(await erase('act_other', ['rec0'])).toBe(1)
    })

    test('deletes or rewords deliveries of a failed run whose reason quotes one of its records', async () => {
      const { data, id, addAction, addRun } = get()
      const action = await addAction()
      const run = await addRun(action)
      await data.runs.addPage(run.id, { records: newRecords(2), cursor: null, at })
      const failed = { state: 'failed' as const, imageId: null, reason: alike }
      const group = { key: 'value_missing: no price', message: alike.message }
      const outcomes = [0, 1].map((n) => newOutcome(n, { ...failed, group }))
      const { failureGroups, outputs } = await data.runs.finishRecords(run.id, outcomes, later)
      const error = stopReason(2, { rendered: 0, skipped: 0, failed: 2, failureGroups, outputs })
      expect(error?.message).toContain(secret)
      await data.runs.update(run.id, { state: 'failed', error, finishedAt: later })
      const ofRun = { actionId: action.id, runId: run.id }
      const [sent, sealed, waiting, started, other] = [id('dlv'), id('dlv'), id('dlv'), id('dlv'), id('dlv')]
      const quoting = { ...ofRun, event: 'run.failed' as const, body: JSON.stringify({ error, note: 'a "b"' }) }
      await data.deliveries.insert([
        deliveryOf(sent, { ...quoting, state: 'delivered' }),
        deliveryOf(sealed, { ...quoting, sealedBody: 'sealed' }),
        deliveryOf(waiting, quoting),
        deliveryOf(started, { ...ofRun, event: 'run.started' }),
        deliveryOf(other, { actionId: action.id, runId: 'run_other', event: 'run.failed' }),
      ])
      await data.erasure.images({ actionId: action.id, recordIds: ['rec0'] }, later)
      expect((await data.runs.get(run.id))?.error?.message).toBe('The first records failed for the same reason.')
      expect(await data.erasure.deliveries(action.id)).toBe(2)
      const left = await Promise.all([sent, sealed, waiting, started, other].map((each) => data.deliveries.get(each)))
      expect(left.map((each) => each?.id)).toEqual([undefined, undefined, waiting, started, other])
      expect(JSON.parse(left[2]?.body ?? '')).toEqual({
        error: { ...error, message: 'The first records failed for the same reason.' },
        note: 'a "b"',
      })
    })

    test('takes only what was made of the table that is meant', async () => {
      const { data, id, addAction } = get()
      const { id: actionId } = await addAction()
      const since = new Date('2026-05-01T00:00:00Z')
      const idAt = (kind: 'image' | 'delivery', days: number) =>
        `${firstIdAt(kind, new Date(since.getTime() + days * 86_400_000))}${id('x').slice(-16)}`
      const made = { actionId, recordId: 'rec0' }
      const images = [idAt('image', -2), idAt('image', -1), idAt('image', 1)]
      const [deleted = '', old = '', now = ''] = images
      await data.images.insert([
        newImage(deleted, { ...made, unpublishedAt: at }),
        newImage(old, made),
        newImage(now, made),
      ])
      const deliveries = [idAt('delivery', -1), idAt('delivery', 1)]
      await data.deliveries.insert(deliveries.map((each) => deliveryOf(each, made)))
      const left = async () => [
        ...[...(await data.images.getMany(images)).keys()].sort(),
        ...(await Promise.all(deliveries.map((each) => data.deliveries.get(each)))).flatMap((each) => each?.id ?? []),
      ]
      const erase = async (span: { from?: Date; until?: Date }) => {
        await data.erasure.images({ actionId, recordIds: ['rec0'], ...span }, later)
        await data.erasure.deliveries(actionId)
      }
      await erase({ until: since })
      expect(await left()).toEqual([old, now, deliveries[1]])
      await erase({ from: since })
      expect(await left()).toEqual([old])
    })
  })
}
