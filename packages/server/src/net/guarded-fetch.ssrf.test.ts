import { describe, expect, test } from 'vitest'
import { createAddressPolicy } from '#net/policy/address-policy.ts'
import { badAddresses, badHosts, badUrls, goodNames, goodUrls } from '#net/policy/attacks.test-kit.ts'
import { testAuthority, testCertificate, testKey } from './certificates.test-kit.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import type { Blocked, GuardedFetchOptions, GuardedFetchSetup } from './guarded-fetch-types.ts'
import {
  createDials,
  createNames,
  httpAnswer,
  startDnsServer,
  startServer,
  startTlsServer,
} from './loopback.test-kit.ts'
import { withFile } from './temporary-file.test-kit.ts'

const policy = createAddressPolicy({ allow: '' })
const options: GuardedFetchOptions = {
  allowHttp: true,
  connectTimeoutMs: 20_000,
  headersTimeoutMs: 20_000,
  totalTimeoutMs: 20_000,
  maxBodyBytes: 65_536,
}
const blocked = { code: expect.stringMatching(/^blocked_(address|url|port)$/), retryable: false }

/** A guarded fetch whose dials all end at a server that answers 200. */
async function setUp(setup: Partial<GuardedFetchSetup> = {}, answer = httpAnswer(200, {}, 'ok')) {
  const server = await startServer((socket) => socket.write(answer))
  const dials = createDials(server.port)
  const events: Blocked[] = []
  const names = createNames(goodNames)
  const guardedFetch = createGuardedFetch({
    policy,
    resolve: names.resolve,
    connect: dials.connect,
    onBlocked: (event) => events.push(event),
    ...setup,
  })
  return { guardedFetch, dialled: dials.dialled, events, names, server }
}

const attacks = [
  ...badHosts.map((host) => `https://${host}/`),
  ...badHosts.slice(0, 20).map((host) => `http://${host}:8080/latest/meta-data/`),
  ...badUrls,
]

describe('guardedFetch()', () => {
  test(`refuses ${attacks.length} attacks without a question or a dial`, async () => {
    const { guardedFetch, dialled, events, names } = await setUp()
    const passed: string[] = []
    for (const url of attacks) {
      const error = await guardedFetch(url, options).then(
        () => 'passed',
        (reason) => reason.code,
      )
      if (!/^blocked_/.test(error)) passed.push(`${url}: ${error}`)
    }
    expect(passed).toEqual([])
    expect(attacks.length).toBeGreaterThan(250)
    expect({ dialled, asked: names.asked }).toEqual({ dialled: [], asked: [] })
    expect(events).toHaveLength(attacks.length)
  })

  test.each(badAddresses)('refuses a name that resolves to %s, alone or between good addresses', async (address) => {
    const names = { 'evil.example.com': [address], 'mixed.example.com': ['8.8.8.8', address, '1.1.1.1'] }
    const { guardedFetch, dialled } = await setUp({ resolve: createNames(names).resolve })
    await expect(guardedFetch('https://evil.example.com/', options)).rejects.toMatchObject(blocked)
    await expect(guardedFetch('http://mixed.example.com/', options)).rejects.toMatchObject(blocked)
    expect(dialled).toEqual([])
  })

  test('names the host as it was typed, but the host of a redirect as it was read', async () => {
    const names = { 'evil.example.com': ['10.1.2.3'], 'good.example.com': ['8.8.8.8'] }
    const redirect = httpAnswer(302, { location: 'http://0x7f.1/' }, '')
    const { guardedFetch } = await setUp({ resolve: createNames(names).resolve }, redirect)
    await expect(guardedFetch('http://EVIL.example.com./', options)).rejects.toThrow(
      'Cannot reach "EVIL.example.com.": ',
    )
    const redirected = guardedFetch('http://GOOD.example.com/', { ...options, redirects: 1 })
    await expect(redirected).rejects.toThrow('Cannot reach "127.0.0.1": ')
  })

  test('says nothing of what a private name resolves to', async () => {
    const { guardedFetch, events } = await setUp({ resolve: createNames({ 'evil.example.com': ['10.1.2.3'] }).resolve })
    await expect(guardedFetch('http://evil.example.com/p?token=secret', options)).rejects.toThrow(
      /^Cannot reach "evil.example.com": its IP address is not public$/,
    )
    expect(JSON.stringify(events)).not.toMatch(/10\.1|secret/)
  })

  test.each(goodUrls)('dials %s', async (url, wanted) => {
    const caFile = await withFile(testAuthority)
    const tls = await startTlsServer({ key: testKey, cert: testCertificate }, (socket) =>
      socket.write(httpAnswer(200, {}, 'ok')),
    )
    const plain = await setUp()
    const dials = createDials(url.includes('https:') ? tls.port : plain.server.port)
    const { guardedFetch } = await setUp({ connect: dials.connect, caFile })
    const answer = await guardedFetch(url, options)
    expect({ status: answer.status, body: Buffer.from(answer.body).toString() }).toEqual({ status: 200, body: 'ok' })
    expect(dials.dialled).toEqual(wanted)
  })
})

describe('guardedFetch() on a redirect', () => {
  const targets = [...badHosts.map((host) => `http://${host}/`), ...badUrls.filter((url) => /^[a-z+-]+:/i.test(url))]
  const raw = targets.filter((url) => /^[\x21-\x7e]+$/.test(url) && !/^https:\/\/example.com\/a/.test(url))

  test.each([301, 302, 303, 307, 308])('refuses every bad target of a %i', async (status) => {
    const bad: string[] = []
    let location = ''
    const server = await startServer((socket) => socket.write(httpAnswer(status, { location })))
    const dials = createDials(server.port)
    const guardedFetch = createGuardedFetch({ policy, resolve: createNames(goodNames).resolve, connect: dials.connect })
    for (location of [
      ...raw,
      '//127.0.0.1/',
      '//localhost/',
      '\\\\127.0.0.1\\',
      '///127.0.0.1/',
      'http:///127.0.0.1',
    ]) {
      const outcome = await guardedFetch('http://example.com/', { ...options, redirects: 3 }).then(
        () => 'passed',
        (error) => error.code,
      )
      if (!/^(blocked_|redirect)/.test(outcome)) bad.push(`${location}: ${outcome}`)
    }
    expect(bad).toEqual([])
    expect(new Set(dials.dialled)).toEqual(new Set(['93.184.215.14 80', '2606:2800:21f:cb07:6820:80da:af6b:8b2c 80']))
  })

  test('vets the addresses of the next hop anew', async () => {
    const resolve = createNames({ ...goodNames, 'evil.example.com': ['127.0.0.1'] }).resolve
    const answer = httpAnswer(302, { location: 'http://evil.example.com/' })
    const { guardedFetch, dialled } = await setUp({ resolve }, answer)
    await expect(guardedFetch('http://hooks.example.com/', { ...options, redirects: 3 })).rejects.toMatchObject(blocked)
    expect(dialled).toEqual(['104.18.0.1 80'])
  })

  test('never goes from https to http', async () => {
    const caFile = await withFile(testAuthority)
    const tls = await startTlsServer({ key: testKey, cert: testCertificate }, (socket) =>
      socket.write(httpAnswer(302, { location: 'http://example.com/' })),
    )
    const dials = createDials(tls.port)
    const { guardedFetch } = await setUp({ connect: dials.connect, caFile })
    const call = guardedFetch('https://hooks.example.com/', { ...options, redirects: 3 })
    await expect(call).rejects.toMatchObject({
      code: 'redirect',
      message: expect.stringContaining('https:// to http://'),
    })
    expect(dials.dialled).toEqual(['104.18.0.1 443'])
  })
})

describe('guardedFetch() against a resolver that lies', () => {
  test('asks once, and dials what was answered then', async () => {
    const dns = await startDnsServer((_name, earlier) => (earlier === 0 ? ['8.8.8.8'] : ['127.0.0.1']))
    const server = await startServer((socket) => socket.end(httpAnswer(200, { connection: 'close' })))
    const dials = createDials(server.port)
    const guardedFetch = createGuardedFetch({ policy, dnsServers: [dns.address], connect: dials.connect })
    await expect(guardedFetch('http://rebind.example.com/', options)).resolves.toMatchObject({ status: 200 })
    expect(dns.asked.toSorted()).toEqual(['rebind.example.com 1', 'rebind.example.com 28'])
    expect(dials.dialled).toEqual(['8.8.8.8 80'])
    await expect(guardedFetch('http://rebind.example.com/', options)).rejects.toMatchObject(blocked)
    expect(dials.dialled).toEqual(['8.8.8.8 80'])
  })

  test('refuses a good A beside a bad AAAA', async () => {
    const dns = await startDnsServer(() => ['8.8.8.8', '0:0:0:0:0:0:0:1'])
    const dials = createDials(1)
    const guardedFetch = createGuardedFetch({ policy, dnsServers: [dns.address], connect: dials.connect })
    await expect(guardedFetch('http://mixed.example.com/', options)).rejects.toMatchObject(blocked)
    expect(dials.dialled).toEqual([])
  })

  test('refuses a peer that is not the address that was dialled', async () => {
    const server = await startServer((socket) => socket.write(httpAnswer(200, {})))
    const dials = createDials(server.port, '127.0.0.1')
    const { guardedFetch } = await setUp({ connect: dials.connect })
    await expect(guardedFetch('http://example.com/', options)).rejects.toMatchObject(blocked)
    expect(server.received.join('')).toBe('')
  })

  test('refuses a literal in the connector as well, whatever the check of the URL said', async () => {
    const open = { ...policy, checkUrl: (url: string) => new URL(url) }
    const { guardedFetch, dialled } = await setUp({ policy: open })
    for (const url of ['http://127.0.0.1/', 'http://[::1]/', 'http://169.254.169.254/']) {
      await expect(guardedFetch(url, options)).rejects.toMatchObject(blocked)
    }
    expect(dialled).toEqual([])
  })
})
