import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/start-app.ts'

/** More than the sockets of both sides hold, so that an export waits for who reads it. */
const rowCount = 30_000
const rowText = 'x'.repeat(500)
/** Within this time nothing is done any more for a client that is gone. */
const withinMs = 1000

let app: TestApp
let tableId: string
/** Pages of rows that were read. */
let reads = 0

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
    const rows = Array.from({ length: 5000 }, () => ({
      id: app.world.newId('row'),
      fields: { [fieldId]: rowText },
    }))
    await tables.insertRows(tableId, rows)
  }
  const read = tables.rows
  tables.rows = (...parameters) => {
    reads++
    return read(...parameters)
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

test.each(['format=csv', 'format=jsonl', 'format=csv&search=x'])(
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
