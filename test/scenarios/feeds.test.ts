import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { judgeDeleted } from './judge-deleted.ts'
import { makeAction, startWholeApp, trigger, untilEnded, type WholeApp } from './whole-app.ts'

let app: WholeApp
beforeAll(async () => {
  app = await startWholeApp()
})
afterAll(() => app.close())

const design = {
  schema: 1,
  name: 'Badge',
  width: 40,
  height: 20,
  layers: [{ type: 'text', name: 'Title', text: { bind: 'Name' }, width: 40, height: 20, fontSize: 8 }],
}
const fields = [
  { name: 'Name', kind: 'text' as const },
  { name: 'SKU', kind: 'text' as const },
]

async function makeFed(rows: Record<string, unknown>[], outputs?: { name: string }[]) {
  const { client } = app
  const { actionId, rowIds, tableId } = await makeAction(client, { fields, rows, design })
  const params = { id: actionId }
  const body = { title: 'Tea & <mugs>', stable_urls: { field: 'SKU', feed: true }, ...(outputs && { outputs }) }
  const { stable_urls: urls } = await client.actions.update({ params, body })
  await untilEnded(client, await trigger(client, actionId))
  return {
    params,
    rowIds,
    run: async () => untilEnded(client, await trigger(client, actionId)),
    table: { id: tableId },
    csv: urls?.feed?.csv_url ?? '',
    xml: urls?.feed?.xml_url ?? '',
    start: `${app.url}/r/${actionId}`,
  }
}

const rowsOf = async (url: string): Promise<unknown[]> => parse(await (await fetch(url)).text(), { columns: true })

describe('the feed of an action', () => {
  const rows = [
    { Name: 'One', SKU: 'B-2' },
    { Name: 'Two', SKU: 'A&"<1>' },
    { Name: 'Three', SKU: 'b 2' },
    { Name: 'Four' },
  ]

  test('lists each key once with the stable URL of its image, as CSV and XML', async () => {
    const { csv, xml, start, params } = await makeFed(rows)
    const answer = await fetch(csv)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    const listed = [
      { id: 'A&"<1>', image_link: `${start}/a-1.png`, additional_image_link: '' },
      { id: 'B-2', image_link: `${start}/b-2.png`, additional_image_link: '' },
    ]
    expect(await rowsOf(csv)).toEqual(listed)
    expect((await fetch(listed[0]?.image_link ?? '')).status).toBe(200)
    const feed = await fetch(xml)
    expect(feed.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    expect(await feed.text()).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
<title>Tea &amp; &lt;mugs&gt;</title>
<link>${app.url}</link>
<description>Images of Tea &amp; &lt;mugs&gt;</description>
<item><g:id>A&amp;&quot;&lt;1&gt;</g:id><g:image_link>${start}/a-1.png</g:image_link></item>
<item><g:id>B-2</g:id><g:image_link>${start}/b-2.png</g:image_link></item>
</channel>
</rss>
`)
    const { results } = await app.client.images.list({ query: { action_id: params.id } })
    for (const { id } of results) await app.client.images.delete({ params: { id } })
    expect(await rowsOf(csv)).toEqual([])
    expect((await fetch(csv, { method: 'HEAD' })).status).toBe(200)
  })

  test('adds the images of other outputs, in the order of the action', async () => {
    const { csv, xml, start } = await makeFed(rows.slice(0, 1), [
      { name: 'card' },
      { name: 'wide one' },
      { name: 'small' },
    ])
    const others = [`${start}/b-2/wide%20one.png`, `${start}/b-2/small.png`]
    expect(await rowsOf(csv)).toEqual([
      { id: 'B-2', image_link: `${start}/b-2.png`, additional_image_link: others.join(',') },
    ])
    for (const url of others) expect(await (await fetch(xml)).text()).toContain(`<g:additional_image_link>${url}</g:`)
  })

  test('has the whole key of each record, or the id of a record whose key is too long', async () => {
    const long = 'x'.repeat(300)
    const keys = [`${long}1`, `${long}2`, long.repeat(4)]
    const { csv, rowIds } = await makeFed(keys.map((SKU) => ({ Name: 'Same', SKU })))
    const ids = (await rowsOf(csv)).map((row) => Object(row).id)
    expect(new Set(ids)).toEqual(new Set([keys[0], keys[1], rowIds[2]]))
  })

  test('lists no record that was deleted from the table, and keeps its image', async () => {
    const products = [...rows.slice(0, 2), { Name: 'Three', SKU: 'C-3' }]
    const { csv, params, rowIds, run, start, table } = await makeFed(products)
    const listed = async () => (await rowsOf(csv)).map((row) => Object(row).id)
    const judge = ({ id }: { id: string }) => judgeDeleted(app.world, { actionId: params.id, listedBy: id })
    const all = ['A&"<1>', 'B-2', 'C-3']
    expect(await listed()).toEqual(all)
    const gone = rowIds.slice(2)
    await app.client.tables.deleteRow({ params: { ...table, row_id: gone[0] ?? '' } })
    await judge(await run())
    expect(await listed()).toEqual(all.slice(0, 2))
    expect((await fetch(`${start}/c-3.png`)).status).toBe(200)
    await app.client.tables.restoreRows({ params: table, body: { row_ids: gone } })
    await run()
    expect(await listed()).toEqual(all)
    // One that left the filter is still in the table.
    const filter = { field: 'Name', operator: 'not_equals' as const, value: 'Three' }
    await app.client.actions.update({ params, body: { filter } })
    await judge(await run())
    expect(await listed()).toEqual(all)
    // Its images are unpublished by the next run, though the feed knew already that it was deleted.
    await app.client.actions.update({ params, body: { filter: null } })
    await app.client.tables.deleteRow({ params: { ...table, row_id: gone[0] ?? '' } })
    await judge(await run())
    expect(await listed()).toEqual(all.slice(0, 2))
    await app.client.actions.update({ params, body: { deleted_records: 'unpublish' } })
    await judge(await run())
    expect((await fetch(`${start}/c-3.png`)).status).toBe(410)
    await app.client.actions.update({ params, body: { deleted_records: 'keep' } })
    await expect.poll(async () => (await fetch(`${start}/c-3.png`)).status).toBe(200)
    await judge(await run())
    expect(await listed()).toEqual(all.slice(0, 2))
  })

  test('has more products than a page', async () => {
    const many = Array.from({ length: 620 }, (_, n) => ({ Name: 'Same', SKU: `sku-${n}` }))
    const { csv } = await makeFed(many)
    const listed = await rowsOf(csv)
    expect(new Set(listed.map((row) => JSON.stringify(row))).size).toBe(620)
  })

  test('is off by default, and its URL ends when it is switched off', async () => {
    const { params, csv } = await makeFed(rows.slice(0, 1))
    const save = async (urls: { field?: string; feed?: boolean } | null) =>
      (await app.client.actions.update({ params, body: { stable_urls: urls } })).stable_urls
    expect(await app.client.actions.update({ params, body: { title: 'New' } })).toMatchObject({
      title: 'New',
      stable_urls: { feed: { csv_url: csv } },
    })
    expect((await save({ field: 'SKU', feed: true }))?.feed?.csv_url).toBe(csv)
    expect((await save({ field: 'SKU' }))?.feed?.csv_url).toBe(csv)
    expect((await save({ field: 'SKU', feed: false }))?.feed).toBeNull()
    expect((await fetch(csv)).status).toBe(404)
    const renewed = (await save({ field: 'SKU', feed: true }))?.feed?.csv_url ?? ''
    expect(renewed).not.toBe(csv)
    expect(await rowsOf(renewed)).toHaveLength(1)
    await save(null)
    expect((await fetch(renewed)).status).toBe(404)
    expect((await fetch(csv.replace(/products.*/, 'products.json'))).status).toBeGreaterThanOrEqual(400)
  })

  test('can be downloaded only so often', async () => {
    const { csv } = await makeFed(rows.slice(0, 1))
    // No time passes, in which one more could be downloaded: a busy machine may take long for them.
    const standing = vi.spyOn(app.world.clock, 'now').mockReturnValue(app.world.clock.now())
    const statuses = await Promise.all(Array.from({ length: 30 }, async () => (await fetch(csv)).status))
    standing.mockRestore()
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
  })
})
