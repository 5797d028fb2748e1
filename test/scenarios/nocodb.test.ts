import type { Attachment } from '@pictable/server/core/ports/source.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type FakeNocoDb, startFakeNocoDb } from '#test/fakes/nocodb/fake-nocodb.ts'
import { createAdmin, type MadeTable } from '#test/fakes/nocodb/noco-admin.ts'
import { openSource } from '#test/fakes/nocodb/open-fixture.ts'
import { cardDesign } from '#test/scenarios/seed.ts'
import { recordsOf, startWholeApp, trigger, untilEnded, type WholeApp } from '#test/scenarios/whole-app.ts'

let app: WholeApp
let nocodb: FakeNocoDb
beforeAll(async () => {
  nocodb = await startFakeNocoDb()
  app = await startWholeApp({ PICTABLE_EGRESS_ALLOW: '127.0.0.0/8' })
  nocodb.settings.fetchFrom = [app.url]
})
afterAll(async () => {
  await app.close()
  await nocodb.close()
})

type WriteBack = NonNullable<Parameters<WholeApp['client']['actions']['create']>[0]['body']['write_back']>

interface Shop {
  made: MadeTable
  connectionId: string
  actionId: string
}

/** Twelve products, of which a view shows those with a number of 10 or more, and an action over the view. */
async function openShop(writeBack: WriteBack): Promise<Shop> {
  const { client } = app
  const admin = createAdmin(nocodb)
  const baseId = await admin.createBase('Shop')
  const made = await admin.createTable(baseId, 'Products', [
    { title: 'Name', type: 'SingleLineText' },
    { title: 'Price', type: 'Number' },
    { title: 'Image', type: 'URL' },
    { title: 'Picture', type: 'Attachment' },
    { title: 'State', type: 'SingleSelect', options: { choices: [{ title: 'completed' }, { title: 'failed' }] } },
  ])
  const fieldId = made.fields.get('Price') ?? ''
  await admin.createView(made, { title: 'For sale', fieldId, from: 10 })
  await admin.addRecords(
    made,
    Array.from({ length: 12 }, (_, n) => ({ Name: `Product ${n}`, Price: n })),
  )
  const connection = await client.connections.create({
    body: { name: 'NocoDB', source: 'nocodb', settings: { token: nocodb.token, endpoint_url: nocodb.url } },
  })
  const template = await client.templates.create({ body: { design: cardDesign, publish: true } })
  const action = await client.actions.create({
    body: {
      title: 'Cards',
      connection_id: connection.id,
      base_id: baseId,
      table: 'Products',
      view: 'For sale',
      template_id: template.id,
      write_back: writeBack,
    },
  })
  return { made, connectionId: connection.id, actionId: action.id }
}

/** What NocoDB holds of a field after a run, by record. */
async function cellsOf({ made }: Shop, name: string) {
  const source = openSource(nocodb)
  const ids = Array.from({ length: 12 }, (_, n) => String(n + 1))
  const records = await source.getRecords({ baseId: made.baseId, tableId: made.id }, ids)
  return records.map(({ fields }) => fields[made.fields.get(name) ?? ''] ?? null)
}

const run = async ({ actionId }: Shop) => untilEnded(app.client, await trigger(app.client, actionId))

const writes = () => nocodb.requests.filter((request) => request.startsWith('PATCH /api/v2/tables/')).length

const file = z.custom<Attachment>((value) => typeof value === 'object' && value !== null && 'url' in value)

describe('an action over NocoDB', () => {
  test('connects, is checked, makes the images of a view, writes their addresses; the next run only reads', async () => {
    const shop = await openShop({ url: 'Image', status: 'State' })
    const check = await app.client.connections.test({ params: { id: shop.connectionId } })
    expect(check).toEqual({ ok: true, account: 'admin@example.com', warnings: [], error: null })
    expect(await run(shop)).toMatchObject({ state: 'completed', total: 2, rendered: 2, written_back: 2 })
    const images = await cellsOf(shop, 'Image')
    expect(images.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => null))
    for (const address of images.slice(10)) {
      expect((await fetch(z.string().parse(address))).headers.get('content-type')).toBe('image/png')
    }
    expect((await cellsOf(shop, 'State')).slice(9)).toEqual([null, 'completed', 'completed'])

    const before = writes()
    expect(await run(shop)).toMatchObject({ state: 'completed', skipped: 2, rendered: 0 })
    // Whether the token may write is asked by an update of no records.
    expect(writes()).toBe(before + 1)
  })

  test('puts images into an attachment field, and replaces them when a record changes', async () => {
    const shop = await openShop({ attachment: { field: 'Picture', mode: 'replace' } })
    expect(await run(shop)).toMatchObject({ state: 'completed', rendered: 2, written_back: 2 })
    const before = z.array(file).parse((await cellsOf(shop, 'Picture'))[10])
    expect(before).toMatchObject([{ filename: expect.stringMatching(/^product-10-/), contentType: 'image/png' }])
    expect((await fetch(before[0]?.url ?? '')).headers.get('content-type')).toBe('image/png')

    const fields = { [shop.made.fields.get('Name') ?? '']: 'Renamed' }
    await openSource(nocodb).writeBack({ baseId: shop.made.baseId, tableId: shop.made.id }, [
      { recordId: '11', fields },
    ])
    expect(await run(shop)).toMatchObject({ state: 'completed', rendered: 1, skipped: 1 })
    const after = z.array(file).parse((await cellsOf(shop, 'Picture'))[10])
    expect(after).toMatchObject([{ filename: expect.stringMatching(/^renamed-/) }])
  })

  test('a status that is no option of the field ends a run, or fails its records, and leaves the table as it is', async () => {
    const shop = await openShop({ url: 'Image' })
    const admin = createAdmin(nocodb)
    await admin.addField(shop.made, {
      title: 'Progress',
      type: 'SingleSelect',
      options: { choices: [{ title: 'done' }] },
    })
    await app.client.actions.update({
      params: { id: shop.actionId },
      body: { write_back: { url: 'Image', status: 'Progress' } },
    })
    const refused = await run(shop)
    expect(refused).toMatchObject({ state: 'failed', total: 0, error: { code: 'write_back_impossible' } })
    expect(refused.error?.message).toContain('has no option "completed" (it has: "done"). Add it in NocoDB')
    await app.client.actions.update({
      params: { id: shop.actionId },
      body: { write_back: { url: 'Image', status: 'Progress', ignore_check: true } },
    })
    const ended = await run(shop)
    expect(ended).toMatchObject({ total: 2, failed: 2, written_back: 0 })
    const [failed] = await recordsOf(app.client, ended.id)
    expect(JSON.stringify(failed)).toContain('has no option \\"completed\\"')
    expect((await cellsOf(shop, 'Image')).slice(10)).toEqual([null, null])
  })

  test('the doctor says what is wrong with a token, and with an address', async () => {
    const doctor = async (settings: Record<string, unknown>) => {
      const made = await app.client.connections.create({ body: { name: 'NocoDB', source: 'nocodb', settings } })
      const { ok, error } = await app.client.connections.test({ params: { id: made.id } })
      return { ok, ...error }
    }
    expect(await doctor({ token: 'a-wrong-token', endpoint_url: nocodb.url })).toMatchObject({
      ok: false,
      code: 'source_auth',
      message: expect.stringContaining('rejected the token'),
    })
    expect(await doctor({ token: nocodb.token, endpoint_url: app.url })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/NocoDB/),
    })
    expect(await doctor({ token: nocodb.token, endpoint_url: 'http://10.9.8.7:8080' })).toMatchObject({
      ok: false,
      message: expect.stringContaining('PICTABLE_EGRESS_ALLOW'),
    })
  })
})
