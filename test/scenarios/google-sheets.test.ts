import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeGoogleSheets, startFakeGoogleSheets } from '#test/fakes/google-sheets/fake-google-sheets.ts'
import { createTab, edits, type FakeTab } from '#test/fakes/google-sheets/model.ts'
import { cardDesign } from '#test/scenarios/seed.ts'
import { startWholeApp, trigger, untilEnded, type WholeApp } from '#test/scenarios/whole-app.ts'

const publicUrl = 'https://pictable.example.com'

let app: WholeApp
let fake: FakeGoogleSheets
beforeAll(async () => {
  fake = await startFakeGoogleSheets()
  app = await startWholeApp({ PICTABLE_EGRESS_ALLOW: '127.0.0.0/8', PICTABLE_PUBLIC_URL: publicUrl })
})
afterAll(async () => {
  await app.close()
  await fake.close()
})

const headers = ['SKU', 'Name', 'Price', 'Image URL', 'Picture', 'State']

interface Shop {
  tab: FakeTab
  actionId: string
  connectionId: string
}

/** Twelve products and an action over them. */
async function openShop(): Promise<Shop> {
  const { client } = app
  const rows = Array.from({ length: 12 }, (_, n) => [`SKU-${n}`, `Product ${n}`, n])
  const tab = createTab({ sheetId: 9, title: 'Products', blankRows: 20 }, [headers, ...rows])
  const spreadsheet = fake.addSpreadsheet('Shop', [tab])
  const connection = await client.connections.create({
    body: {
      name: 'Sheets',
      source: 'google_sheets',
      settings: {
        credentials: fake.account.json,
        endpoint_url: fake.url,
        key_column: 'SKU',
        image_columns: 'Picture',
      },
    },
  })
  const template = await client.templates.create({ body: { design: cardDesign, publish: true } })
  const action = await client.actions.create({
    body: {
      title: 'Cards',
      connection_id: connection.id,
      base_id: spreadsheet.id,
      table: 'Products',
      template_id: template.id,
      write_back: { url: 'Image URL', attachment: { field: 'Picture', mode: 'replace' }, status: 'State' },
    },
  })
  return { tab, actionId: action.id, connectionId: connection.id }
}

const run = async ({ actionId }: Shop) => untilEnded(app.client, await trigger(app.client, actionId))

const shown = ({ rows }: FakeTab) =>
  rows
    .slice(1)
    .filter(({ cells }) => (cells[0]?.value ?? null) !== null)
    .map(({ cells }) => headers.map((_, index) => cells[index]?.formula ?? cells[index]?.value ?? null))

const address = new RegExp(`^${publicUrl}/images/img_`)

describe('an action over Google Sheets', () => {
  test('connects, renders, writes URLs, images and states; the next run renders only what has changed', async () => {
    const startedMs = Date.now()
    const before = fake.requests.length
    const shop = await openShop()
    const check = await app.client.connections.test({ params: { id: shop.connectionId } })
    expect(check).toEqual({ ok: true, account: fake.account.email, warnings: [], error: null })
    expect(await run(shop)).toMatchObject({ state: 'completed', total: 12, rendered: 12, written_back: 12 })
    for (const [, , , url, picture, state] of shown(shop.tab)) {
      expect(url).toMatch(address)
      expect([picture, state]).toEqual([`=IMAGE("${url}")`, 'completed'])
    }

    const cells = shown(shop.tab)
    edits.sortRows(shop.tab, 1, true)
    edits.insertRow(shop.tab, 3, ['SKU-new', 'New product', 5])
    expect(await run(shop)).toMatchObject({ state: 'completed', total: 13, rendered: 1, skipped: 12, written_back: 1 })
    const after = new Map(shown(shop.tab).map((row) => [row[0], row]))
    for (const row of cells) expect(after.get(row[0] ?? null)).toEqual(row)
    expect(after.get('SKU-new')).toMatchObject({ 3: expect.stringMatching(address), 5: 'completed' })
    const minutes = (Date.now() - startedMs) / 60_000
    expect((fake.requests.length - before) / minutes).toBeLessThanOrEqual(60)
  })
})

test('values arrive as the tab shows them', async () => {
  const rows = [
    ['SKU', 'Price', 'Share', 'Day'],
    [
      'a',
      { value: 12.5, format: 'CURRENCY', pattern: '"$"#,##0.00', text: '$12.50' },
      { value: 0.19, format: 'PERCENT', pattern: '0%', text: '19%' },
      { value: 45_366, format: 'DATE', pattern: 'd mmmm yyyy', text: '15 March 2024' },
    ],
  ]
  const { id } = fake.addSpreadsheet('Prices', [createTab({ sheetId: 3, title: 'Prices' }, rows)])
  const { client } = app
  const settings = { credentials: fake.account.json, endpoint_url: fake.url, key_column: 'SKU' }
  const connection = await client.connections.create({ body: { name: 'Prices', source: 'google_sheets', settings } })
  const template = await client.templates.create({ body: { design: cardDesign, publish: true } })
  const action = await client.actions.create({
    body: { title: 'Prices', connection_id: connection.id, base_id: id, table: 'Prices', template_id: template.id },
  })
  const shownAs = async (field: string) => {
    const mapping = { Name: { field, formatted: true as const } }
    const { results } = await client.actions.preview({
      params: { id: action.id },
      body: { limit: 1, draw: false, mapping },
    })
    return results[0]?.values?.Name
  }
  expect([await shownAs('Price'), await shownAs('Share'), await shownAs('Day')]).toEqual([
    '$12.50',
    '19%',
    '15 March 2024',
  ])

  // A new action that says nothing of its mapping shows them so; one with an empty mapping gets the plain values.
  const layers = ['Price', 'Day'].map((name) => ({ ...cardDesign.layers[0], name, text: { bind: name } }))
  const { id: templateId } = await client.templates.create({
    body: { design: { ...cardDesign, layers }, publish: true },
  })
  const place = { connection_id: connection.id, base_id: id, table: 'Prices', template_id: templateId }
  const valuesOf = async (action: { id: string }) => {
    const { results } = await client.actions.preview({ params: { id: action.id }, body: { limit: 1, draw: false } })
    return results[0]?.values
  }
  const usual = await client.actions.create({ body: { title: 'Usual', ...place } })
  expect(usual.mapping).toMatchObject({ Price: { formatted: true }, Day: { formatted: true } })
  expect(await valuesOf(usual)).toMatchObject({ Price: '$12.50', Day: '15 March 2024' })
  const plain = await client.actions.create({ body: { title: 'Plain', ...place, mapping: {} } })
  expect(await valuesOf(plain)).toMatchObject({ Price: 12.5, Day: '2024-03-15' })
})

test('the kind says that it is not yet live, and a wrong key is named without what was entered', async () => {
  const { results } = await app.client.sources.list()
  const kind = results.find((each) => each.kind === 'google_sheets')
  expect([kind?.summary, kind?.verification]).toEqual([
    expect.stringMatching(/Not yet live/),
    expect.stringMatching(/^Not yet live/),
  ])
  const created = app.client.connections.create({
    body: {
      name: 'Sheets',
      source: 'google_sheets',
      settings: { credentials: '{"type":"service_account","private_key":"SECRET"}' },
    },
  })
  const error: unknown = await created.catch((reason: unknown) => reason)
  expect(JSON.stringify(error)).toMatch(/client_email/)
  expect(JSON.stringify(error)).not.toContain('SECRET')
})
