import { once } from 'node:events'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { Worker } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createAddressPolicy } from '#net/policy/address-policy.ts'
import { NetError, withCure } from '#net/policy/net-error.ts'
import {
  testAuthority,
  testCertificate,
  testExpiredCertificate,
  testKey,
  testSelfSignedCertificate,
} from './certificates.test-kit.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import type { GuardedFetchOptions } from './guarded-fetch-types.ts'
import { createDials, createNames, httpAnswer, startServer, startTlsServer } from './loopback.test-kit.ts'
import { withFile } from './temporary-file.test-kit.ts'

const policy = createAddressPolicy({ allow: '127.0.0.0/8' })
const options: GuardedFetchOptions = {
  allowHttp: true,
  connectTimeoutMs: 20_000,
  headersTimeoutMs: 20_000,
  totalTimeoutMs: 20_000,
  maxBodyBytes: 65_536,
}
const ok = httpAnswer(200, { 'Content-Type': 'text/plain', 'X-Two': '1', 'x-two': '2' }, 'ok')

describe('guardedFetch()', () => {
  test('sends what it was given and answers what it got', async () => {
    const server = await startServer((socket) => socket.write(ok))
    const url = `http://127.0.0.1:${server.port}/a/b?c=d%20e#f`
    const body = '{"a":"é"}'
    const headers = { 'Content-Type': 'application/json', 'X-Mixed-Case': 'a  b\tc', 'user-agent': 'Test/1' }
    const answer = await createGuardedFetch({ policy })(url, { ...options, method: 'POST', headers, body })
    expect(answer).toMatchObject({ status: 200, url, truncated: false })
    expect(answer.headers).toEqual({ 'content-length': '2', 'content-type': 'text/plain', 'x-two': '1, 2' })
    expect(Buffer.from(answer.body).toString()).toBe('ok')
    const { connectMs, firstByteMs, totalMs } = answer.timings
    expect(totalMs).toBeGreaterThanOrEqual(firstByteMs + (connectMs ?? Number.NaN))
    expect(server.received[0]?.split('\r\n')).toEqual([
      'POST /a/b?c=d%20e HTTP/1.1',
      `host: 127.0.0.1:${server.port}`,
      'connection: keep-alive',
      'Content-Type: application/json',
      'X-Mixed-Case: a  b\tc',
      'user-agent: Test/1',
      'accept-encoding: identity',
      'content-length: 10',
      '',
      Buffer.from(body).toString('latin1'),
    ])
  })

  test('blames no host for being late when this process was', async () => {
    const slow = `const { parentPort } = require('node:worker_threads')
      const server = require('node:http').createServer((_, answer) => {
        parentPort.postMessage('asked')
        setTimeout(() => answer.end('ok'), 300)
      })
      server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`
    const host = new Worker(slow, { eval: true })
    const [port] = await once(host, 'message')
    const answer = createGuardedFetch({ policy })(`http://127.0.0.1:${port}/`, { ...options, headersTimeoutMs: 1000 })
    await once(host, 'message')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500)
    expect(await answer).toMatchObject({ status: 200 })
    await host.terminate()
  })

  test('keeps a compressed answer as it is', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000))
    const server = await startServer((socket) => {
      socket.write(`HTTP/1.1 200 x\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`)
      socket.write(bomb)
    })
    const { body, headers } = await createGuardedFetch({ policy })(`http://127.0.0.1:${server.port}/`, options)
    expect(Buffer.from(body).equals(bomb)).toBe(true)
    expect(headers).toMatchObject({ 'content-encoding': 'gzip' })
  })

  test('reads a body that ends with the connection, and one in many pieces', async () => {
    const server = await startServer((socket) => {
      socket.write('HTTP/1.1 200 x\r\n\r\n')
      for (let piece = 0; piece < 1000; piece++) socket.write(`${piece},`)
      socket.end()
    })
    const { body } = await createGuardedFetch({ policy })(`http://127.0.0.1:${server.port}/`, options)
    expect(Buffer.from(body).toString()).toBe(`${Array.from({ length: 1000 }, (_, piece) => piece).join(',')},`)
  })

  test.each([
    ['HEAD', 'HTTP/1.1 200 x\r\ncontent-length: 100000\r\n\r\n'],
    ['GET', 'HTTP/1.1 204 x\r\n\r\n'],
    ['GET', 'HTTP/1.1 103 x\r\n\r\nHTTP/1.1 200 x\r\ncontent-length: 0\r\n\r\n'],
  ])('reads an answer to %s without a body', async (method, answer) => {
    const server = await startServer((socket) => socket.write(answer))
    const call = createGuardedFetch({ policy })(`http://127.0.0.1:${server.port}/`, { ...options, method })
    await expect(call).resolves.toMatchObject({ body: new Uint8Array(0), truncated: false })
  })

  test.each(['Host', 'connection', 'Content-Length', 'transfer-encoding', 'Accept-Encoding', 'expect'])(
    'refuses to set the header %s',
    async (name) => {
      const call = createGuardedFetch({ policy })('http://127.0.0.1:8080/', { ...options, headers: { [name]: 'x' } })
      await expect(call).rejects.toMatchObject({ code: 'protocol', message: `The header "${name}" cannot be set` })
    },
  )

  test.each([{ 'x-a': 'secret\r\nx-b: c' }, { 'x a': 'secret' }, { 'x-a': 'secret\u0000' }])(
    'refuses a header that would break the request, without repeating it (%j)',
    async (headers) => {
      const server = await startServer((socket) => socket.write(ok))
      const call = createGuardedFetch({ policy })(`http://127.0.0.1:${server.port}/`, { ...options, headers })
      await expect(call).rejects.toMatchObject({ code: 'protocol', message: expect.not.stringContaining('secret') })
      expect(server.received.join('')).toBe('')
    },
  )

  test('ends with the reason of the caller at every stage', async () => {
    const reason = new Error('no longer wanted')
    const guardedFetch = createGuardedFetch({ policy })
    const silent = await startServer(() => {})
    await expect(
      guardedFetch(`http://127.0.0.1:${silent.port}/`, { ...options, signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason)
    expect(silent.seen).toBe(0)
    const abort = new AbortController()
    const waiting = await startServer(() => abort.abort(reason))
    await expect(guardedFetch(`http://127.0.0.1:${waiting.port}/`, { ...options, signal: abort.signal })).rejects.toBe(
      reason,
    )
    await expect.poll(() => waiting.open.size).toBe(0)
  })
})

describe('guardedFetch() keeps connections', () => {
  test('and uses one for calls in turn, several for calls at once', async () => {
    const server = await startServer((socket) => socket.write(ok))
    const guardedFetch = createGuardedFetch({ policy })
    const call = () => guardedFetch(`http://127.0.0.1:${server.port}/`, { ...options, method: 'POST', body: 'x' })
    for (let turn = 0; turn < 20; turn++) await call()
    expect(server.seen).toBe(1)
    await Promise.all(Array.from({ length: 5 }, call))
    expect(server.seen).toBeLessThanOrEqual(5)
    await guardedFetch.close()
    await expect.poll(() => server.open.size).toBe(0)
    await expect(call()).rejects.toMatchObject({ code: 'reset' })
  })

  test('and closes one that was still being opened when everything was closed', async () => {
    const server = await startServer((socket) => socket.write(ok))
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const resolve = async () => {
      await gate
      return [{ address: '127.0.0.1', family: 4 } as const]
    }
    const guardedFetch = createGuardedFetch({ policy, resolve })
    const call = guardedFetch(`http://late.example.com:${server.port}/`, options)
    await guardedFetch.close()
    open()
    await expect(call).rejects.toMatchObject({ code: 'reset' })
    await expect.poll(() => server.open.size).toBe(0)
    expect(server.received.join('')).toBe('')
  })

  test('by origin: another name for the same server is another connection', async () => {
    const server = await startServer((socket) => socket.write(ok))
    const dials = createDials(server.port)
    const { resolve } = createNames({ 'a.example.com': ['8.8.8.8'], 'b.example.com': ['8.8.8.8'] })
    const guardedFetch = createGuardedFetch({ policy, resolve, connect: dials.connect })
    for (const name of ['a', 'b', 'a', 'b']) await guardedFetch(`http://${name}.example.com/`, options)
    expect(server.seen).toBe(2)
  })

  test('and replaces one that was closed while idle, even for a POST', async () => {
    let last: Socket | undefined
    const server = await startServer((socket) => {
      last = socket
      socket.write(ok)
    })
    const guardedFetch = createGuardedFetch({ policy })
    const post = { ...options, method: 'POST', body: 'x' }
    await guardedFetch(`http://127.0.0.1:${server.port}/`, post)
    last?.destroy()
    await expect.poll(() => server.open.size).toBe(0)
    await expect(guardedFetch(`http://127.0.0.1:${server.port}/`, post)).resolves.toMatchObject({ status: 200 })
  })

  test('but repeats only a GET or HEAD that an old connection may have delivered', async () => {
    const server = await startServer((socket, sent) => {
      if (server.received.filter((text) => text === sent).length === 0) socket.resetAndDestroy()
      else socket.write(ok)
    })
    const guardedFetch = createGuardedFetch({ policy })
    const url = `http://127.0.0.1:${server.port}/`
    await guardedFetch(url, options)
    await expect(guardedFetch(url, options)).resolves.toMatchObject({ status: 200 })
    expect(server.seen).toBe(2)
    await expect(guardedFetch(url, { ...options, method: 'POST', body: 'x' })).rejects.toMatchObject({ code: 'reset' })
    expect(server.seen).toBe(2)
  })

  test('asks before each request on a ready connection, and keeps the connection when it may not start', async () => {
    const server = await startServer((socket) => socket.write(ok))
    const guardedFetch = createGuardedFetch({ policy })
    const url = `http://127.0.0.1:${server.port}/`
    const openWhenAsked: number[] = []
    const ask = (mayStart: boolean) => {
      const asked = () => openWhenAsked.push(server.seen) > 0 && mayStart
      return guardedFetch(url, { ...options, mayStart: asked })
    }
    for (let time = 0; time < 2; time++) await expect(ask(false)).rejects.toMatchObject({ code: 'not_sent' })
    await expect.poll(() => server.seen).toBe(1)
    expect(server.received).toEqual([''])
    await expect(ask(true)).resolves.toMatchObject({ status: 200 })
    await expect(ask(false)).rejects.toMatchObject({ code: 'not_sent' })
    await expect(ask(true)).resolves.toMatchObject({ status: 200 })
    expect(server.seen).toBe(1)
    expect(openWhenAsked).toHaveLength(5)
  })

  test('asks again before it repeats a request on another connection', async () => {
    const server = await startServer((socket, sent) => {
      if (server.received.filter((text) => text === sent).length === 0) socket.resetAndDestroy()
      else socket.write(ok)
    })
    const guardedFetch = createGuardedFetch({ policy })
    const url = `http://127.0.0.1:${server.port}/`
    await guardedFetch(url, options)
    const may = [true, false]
    const mayStart = () => may.shift() ?? false
    await expect(guardedFetch(url, { ...options, mayStart })).rejects.toMatchObject({ code: 'not_sent' })
    expect(may).toEqual([])
  })

  test('drops a connection that nothing was sent on when the other side closes it', async () => {
    const server = await startServer((socket) => socket.write(ok))
    const guardedFetch = createGuardedFetch({ policy })
    const url = `http://127.0.0.1:${server.port}/`
    await expect(guardedFetch(url, { ...options, mayStart: () => false })).rejects.toMatchObject({ code: 'not_sent' })
    await expect.poll(() => server.open.size).toBe(1)
    for (const socket of server.open) socket.destroy()
    await expect.poll(() => server.open.size).toBe(0)
    await expect(guardedFetch(url, { ...options, method: 'POST', body: 'x' })).resolves.toMatchObject({ status: 200 })
    expect(server.seen).toBe(2)
  })

  test('but none whose answer was cut', async () => {
    const server = await startServer((socket) => socket.write(httpAnswer(200, {}, 'a long body')))
    const guardedFetch = createGuardedFetch({ policy })
    const cut = { ...options, maxBodyBytes: 3, onOverflow: 'cut' } as const
    for (let turn = 0; turn < 3; turn++) {
      const answer = await guardedFetch(`http://127.0.0.1:${server.port}/`, cut)
      expect(answer).toMatchObject({ body: new Uint8Array(Buffer.from('a l')), truncated: true })
    }
    expect(server.seen).toBe(3)
  })

  test('but none that speaks before it is asked', async () => {
    const server = await startServer((socket) => socket.write(ok + httpAnswer(200, {}, 'smuggled')))
    const guardedFetch = createGuardedFetch({ policy })
    for (let turn = 0; turn < 3; turn++) {
      const { body } = await guardedFetch(`http://127.0.0.1:${server.port}/`, options)
      expect(Buffer.from(body).toString()).toBe('ok')
    }
    expect(server.seen).toBe(3)
  })
})

describe('guardedFetch() on a redirect', () => {
  const headers = { authorization: 'Bearer secret', 'x-a': 'b' }

  test('keeps the headers on the same origin and drops them on another', async () => {
    const other = await startServer((socket) => socket.write(ok))
    const first = await startServer((socket, sent) => {
      const location = sent.startsWith('GET /start') ? '/next' : `http://127.0.0.1:${other.port}/end`
      socket.write(httpAnswer(302, { location }, 'moved'))
    })
    const guardedFetch = createGuardedFetch({ policy, userAgent: 'Test/2' })
    const answer = await guardedFetch(`http://127.0.0.1:${first.port}/start`, { ...options, headers, redirects: 3 })
    expect(answer).toMatchObject({ status: 200, url: `http://127.0.0.1:${other.port}/end` })
    expect(first.received.join('').match(/authorization: Bearer secret/g)).toHaveLength(2)
    expect(other.received.join('')).toBe(
      `GET /end HTTP/1.1\r\nhost: 127.0.0.1:${other.port}\r\nconnection: keep-alive\r\nuser-agent: Test/2\r\naccept-encoding: identity\r\n\r\n`,
    )
  })

  test.each([
    ['GET', 0],
    ['POST', 3],
  ] as const)('answers it as it is for %s with %i hops', async (method, redirects) => {
    const server = await startServer((socket) => socket.write(httpAnswer(307, { location: '/x' }, 'moved')))
    const call = createGuardedFetch({ policy })(`http://127.0.0.1:${server.port}/`, { ...options, method, redirects })
    await expect(call).resolves.toMatchObject({ status: 307, headers: { location: '/x' }, truncated: false })
    expect(server.received).toHaveLength(1)
  })
})

describe('guardedFetch() over TLS', () => {
  const names = { 'example.com': ['8.8.8.8'], 'example.org': ['8.8.8.8'] }

  async function callWith(tls: { cert: string; maxVersion?: 'TLSv1.1'; ciphers?: string }, url: string, ca?: string) {
    const server = await startTlsServer({ key: testKey, ...tls }, (socket) => socket.write(ok))
    const setup = { policy, resolve: createNames(names).resolve, connect: createDials(server.port).connect }
    const guardedFetch = createGuardedFetch(ca === undefined ? setup : { ...setup, caFile: await withFile(ca) })
    return { server, guardedFetch, outcome: guardedFetch(url, options) }
  }

  test('trusts the authorities of the CA file', async () => {
    const { outcome } = await callWith({ cert: testCertificate }, 'https://example.com/', testAuthority)
    await expect(outcome).resolves.toMatchObject({ status: 200 })
  })

  test.each([
    [
      'an unknown authority',
      { cert: testCertificate },
      'https://example.com/',
      undefined,
      /is signed by no trusted authority.*PICTABLE_CA_FILE\.$/,
    ],
    [
      'a certificate that is signed by itself',
      { cert: testSelfSignedCertificate },
      'https://example.com/',
      undefined,
      /its TLS certificate is self-signed\. .*trust its certificate with PICTABLE_CA_FILE\.$/,
    ],
    [
      'a certificate for another name',
      { cert: testCertificate },
      'https://example.org/',
      testAuthority,
      /its certificate is for another host name\. Use the host name that the certificate names, [^_]+$/,
    ],
    [
      'a certificate for another address',
      { cert: testCertificate },
      'https://1.1.1.1/',
      testAuthority,
      /its certificate is for another host name\. Use the host name that the certificate names, [^_]+$/,
    ],
    [
      'a certificate that has ended',
      { cert: testExpiredCertificate },
      'https://example.com/',
      testAuthority,
      /its TLS certificate has expired\. Renew the certificate on the server, [^_]+$/,
    ],
    [
      'TLS 1.1',
      { cert: testCertificate, maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' } as const,
      'https://example.com/',
      testAuthority,
      /the TLS handshake failed \(\w+\)$/,
    ],
  ])('refuses %s', async (_what, tls, url, ca, words) => {
    const { outcome, server } = await callWith(tls, url, ca)
    const error: unknown = await outcome.catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'tls', retryable: false })
    expect(error instanceof NetError && withCure(error)).toMatch(words)
    expect(server.received.join('')).toBe('')
  })

  test('speaks HTTP/1.1 and takes up no session', async () => {
    const seen: unknown[] = []
    const server = await startTlsServer(
      { key: testKey, cert: testCertificate, ALPNProtocols: ['h2', 'http/1.1'] },
      (socket) => {
        if (socket instanceof TLSSocket) seen.push([socket.alpnProtocol, socket.isSessionReused()])
        socket.end(ok)
      },
    )
    const guardedFetch = createGuardedFetch({
      policy,
      resolve: createNames(names).resolve,
      connect: createDials(server.port).connect,
      caFile: await withFile(testAuthority),
    })
    for (let turn = 0; turn < 3; turn++) await guardedFetch('https://example.com/', options)
    expect(seen).toEqual(Array.from({ length: 3 }, () => ['http/1.1', false]))
  })

  test('does not start with a CA file that holds none', async () => {
    const caFile = await withFile('hello')
    expect(() => createGuardedFetch({ policy, caFile })).toThrow(
      /^PICTABLE_CA_FILE: ".*" cannot be used: it contains no/,
    )
    expect(() => createGuardedFetch({ policy, caFile: `${caFile}/x` })).toThrow(/^PICTABLE_CA_FILE: /)
  })

  test('does not start with DNS servers that are no addresses', () => {
    expect(() => createGuardedFetch({ policy, dnsServers: ['dns.example.com'] })).toThrow(/^PICTABLE_DNS_SERVERS: "dns/)
  })
})
