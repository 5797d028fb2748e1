import { createServer } from 'node:http'
import type { HookRequest, SourceHooks, Subscription, TableRef } from '@pictable/server/core/ports/source.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AirtableKit, startAirtableKit } from './airtable-kit.ts'

const dayMs = 24 * 3_600_000
let nowMs: number
let kit: AirtableKit
let pings: HookRequest[]
let hookUrl: string
let closeHook: () => Promise<void>

beforeEach(async () => {
  nowMs = Date.UTC(2026, 0, 10, 12)
  kit = await startAirtableKit({ now: () => nowMs })
  pings = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
    pings.push({ headers: Object.fromEntries(headers), body: new Uint8Array(Buffer.concat(chunks)) })
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  hookUrl = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}/hook` : ''
  closeHook = () => new Promise((resolve) => server.close(() => resolve()))
})
afterEach(async () => {
  await kit.close()
  await closeHook()
})

function shop() {
  const { control } = kit
  const base = control.createBase('Shop')
  const table = control.createTable(base, {
    name: 'Products',
    fields: [
      { name: 'Name', type: 'singleLineText' },
      { name: 'Price', type: 'number' },
      { name: 'Image', type: 'url' },
    ],
    views: [{ name: 'Grid view' }, { name: 'Dear', filter: '{Price} > 9' }],
  })
  const records = control.addRecords(table, { count: 5, make: (n) => ({ Name: `Product ${n}`, Price: 4 * n }) })
  const source = kit.open(control.createToken({ bases: [base] }))
  if (source.hooks === undefined) throw new Error('no hooks')
  const idOf = (name: string) => control.field(table, name).id
  const ref: TableRef = { baseId: base.id, tableId: table.id }
  const fieldIds = [idOf('Name'), idOf('Price')]
  const change = (n: number, fields: Record<string, unknown>) => {
    const record = records[n]
    if (record) control.changeRecord(table, record, fields)
  }
  return { base, table, records, source, hooks: source.hooks, ref, idOf, fieldIds, change }
}

/** The ids that the last ping leads to, and the subscription as it is then. */
async function received(hooks: SourceHooks, ref: TableRef, subscription: Subscription) {
  await kit.control.settled()
  const ping = pings.at(-1)
  if (ping === undefined) throw new Error('no ping')
  const result = await hooks.receive(ref, ping, subscription)
  if (result === null) throw new Error('not signed')
  return result
}

describe('a hook', () => {
  test('tells which records changed, once each, and goes on behind them', async () => {
    const { hooks, ref, fieldIds, change, records, table } = shop()
    const first = await hooks.subscribe(ref, { viewId: null, fieldIds, hookUrl, writesInto: true })
    expect(first.expiresAt).toEqual(new Date(nowMs + 7 * dayMs))
    change(1, { Name: 'New' })
    change(1, { Price: 5 })
    const [added] = kit.control.addRecords(table, [{ Name: 'Added' }])
    const { change: told, subscription } = await received(hooks, ref, first)
    expect(told.recordIds).toEqual([records[1]?.id, added?.id])
    change(3, { Name: 'Newer' })
    expect((await received(hooks, ref, subscription)).change.recordIds).toEqual([records[3]?.id])
  })

  test('is silent about what we write, other fields, and records that go', async () => {
    const { hooks, ref, fieldIds, change, records, source, idOf, table } = shop()
    const subscription = await hooks.subscribe(ref, { viewId: null, fieldIds, hookUrl, writesInto: true })
    const [first, second] = records
    await source.writeBack(ref, [{ recordId: first?.id ?? '', fields: { [idOf('Name')]: 'ours' } }])
    change(0, { Image: 'https://example.com' })
    if (second) kit.control.deleteRecord(table, second)
    await kit.control.settled()
    expect(pings).toEqual([])
    change(2, { Name: 'x' })
    expect((await received(hooks, ref, subscription)).change.recordIds).toEqual([records[2]?.id])
  })

  test('tells what other programs write where we write into none of the fields', async () => {
    const { hooks, ref, fieldIds, records, source, idOf } = shop()
    const subscription = await hooks.subscribe(ref, { viewId: null, fieldIds, hookUrl, writesInto: false })
    const [first, second] = records
    await source.writeBack(ref, [{ recordId: first?.id ?? '', fields: { [idOf('Image')]: 'https://example.com' } }])
    await kit.control.settled()
    expect(pings).toEqual([])
    await source.writeBack(ref, [{ recordId: second?.id ?? '', fields: { [idOf('Name')]: 'by another program' } }])
    expect((await received(hooks, ref, subscription)).change.recordIds).toEqual([second?.id])
  })

  test('on a view tells of records that change in it or come into it', async () => {
    const { hooks, ref, fieldIds, change, records, table } = shop()
    const viewId = table.views[1]?.id ?? ''
    const subscription = await hooks.subscribe(ref, { viewId, fieldIds, hookUrl, writesInto: true })
    change(0, { Name: 'outside' })
    change(1, { Price: 99 })
    change(4, { Name: 'inside' })
    const { change: told } = await received(hooks, ref, subscription)
    expect(told.recordIds).toEqual([records[1]?.id, records[4]?.id])
  })

  test('reads all pages of changes', async () => {
    const { hooks, ref, fieldIds, change, records } = shop()
    const subscription = await hooks.subscribe(ref, { viewId: null, fieldIds, hookUrl, writesInto: true })
    for (let n = 0; n < 120; n++) change(n % 3, { Price: 1000 + n })
    const before = kit.control.counters().total
    const { change: told } = await received(hooks, ref, subscription)
    expect(told.recordIds).toEqual(records.slice(0, 3).map(({ id }) => id))
    expect(kit.control.counters().total - before).toBe(3)
  })

  test('lets nobody else in', async () => {
    const { hooks, ref, fieldIds, change } = shop()
    const subscription = await hooks.subscribe(ref, { viewId: null, fieldIds, hookUrl, writesInto: true })
    change(1, { Name: 'New' })
    await kit.control.settled()
    const [ping] = pings
    if (ping === undefined) throw new Error('no ping')
    const mac = ping.headers['x-airtable-content-mac'] ?? ''
    const before = kit.control.counters().total
    for (const headers of [{}, { 'x-airtable-content-mac': '' }, { 'x-airtable-content-mac': `${mac.slice(0, -1)}!` }])
      expect(await hooks.receive(ref, { ...ping, headers }, subscription)).toBeNull()
    expect(await hooks.receive(ref, { ...ping, body: new Uint8Array([1]) }, subscription)).toBeNull()
    expect(kit.control.counters().total).toBe(before)
    expect(await hooks.receive(ref, ping, subscription)).not.toBeNull()
  })

  test('says "read the view" when Airtable cannot tell what changed', async () => {
    const { hooks, ref, fieldIds, change } = shop()
    const subscription = await hooks.subscribe(ref, { viewId: null, fieldIds, hookUrl, writesInto: true })
    change(1, { Name: 'New' })
    const body = { cursor: 2, mightHaveMore: false, payloads: [{ error: true, code: 'INVALID_HOOK' }] }
    kit.control.fail({ answer: { status: 200, body }, match: ({ kind }) => kind === 'webhookPayloads' })
    expect((await received(hooks, ref, subscription)).change).toEqual({ recordIds: null })
  })

  test('is renewed, and made anew when it has expired or is gone', async () => {
    const { hooks, ref, fieldIds, change, base, records } = shop()
    const first = await hooks.subscribe(ref, { viewId: null, fieldIds, hookUrl, writesInto: true })
    nowMs += 3 * dayMs
    const renewed = await hooks.renew(ref, first)
    expect(renewed).toEqual({ state: first.state, expiresAt: new Date(nowMs + 7 * dayMs) })
    nowMs += 8 * dayMs
    const second = await hooks.renew(ref, renewed)
    expect(second.state.id).not.toBe(first.state.id)
    expect(base.webhooks).toHaveLength(1)
    base.webhooks.length = 0
    const third = await hooks.renew(ref, second)
    change(1, { Name: 'New' })
    expect((await received(hooks, ref, third)).change.recordIds).toEqual([records[1]?.id])
  })

  test('is taken back, also when it is gone already', async () => {
    const { hooks, ref, fieldIds, base } = shop()
    const subscription = await hooks.subscribe(ref, { viewId: null, fieldIds, hookUrl, writesInto: true })
    await hooks.unsubscribe(ref, subscription)
    expect(base.webhooks).toEqual([])
    await hooks.unsubscribe(ref, subscription)
  })

  test('needs its own right', async () => {
    const { ref, fieldIds, base } = shop()
    const scopes = ['data.records:read', 'schema.bases:read']
    const { hooks } = kit.open(kit.control.createToken({ scopes, bases: [base] }))
    await expect(hooks?.subscribe(ref, { viewId: null, fieldIds, hookUrl, writesInto: true })).rejects.toMatchObject({
      code: 'source_forbidden',
      message: expect.stringMatching(/webhook:manage/),
    })
  })
})
