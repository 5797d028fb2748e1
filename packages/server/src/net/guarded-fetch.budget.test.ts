import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { type ByteBudget, createByteBudget } from '#core/byte-budget.ts'
import { createAddressPolicy } from '#net/policy/address-policy.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import type { GuardedFetchOptions } from './guarded-fetch-types.ts'
import { startServer } from './loopback.test-kit.ts'

const megabyte = 2 ** 20
/** More than what the system keeps of a connection that nobody reads. */
const maxBodyBytes = 16 * megabyte
const totalBytes = 1.5 * maxBodyBytes
const large = Buffer.alloc(maxBodyBytes, 'large picture ')

type Serve = (socket: Socket) => unknown

const head = 'HTTP/1.1 200 OK\r\n'
const announced = (body: Buffer) => `${head}content-length: ${body.length}\r\n`
const withLength: Serve = (socket) => socket.write(`${announced(large)}\r\n`) && socket.write(large)
const thenCloses: Serve = (socket) => socket.write(`${announced(large)}connection: close\r\n\r\n`) && socket.end(large)
const untilItCloses: Serve = (socket) => socket.write(`${head}\r\n`) && socket.end(large)
const chunked: Serve = (socket) => {
  socket.write(`${head}transfer-encoding: chunked\r\n\r\n${large.length.toString(16)}\r\n`)
  socket.write(Buffer.concat([large, Buffer.from('\r\n0\r\n\r\n')]))
}
const endless: Serve = (socket) => {
  const pour = () => {
    while (!socket.destroyed && socket.write(large));
  }
  socket.on('drain', pour).write(`${head}\r\n`)
  pour()
}
const dripping: Serve = (socket) => {
  socket.write(`${announced(large)}\r\n`)
  const timer = setInterval(() => socket.write('drop'), 10)
  socket.on('close', () => clearInterval(timer))
}

/** Much longer than a transfer takes, and short enough that whatever waits for all of it would be late if that counted. */
const short = { totalTimeoutMs: 4000, rateWindowMs: 1500 }
const patient = { totalTimeoutMs: 60_000, rateWindowMs: 60_000 }
type Call = Partial<GuardedFetchOptions> & { rateWindowMs: number }

async function call(serve: Serve, budget: ByteBudget, { rateWindowMs, ...change }: Call = patient) {
  const server = await startServer(serve)
  const guardedFetch = createGuardedFetch({ policy: createAddressPolicy({ allow: '127.0.0.0/8' }), rateWindowMs })
  const outcome = guardedFetch(`http://127.0.0.1:${server.port}/`, {
    allowHttp: true,
    connectTimeoutMs: 20_000,
    headersTimeoutMs: 20_000,
    totalTimeoutMs: 60_000,
    maxBodyBytes,
    budget,
    ...change,
  })
  outcome.catch(() => {})
  return { outcome, server }
}

/** Nothing of it is taken any more: somebody may have all there is. */
const isWhole = (budget: ByteBudget) => budget.open(totalBytes).grow(totalBytes, () => {})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Until a download has come to where it waits. */
const untilContended = (budget: ByteBudget) => expect.poll(() => budget.waitedMs()).toBeGreaterThan(0)

describe('guardedFetch() with a budget', () => {
  const bodies: readonly (readonly [what: string, serve: Serve])[] = [
    ['of a known length', withLength],
    ['in chunks', chunked],
    ['on a connection that closes', thenCloses],
    ['that ends with its connection', untilItCloses],
  ]

  test('takes nothing of a body while there is no room, and is not late by that, however the body ends', async () => {
    // Side by side: the time in which they could be late passes once.
    const calls = bodies.map(async ([what, serve]) => {
      const budget = createByteBudget(totalBytes, () => performance.now())
      return { what, budget, letGo: budget.hold(totalBytes), ...(await call(serve, budget, short)) }
    })
    const all = await Promise.all(calls)
    for (const { budget } of all) await untilContended(budget)
    await pause(short.totalTimeoutMs + short.rateWindowMs)
    for (const { what, budget, letGo, outcome, server } of all) {
      for (const socket of server.open) expect(socket.writableLength, what).toBeGreaterThan(0)
      letGo()
      const { body } = await outcome
      expect(large.equals(body), what).toBe(true)
      await expect.poll(() => isWhole(budget), { message: what }).toBe(true)
    }
  })

  test('lets small bodies by', async () => {
    const budget = createByteBudget(totalBytes, () => performance.now())
    budget.hold(totalBytes)
    const { outcome } = await call((socket) => socket.write(`${head}content-length: 5\r\n\r\nsmall`), budget)
    expect(Buffer.from((await outcome).body).toString()).toBe('small')
  })

  test('ends while it waits when the caller aborts or the host breaks off, and leaves nothing behind', async () => {
    const budget = createByteBudget(totalBytes, () => performance.now())
    const letGo = budget.hold(totalBytes)
    const abort = new AbortController()
    const aborted = await call(withLength, budget, { ...patient, signal: abort.signal })
    const broken = await call(withLength, budget)
    await untilContended(budget)
    abort.abort(new Error('enough'))
    await expect(aborted.outcome).rejects.toThrow('enough')
    for (const socket of broken.server.open) socket.resetAndDestroy()
    letGo()
    await expect(broken.outcome).rejects.toMatchObject({ code: 'reset' })
    await expect.poll(() => isWhole(budget)).toBe(true)
  })

  test('brings many to their end at once, and ends those that have none', async () => {
    const budget = createByteBudget(totalBytes, () => performance.now())
    const kinds = [endless, withLength, chunked, untilItCloses]
    const calls = await Promise.all(Array.from({ length: 12 }, (_, n) => call(kinds[n % 4] ?? endless, budget)))
    const ends = await Promise.allSettled(calls.map(({ outcome }) => outcome))
    for (const [index, end] of ends.entries()) {
      if (index % 4 === 0) expect(end).toMatchObject({ reason: { code: 'too_large' } })
      else expect(end.status === 'fulfilled' && large.equals(end.value.body)).toBe(true)
    }
    expect(budget.waitedMs()).toBeGreaterThan(0)
    await expect.poll(() => isWhole(budget)).toBe(true)
  })

  test('gives what has come its room, not what is announced', async () => {
    const budget = createByteBudget(totalBytes, () => performance.now())
    const slow = await Promise.all(
      Array.from({ length: 10 }, () => call(dripping, budget, { ...patient, minBytesPerSecond: 0 })),
    )
    await expect.poll(() => slow.every(({ server }) => server.seen === 1)).toBe(true)
    const { outcome } = await call(withLength, budget)
    expect((await outcome).body).toHaveLength(large.length)
    expect(budget.waitedMs()).toBe(0)
  })
})
