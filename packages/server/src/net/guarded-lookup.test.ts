import { once } from 'node:events'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { createAddressPolicy } from '#net/policy/address-policy.ts'
import { badAddresses } from '#net/policy/attacks.test-kit.ts'
import type { Blocked } from './guarded-fetch-types.ts'
import { createGuardedLookup } from './guarded-lookup.ts'
import { createNames, startDnsServer, startServer } from './loopback.test-kit.ts'

const strict = createAddressPolicy({ allow: '' })
const loopback = createAddressPolicy({ allow: '127.0.0.0/8' })
const names = { 'db.example.com': ['8.8.8.8', '2606:4700::1111'], 'mixed.example.com': ['8.8.8.8', '10.0.0.1'] }

describe('lookup()', () => {
  const { lookup } = createGuardedLookup(strict, { resolve: createNames(names).resolve })
  const ask = promisify(lookup)

  test('answers as dns.lookup does', async () => {
    const all = [
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]
    await expect(ask('db.example.com', { all: true })).resolves.toEqual(all)
    await expect(ask('db.example.com.', { all: true, family: 6 })).resolves.toEqual(all.slice(1))
    await expect(ask('db.example.com', { all: true, family: 4 })).resolves.toEqual(all.slice(0, 1))
    await expect(ask('db.example.com', {})).resolves.toBe('8.8.8.8')
    await expect(ask('gone.example.com', {})).rejects.toMatchObject({ code: 'dns' })
  })

  test.each(badAddresses)('refuses a name that resolves to %s', async (address) => {
    const events: Blocked[] = []
    const { lookup: guarded } = createGuardedLookup(strict, {
      resolve: createNames({ 'evil.example.com': ['1.1.1.1', address] }).resolve,
      onBlocked: (event) => events.push(event),
    })
    const answer = promisify(guarded)('evil.example.com', { all: true })
    await expect(answer).rejects.toMatchObject({ code: 'blocked_address' })
    expect(events).toMatchObject([{ code: 'blocked_address' }])
  })

  test('vets all families even when one is asked for', async () => {
    await expect(ask('mixed.example.com', { family: 6 })).rejects.toMatchObject({ code: 'blocked_address' })
  })

  test('vets literals', async () => {
    await expect(ask('127.0.0.1', {})).rejects.toMatchObject({ code: 'blocked_address' })
    await expect(ask('1.1.1.1', {})).resolves.toBe('1.1.1.1')
  })

  test('asks the servers it was given', async () => {
    const dns = await startDnsServer((name) => (name === 'db.example.com' ? ['9.9.9.9', '2606:4700:0:0:0:0:0:1'] : []))
    const asking = promisify(createGuardedLookup(strict, { dnsServers: [dns.address] }).lookup)
    await expect(asking('db.example.com', { all: true })).resolves.toEqual([
      { address: '2606:4700::1', family: 6 },
      { address: '9.9.9.9', family: 4 },
    ])
    await Promise.all([1, 2, 3].map(() => asking('db.example.com', {})))
    expect(dns.asked).toHaveLength(4)
    await expect(asking('none.example.com', {})).rejects.toMatchObject({ code: 'dns' })
  })
})

describe('checkHostPort()', () => {
  test('refuses hosts and ports that no driver may dial, and reports them', () => {
    const events: Blocked[] = []
    const { checkHostPort } = createGuardedLookup(strict, { onBlocked: (event) => events.push(event) })
    checkHostPort('db.example.com', 5432)
    expect(() => checkHostPort('127.0.0.1', 5432)).toThrow(expect.objectContaining({ code: 'blocked_address' }))
    expect(() => checkHostPort('db.example.com', 22)).toThrow(expect.objectContaining({ code: 'blocked_port' }))
    expect(events.map(({ code }) => code)).toEqual(['blocked_address', 'blocked_port'])
  })
})

describe('createSocket()', () => {
  test('connects a driver to a host that may be dialled', async () => {
    const server = await startServer((socket) => socket.write('hello'))
    const { createSocket } = createGuardedLookup(loopback, {
      resolve: createNames({ 'db.example.com': ['127.0.0.1'] }).resolve,
    })
    for (const host of ['127.0.0.1', 'db.example.com']) {
      const socket = createSocket().connect(server.port, host)
      socket.once('connect', () => socket.write('x'))
      const [chunk] = await once(socket, 'data')
      expect(String(chunk)).toBe('hello')
      socket.destroy()
    }
  })

  test.each([
    [5432, '127.0.0.1', 'blocked_address'],
    [5432, 'localhost', 'blocked_address'],
    [5432, '/var/run/postgresql', 'blocked_address'],
    [22, 'db.example.com', 'blocked_port'],
    [5432, 'mixed.example.com', 'blocked_address'],
    [5432, 'gone.example.com', 'dns'],
  ])('ends with an error at %i %s', async (port, host, code) => {
    const events: Blocked[] = []
    const { createSocket } = createGuardedLookup(strict, {
      resolve: createNames(names).resolve,
      onBlocked: (event) => events.push(event),
    })
    const socket = createSocket().connect(port, host)
    await expect(once(socket, 'connect')).rejects.toMatchObject({ name: 'NetError', code })
    expect(events).toHaveLength(code === 'dns' ? 0 : 1)
    expect(socket.destroyed).toBe(true)
  })

  test('tries every address of a host', async () => {
    const server = await startServer((socket) => socket.write('hello'))
    const resolve = createNames({ 'db.example.com': ['127.77.0.1', '127.0.0.1'] }).resolve
    const socket = createGuardedLookup(loopback, { resolve }).createSocket().connect(server.port, 'db.example.com')
    await once(socket, 'connect')
    expect(socket.remoteAddress).toBe('127.0.0.1')
    socket.destroy()
  })

  test.each(['10.0.0.1', undefined])('refuses the peer %s, which is not what was vetted', async (peer) => {
    const server = await startServer((socket) => socket.end())
    const honest = createGuardedLookup(loopback).createSocket()
    Object.defineProperty(honest, 'remoteAddress', { value: peer })
    honest.connect(server.port, '127.0.0.1')
    const [error] = await once(honest, 'error')
    expect(error).toMatchObject({
      code: 'blocked_address',
      message: expect.stringMatching(/^Cannot reach "127\.0\.0\.1"/),
    })
    expect(server.received.join('')).toBe('')
  })
})
