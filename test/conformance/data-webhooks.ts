import type { DeliveryState } from '@pictable/model/webhook'
import type { SettledAttempt } from '@pictable/server/core/ports/data/webhooks.ts'
import type { Data } from '@pictable/server/core/ports/data.ts'
import type { Delivery, Webhook } from '@pictable/server/core/webhook/webhook.ts'
import { afterEach, describe, expect, test } from 'vitest'
import type { Subject } from './data.ts'
import { readAll } from './data-resources.ts'

const now = new Date('2025-11-20T20:34:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

function newWebhook(id: string, change: Partial<Webhook> = {}): Webhook {
  return {
    id,
    name: 'Ours',
    format: 'standard',
    url: 'https://receiver.example/hook',
    sealedHeaders: null,
    sealedSecrets: null,
    userDefined: null,
    sealedUserDefined: null,
    events: null,
    onlyFailures: false,
    actionIds: null,
    timeoutMs: 10_000,
    pause: null,
    failingSince: null,
    failedAttempts: 0,
    revision: 1,
    createdAt: now,
    updatedAt: now,
    ...change,
  }
}

function attempted({ id, webhookId }: { id: string; webhookId: string }, state: DeliveryState): SettledAttempt {
  const failed = state !== 'delivered'
  return {
    deliveryId: id,
    webhookId,
    state,
    attempt: {
      n: 1,
      at: now,
      timings: { dnsMs: null, connectMs: 1.5, firstByteMs: 10, totalMs: 12.3 },
      requestHeaders: { 'X-Service-Event': 'image.created' },
      status: failed ? 500 : 200,
      answerHeaders: { 'x-a': 'b' },
      answerBody: 'answer',
      error: failed ? { code: 'status', message: 'It answered 500.' } : null,
      nextAttemptAt: state === 'pending' ? later(5) : null,
    },
  }
}

/** Webhooks and their deliveries. What a test queues goes with it: whoever claims, claims everything. */
export function describeWebhooks(get: () => Subject): void {
  const made: string[] = []
  afterEach(async () => {
    for (const id of made.splice(0)) await get().data.webhooks.delete(id)
  })

  async function webhook(change: Partial<Webhook> = {}): Promise<Webhook> {
    const one = newWebhook(get().id('wh'), change)
    await get().data.webhooks.insert(one)
    made.push(one.id)
    return one
  }

  async function deliveries(webhookId: string, count: number, change: Partial<Delivery> = {}): Promise<Delivery[]> {
    const all = Array.from({ length: count }, (): Delivery => {
      return {
        id: get().id('dlv'),
        webhookId,
        eventId: get().id('evt'),
        event: 'image.created',
        actionId: null,
        runId: null,
        recordId: null,
        recipient: null,
        isTest: false,
        body: '{"text":"ä \\u0000 \\" \\\\ {} , 😀"}',
        sealedBody: null,
        state: 'pending',
        attempts: 0,
        replayedAfter: 0,
        nextAttemptAt: now,
        lastStatus: null,
        reason: null,
        createdAt: now,
        finishedAt: null,
        ...change,
      }
    })
    await get().data.deliveries.insert(all)
    return all
  }

  const claim = (change: Partial<Parameters<Data['deliveries']['claim']>[0]> = {}) =>
    get().data.deliveries.claim({
      at: now,
      leaseUntil: later(60),
      owner: 'me',
      rooms: new Map(),
      otherRoom: 10,
      ...change,
    })

  describe('claim()', () => {
    test('takes what is due of every webhook, each at most so often, and nothing twice', async () => {
      const [one, other] = [await webhook(), await webhook()]
      const mine = await deliveries(one.id, 12)
      await deliveries(other.id, 2)
      await deliveries(other.id, 1, { nextAttemptAt: later(1) })
      const first = await claim()
      expect(first.filter(({ webhookId }) => webhookId === one.id)).toHaveLength(10)
      expect(first.filter(({ webhookId }) => webhookId === other.id)).toHaveLength(2)
      expect(first[0]?.body).toBe(mine[0]?.body)
      expect(await claim()).toHaveLength(2)
      expect(await claim()).toEqual([])
      expect(await claim({ at: later(1), rooms: new Map([[one.id, 0]]) })).toHaveLength(1)
    })

    test('leaves out large bodies, as thousands of deliveries may be claimed together', async () => {
      const { id } = await webhook()
      const [small] = await deliveries(id, 1, { sealedBody: 'sealed' })
      const [large] = await deliveries(id, 1, { body: 'x'.repeat(5000) })
      await deliveries(id, 1, { sealedBody: 'x'.repeat(5000) })
      const claimed = await claim()
      expect(claimed.map(({ body, sealedBody }) => [body, sealedBody])).toEqual([
        [small?.body, 'sealed'],
        [null, null],
        [null, null],
      ])
      expect((await get().data.deliveries.get(large?.id ?? ''))?.body).toBe(large?.body)
    })

    test('takes again what a process held beyond its lease, or gave back', async () => {
      const { data } = get()
      const { id } = await webhook()
      await deliveries(id, 3)
      await claim()
      expect(await claim({ at: later(59) })).toEqual([])
      expect(await claim({ at: later(60) })).toHaveLength(3)
      await data.deliveries.release('somebody else', now)
      expect(await claim()).toEqual([])
      await data.deliveries.release('me', now)
      expect(await claim()).toHaveLength(3)
      await data.deliveries.release(null, now)
      const [first, ...others] = await claim()
      expect(others).toHaveLength(2)
      await data.deliveries.release('me', now, [first?.id ?? ''])
      expect(await claim()).toEqual(others)
    })
  })

  describe('reclaim()', () => {
    test('bounds what waits by the time it was given, after a clock was put back', async () => {
      const { data } = get()
      const { id } = await webhook()
      const leaseMs = 60_000
      const [claimed, tried] = await deliveries(id, 2)
      if (!claimed || !tried) throw new Error('two were made')
      await claim({ leaseUntil: later(3660) })
      const { attempt, ...rest } = attempted(tried, 'pending')
      const ahead = { ...attempt, at: later(3600), nextAttemptAt: later(3605) }
      await data.deliveries.settle([{ ...rest, attempt: ahead }])
      const [fresh] = await deliveries(id, 1, { nextAttemptAt: later(3600) })
      expect(await claim()).toEqual([])
      await data.deliveries.reclaim({ at: now, leaseMs })
      expect(await claim()).toMatchObject([{ id: fresh?.id }])
      expect(await claim({ at: later(4) })).toEqual([])
      expect(await claim({ at: later(5), leaseUntil: later(90) })).toMatchObject([{ id: tried.id, attempts: 1 }])
      expect(await claim({ at: later(59) })).toEqual([])
      await data.deliveries.reclaim({ at: later(59), leaseMs })
      expect((await claim({ at: later(60) })).map((one) => one.id)).toEqual([claimed.id, fresh?.id])
    })
  })

  describe('nextDueAt()', () => {
    test('is the earliest of all, null when nothing waits', async () => {
      const { data } = get()
      expect(await data.deliveries.nextDueAt()).toBeNull()
      await deliveries((await webhook()).id, 1, { nextAttemptAt: later(30) })
      await deliveries((await webhook()).id, 1, { nextAttemptAt: later(20) })
      expect(await data.deliveries.nextDueAt()).toEqual(later(20))
    })
  })

  describe('settle()', () => {
    test('ends, postpones and logs', async () => {
      const { data } = get()
      const { id } = await webhook()
      const [good, bad] = await deliveries(id, 2)
      if (!good || !bad) throw new Error('two were made')
      await claim()
      expect(await data.deliveries.settle([attempted(good, 'delivered'), attempted(bad, 'pending')])).toEqual([])
      expect(await data.deliveries.get(good.id)).toMatchObject({
        state: 'delivered',
        attempts: 1,
        lastStatus: 200,
        finishedAt: now,
      })
      expect(await data.deliveries.get(bad.id)).toMatchObject({
        state: 'pending',
        attempts: 1,
        nextAttemptAt: later(5),
        reason: { code: 'status' },
      })
      expect(await data.deliveries.attempts(bad.id)).toEqual([attempted(bad, 'pending').attempt])
      expect(await claim({ at: later(4) })).toEqual([])
      expect(await claim({ at: later(5) })).toMatchObject([{ id: bad.id, attempts: 1 }])
    })

    test('counts failures until something arrives', async () => {
      const { data } = get()
      const { id } = await webhook()
      const [one, two, three] = await deliveries(id, 3)
      if (!one || !two || !three) throw new Error('three were made')
      await data.deliveries.settle([attempted(one, 'pending'), attempted(two, 'pending')])
      expect(await data.deliveries.settle([attempted(three, 'pending')])).toEqual([
        { id, failingSince: now, failedAttempts: 3 },
      ])
      await data.deliveries.settle([attempted(one, 'delivered')])
      expect(await data.webhooks.get(id)).toMatchObject({ failingSince: null, failedAttempts: 0 })
    })
  })

  describe('pause() and resume()', () => {
    const pause = { reason: 'owner' as const, message: 'Paused.', at: now.toISOString() }

    test('hold back what was to be sent, and send it later', async () => {
      const { data } = get()
      const { id } = await webhook()
      const [one, two] = await deliveries(id, 2)
      if (!one || !two) throw new Error('two were made')
      await claim()
      expect(await data.webhooks.pause(id, pause)).toBe(true)
      expect(await data.webhooks.pause(id, pause)).toBe(false)
      await data.deliveries.settle([attempted(one, 'delivered'), attempted(two, 'pending')])
      expect(await data.deliveries.get(one.id)).toMatchObject({ state: 'delivered' })
      expect(await data.deliveries.get(two.id)).toMatchObject({ state: 'paused' })
      expect((await data.deliveries.list({ limit: 5, state: 'paused' })).results).toHaveLength(1)
      await data.webhooks.resume(id, { at: now, giveUp: null })
      expect(await claim()).toMatchObject([{ id: two.id, attempts: 1, replayedAfter: 1 }])
      expect((await data.webhooks.get(id))?.pause).toBeNull()
    })

    test('leave alone what is under way: it is not sent a second time', async () => {
      const { data } = get()
      const { id } = await webhook()
      const [one, two] = await deliveries(id, 2)
      if (!one || !two) throw new Error('two were made')
      await claim()
      await data.webhooks.pause(id, pause)
      await data.webhooks.resume(id, { at: now, giveUp: null })
      expect(await data.deliveries.replay({ id: one.id }, now)).toBe(1)
      expect(await claim()).toEqual([])
      await data.deliveries.settle([attempted(one, 'delivered'), attempted(two, 'pending')])
      expect(await data.deliveries.get(two.id)).toMatchObject({ state: 'pending' })
      expect(await claim({ at: later(5) })).toMatchObject([{ id: two.id }])
    })

    test('hold back what a process has claimed, as soon as it gives that back', async () => {
      const { data } = get()
      const { id } = await webhook()
      const [one, two] = await deliveries(id, 2)
      if (!one || !two) throw new Error('two were made')
      const stateOf = async (delivery: Delivery) => (await data.deliveries.get(delivery.id))?.state
      await claim()
      await data.webhooks.pause(id, pause)
      await data.webhooks.giveBack(id, { owner: 'someone else', deliveryIds: [one.id], at: now })
      expect([await stateOf(one), await stateOf(two)]).toEqual(['pending', 'pending'])
      await data.webhooks.giveBack(id, { owner: 'me', deliveryIds: [one.id], at: now })
      expect([await stateOf(one), await stateOf(two)]).toEqual(['paused', 'pending'])
      await data.webhooks.resume(id, { at: now, giveUp: null })
      expect(await claim()).toMatchObject([{ id: one.id }])
      await data.webhooks.giveBack(id, { owner: 'me', deliveryIds: [two.id], at: now })
      expect(await claim()).toMatchObject([{ id: two.id }])
      await data.webhooks.giveBack('wh_none', { owner: 'me', deliveryIds: [two.id], at: now })
      expect(await claim({ at: later(3600) })).toMatchObject([{ id: one.id }, { id: two.id }])
    })

    test('may give up what was held', async () => {
      const { data } = get()
      const { id } = await webhook()
      await deliveries(id, 2)
      await data.webhooks.pause(id, pause)
      await data.webhooks.resume(id, { at: now, giveUp: { code: 'skipped', message: 'Resumed without.' } })
      expect(await claim()).toEqual([])
      expect((await data.deliveries.list({ limit: 5, webhookId: id, state: 'failed' })).results).toHaveLength(2)
    })
  })

  describe('sendHeld()', () => {
    const pause = { reason: 'failing' as const, message: 'Paused.', at: now.toISOString() }

    test('sends what was held back by mistake, not what waits for a webhook that rests', async () => {
      const { data } = get()
      const [resting, active] = [await webhook({ pause }), await webhook()]
      await deliveries(resting.id, 1, { state: 'paused' })
      await deliveries(active.id, 1, { state: 'failed' })
      const [held] = await deliveries(active.id, 1, { state: 'paused' })
      await data.webhooks.sendHeld(now, get().id('dlv'))
      expect(await claim()).toEqual([])
      await data.webhooks.sendHeld(now, '')
      await data.webhooks.sendHeld(now, '')
      expect(await claim()).toMatchObject([{ id: held?.id }])
      expect(await data.deliveries.get(held?.id ?? '')).toMatchObject({ state: 'pending' })
    })

    test('is not needed when an unnamed receiver is named again', async () => {
      const { data, id } = get()
      const draft = newWebhook(id('wh'), { name: null, url: 'https://named-again.example/' })
      const unnamed = await data.webhooks.ensureUnnamed(draft)
      made.push(unnamed)
      const [held] = await deliveries(unnamed, 1)
      await data.webhooks.pause(unnamed, pause)
      expect(await claim()).toEqual([])
      await data.webhooks.ensureUnnamed({ ...draft, id: id('wh') })
      expect(await claim()).toMatchObject([{ id: held?.id }])
      expect(await data.webhooks.get(unnamed)).toMatchObject({ pause: null })
    })
  })

  describe('replay()', () => {
    test('sends again one that has ended, or all that failed since', async () => {
      const { data } = get()
      const { id } = await webhook()
      const [done] = await deliveries(id, 1, { state: 'delivered', attempts: 1 })
      await deliveries(id, 2, { state: 'failed', attempts: 27 })
      await deliveries(id, 1, { state: 'failed', createdAt: later(-60) })
      expect(await data.deliveries.replay({ id: done?.id ?? '' }, now)).toBe(1)
      expect(await claim()).toMatchObject([{ id: done?.id, attempts: 1, replayedAfter: 1 }])
      expect(await data.deliveries.replay({ webhookId: id, failedSince: now }, now)).toBe(2)
      expect(await claim()).toHaveLength(2)
      expect(await data.deliveries.replay({ id: 'dlv_none' }, now)).toBe(0)
    })
  })

  test('a webhook keeps its format, and a delivery its recipient', async () => {
    const { data } = get()
    const { id } = await webhook({ format: 'email', url: 'mailto:a@shop.example' })
    const [one] = await deliveries(id, 1, { recipient: 'a@shop.example', event: 'run.failed' })
    expect(await data.webhooks.get(id)).toMatchObject({ format: 'email', url: 'mailto:a@shop.example' })
    expect((await data.deliveries.list({ limit: 5, webhookId: id })).results).toMatchObject([
      { id: one?.id, recipient: 'a@shop.example' },
    ])
    const [claimed] = await data.deliveries.claim({
      ...{ at: later(1), leaseUntil: later(60), owner: 'me', rooms: new Map(), otherRoom: 5 },
    })
    expect(claimed).toMatchObject({ recipient: 'a@shop.example', lastStatus: null })
  })

  describe('matching()', () => {
    const audience = { actionId: 'act_1', events: ['image.created'] as const, webhookIds: [] }

    test('finds by event and action, and unnamed receivers by id only', async () => {
      const { data } = get()
      const all = await webhook()
      const fitting = await webhook({ events: ['run.failed', 'image.created'], actionIds: ['act_2', 'act_1'] })
      await webhook({ events: ['run.failed'] })
      await webhook({ actionIds: ['act_2'] })
      const draft = newWebhook(get().id('wh'), { name: null, url: 'https://unnamed.example/' })
      const unnamed = await data.webhooks.ensureUnnamed(draft)
      made.push(unnamed)
      const ids = async (change: object) =>
        (await data.webhooks.matching({ ...audience, ...change })).map(({ id }) => id)
      expect(await ids({})).toEqual([all.id, fitting.id].sort())
      expect(await ids({ actionId: null })).toEqual([all.id])
      expect(await ids({ webhookIds: [unnamed] })).toContain(unnamed)
      expect(await data.webhooks.ensureUnnamed({ ...draft, id: 'wh_other' })).toBe(unnamed)
      expect((await data.webhooks.list({ limit: 10 })).results.map(({ id }) => id)).not.toContain(unnamed)
    })

    test('keeps the order of the keys of user_defined', async () => {
      const { data } = get()
      const userDefined = { zebra: 1, apple: { c: 2, b: 1 }, 10: 'x' }
      const { id } = await webhook({ userDefined })
      expect(JSON.stringify((await data.webhooks.get(id))?.userDefined)).toBe(JSON.stringify(userDefined))
    })
  })

  describe('more deliveries than one statement changes', () => {
    const count = 5003
    const pause = { reason: 'owner' as const, message: 'Paused.', at: now.toISOString() }
    const giveUp = { code: 'skipped', message: 'Resumed without.' }
    const pending = async () => (await get().data.deliveries.backlog(now)).pending

    test('are held back, sent, held back again and given up, each once', async () => {
      const { data } = get()
      const [{ id }, { id: other }] = [await webhook(), await webhook()]
      await deliveries(id, count)
      await deliveries(other, 2)
      await data.webhooks.pause(id, pause)
      expect(await pending()).toBe(2)
      await data.webhooks.resume(id, { at: now, giveUp: null })
      expect(await pending()).toBe(count + 2)
      await data.webhooks.pause(id, pause)
      await data.webhooks.resume(id, { at: now, giveUp })
      expect(await pending()).toBe(2)
      expect(await data.deliveries.replay({ webhookId: id, failedSince: now }, now)).toBe(count)
      expect(await data.deliveries.replay({ webhookId: id, failedSince: now }, now)).toBe(0)
      expect(await pending()).toBe(count + 2)
      await data.webhooks.delete(id)
      expect(await pending()).toBe(2)
    })

    test('are sent when they were held back by mistake', async () => {
      const { data } = get()
      const { id } = await webhook()
      await deliveries(id, count, { state: 'paused' })
      await data.webhooks.sendHeld(now, '')
      expect(await pending()).toBe(count)
    })

    test('stay as they were when the transaction that changes them is undone', async () => {
      const { data } = get()
      const { id } = await webhook()
      await deliveries(id, count, { state: 'failed' })
      const undone = data.transaction(async (inside) => {
        expect(await inside.deliveries.replay({ webhookId: id, failedSince: now }, now)).toBe(count)
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
      expect(await pending()).toBe(0)
    })
  })

  describe('deleteBefore() and deleteUnused()', () => {
    test('forget what is old, but nothing that is still to be sent', async () => {
      const { data, id } = get()
      const draft = newWebhook(id('wh'), { name: null, url: 'https://used-once.example/' })
      const unnamed = await data.webhooks.ensureUnnamed(draft)
      const [done, waiting] = await deliveries(unnamed, 2)
      if (!done || !waiting) throw new Error('two were made')
      await data.deliveries.settle([attempted(done, 'delivered')])
      await data.deliveries.deleteBefore(id('dlv'))
      expect(await data.deliveries.get(done.id)).toBeNull()
      expect(await data.deliveries.attempts(done.id)).toEqual([])
      expect(await data.deliveries.get(waiting.id)).not.toBeNull()
      await data.webhooks.deleteUnused(later(1))
      expect(await data.webhooks.get(unnamed)).not.toBeNull()
      await data.deliveries.settle([attempted(waiting, 'delivered')])
      await data.deliveries.deleteBefore(id('dlv'))
      await data.webhooks.deleteUnused(now)
      expect(await data.webhooks.get(unnamed)).not.toBeNull()
      const action = await get().addAction()
      await get().addRun(action, { state: 'completed', total: 1, failed: 1, webhookIds: [unnamed] })
      await data.webhooks.deleteUnused(later(1))
      expect(await data.webhooks.get(unnamed)).not.toBeNull()
      await data.actions.delete(action.id)
      await data.webhooks.deleteUnused(later(1))
      expect(await data.webhooks.get(unnamed)).toBeNull()
    })
  })

  describe('old deliveries', () => {
    test('go in batches, however many they are', async () => {
      const { data, id } = get()
      const { id: webhookId } = await webhook()
      const [kept] = await deliveries(webhookId, 1)
      await deliveries(webhookId, 5001, { state: 'delivered' })
      await data.deliveries.deleteBefore(id('dlv'))
      const left = await data.deliveries.list({ webhookId, limit: 10 })
      expect(left.results.map((delivery) => delivery.id)).toEqual([kept?.id])
    })

    test('that a crash left behind after their webhook was deleted go too', async () => {
      const { data, id } = get()
      const gone = id('wh')
      const [left] = await deliveries(gone, 1, { state: 'delivered' })
      const { id: webhookId } = await webhook()
      const [kept] = await deliveries(webhookId, 1)
      if (!left || !kept) throw new Error('two were made')
      await data.deliveries.deleteOfGoneWebhooks()
      expect(await data.deliveries.get(left.id)).toBeNull()
      expect(await data.deliveries.get(kept.id)).not.toBeNull()
    })

    test.each([{ state: 'failed' }, { event: 'run.failed' }, { state: 'failed', event: 'run.failed' }] as const)(
      'are listed newest first by %j, of one webhook or of all',
      async (filter) => {
        const { data } = get()
        const { id: webhookId } = await webhook()
        const made: Delivery[] = []
        for (const event of ['image.created', 'run.failed', 'image.created', 'run.failed'] as const)
          for (const state of ['delivered', 'failed'] as const)
            made.push(...(await deliveries(webhookId, 1, { event, state })))
        const expected = made
          .filter(({ state }) => !('state' in filter) || state === filter.state)
          .filter(({ event }) => !('event' in filter) || event === filter.event)
          .map(({ id }) => id)
          .reverse()
        for (const which of [{ webhookId }, {}]) {
          const listed = await readAll((options) => data.deliveries.list({ ...options, ...filter, ...which }))
          const ids = listed.map(({ id }) => id)
          expect(ids.filter((id) => expected.includes(id))).toEqual(expected)
          if ('webhookId' in which) expect(ids).toEqual(expected)
        }
      },
    )
  })

  describe('delete()', () => {
    test('takes the deliveries and their attempts along', async () => {
      const { data } = get()
      const { id } = await webhook()
      const [delivery] = await deliveries(id, 1)
      if (!delivery) throw new Error('one was made')
      await data.deliveries.settle([attempted(delivery, 'pending')])
      expect(await data.webhooks.delete(id)).toBe(true)
      expect(await data.deliveries.get(delivery.id)).toBeNull()
      expect(await data.deliveries.attempts(delivery.id)).toEqual([])
      expect(await data.deliveries.nextDueAt()).toBeNull()
    })
  })
}
