import { type Client, createClient } from '@pictable/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startApp, type TestApp } from '#test/start-app.ts'
import { judge } from './judge.ts'
import { type Api, readApi } from './operations.ts'
import { openWire, type Wire } from './send.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 180_000 })

const MANY = 10_000

let app: TestApp
let client: Client
let api: Api
let wire: Wire
/** A table whose rows link to rows of itself, and the ids of these. */
let table: string
let ids: string[]

beforeAll(async () => {
  app = await startApp()
  client = createClient({ baseUrl: app.url, apiKey: app.adminKey })
  wire = openWire(app.url)
  api = readApi((await app.request('GET', '/v1/openapi.json')).json)
  table = (await client.tables.create({ body: { name: 'Rows', fields: [{ name: 'Name', kind: 'text' }] } })).id
  const fields = [
    { name: 'Name', kind: 'text' as const },
    { name: 'Next', kind: 'link' as const, linked_table_id: table },
  ]
  await client.tables.update({ params: { id: table }, query: {}, body: { fields } })
  ids = Array.from({ length: MANY }, () => app.world.newId('row'))
  const link = (await client.tables.get({ params: { id: table } })).fields[1]?.id ?? ''
  const name = (await client.tables.get({ params: { id: table } })).fields[0]?.id ?? ''
  for (let from = 0; from < MANY; from += 1000) {
    const rows = ids.slice(from, from + 1000).map((id, at) => ({
      id,
      // A circle of all rows.
      fields: { [name]: `Row ${from + at}`, [link]: [ids[(from + at + 1) % MANY] ?? ''] },
    }))
    await app.world.data.tables.insertRows(table, rows)
  }
})
afterAll(async () => {
  wire.close()
  await app.close()
})

const missing = 'row_01jd3v0000000000000000000'
/** What a cell of a link is sent as, and whether a row can have it. */
const cells = (): [name: string, cell: unknown, isValid: boolean][] => [
  ['itself', [ids[0]], true],
  ['a circle', [ids[1]], true],
  ['none', [], true],
  ['null', null, true],
  ['titles', 'Row 1, Row 2', true],
  ['a row twice', [ids[1], ids[1]], true],
  [`${MANY} rows`, ids, true],
  [`${MANY} rows and one that is missing`, [...ids, missing], false],
  ['a missing row', [missing], false],
  ['a missing title', ['No such row'], false],
  ['a title of 100,000 characters', ['x'.repeat(100_000)], false],
  ['a list in a list', [[ids[0]]], false],
  ['a number', 7, false],
  ['a truth', true, false],
  ['an object', { id: ids[0] }, false],
  ['objects without ids', [{ label: 'Row 1' }], false],
  ['a nested object', [{ id: { id: ids[0] } }], false],
  ['a lone surrogate', ['\ud800'], false],
  ['a NUL', ['\u0000'], false],
  ['braces', '{{Name}}', false],
  ['an open quotation mark', '"Row 1, Row 2', false],
]

test('every form of a link gets what is documented, and what is refused changes nothing', async () => {
  const headers = { authorization: `Bearer ${app.adminKey}`, 'content-type': 'application/json' }
  const wrong: string[] = []
  const read = async () => (await client.tables.row({ params: { id: table, row_id: ids[0] ?? '' } })).fields.Next
  for (const [name, cell, isValid] of cells()) {
    const before = await read()
    const requests: [method: string, path: string, body: object][] = [
      ['POST', '/rows', { rows: [{ Name: 'new', Next: cell }] }],
      ['PATCH', `/rows/${ids[0]}`, { fields: { Next: cell } }],
      ['PATCH', '/rows', { rows: [{ id: ids[0], fields: { Next: cell } }] }],
    ]
    for (const [method, path, body] of requests) {
      const target = `/v1/tables/${table}${path}`
      const request = { method, target, headers, body: Buffer.from(JSON.stringify(body)) }
      const answer = await wire.send(request)
      if (answer === null) continue
      wrong.push(...judge(api, request, answer).map((each) => `${method} ${path}, ${name}: ${each}`))
      // A change of many rows says of each what is wrong with it.
      const isTaken = answer.status < 300 && !answer.text.includes('"row":null')
      if (isTaken !== isValid) wrong.push(`${method} ${path}, ${name}: ${answer.status} ${answer.text.slice(0, 200)}`)
    }
    if (!isValid && JSON.stringify(await read()) !== JSON.stringify(before)) wrong.push(`${name}: changed the row`)
  }
  expect(wrong).toEqual([])
  expect(app.errors).toEqual([])
})

test('tables that links lead to are read, sorted, changed and deleted with documented errors only', async () => {
  const headers = { authorization: `Bearer ${app.adminKey}`, 'content-type': 'application/json' }
  const path = `/v1/tables/${table}`
  const fields = [
    { name: 'Name', kind: 'text' },
    { name: 'Next', kind: 'number' },
  ]
  const gone = { name: 'Next', kind: 'link', linked_table_id: 'tbl_01jd3v0000000000000000000' }
  const requests: [method: string, target: string, body?: object][] = [
    ['GET', `${path}/rows?sort=Next&limit=100`],
    ['GET', `${path}/rows?search=Row+9999&limit=100`],
    ['GET', `${path}/rows/count?filters=${encodeURIComponent('[{"field":"Next","operator":"contains","value":"9"}]')}`],
    ['GET', `${path}/export?format=csv`],
    ['PATCH', path, { fields: [fields[0], gone] }],
    ['PATCH', path, { fields: [gone, fields[0]] }],
    ['PATCH', path, { fields }],
    ['POST', `${path}/rows/delete`, { row_ids: ids.slice(0, 1000) }],
    ['POST', `${path}/rows/restore`, { row_ids: ids.slice(0, 1000) }],
    ['PATCH', `${path}?misfits=empty`, { fields }],
    ['DELETE', path],
  ]
  const wrong: string[] = []
  for (const [method, target, body] of requests) {
    const request = { method, target, headers, body: body ? Buffer.from(JSON.stringify(body)) : null }
    const answer = await wire.send(request)
    if (answer !== null) wrong.push(...judge(api, request, answer).map((each) => `${method} ${target}: ${each}`))
  }
  expect(wrong).toEqual([])
  expect(app.errors).toEqual([])
})
