import { createHmac } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { type Receiver, startReceiver } from '#test/scenarios/receiver.ts'
import { openShop, type Shop } from './test-kit.ts'

const createdSchema = z.object({ id: z.string(), macSecretBase64: z.string(), expirationTime: z.string() })
const payloadsSchema = z.object({
  cursor: z.number(),
  mightHaveMore: z.boolean(),
  payloads: z.array(z.looseObject({ baseTransactionNumber: z.number(), changedTablesById: z.unknown().optional() })),
})

interface Hook extends z.infer<typeof createdSchema> {
  payloads(query?: string): Promise<z.infer<typeof payloadsSchema>>
  path: string
}

async function hook(shop: Shop, filters: Record<string, unknown>, more: Record<string, unknown> = {}): Promise<Hook> {
  const { includes, ...rest } = more
  const specification = {
    options: { filters: { dataTypes: ['tableData'], ...filters }, ...(includes ? { includes } : {}) },
  }
  const all = `/v0/bases/${shop.base.id}/webhooks`
  const answer = await shop.ask(all, { body: { specification, ...rest } })
  const created = createdSchema.parse(answer.json)
  const path = `${all}/${created.id}`
  return {
    ...created,
    path,
    payloads: async (query = '') => payloadsSchema.parse((await shop.ask(`${path}/payloads${query}`)).json),
  }
}

async function receiver(): Promise<Receiver> {
  const started = await startReceiver()
  onTestFinished(() => started.close())
  return started
}

describe('webhooks of startFakeAirtable()', () => {
  test('ping with a MAC over the raw body', async () => {
    const shop = await openShop()
    const { url, received } = await receiver()
    const { id, macSecretBase64 } = await hook(shop, {}, { notificationUrl: url })
    shop.control.addRecords(shop.table, [{ Name: 'x' }])
    await shop.control.settled()
    const [ping] = received
    expect(ping?.json).toEqual({ base: { id: shop.base.id }, webhook: { id }, timestamp: '2026-01-10T12:00:00.000Z' })
    const mac = createHmac('sha256', Buffer.from(macSecretBase64, 'base64'))
      .update(ping?.body ?? '')
      .digest('hex')
    expect(ping?.headers['x-airtable-content-mac']).toBe(`hmac-sha256=${mac}`)
    const listed = await shop.ask(`/v0/bases/${shop.base.id}/webhooks`)
    expect(listed.json).toMatchObject({
      webhooks: [{ id, cursorForNextPayload: 2, lastNotificationResult: { success: true } }],
    })
    expect(JSON.stringify(listed.json)).not.toContain(macSecretBase64)
  })

  test('do not ping outside of loopback', async () => {
    const shop = await openShop()
    await hook(shop, {}, { notificationUrl: 'https://example.com/hook' })
    shop.control.addRecords(shop.table, [{ Name: 'x' }])
    expect(shop.control.refusedPings()).toEqual(['https://example.com/hook'])
  })

  test('tell created, changed and deleted records by the source', async () => {
    const shop = await openShop()
    const { control, table } = shop
    const everything = await hook(shop, {}, { includes: { includePreviousCellValues: true } })
    const people = await hook(shop, { fromSources: ['client'] })
    const [record] = control.addRecords(table, [{ Name: 'x', Kind: 'Cup' }])
    if (!record) throw new Error('no record')
    await shop.ask('Products', { method: 'PATCH', body: { records: [{ id: record.id, fields: { Price: 3 } }] } })
    control.deleteRecord(table, record)
    const price = control.field(table, 'Price').id
    const twice = control.field(table, 'Twice').id
    const { payloads, cursor, mightHaveMore } = await everything.payloads()
    expect([cursor, mightHaveMore]).toEqual([4, false])
    expect(payloads.map(({ actionMetadata }) => actionMetadata)).toMatchObject([
      { source: 'client' },
      { source: 'publicApi', sourceMetadata: { user: { email: 'ada@example.com', permissionLevel: 'create' } } },
      { source: 'client' },
    ])
    const kind = control.field(table, 'Kind').id
    expect(payloads.map(({ changedTablesById }) => changedTablesById)).toMatchObject([
      { [table.id]: { createdRecordsById: { [record.id]: { cellValuesByFieldId: { [kind]: { name: 'Cup' } } } } } },
      {
        [table.id]: {
          changedRecordsById: {
            [record.id]: {
              current: { cellValuesByFieldId: { [price]: 3 } },
              previous: { cellValuesByFieldId: { [price]: null } },
            },
          },
        },
      },
      { [table.id]: { destroyedRecordIds: [record.id] } },
    ])
    expect(JSON.stringify(payloads[1])).not.toContain(twice)
    expect((await people.payloads()).payloads).toHaveLength(2)
  })

  test('hear only of the fields, table or view that they watch', async () => {
    const shop = await openShop()
    const { control, table } = shop
    const other = control.createTable(shop.base, { name: 'Other', fields: [{ name: 'Name', type: 'singleLineText' }] })
    const price = await hook(shop, {
      recordChangeScope: table.id,
      watchDataInFieldIds: [control.field(table, 'Price').id],
    })
    const cups = await hook(shop, { recordChangeScope: table.views[1]?.id })
    const [record] = control.addRecords(table, [{ Name: 'x', Kind: 'Bowl' }])
    if (!record) throw new Error('no record')
    control.addRecords(other, [{ Name: 'elsewhere' }])
    control.changeRecord(table, record, { Name: 'y' })
    control.changeRecord(table, record, { Kind: 'Cup' })
    control.changeRecord(table, record, { Price: 5 })
    control.changeRecord(table, record, { Kind: 'Bowl' })
    const view = table.views[1]?.id ?? ''
    expect((await price.payloads()).payloads.map(({ changedTablesById }) => changedTablesById)).toMatchObject([
      { [table.id]: { createdRecordsById: { [record.id]: { cellValuesByFieldId: {} } } } },
      { [table.id]: { changedRecordsById: { [record.id]: {} } } },
    ])
    expect((await cups.payloads()).payloads.map(({ changedTablesById }) => changedTablesById)).toMatchObject([
      { [table.id]: { changedViewsById: { [view]: { createdRecordsById: { [record.id]: {} } } } } },
      { [table.id]: { changedViewsById: { [view]: { changedRecordsById: { [record.id]: {} } } } } },
      { [table.id]: { changedViewsById: { [view]: { destroyedRecordIds: [record.id] } } } },
    ])
  })

  test('tell changed fields and tables when asked for', async () => {
    const shop = await openShop()
    const { control, table } = shop
    const schema = await hook(shop, { dataTypes: ['tableFields', 'tableMetadata'] })
    const field = control.field(table, 'Price')
    control.renameField(table, field, 'Cost')
    control.deleteField(table, field)
    control.renameTable(table, 'Goods')
    control.addField(table, { name: 'Late', type: 'url' })
    control.deleteTable(table)
    const { payloads } = await schema.payloads()
    expect(payloads).toMatchObject([
      { changedTablesById: { [table.id]: { changedFieldsById: { [field.id]: { current: { name: 'Cost' } } } } } },
      { changedTablesById: { [table.id]: { destroyedFieldIds: [field.id] } } },
      { changedTablesById: { [table.id]: { changedMetadata: { current: { name: 'Goods' } } } } },
      { changedTablesById: { [table.id]: { createdFieldsById: {} } } },
      { destroyedTableIds: [table.id] },
    ])
  })

  test('give fifty payloads at most, from the cursor on', async () => {
    const shop = await openShop()
    const one = await hook(shop, {})
    for (let index = 0; index < 51; index++) shop.control.addRecords(shop.table, [{ Name: 'x' }])
    const first = await one.payloads()
    expect([first.payloads.length, first.cursor, first.mightHaveMore]).toEqual([50, 51, true])
    const second = await one.payloads(`?cursor=${first.cursor}`)
    expect([second.payloads.length, second.cursor, second.mightHaveMore]).toEqual([1, 52, false])
    const third = await one.payloads(`?cursor=${second.cursor}`)
    expect([third.payloads.length, third.cursor]).toEqual([0, 52])
  })

  test('live seven days unless refreshed, and another seven to be read', async () => {
    const shop = await openShop()
    const day = 24 * 3_600_000
    const one = await hook(shop, {})
    expect(one.expirationTime).toBe('2026-01-17T12:00:00.000Z')
    shop.pass(6 * day)
    expect(await shop.ask(`${one.path}/refresh`, { method: 'POST' })).toEqual({
      status: 200,
      json: { expirationTime: '2026-01-23T12:00:00.000Z' },
    })
    shop.pass(6 * day)
    await one.payloads()
    shop.pass(7 * day)
    expect(await shop.ask(`${one.path}/refresh`, { method: 'POST' })).toMatchObject({ status: 422 })
    shop.control.addRecords(shop.table, [{ Name: 'unheard' }])
    expect((await one.payloads()).payloads).toEqual([])
    shop.pass(7 * day)
    expect(await shop.ask(`${one.path}/payloads`)).toMatchObject({ status: 404 })
  })

  test('are ten in a base, two for OAuth, and can be silenced and deleted', async () => {
    const shop = await openShop()
    const all = `/v0/bases/${shop.base.id}/webhooks`
    const body = { specification: { options: { filters: { dataTypes: ['tableData'] } } } }
    const token = shop.control.createToken({ kind: 'oauth' })
    for (const status of [200, 200, 403]) expect(await shop.ask(all, { body, token })).toMatchObject({ status })
    const { url, received } = await receiver()
    const one = await hook(shop, {}, { notificationUrl: url })
    for (let index = 3; index < 10; index++) await hook(shop, {})
    expect(await shop.ask(all, { body })).toMatchObject({ status: 403 })
    expect(await shop.ask(`${one.path}/enableNotifications`, { body: { enable: false } })).toMatchObject({
      status: 200,
    })
    shop.control.addRecords(shop.table, [{ Name: 'x' }])
    await shop.control.settled()
    expect(received).toEqual([])
    expect(await shop.ask(one.path, { method: 'DELETE' })).toMatchObject({ status: 200 })
    expect(await shop.ask(`${one.path}/payloads`)).toMatchObject({ status: 404 })
  })
})
