import { contract } from '@pictable/client'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createKey } from '#core/access/create-key.ts'
import { AppError } from '#core/errors.ts'
import { fixedClock } from '#core/fakes/clock.ts'
import { createFakeSource } from '#core/fakes/fake-source.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { createTestRiver, productTable } from '#core/fakes/test-river.ts'
import { createTestWorld, fakeSources } from '#core/fakes/test-world.ts'
import { publishTemplate } from '#core/template/save-template.ts'
import { createTrigger } from '#core/trigger/save-trigger.ts'
import { leaseMs } from '#core/trigger/tend-trigger.ts'
import { published } from '#http/answers/published.ts'
import { triggerKinds } from '#triggers/index.ts'
import { answerOnce, type IdempotentWork, idempotencyKeyOf, isOnce, type Once } from './idempotency.ts'
import type { WireAnswer } from './wire-answer.ts'

const opened = useTestData()
const hourMs = 3_600_000
let count = 0

/** A key of its own, and how often its work was done. */
function start() {
  const clock = fixedClock()
  const world = createTestWorld({ data: opened.data, clock })
  const request = { callerId: 'key_1', key: `once-${++count}`, parts: ['POST', '/v1/images', 'application/json', '{}'] }
  const done: string[] = []
  const told: string[] = []
  const answerOf = (text: string): WireAnswer => ({ status: 201, headers: { location: '/x' }, payload: text })
  const ask = (text: string, more: Partial<typeof request> = {}, work?: IdempotentWork['work']) =>
    answerOnce(
      world,
      { ...request, ...more },
      {
        work:
          work ??
          (async () => {
            done.push(text)
            return answerOf(text)
          }),
        along: async (_data, { status }) => void told.push(`${text} ${status}`),
        onNotReleased: (error) => void told.push(`not released: ${error}`),
      },
    )
  return { clock, world, request, done, told, ask, answerOf }
}

const refused = (code: string) => expect.objectContaining({ code })

describe('answerOnce()', () => {
  test('does the work once, and repeats its answer, marked as such', async () => {
    const { ask, done, told } = start()
    expect(await ask('first')).toEqual({ status: 201, headers: { location: '/x' }, payload: 'first' })
    const again = { status: 201, headers: { location: '/x', 'idempotency-replayed': 'true' }, payload: 'first' }
    expect(await ask('second')).toEqual(again)
    expect(await ask('third')).toEqual(again)
    expect(done).toEqual(['first'])
    expect(told).toEqual(['first 201'])
  })

  test('repeats bytes as bytes, and nothing as nothing', async () => {
    for (const payload of [new Uint8Array([0, 255, 7]), null]) {
      const { ask } = start()
      const work = async () => ({ status: 200, headers: {}, payload })
      await ask('first', {}, work)
      expect(await ask('second', {}, work)).toEqual({
        status: 200,
        headers: { 'idempotency-replayed': 'true' },
        payload,
      })
    }
  })

  test('tells keys, callers and requests apart', async () => {
    const { ask, done, request } = start()
    await ask('first')
    for (const n of request.parts.keys()) {
      const parts = request.parts.with(n, 'other')
      await expect(ask('other', { parts })).rejects.toEqual(refused('idempotency_mismatch'))
    }
    await expect(ask('other', { parts: ['POST/v1', ...request.parts.slice(1)] })).rejects.toEqual(
      refused('idempotency_mismatch'),
    )
    await ask('of another caller', { callerId: 'key_2' })
    await ask('of another key', { key: `${request.key}-other` })
    expect(done).toEqual(['first', 'of another caller', 'of another key'])
  })

  test('refuses a repeat while the first one is under way, for as long as its process lives', async () => {
    const { ask, done, clock, answerOf } = start()
    const going = Promise.withResolvers<WireAnswer>()
    const begun = Promise.withResolvers<void>()
    const first = ask('first', {}, () => {
      begun.resolve()
      return going.promise
    })
    await begun.promise
    clock.advance(14_999)
    await expect(ask('second')).rejects.toEqual(
      expect.objectContaining({ code: 'idempotency_in_flight', retryAfterMs: 1000 }),
    )
    going.resolve(answerOf('first'))
    expect(await first).toMatchObject({ payload: 'first' })
    expect(await ask('third')).toMatchObject({ payload: 'first' })
    expect(done).toEqual([])
  })

  test('lets another request have the claim of one that is not renewed, and undoes what the first one did', async () => {
    const { ask, clock, world, answerOf, told } = start()
    const going = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const name = `late ${count}`
    const first = ask('first', {}, async ({ data }: Once) => {
      begun.resolve()
      await going.promise
      await createKey({ ...world, data }, { name, scopes: ['read'] })
      return answerOf('first')
    })
    await begun.promise
    clock.advance(15_000)
    expect(await ask('second')).toMatchObject({ payload: 'second' })
    going.resolve()
    await expect(first).rejects.toEqual(refused('idempotency_in_flight'))
    expect(await ask('third')).toMatchObject({ payload: 'second' })
    const { results } = await world.data.apiKeys.list({ limit: 100 })
    expect(results.filter((key) => key.name === name)).toEqual([])
    expect(told).toEqual(['second 201'])
  })

  test('keeps answers for 24 hours', async () => {
    const { ask, clock, done } = start()
    await ask('first')
    clock.advance(24 * hourMs - 1)
    expect(await ask('second')).toMatchObject({ payload: 'first' })
    clock.advance(1)
    expect(await ask('third')).toMatchObject({ payload: 'third' })
    expect(done).toEqual(['first', 'third'])
  })

  test.each([
    ['a problem, whose writes stay', new AppError('conflict', 'It cannot be.'), 1],
    ['anything else, which is undone', new Error('It broke.'), 0],
  ])('lets a request that ended with %s be repeated', async (_, error, kept) => {
    const { ask, world, done } = start()
    const name = `failed ${count}`
    const work = async ({ data }: Once) => {
      await createKey({ ...world, data }, { name, scopes: ['read'] })
      throw error
    }
    await expect(ask('first', {}, work)).rejects.toBe(error)
    const { results } = await world.data.apiKeys.list({ limit: 100 })
    expect(results.filter((key) => key.name === name)).toHaveLength(kept)
    expect(await ask('second')).toMatchObject({ payload: 'second' })
    expect(done).toEqual(['second'])
  })

  test('keeps an answer before the end of the work, and audits it once', async () => {
    const { ask, answerOf, told } = start()
    await ask('first', {}, async ({ keep }) => {
      await keep(answerOf('early'))
      await expect(ask('second')).resolves.toMatchObject({ payload: 'early' })
      return answerOf('late')
    })
    expect(await ask('third')).toMatchObject({ payload: 'late' })
    expect(told).toEqual(['first 201'])
  })

  test('holds no transaction while work goes on with its table, however long that takes', async () => {
    const { ask, answerOf, world } = start()
    const transactions = { begun: 0, open: 0 }
    world.data = {
      ...world.data,
      async transaction(work) {
        transactions.begun++
        transactions.open++
        return opened.data.transaction(work).finally(() => transactions.open--)
      },
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const table = productTable(1)
    const source = createFakeSource({ tables: [table] })
    async function* pages(...asked: Parameters<typeof source.pages>) {
      const begun = transactions.begun + 1
      vi.advanceTimersByTime(leaseMs / 4)
      await expect.poll(() => transactions).toEqual({ begun, open: 0 })
      yield* source.pages(...asked)
    }
    const sources = fakeSources([{ ...source.kind, open: () => ({ ...source, pages }) }])
    const river = await createTestRiver(opened, { table, world: { ...world, sources, triggers: triggerKinds } })
    const draft = { actionId: river.actionId, kind: 'table_change' }
    const { signal } = new AbortController()
    await ask('first', {}, async ({ data, keep }) => {
      const onSaved = () => keep(answerOf('early'))
      const { note, error } = await createTrigger({ ...river.world, data }, draft, { signal, onSaved })
      expect({ note, error }).toEqual({ note: 'The table is polled every 5 minutes.', error: null })
      return answerOf('late')
    })
    expect(await ask('second')).toMatchObject({ payload: 'late' })
  })

  test('has a publication committed before the tables of its actions are asked', async () => {
    const { ask, answerOf } = start()
    const order: string[] = []
    const before = async () => void order.push('table')
    const { world, templateId } = await createTestRiver(opened, { source: { before } })
    order.length = 0
    await ask('first', {}, async ({ data, keep }) => {
      const once = { ...world, data }
      await publishTemplate(once, templateId)
      const keepNoted = async (answer: WireAnswer) => {
        await keep(answer)
        order.push('commit')
      }
      return published({ world: once, params: { id: templateId }, keep: keepNoted }, () => answerOf('early'))
    })
    expect([order[0], order.includes('table')]).toEqual(['commit', true])
    expect(await ask('second')).toMatchObject({ payload: 'early' })
  })

  test('renews the claim of a request every five seconds until its end', async () => {
    const { ask, clock, world, answerOf } = start()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const renewed: number[] = []
    const { idempotency } = world.data
    world.data = {
      ...world.data,
      idempotency: {
        ...idempotency,
        renew: async (_claim, until) => void renewed.push(until.getTime() - clock.now().getTime()),
      },
    }
    await ask('first', {}, async () => {
      await vi.advanceTimersByTimeAsync(4999)
      expect(renewed).toEqual([])
      await vi.advanceTimersByTimeAsync(1)
      expect(renewed).toEqual([15_000])
      await vi.advanceTimersByTimeAsync(5000)
      return answerOf('first')
    })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(renewed).toEqual([15_000, 15_000])
  })

  test('tells when a claim could not be released, beside what went wrong', async () => {
    const { ask, world, told } = start()
    const { idempotency } = world.data
    const release = () => Promise.reject(new Error('gone'))
    world.data = { ...world.data, idempotency: { ...idempotency, release } }
    const work = async () => {
      throw new Error('It broke.')
    }
    await expect(ask('first', {}, work)).rejects.toThrow('It broke.')
    expect(told).toEqual(['not released: Error: gone'])
  })

  test('seals what is stored for its caller and key', async () => {
    const { ask, world, request } = start()
    const opens: string[] = []
    const { open } = world.secrets
    world.secrets.open = (sealed, context, boundTo) => {
      opens.push(context)
      return open(sealed, context, boundTo)
    }
    await ask('first')
    await ask('second')
    expect(opens).toEqual([`idempotency_keys.sealed_answer.key_1.${request.key}`])
  })
})

describe('a stored answer', () => {
  test('is not given to another request by a changed hash', async () => {
    const { ask, world, done } = start()
    await ask('first')
    const { idempotency } = world.data
    const claim: typeof idempotency.claim = async (...call) => {
      const stored = await idempotency.claim(...call)
      return stored && { ...stored, requestHash: 'of an earlier release' }
    }
    world.data = { ...world.data, idempotency: { ...idempotency, claim } }
    await expect(ask('second', { parts: ['other'] })).rejects.toEqual(refused('idempotency_mismatch'))
    expect(done).toEqual(['first'])
  })
})

describe('isOnce()', () => {
  const { images, links, templates } = contract
  test.each([
    ['creates', images.create, true],
    ['reads', images.get, false],
    ['updates', templates.update, false],
    ['changes nothing', templates.preview, false],
    ['logs someone in', links.redeem, false],
  ])('is right for an endpoint that %s', (_, entry, expected) => expect(isOnce(entry)).toBe(expected))
})

describe('idempotencyKeyOf()', () => {
  test.each([undefined, '!', 'a', '~', 'x'.repeat(255)])('takes %j', (header) =>
    expect(idempotencyKeyOf(header)).toBe(header),
  )
  test.each(['', ' ', 'a b', 'a\n', 'é', '\x7f', 'x'.repeat(256)])('refuses %j', (header) =>
    expect(() => idempotencyKeyOf(header)).toThrow(refused('invalid_request')),
  )
})
