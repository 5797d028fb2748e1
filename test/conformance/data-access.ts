import type { ApiKey } from '@pictable/server/core/access/api-key.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { at, later, type Subject } from './data.ts'

const dayMs = 24 * 3600_000
const inMs = (ms: number) => new Date(at.getTime() + ms)

export function describeAccess(get: () => Subject): void {
  describe('api keys', () => {
    test('are found, touched and revoked', async () => {
      const { data, id } = get()
      const key: ApiKey = {
        id: id('key'),
        name: 'Shop',
        lookup: id('lookup'),
        hash: 'c'.repeat(64),
        scopes: ['read', 'trigger'],
        actionIds: ['act_1'],
        createdAt: at,
        lastUsedAt: null,
        revokedAt: null,
      }
      const other = { ...key, id: id('key'), lookup: id('lookup'), actionIds: null }
      await data.apiKeys.insert(key)
      await data.apiKeys.insert(other)
      expect(await data.apiKeys.get(key.id)).toEqual(key)
      expect(await data.apiKeys.findByLookup(other.lookup)).toEqual(other)
      expect(await data.apiKeys.findByLookup('unknown')).toBeNull()
      await data.apiKeys.touch([key.id, 'key_unknown'], later)
      expect(await data.apiKeys.revoke(key.id, later)).toBe(true)
      expect(await data.apiKeys.revoke(key.id, at)).toBe(false)
      expect(await data.apiKeys.get(key.id)).toEqual({ ...key, lastUsedAt: later, revokedAt: later })
      expect(await data.apiKeys.get(other.id)).toEqual(other)
    })
  })

  describe('settings', () => {
    test.each([[{ a: [1, null] }], ['text'], [false], [null], [12.5]])('keep %j', async (value) => {
      const { data, id } = get()
      const name = id('setting')
      expect((await data.settings.get(name)) ?? null).toBeNull()
      await data.settings.set(name, 'before')
      await data.settings.set(name, value)
      expect(await data.settings.get(name)).toEqual(value)
    })
  })

  describe('idempotency', () => {
    const claimOf = (key: string, claimId: string, caller = 'key_1') => ({ id: claimId, caller, key })
    const sealed = (sealedAnswer = 'sealed') => ({ sealedAnswer, expiresAt: inMs(dayMs) })

    test('one of many at once claims the key', async () => {
      const { data, id } = get()
      const key = id('idempotency')
      const claims = Array.from({ length: 12 }, (_, index) =>
        data.idempotency.claim(claimOf(key, `clm_${index}`), {
          requestHash: `hash ${index}`,
          at,
          expiresAt: inMs(dayMs),
        }),
      )
      const answers = await Promise.all(claims)
      const winner = answers.indexOf(null)
      expect(answers.filter((answer) => answer === null)).toHaveLength(1)
      expect(answers.filter((answer) => answer !== null)).toEqual(
        Array.from({ length: 11 }, () => ({ requestHash: `hash ${winner}`, sealedAnswer: null })),
      )
    })

    test('the answer is kept for those who ask again, until it expires', async () => {
      const { data, id } = get()
      const key = id('idempotency')
      const claim = (name: string, ms: number, caller = 'key_1') =>
        data.idempotency.claim(claimOf(key, name, caller), {
          requestHash: name,
          at: inMs(ms),
          expiresAt: inMs(ms + 1000),
        })
      expect(await claim('one', 0)).toBeNull()
      expect(await data.idempotency.complete(claimOf(key, 'one'), sealed('first'))).toBe(true)
      expect(await data.idempotency.complete(claimOf(key, 'one'), sealed())).toBe(true)
      expect(await claim('two', dayMs - 1)).toEqual({ requestHash: 'one', sealedAnswer: 'sealed' })
      expect(await claim('x', 0, 'key_2')).toBeNull()
      expect(await claim('three', dayMs)).toBeNull()
      expect(await claim('four', dayMs + 1)).toEqual({ requestHash: 'three', sealedAnswer: null })
    })

    test('a request that lost its claim changes nothing of the claim made since', async () => {
      const { data, id } = get()
      const key = id('idempotency')
      const claim = (name: string, ms: number) =>
        data.idempotency.claim(claimOf(key, name), { requestHash: name, at: inMs(ms), expiresAt: inMs(ms + 1000) })
      await claim('slow', 0)
      expect(await claim('quick', 1000)).toBeNull()
      expect(await data.idempotency.complete(claimOf(key, 'slow'), sealed())).toBe(false)
      await data.idempotency.release(claimOf(key, 'slow'))
      await data.idempotency.renew(claimOf(key, 'slow'), inMs(dayMs))
      expect(await claim('third', 1500)).toEqual({ requestHash: 'quick', sealedAnswer: null })
      expect(await data.idempotency.complete(claimOf(key, 'quick'), sealed())).toBe(true)
      await data.idempotency.release(claimOf(key, 'quick'))
      expect(await claim('third', 1500)).toEqual({ requestHash: 'quick', sealedAnswer: 'sealed' })
    })

    test('renew() keeps a claim, and leaves an answer as it is', async () => {
      const { data, id } = get()
      const key = id('idempotency')
      const claim = (name: string, ms: number) =>
        data.idempotency.claim(claimOf(key, name), { requestHash: name, at: inMs(ms), expiresAt: inMs(ms + 1000) })
      await claim('one', 0)
      await data.idempotency.renew(claimOf(key, 'one'), inMs(5000))
      expect(await claim('two', 4999)).not.toBeNull()
      await data.idempotency.complete(claimOf(key, 'one'), sealed())
      await data.idempotency.renew(claimOf(key, 'one'), inMs(6000))
      expect(await claim('two', dayMs - 1)).toMatchObject({ sealedAnswer: 'sealed' })
    })

    test('deleteExpired() deletes more keys than one statement does, and no other', async () => {
      const { data, id } = get()
      const [expired, valid] = [id('expired'), id('valid')]
      const request = { requestHash: 'one', at, expiresAt: at }
      for (let n = 0; n < 5003; n += 100)
        await Promise.all(
          Array.from({ length: 100 }, (_, m) => data.idempotency.claim(claimOf(`${expired}-${n + m}`, 'one'), request)),
        )
      await data.idempotency.claim(claimOf(valid, 'one'), { ...request, expiresAt: later })
      await data.idempotency.deleteExpired(at)
      const again = { requestHash: 'two', at: new Date(at.getTime() - 1), expiresAt: later }
      for (const n of [0, 4999, 5000, 5002])
        expect(await data.idempotency.claim(claimOf(`${expired}-${n}`, 'two'), again)).toBeNull()
      expect(await data.idempotency.claim(claimOf(valid, 'two'), again)).not.toBeNull()
    })

    test('release(), releaseAll() and deleteExpired() make the key free again, answers stay', async () => {
      const { data, id } = get()
      const [key, answered] = [id('idempotency'), id('answered')]
      const claim = (name = 'one') =>
        data.idempotency.claim(claimOf(key, name), { requestHash: 'one', at, expiresAt: later })
      const again = () => data.idempotency.claim(claimOf(answered, 'two'), { requestHash: 'one', at, expiresAt: later })
      await data.idempotency.claim(claimOf(answered, 'one'), { requestHash: 'one', at, expiresAt: later })
      await data.idempotency.complete(claimOf(answered, 'one'), sealed())
      expect(await claim()).toBeNull()
      await data.idempotency.release(claimOf(key, 'one'))
      expect(await claim()).toBeNull()
      await data.idempotency.releaseAll()
      expect(await again()).toMatchObject({ sealedAnswer: 'sealed' })
      expect(await claim()).toBeNull()
      await data.idempotency.deleteExpired(new Date(later.getTime() - 1))
      expect(await claim()).not.toBeNull()
      await data.idempotency.deleteExpired(later)
      expect(await claim()).toBeNull()
    })
  })

  describe('rate limits', () => {
    test('take() lets a burst pass, then one per interval', async () => {
      const { data, id } = get()
      const scope = id('scope')
      const take = (ms: number, cost = 1) =>
        data.rateLimits.take(scope, { perMinute: 60, burst: 3, cost, at: inMs(ms) })
      const waitMs = (ms: number) => data.rateLimits.waitMs(scope, { perMinute: 60, burst: 3, cost: 1, at: inMs(ms) })
      expect(await waitMs(0)).toBe(0)
      expect(await take(0)).toEqual({ waitMs: 0, remaining: 2 })
      expect(await waitMs(0)).toBe(0)
      expect(await take(0, 2)).toEqual({ waitMs: 0, remaining: 0 })
      expect([await waitMs(0), await waitMs(400), await waitMs(1000)]).toEqual([1000, 600, 0])
      expect(await take(0)).toEqual({ waitMs: 1000, remaining: 0 })
      expect(await take(400)).toEqual({ waitMs: 600, remaining: 0 })
      expect(await take(400, 2)).toEqual({ waitMs: 1600, remaining: 0 })
      expect(await take(1000)).toEqual({ waitMs: 0, remaining: 0 })
      expect(await take(60_000)).toEqual({ waitMs: 0, remaining: 2 })
    })

    test('takes at once never take more than there is', async () => {
      const { data, id } = get()
      const scope = id('scope')
      const takes = await Promise.all(
        Array.from({ length: 30 }, () => data.rateLimits.take(scope, { perMinute: 7, burst: 7, cost: 1, at })),
      )
      expect(takes.filter(({ waitMs }) => waitMs === 0)).toHaveLength(7)
      const refused = takes.filter(({ waitMs }) => waitMs > 0)
      expect(new Set(refused.map(({ waitMs }) => waitMs))).toEqual(new Set([Math.ceil(60_000 / 7)]))
    })

    test('agrees with a bucket that is filled evenly', async () => {
      const { data, id } = get()
      const events = fc.array(fc.record({ pauseMs: fc.nat(3000), cost: fc.integer({ min: 1, max: 3 }) }), {
        maxLength: 20,
      })
      await fc.assert(
        fc.asyncProperty(events, fc.constantFrom(20, 60, 240, 600), async (steps, perMinute) => {
          const scope = id('scope')
          const burst = 5
          let [nowMs, tokens] = [0, burst]
          for (const { pauseMs, cost } of steps) {
            nowMs += pauseMs
            tokens = Math.min(burst, tokens + (pauseMs * perMinute) / 60_000)
            const { waitMs } = await data.rateLimits.take(scope, { perMinute, burst, cost, at: inMs(nowMs) })
            const missing = cost - tokens
            if (missing <= 1e-6) {
              expect(waitMs).toBe(0)
              tokens -= cost
            } else {
              expect(waitMs).toBe(Math.ceil((missing * 60_000) / perMinute - 0.01))
            }
          }
        }),
        { numRuns: 25 },
      )
    })

    test('pause() refuses the whole scope until then, and never shortens a pause', async () => {
      const { data, id } = get()
      const scope = id('scope')
      const take = (ms: number) => data.rateLimits.take(scope, { perMinute: 600, burst: 10, cost: 1, at: inMs(ms) })
      await data.rateLimits.pause(scope, { at, until: inMs(30_000) })
      await data.rateLimits.pause(scope, { at, until: inMs(10_000) })
      expect((await take(0)).waitMs).toBe(30_000)
      expect((await take(29_999)).waitMs).toBe(1)
      expect((await take(30_000)).waitMs).toBe(0)
    })

    test('waits no longer than a burst or a pause can last, after a clock was put back', async () => {
      const { data, id } = get()
      const hourMs = 3_600_000
      const take = (scope: string, ms: number) =>
        data.rateLimits.take(scope, { perMinute: 60, burst: 5, cost: 1, at: inMs(ms) })
      const [used, paused] = [id('scope'), id('scope')]
      for (let count = 0; count < 5; count++) await take(used, hourMs)
      expect((await take(used, 0)).waitMs).toBeLessThanOrEqual(2000)
      await data.rateLimits.pause(paused, { at: inMs(hourMs), until: inMs(hourMs + 30_000) })
      expect((await take(paused, 0)).waitMs).toBe(0)
    })

    test('takeTurn() gives the next turns ahead, each once, and none further on', async () => {
      const { data, id } = get()
      const scope = id('scope')
      const take = async (ms: number) => {
        const turn = await data.rateLimits.takeTurn([{ scope, intervalMs: 200 }], { at: inMs(ms), aheadMs: 200 })
        return [turn.turnMs - at.getTime(), turn.isTaken]
      }
      expect(await take(0)).toEqual([0, true])
      expect(await take(10)).toEqual([200, true])
      expect(await take(20)).toEqual([400, false])
      expect(await take(190)).toEqual([400, false])
      expect(await take(200)).toEqual([400, true])
      expect(await take(201)).toEqual([600, false])
      expect(await take(700)).toEqual([700, true])
      await data.rateLimits.pause(scope, { at: inMs(300), until: inMs(1000) })
      expect(await take(799)).toEqual([1000, false])
      expect(await take(900)).toEqual([1000, true])
      expect(await take(1000)).toEqual([1200, true])
    })

    test('takeTurn() takes a turn of all scopes or of none, each turn once, however many ask at a time', async () => {
      const { data, id } = get()
      const [token, ...bases] = [id('token'), id('base'), id('base')]
      const take = (base: string, aheadMs: number) =>
        data.rateLimits.takeTurn(
          [
            { scope: base, intervalMs: 250 },
            { scope: token, intervalMs: 25 },
          ],
          { at, aheadMs },
        )
      const turns = await Promise.all(Array.from({ length: 16 }, (_, n) => take(bases[n % 2] ?? '', 100_000)))
      expect(turns.every(({ isTaken }) => isTaken)).toBe(true)
      const gaps = (times: readonly number[]) => times.slice(1).map((ms, index) => ms - (times[index] ?? 0))
      const sorted = (list: typeof turns) => list.map(({ turnMs }) => turnMs).sort((one, other) => one - other)
      expect(Math.min(...gaps(sorted(turns)))).toBeGreaterThanOrEqual(25)
      for (const parity of [0, 1]) {
        expect(Math.min(...gaps(sorted(turns.filter((_turn, n) => n % 2 === parity))))).toBeGreaterThanOrEqual(250)
      }
      expect((await take(bases[0] ?? '', 0)).isTaken).toBe(false)
      // what was not taken of one is not taken of the other
      expect((await data.rateLimits.takeTurn([{ scope: token, intervalMs: 25 }], { at, aheadMs: 0 })).turnMs).toBe(
        Math.max(...sorted(turns)) + 25,
      )
    })

    test('takeTurn() comes within seconds after a clock was put back', async () => {
      const { data, id } = get()
      const scope = id('scope')
      const take = (ms: number) =>
        data.rateLimits.takeTurn([{ scope, intervalMs: 250 }], { at: inMs(ms), aheadMs: 250 })
      await take(3_600_000)
      expect((await take(0)).turnMs - at.getTime()).toBeLessThanOrEqual(6000)
    })

    test('pause() slows a scope that has to pause again and again, which comes back little by little', async () => {
      const { data, id } = get()
      const scope = id('scope')
      const intervalAt = async (ms: number) => {
        const limit = { perMinute: 60, burst: 1, cost: 1 }
        expect((await data.rateLimits.take(scope, { ...limit, at: inMs(ms) })).waitMs).toBe(0)
        return (await data.rateLimits.take(scope, { ...limit, at: inMs(ms) })).waitMs
      }
      const pause = (ms: number) => data.rateLimits.pause(scope, { at: inMs(ms), until: inMs(ms + 5000) })
      expect(await intervalAt(0)).toBe(1000)
      for (const underWay of [0, 100, 4000]) await pause(underWay)
      expect(await intervalAt(9000)).toBe(1000)
      await pause(10_000)
      expect(await intervalAt(15_000)).toBeGreaterThan(1970)
      for (const more of [20_000, 30_000, 40_000, 50_000, 60_000]) await pause(more)
      const slowest = await intervalAt(65_000)
      expect(slowest > 15_900 && slowest <= 16_000, `${slowest} ms`).toBe(true)
      const minute = 60_000
      expect(await intervalAt(60_000 + 35 * minute)).toBe(9000)
      expect(await intervalAt(60_000 + 80 * minute)).toBe(1000)
      // long after the last pause, one is no reason to go slower
      await pause(90 * minute)
      expect(await intervalAt(91 * minute)).toBe(1000)
    })

    test('deleteFull() forgets what has come back since, and nothing else', async () => {
      const { data, id } = get()
      const since = -8 * dayMs
      const minute = 60_000
      const waitAt = async (scope: string, ms: number) =>
        (await data.rateLimits.take(scope, { perMinute: 60, burst: 1, cost: 1, at: inMs(since + ms) })).waitMs
      const pause = (scope: string, ms: number, untilMs: number) =>
        data.rateLimits.pause(scope, { at: inMs(since + ms), until: inMs(since + untilMs) })
      const [idle, used, paused, slowed] = [id('idle'), id('used'), id('paused'), id('slowed')]
      await waitAt(idle, -5000)
      await waitAt(used, -500)
      await pause(paused, -minute, minute)
      for (const ms of [0, 10_000, 20_000, 30_000, 40_000])
        await pause(slowed, ms - 60 * minute, ms + 5000 - 60 * minute)
      await data.rateLimits.deleteFull(inMs(since))
      // Whoever asks before the last one has to wait, unless that is forgotten.
      expect(await waitAt(idle, -dayMs)).toBe(0)
      expect(await waitAt(used, -dayMs)).toBeGreaterThan(0)
      expect(await waitAt(paused, 0)).toBe(minute)
      await waitAt(slowed, 0)
      expect(await waitAt(slowed, 0)).toBeGreaterThan(1000)
    })
  })

  test('check() proves that a write works', async () => {
    await expect(get().data.check()).resolves.toBeUndefined()
  })
}
