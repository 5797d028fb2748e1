import type { Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { expect, test } from 'vitest'
import { testCertificate, testKey } from '#net/certificates.test-kit.ts'
import { createGuardedLookup } from '#net/guarded-lookup.ts'
import { startServer } from '#net/loopback.test-kit.ts'
import { createAddressPolicy } from '#net/policy/address-policy.ts'
import { createPostgresSource } from '#sources/postgres.ts'
import { AnswerTooLarge } from './fault.ts'
import { createMessageCheck } from './postgres-messages.ts'

const message = (code: string, body = '') => {
  const header = Buffer.alloc(5)
  header.write(code)
  header.writeUInt32BE(4 + body.length, 1)
  return Buffer.concat([header, Buffer.from(body, 'latin1')])
}
const loggedIn = Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I')])
const aRow = message('D', '\0\x01\0\0\0\x01x')

/** A server that lets anyone log in, and then answers each statement with this. */
function startHostile(answer: (socket: Socket) => void, isTls = false) {
  const secureContext = createSecureContext({ cert: testCertificate, key: testKey })
  const ready = new WeakSet<Socket>()
  const serve = (socket: Socket, sent: string) => {
    if (!ready.has(socket)) socket.write(loggedIn)
    else if (/^[PQ]/.test(sent)) answer(socket)
    ready.add(socket)
  }
  return startServer((socket, sent) => {
    if (!isTls) return serve(socket, sent)
    socket.write('S')
    const secure = new TLSSocket(socket, { isServer: true, secureContext })
    secure.on('error', () => {}).on('data', (data) => serve(secure, data.toString('latin1')))
  })
}

const { createSocket } = createGuardedLookup(createAddressPolicy({ allow: '127.0.0.0/8' }))
const kind = createPostgresSource({ createSocket })

async function check(port: number, ssl: 'disable' | 'require' = 'disable'): Promise<unknown> {
  const settings = { host: '127.0.0.1', port, database: 'shop', user: 'shop', password: 'p', ssl }
  return kind.open(settings, `con_${port}`).check()
}

test.each([
  ['a row without a body', message('D')],
  ['a row of fewer cells than it says', message('D', '\x7f\xff')],
  ['columns that are not there', message('T', '\0\x05')],
  ['a negative number of columns', message('T', '\xff\xff')],
  ['an error without an end', message('E')],
  ['an error whose last text has no end', message('E', 'Mbroken')],
  ['a notice that goes on after its end', message('N', '\0M')],
  ['an announced length that is too short', Buffer.from('5a00000000', 'hex')],
  ['an error of 2 MB', message('E', `M${'x'.repeat(2 ** 21)}\0\0`)],
  ['an unknown kind of login', message('R', '\0\0\0\x63')],
  ['a row that nobody asked for, and silence', Buffer.concat([message('Z', 'I'), aRow, message('x')])],
])('check() rejects when the server sends %s', async (_what, bytes) => {
  for (const isTls of [false, true]) {
    const { port } = await startHostile((socket) => socket.write(bytes), isTls)
    await expect(check(port, isTls ? 'require' : 'disable')).rejects.toMatchObject({
      code: 'source_unavailable',
      message: expect.stringMatching(/is not PostgreSQL/),
    })
  }
})

test('check() rejects a message of 4 GB before it fills the memory', async () => {
  const { port } = await startHostile((socket) => socket.write(Buffer.from('44ffffffff', 'hex')))
  await expect(check(port)).rejects.toMatchObject({
    code: 'source_invalid',
    message: expect.stringMatching(/more than 256 MB/),
  })
})

test('createMessageCheck() counts what rows take, from statement to statement', () => {
  const rows = Buffer.concat(Array.from({ length: 10_000 }, () => aRow))
  let passed = 0
  const take = createMessageCheck(({ length }) => {
    passed += length
  })
  const send = (times: number) => {
    for (let sent = 0; sent < times; sent++) take(rows)
  }
  send(200)
  take(message('Z', 'I'))
  send(200)
  expect(passed).toBe(400 * rows.length + 6)
  expect(() => send(200)).toThrow(AnswerTooLarge)
})

test('createMessageCheck() passes whole messages, wherever the pieces end', () => {
  const all = Buffer.concat([loggedIn, aRow, message('C', 'SELECT 1\0'), message('Z', 'I')])
  const passed: Buffer[] = []
  const take = createMessageCheck((messages) => void passed.push(messages))
  for (const byte of all) take(Buffer.of(byte))
  expect(passed).toHaveLength(5)
  expect(Buffer.concat(passed).equals(all)).toBe(true)
})
