import { createServer } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { Field, StoredRecord } from './model.ts'
import { openShop, type Shop } from './test-kit.ts'

const attachmentSchema = z.looseObject({ id: z.string(), url: z.string(), filename: z.string() })
const recordSchema = z.object({ fields: z.object({ Image: z.array(attachmentSchema).default([]) }) })

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function images(shop: Shop, record: StoredRecord): Promise<z.infer<typeof attachmentSchema>[]> {
  return recordSchema.parse((await shop.ask(`Products/${record.id}`)).json).fields.Image
}

async function withRecord(shop: Shop): Promise<StoredRecord> {
  const [record] = shop.control.addRecords(shop.table, [{ Name: 'x' }])
  if (!record) throw new Error('no record')
  return record
}

const write = (
  shop: Shop,
  record: StoredRecord,
  image: unknown,
  more: Record<string, unknown> = {},
): ReturnType<Shop['ask']> =>
  shop.ask('Products', { method: 'PATCH', body: { records: [{ id: record.id, fields: { Image: image } }], ...more } })

const upload = (
  shop: Shop,
  record: StoredRecord,
  bytes: Buffer,
  field: Field | string = 'Image',
): ReturnType<Shop['ask']> =>
  shop.ask(`${record.id}/${typeof field === 'string' ? field : field.id}/uploadAttachment`, {
    host: 'content',
    body: { contentType: 'image/png', filename: 'pixel.png', file: bytes.toString('base64') },
  })

async function pictureServer(): Promise<string> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(pixel),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}`
}

describe('attachments of startFakeAirtable()', () => {
  test('are uploaded, appended and served until the URL expires', async () => {
    const shop = await openShop()
    const record = await withRecord(shop)
    const field = shop.control.field(shop.table, 'Image')
    const answer = await upload(shop, record, pixel, field)
    expect(answer).toMatchObject({
      status: 200,
      json: {
        id: record.id,
        createdTime: record.createdTime,
        fields: { [field.id]: [{ filename: 'pixel.png', type: 'image/png', size: pixel.length, width: 1, height: 1 }] },
      },
    })
    await upload(shop, record, pixel)
    const [first, second] = await images(shop, record)
    expect(second?.id).not.toBe(first?.id)
    const url = second?.url ?? ''
    expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(pixel)
    expect((await fetch(`${url}x`)).status).toBe(410)
    shop.pass(7_199_999)
    expect((await fetch(url)).status).toBe(200)
    shop.pass(1)
    expect((await fetch(url)).status).toBe(410)
    const [again] = await images(shop, record)
    expect((await fetch(again?.url ?? '')).status).toBe(200)
    shop.control.expireAttachmentUrls()
    expect((await fetch(again?.url ?? '')).status).toBe(410)
  })

  test('are refused above 5 MB, in other fields and in records that are not there', async () => {
    const shop = await openShop()
    const record = await withRecord(shop)
    const most = 5 * 1024 * 1024
    expect(await upload(shop, record, Buffer.alloc(most))).toMatchObject({ status: 200 })
    expect(await upload(shop, record, Buffer.alloc(most + 1))).toMatchObject({
      status: 413,
      json: { error: { type: 'REQUEST_TOO_LARGE' } },
    })
    expect(await upload(shop, record, pixel, 'Name')).toMatchObject({ status: 422 })
    expect(await upload(shop, record, pixel, 'Nope')).toMatchObject({
      status: 422,
      json: { error: { type: 'UNKNOWN_FIELD_NAME' } },
    })
    expect(await upload(shop, { ...record, id: 'rec00000000000000' }, pixel)).toMatchObject({ status: 404 })
  })

  test('by URL are pending first, then fetched', async () => {
    const origin = await pictureServer()
    const shop = await openShop({ fetchFrom: [origin], attachmentFetch: 'manual' })
    const record = await withRecord(shop)
    await write(shop, record, [{ url: `${origin}/a%20b.png` }])
    const [pending] = await images(shop, record)
    expect(pending).toEqual({ id: expect.stringMatching(/^att/), url: `${origin}/a%20b.png`, filename: 'a b.png' })
    await shop.control.fetchAttachments()
    const [fetched] = await images(shop, record)
    expect(fetched).toMatchObject({ id: pending?.id, type: 'image/png', size: pixel.length, width: 1 })
    expect(Buffer.from(await (await fetch(fetched?.url ?? '')).arrayBuffer())).toEqual(pixel)
  })

  test('from an origin that is not allowed vanish', async () => {
    const origin = await pictureServer()
    const shop = await openShop()
    const record = await withRecord(shop)
    expect(await write(shop, record, [{ url: `${origin}/x.png` }])).toMatchObject({ status: 200 })
    await shop.control.settled()
    expect(await images(shop, record)).toEqual([])
  })

  test('are kept by id, and gone when left out', async () => {
    const shop = await openShop()
    const record = await withRecord(shop)
    await upload(shop, record, pixel)
    await upload(shop, record, pixel)
    const [first, second] = await images(shop, record)
    await write(shop, record, [{ id: second?.id }])
    expect((await images(shop, record)).map(({ id }) => id)).toEqual([second?.id])
    const refused = { status: 422, json: { error: { type: 'INVALID_ATTACHMENT_OBJECT' } } }
    expect(await write(shop, record, [{ id: first?.id }])).toMatchObject(refused)
    expect(await shop.ask('Products', { body: { fields: { Image: [{ id: second?.id }] } } })).toMatchObject(refused)
    await write(shop, record, [])
    expect(await images(shop, record)).toEqual([])
  })

  test('are lost when written with typecast', async () => {
    const origin = await pictureServer()
    const shop = await openShop({ fetchFrom: [origin] })
    const record = await withRecord(shop)
    await write(shop, record, [{ url: `${origin}/x.png` }], { typecast: true })
    await shop.control.settled()
    expect(await images(shop, record)).toEqual([])
  })

  test('of a batch that fails are never fetched', async () => {
    const shop = await openShop({ attachmentFetch: 'manual' })
    const record = await withRecord(shop)
    const origin = await pictureServer()
    shop.control.set({ fetchFrom: [origin] })
    const fields = { Image: [{ url: `${origin}/x.png` }], Price: 'dear' }
    const body = { records: [{ id: record.id, fields }] }
    expect(await shop.ask('Products', { method: 'PATCH', body })).toMatchObject({ status: 422 })
    await shop.control.fetchAttachments()
    expect(await images(shop, record)).toEqual([])
  })
})
