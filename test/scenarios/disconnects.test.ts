import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/start-app.ts'

/** More than the sockets of both sides hold, so that an export waits for who reads it. */
const rowCount = 30_000
const rowText = 'x'.repeat(500)
const rareText = 'the only row'
/** Within this time nothing is done any more for a client that is gone. */
const withinMs = 1000

let app: TestApp
let tableId: string
/** Pages of rows that were read. */
let reads = 0
/** Pages that are being read. */
let pending = 0

beforeAll(async () => {
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
afterAll(() => app.close())

async function open(head: string): Promise<Socket> {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(`${head}\r\nhost: ${hostname}\r\nauthorization: Bearer ${app.adminKey}\r\n`)
  return socket
}

/** Of the server and of its clients, which are in one process here. */
const countSockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length

test.each(['format=csv', 'format=jsonl', 'format=csv&search=x', 'format=csv&sort=Name'])(
  'an export (%s) ends when its client is gone',
  async (query) => {
    reads = 0
    const sockets = countSockets()
    const socket = await open(`GET /v1/tables/${tableId}/export?${query} HTTP/1.1`)
    socket.write('\r\n')
    await once(socket, 'data')
    socket.pause()
    expect(countSockets()).toBeGreaterThan(sockets)
    socket.destroy()
    await setTimeout(withinMs)
    const readsUntilEnd = reads
    expect(countSockets()).toBe(sockets)
    await setTimeout(withinMs)
    expect(reads).toBe(readsUntilEnd)
    expect(reads).toBeGreaterThan(0)
    // All of it would have taken one for each 500 rows.
    expect(reads).toBeLessThan(rowCount / 500)
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
  await expect.poll(() => pending).toBe(1)
  socket.destroy()
  await setTimeout(withinMs)
  expect(pending).toBe(0)
  expect(app.errors).toEqual([])
})

test.each(['/v1/tables', '/v1/assets', '/v1/tables/import'])(
  'an upload to %s that is cut off ends with its client',
  async (path) => {
    const sockets = countSockets()
    const socket = await open(`POST ${path} HTTP/1.1`)
    socket.write('content-type: application/json\r\ncontent-length: 900000\r\n\r\n')
    socket.write('x'.repeat(400_000))
    await setTimeout(100)
    expect(countSockets()).toBeGreaterThan(sockets)
    socket.destroy()
    await setTimeout(withinMs)
    expect(countSockets()).toBe(sockets)
    expect(app.errors).toEqual([])
  },
)

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
  await setTimeout(50)
  socket.destroy()
  const path = `/v1/tables/${tableId}/export`
  const line = () => app.logged.findLast((each) => JSON.stringify(each).includes(path))
  await expect.poll(line).toMatchObject({ msg: 'request', status: 499, ms: expect.any(Number) })
  const { json } = await app.request('GET', '/v1/request-log')
  expect(json).toMatchObject({ results: expect.arrayContaining([expect.objectContaining({ status: 499 })]) })
})
