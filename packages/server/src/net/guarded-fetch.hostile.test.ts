import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { createAddressPolicy } from '#net/policy/address-policy.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import type { GuardedFetch, GuardedFetchOptions } from './guarded-fetch-types.ts'
import { httpAnswer, type LoopbackServer, portOf, startServer } from './loopback.test-kit.ts'

const policy = createAddressPolicy({ allow: '127.0.0.0/8' })
const options: GuardedFetchOptions = {
  allowHttp: true,
  connectTimeoutMs: 20_000,
  headersTimeoutMs: 20_000,
  totalTimeoutMs: 20_000,
  maxBodyBytes: 65_536,
}

const unhandled: unknown[] = []
const note = (error: unknown): void => void unhandled.push(error)
process.on('uncaughtException', note).on('unhandledRejection', note)

afterAll(() => {
  process.off('uncaughtException', note).off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})

type Situation = { scheme?: string; rateWindowMs?: number }

async function callAt(
  serve: (socket: Socket, sent: string) => unknown,
  { scheme = 'http', rateWindowMs = 20_000, ...change }: Partial<GuardedFetchOptions> & Situation = {},
): Promise<{
  outcome: Promise<Awaited<ReturnType<GuardedFetch>>>
  server: LoopbackServer
  guardedFetch: GuardedFetch
}> {
  const server = await startServer(serve)
  const guardedFetch = createGuardedFetch({ policy, rateWindowMs })
  const outcome = guardedFetch(`${scheme}://127.0.0.1:${server.port}/x`, { ...options, ...change })
  outcome.catch(() => {})
  return { outcome, server, guardedFetch }
}

/** The client has let go of every socket, so the server sees them close. */
const allClosed = (server: LoopbackServer) => expect.poll(() => server.open.size).toBe(0)

/** Repeats until the socket is gone. */
function forever(socket: Socket, everyMs: number, text: string): void {
  const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write(text)), everyMs)
  socket.on('close', () => clearInterval(timer))
}

/** Writes as fast as the client reads. */
function flood(socket: Socket, text: string, start = ''): void {
  socket.write(start)
  while (!socket.destroyed && socket.write(text));
  socket.once('drain', () => flood(socket, text))
}

const head = 'HTTP/1.1 200 OK\r\n'
const long = 'content-length: 1000000\r\n\r\n'
const kilobyte = 'x'.repeat(1024)

describe('guardedFetch() ends', () => {
  test.each<[string, (socket: Socket) => void, RegExp]>([
    ['silence', () => {}, /^headers_timeout$/],
    ['a status line without end', (socket) => flood(socket, kilobyte), /^protocol$/],
    ['a reason without end', (socket) => flood(socket, kilobyte, 'HTTP/1.1 200 '), /^headers_timeout$/],
    [
      'a header that drips',
      (socket) => {
        socket.write(head)
        forever(socket, 20, 'x-a: b\r\n')
      },
      /^headers_timeout$/,
    ],
    ['headers without end', (socket) => flood(socket, `x-a: ${kilobyte}\r\n`, head), /^long_headers$/],
    ['one header value without end', (socket) => flood(socket, kilobyte, `${head}x-a: `), /^long_headers$/],
    ['empty lines without end', (socket) => flood(socket, '\r\n'.repeat(512)), /^(protocol|headers_timeout)$/],
    ['103 without end', (socket) => flood(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'), /^protocol$/],
    ['103 that drip', (socket) => forever(socket, 50, 'HTTP/1.1 103 Early Hints\r\n\r\n'), /^headers_timeout$/],
    ['100 unasked', (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), /^protocol$/],
    [
      'an upgrade unasked',
      (socket) => socket.write('HTTP/1.1 101 x\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
      /^protocol$/,
    ],
    ['a body without end', (socket) => flood(socket, kilobyte, `${head}\r\n`), /^too_large$/],
    [
      'chunks without end',
      (socket) => flood(socket, `400\r\n${kilobyte}\r\n`, `${head}transfer-encoding: chunked\r\n\r\n`),
      /^too_large$/,
    ],
    [
      'single-byte chunks without end',
      (socket) => flood(socket, '1\r\nx\r\n'.repeat(200), `${head}transfer-encoding: chunked\r\n\r\n`),
      /^too_large$/,
    ],
    [
      'a chunk extension without end',
      (socket) => flood(socket, kilobyte, `${head}transfer-encoding: chunked\r\n\r\n1;a=`),
      /^(too_slow|protocol)$/,
    ],
    [
      'trailers without end',
      (socket) => flood(socket, `x-a: ${kilobyte}\r\n`, `${head}transfer-encoding: chunked\r\n\r\n0\r\n`),
      /^long_headers$/,
    ],
    ['a body that is announced too large', (socket) => socket.write(`${head}${long}x`), /^too_large$/],
    [
      'a body that drips',
      (socket) => {
        socket.write(`${head}content-length: 5000\r\n\r\n`)
        forever(socket, 20, 'x')
      },
      /^too_slow$/,
    ],
    ['a body that never comes', (socket) => socket.write(`${head}content-length: 5\r\n\r\n`), /^too_slow$/],
    ['a close at once', (socket) => socket.end(), /^reset$/],
    ['a reset at once', (socket) => socket.resetAndDestroy(), /^reset$/],
    ['a reset in the header', (socket) => socket.write(head, () => socket.resetAndDestroy()), /^reset$/],
    ['a close in the header', (socket) => socket.end(head), /^reset$/],
    [
      'a reset in the body',
      (socket) => socket.write(`${head}content-length: 5\r\n\r\nab`, () => socket.resetAndDestroy()),
      /^reset$/,
    ],
    ['a close in the body', (socket) => socket.end(`${head}content-length: 5\r\n\r\nab`), /^reset$/],
    ['a close in a chunk', (socket) => socket.end(`${head}transfer-encoding: chunked\r\n\r\n5\r\nab`), /^reset$/],
    [
      'two lengths',
      (socket) => socket.write(`${head}content-length: 2\r\ncontent-length: 3\r\n\r\nabc`),
      /^(protocol|reset)$/,
    ],
    ['a negative length', (socket) => socket.write(`${head}content-length: -1\r\n\r\n`), /^protocol$/],
    [
      'a length and chunks',
      (socket) => socket.write(`${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
      /^(protocol|reset)$/,
    ],
    [
      'a chunk of a bad size',
      (socket) => socket.write(`${head}transfer-encoding: chunked\r\n\r\nzz\r\n`),
      /^protocol$/,
    ],
    ['another protocol', (socket) => socket.write('SSH-2.0-OpenSSH_9.9 private-banner\r\n'), /^protocol$/],
    [
      'HTTP/2',
      (socket) => socket.write(Buffer.from('00001204000000000000030000008000040001000000050000ffff', 'hex')),
      /^protocol$/,
    ],
  ])('%s', async (_what, serve, code) => {
    // Only the limit that has to end the call is short: a slow machine changes nothing.
    const headersTimeoutMs = code.source.includes('headers_timeout') ? 300 : 20_000
    const rateWindowMs = code.source.includes('too_slow') ? 200 : 20_000
    const { outcome, server } = await callAt(serve, { headersTimeoutMs, rateWindowMs })
    await expect(outcome).rejects.toMatchObject({
      name: 'NetError',
      code: expect.stringMatching(code),
      message: expect.not.stringContaining('private-banner'),
    })
    await allClosed(server)
  })

  test('a receiver that does not read', async () => {
    let reads = false
    const serve = (socket: Socket): unknown => reads || socket.pause()
    const body = 'x'.repeat(20_000_000)
    const { outcome, server } = await callAt(serve, { method: 'POST', body, headersTimeoutMs: 300 })
    await expect(outcome).rejects.toMatchObject({ code: 'headers_timeout' })
    reads = true
    for (const socket of server.open) socket.resume()
    await allClosed(server)
  })

  test('a TLS handshake that gets no answer', async () => {
    const { outcome, server } = await callAt(() => {}, { scheme: 'https', connectTimeoutMs: 300 })
    await expect(outcome).rejects.toMatchObject({ code: 'connect_timeout', retryable: true })
    await allClosed(server)
  })

  test('a TLS handshake that is reset', async () => {
    const { outcome } = await callAt((socket) => socket.resetAndDestroy(), { scheme: 'https' })
    await expect(outcome).rejects.toMatchObject({ code: 'reset' })
  })

  test('a TLS handshake that is answered in plain text', async () => {
    const { outcome } = await callAt((socket) => socket.write(httpAnswer(400, {}, 'plain')), { scheme: 'https' })
    await expect(outcome).rejects.toMatchObject({ code: 'tls', retryable: false })
  })

  test('a resolver that never answers, and dials nothing when it answers late', async () => {
    const late: (() => void)[] = []
    const dialled: string[] = []
    const guardedFetch = createGuardedFetch({
      policy,
      resolve: () => new Promise((resolve) => late.push(() => resolve([{ address: '127.0.0.1', family: 4 }]))),
      connect: () => {
        dialled.push('dialled')
        throw new Error('dialled')
      },
    })
    const outcome = guardedFetch('http://slow.example.com/', { ...options, connectTimeoutMs: 100 })
    await expect(outcome).rejects.toMatchObject({ code: 'connect_timeout' })
    for (const answer of late) answer()
    await new Promise((resolve) => setImmediate(resolve))
    expect(dialled).toEqual([])
  })

  test('a port where nobody listens', async () => {
    const listener = createServer().listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const port = portOf(listener)
    await new Promise((resolve) => listener.close(resolve))
    const outcome = createGuardedFetch({ policy })(`http://127.0.0.1:${port}/`, options)
    await expect(outcome).rejects.toMatchObject({ code: 'refused', retryable: true })
  })

  test('redirects in a circle', async () => {
    const { outcome, server } = await callAt((socket) => socket.write(httpAnswer(302, { location: '/x' })), {
      redirects: 3,
    })
    await expect(outcome).rejects.toMatchObject({ code: 'redirect', message: expect.stringContaining('more than 3') })
    expect(server.received.join('').match(/GET \/x/g)).toHaveLength(4)
  })

  test('redirects that are slow one by one, by the time of the whole', async () => {
    const { outcome } = await callAt(
      (socket) => setTimeout(() => socket.write(httpAnswer(302, { location: '/x' })), 250),
      { redirects: 3, totalTimeoutMs: 500 },
    )
    await expect(outcome).rejects.toMatchObject({ code: 'timeout' })
  })

  test.each(['http://[', 'https://exa mple.com/', ''])('a redirect to "%s"', async (location) => {
    const { outcome } = await callAt((socket) => socket.write(httpAnswer(302, { location })), { redirects: 3 })
    await expect(outcome).rejects.toMatchObject({ code: 'redirect' })
  })

  test('a body of a redirect that has no end', async () => {
    const serve = (socket: Socket, sent: string): void => {
      if (sent.startsWith('GET /x')) {
        socket.write('HTTP/1.1 302 x\r\nlocation: /y\r\n\r\n')
        flood(socket, kilobyte)
      } else socket.write(httpAnswer(200, {}, 'there'))
    }
    const { outcome } = await callAt(serve, { redirects: 1 })
    expect(Buffer.from((await outcome).body).toString()).toBe('there')
  })
})

describe("guardedFetch() with onOverflow: 'cut' keeps the head of", () => {
  test.each<[string, (socket: Socket) => void]>([
    ['a body without end', (socket) => flood(socket, 'abc'.repeat(100), `${head}\r\n`)],
    ['a body that is announced too large', (socket) => socket.write(`${head}${long}${'abc'.repeat(40_000)}`)],
    ['a body that stops', (socket) => socket.write(`${head}${long}abc`)],
    ['a body that breaks off', (socket) => socket.write(`${head}${long}abc`, () => socket.resetAndDestroy())],
  ])('%s', async (_what, serve) => {
    const { outcome, server } = await callAt(serve, { onOverflow: 'cut', maxBodyBytes: 1000, rateWindowMs: 300 })
    const { status, body, truncated } = await outcome
    expect({ status, truncated }).toEqual({ status: 200, truncated: true })
    expect('abc'.repeat(400).startsWith(Buffer.from(body).toString())).toBe(true)
    expect(body.length).toBeLessThanOrEqual(1000)
    await allClosed(server)
  })

  test('but not of a header that does not come', async () => {
    const { outcome } = await callAt((socket) => socket.write(head), { onOverflow: 'cut', headersTimeoutMs: 300 })
    await expect(outcome).rejects.toMatchObject({ code: 'headers_timeout' })
  })

  test('but not when the caller aborts', async () => {
    const abort = new AbortController()
    const { outcome } = await callAt(
      (socket) => socket.write(`${head}${long}abc`, () => abort.abort(new Error('enough'))),
      {
        onOverflow: 'cut',
        signal: abort.signal,
      },
    )
    await expect(outcome).rejects.toThrow('enough')
  })
})
