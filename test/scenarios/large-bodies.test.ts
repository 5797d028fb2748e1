import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { seed } from '#test/scenarios/seed.ts'
import { startApp, type TestApp } from '#test/start-app.ts'

const MEGABYTE = 2 ** 20

let app: TestApp
/** The path of an incoming hook. */
let hook: string
beforeAll(async () => {
  app = await startApp()
  const { actionId } = await seed(app)
  const body = { action_id: actionId, kind: 'incoming_hook', settings: {} }
  const { json } = await app.request('POST', '/v1/triggers', { body })
  hook = new URL(z.looseObject({ hook_url: z.string() }).parse(json).hook_url).pathname
})
afterAll(() => app.close())

/** Announces a body, of which nothing has been sent. */
function post(path: string, length: number): Socket {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1').on('error', () => {})
  socket.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`)
  socket.write(`content-length: ${length}\r\n\r\n`)
  return socket
}

/** The start of the response; what follows is thrown away. */
async function responseTo(socket: Socket): Promise<string> {
  const [start] = await once(socket, 'data')
  socket.destroy()
  return String(start)
}

test('a call to an unknown token is rejected before its body comes', async () => {
  const response = await responseTo(post(`/v1/hooks/${'0'.repeat(32)}`, 40 * MEGABYTE))
  expect(response).toMatch(/^HTTP\/1.1 404 /)
})

test('a long call to a trigger is read to its end, and only its start is kept', async () => {
  const before = process.memoryUsage().arrayBuffers
  const chunk = Buffer.alloc(MEGABYTE, ' ')
  const sockets = Array.from({ length: 10 }, () => post(hook, 40 * MEGABYTE))
  const responses = Promise.all(sockets.map(responseTo))
  for (let sent = 0; sent < 40; sent++)
    for (const socket of sockets) if (!socket.write(chunk)) await once(socket, 'drain')
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(250 * MEGABYTE)
  for (const response of await responses) expect(response).toMatch(/^HTTP\/1.1 413 /)
})

test('callers without a key who never finish their bodies keep nobody else from calling', async () => {
  const sockets = Array.from({ length: 70 }, () => post(hook, MEGABYTE))
  const chunk = Buffer.alloc(MEGABYTE - 1, ' ')
  for (const socket of sockets) socket.write(chunk)
  const upload = (length: number) =>
    app.request('POST', '/v1/assets?filename=a.png', {
      body: new Uint8Array(length),
      headers: { 'content-type': 'image/png' },
    })
  expect((await upload(3 * MEGABYTE)).status).toBe(415)
  expect((await app.request('POST', hook, { body: {}, key: null })).status).toBe(200)
  for (const socket of sockets) socket.destroy()
  expect(app.errors).toEqual([])
})
