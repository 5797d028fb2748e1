import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { startApp, type TestApp } from '#test/start-app.ts'

/** More than the sockets of both sides hold, so that an export waits for who reads it. */
const rowCount = 30_000
const rowText = 'x'.repeat(500)
const rareText = 'the only row'

let app: TestApp
let tableId: string
/** Pages of rows that were read. */
let reads = 0
/** Pages that are being read. */
let pending = 0
/** The server's ends of connections, by the ports of their clients. */
const served = new Map<number | undefined, Socket>()

function serve(message: unknown): void {
  if (typeof message !== 'object' || message === null || !('socket' in message)) return
  if (message.socket instanceof Socket) served.set(message.socket.remotePort, message.socket)
}

beforeAll(async () => {
  subscribe('net.server.socket', serve)
  app = await startApp()
  const { tables } = app.world.data
  const created = await app.request('POST', '/v1/tables', {
    body: { name: 'Large', fields: [{ name: 'Name', kind: 'text' }] },
  })
  const [, id = ''] = /"id":"(tbl_\w+)"/.exec(created.text) ?? []
  const [, fieldId = ''] = /"id":"(fld_\w+)"/.exec(created.text) ?? []
  tableId = id
  for (let from = 0; from < rowCount; from += 5000) {
    const rows = Array.from({ length: 5000 }, (_, index) => ({
      id: app.world.newId('row'),
      fields: { [fieldId]: from + index === rowCount - 1 ? rareText : `${(from + index) % 7} ${rowText}` },
    }))
    await tables.insertRows(tableId, rows)
  }
  const read = tables.rows
  tables.rows = (...parameters) => {
    reads++
    pending++
    return read(...parameters).finally(() => pending--)
  }
})
afterAll(async () => {
  unsubscribe('net.server.socket', serve)
  await app.close()
})

async function open(head: string): Promise<Socket> {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(`${head}\r\nhost: ${hostname}\r\nauthorization: Bearer ${app.adminKey}\r\n`)
  return socket
}

/** The server's end of this connection. */
const servedTo = (client: Socket) => vi.waitUntil(() => served.get(client.localPort), { timeout: 60_000 })

test.each(['format=csv', 'format=jsonl', 'format=csv&search=x', 'format=csv&sort=Name'])(
  'an export (%s) ends when its client is gone',
  async (query) => {
    reads = 0
    const socket = await open(`GET /v1/tables/${tableId}/export?${query} HTTP/1.1`)
    socket.write('\r\n')
    await once(socket, 'data')
    socket.pause()
    const end = await servedTo(socket)
    socket.destroy()
    await expect.poll(() => [end.destroyed, pending]).toEqual([true, 0])
    const readsUntilEnd = reads
    expect(reads).toBeGreaterThan(0)
    // All of it would have taken one for each 500 rows.
    expect(reads).toBeLessThan(rowCount / 500)
    // What another client is answered in this time would have been enough for more of it.
    await app.request('GET', `/v1/tables/${tableId}/rows/count?search=x`)
    expect(reads).toBe(readsUntilEnd)
  },
)

test('a search through all rows ends between two statements when its client is gone', async () => {
  reads = 0
  const controller = new AbortController()
  const isRead = app.world.data.tables.rows(tableId, { limit: 1, search: 'nothing has it', signal: controller.signal })
  controller.abort()
  await expect(isRead).rejects.toThrow('abort')
  const socket = await open(`GET /v1/tables/${tableId}/export?format=csv&search=nothing%20has%20it HTTP/1.1`)
  socket.write('\r\n')
  await once(socket, 'data')
  await expect.poll(() => reads).toBe(2)
  socket.destroy()
  await expect.poll(() => pending).toBe(0)
  expect(reads).toBe(2)
  expect(app.errors).toEqual([])
})

test.each(['/v1/tables', '/v1/assets', '/v1/tables/import'])(
  'an upload to %s that is cut off ends with its client',
  async (path) => {
    const socket = await open(`POST ${path} HTTP/1.1`)
    socket.write('content-type: application/json\r\ncontent-length: 900000\r\n\r\n')
    socket.write('x'.repeat(400_000))
    const end = await servedTo(socket)
    await expect.poll(() => end.bytesRead).toBeGreaterThan(400_000)
    expect(end.destroyed).toBe(false)
    socket.destroy()
    await expect.poll(() => end.destroyed).toBe(true)
    expect(app.errors).toEqual([])
  },
)

describe('a picture that is being drawn', () => {
  const layers = [{ type: 'rectangle', name: 'Box', x: 0, y: 0, width: 10, height: 10, fill: '#112233' }]
  const design = { schema: 1, name: 'Card', width: 20, height: 20, layers }
  const part = { x: 0, y: 0, width: 5, height: 5 }
  let templateId: string
  beforeAll(async () => {
    const created = await app.request('POST', '/v1/templates', { body: { design, publish: true } })
    templateId = z.object({ id: z.string() }).parse(created.json).id
  })

  test.each([
    ['a thumbnail', 'GET', () => `/v1/templates/${templateId}/thumbnail`, undefined],
    ['a starter', 'GET', () => '/v1/starters/social-card/picture', undefined],
    ['a template', 'POST', () => `/v1/templates/${templateId}/preview`, {}],
    ['a design', 'POST', () => '/v1/template-preview', { design }],
    ['a file of a design', 'POST', () => '/v1/template-preview/image', { design, format: 'png' }],
    ['a part of a design', 'POST', () => '/v1/template-preview/region', { design, region: part, scale: 1 }],
  ])('of %s is given up when its client is gone', async (_, method, path, body) => {
    const { renderer } = app.world
    const render = vi.spyOn(renderer, 'render')
    app.rendering.close()
    const client = new AbortController()
    const answer = fetch(app.url + path(), {
      method,
      headers: { authorization: `Bearer ${app.adminKey}`, ...(body && { 'content-type': 'application/json' }) },
      signal: client.signal,
      ...(body && { body: JSON.stringify(body) }),
    })
    answer.catch(() => {})
    await app.rendering.arrival()
    client.abort()
    await expect(answer).rejects.toThrow('abort')
    await expect(render.mock.results[0]?.value).rejects.toThrow('abort')
    app.rendering.open()
    render.mockRestore()
    expect(app.errors).toEqual([])
  })
})

test('rows are found and sorted over the whole table', async () => {
  const list = async (query: string) => {
    const { text } = await app.request('GET', `/v1/tables/${tableId}/${query}`)
    return text
  }
  expect(await list(`rows?search=${rareText.replaceAll(' ', '%20')}`)).toContain(rareText)
  expect(await list('rows?sort=-Name&limit=1')).toContain(rareText)
  expect(await list('rows/count?search=0%20x')).toBe(`{"count":${Math.ceil((rowCount - 1) / 7)}}`)
  const names = /"Name":"(\d) x/g
  const first = [...(await list('rows?sort=Name&limit=100')).matchAll(names)].map(([, name]) => name)
  expect(first).toEqual(Array.from({ length: 100 }, () => '0'))
})

test('a request whose client is gone is logged as closed by the client', async () => {
  const socket = await open(`GET /v1/tables/${tableId}/export?format=csv HTTP/1.1`)
  socket.write('\r\n')
  await once(socket, 'data')
  socket.pause()
  socket.destroy()
  const path = `/v1/tables/${tableId}/export`
  const line = () => app.logged.findLast((each) => JSON.stringify(each).includes(path))
  await expect.poll(line).toMatchObject({ msg: 'request', status: 499, ms: expect.any(Number) })
  const { json } = await app.request('GET', '/v1/request-log')
  expect(json).toMatchObject({ results: expect.arrayContaining([expect.objectContaining({ status: 499 })]) })
})
