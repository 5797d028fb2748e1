import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { useDashboard } from '#test/dashboard/open-dashboard.ts'
import { ask, createTemplate, type EditorScreen, openEditor } from './editor.test-kit.ts'

const patiently = { timeout: 60_000 }

const invoice = {
  ...{ schema: 1, name: 'Invoice', width: 600, height: 400, background: '#ffffff' },
  layers: [
    { type: 'text', name: 'Order', x: 40, y: 20, width: 300, height: 40, text: { bind: 'Order' }, fontSize: 30 },
  ],
}

const filesDir = mkdtempSync(join(tmpdir(), 'pictable-foreign-key-'))

const usd = { type: 'currency', currency: 'USD', minimumDigits: 2, maximumDigits: 2 }

describe.skipIf(chromiumPath === undefined)('linked rows in the tab Data', { timeout: 300_000 }, () => {
  const opened = useDashboard({ settings: { PICTABLE_SEED_SAMPLE: 'false', PICTABLE_FILES_DIR: filesDir } })
  afterAll(() => rmSync(filesDir, { recursive: true }))
  const asking = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
    ask(opened.visitor, opened.dashboard.origin + path, { method, ...(body && { body }) })

  async function openShop() {
    const lines = await asking('POST', '/v1/tables', {
      name: 'Lines',
      fields: [
        { name: 'Item', kind: 'text' },
        { name: 'Price', kind: 'number', format: usd },
        { name: 'Pieces', kind: 'number' },
        { name: 'Note', kind: 'text' },
      ],
    })
    const link = { name: 'Lines', kind: 'link', linked_table_id: lines.id }
    const orders = await asking('POST', '/v1/tables', {
      name: 'Orders',
      fields: [{ name: 'Order', kind: 'text' }, link],
    })
    await asking('POST', `/v1/tables/${lines.id}/rows`, {
      rows: [
        { Item: 'Teapot, round', Price: 1234.5, Pieces: 2, Note: 'fragile' },
        { Item: 'Cup', Price: 8, Pieces: 6 },
        { Item: 'Jug', Price: 12.25, Pieces: 1 },
      ],
    })
    const rows = [
      { Order: 'No. 1', Lines: ['Teapot, round', 'Cup'] },
      { Order: 'No. 2', Lines: ['Jug'] },
    ]
    await asking('POST', `/v1/tables/${orders.id}/rows`, { rows })
    const connection = await asking('POST', '/v1/connections', { name: 'Ours', source: 'table', settings: {} })
    const id = await createTemplate(opened.visitor, opened.dashboard.origin, invoice)
    const table = { connection_id: connection.id, base_id: 'built-in', table_id: orders.id, table_name: 'Orders' }
    await asking('PATCH', `/v1/templates/${id}`, { preview_source: { ...table, view_id: null, view_name: null } })
    return { id, orders, connection }
  }

  async function dragTo(editor: EditorScreen, from: { x: number; y: number }, to: readonly [number, number]) {
    const { page } = editor
    const end = await editor.at(...to)
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move((from.x + end.x) / 2, end.y, { steps: 3 })
    await page.mouse.move(end.x, end.y, { steps: 3 })
    await page.mouse.up()
  }

  const middleOf = async (box: { x: number; y: number; width: number; height: number } | null) => {
    if (!box) throw new Error('it is not shown')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }

  test('a link is dragged as a table of its rows, columns are added, and a run fills them without a mapping', async () => {
    const { id, orders, connection } = await openShop()
    const editor = await openEditor(opened.visitor, { origin: opened.dashboard.origin, id })
    const { page } = editor
    await editor.saved()
    await page.getByRole('tab', { name: 'Data' }).click()
    const panel = page.getByRole('tabpanel', { name: 'Data' })
    const fields = panel.getByRole('list', { name: 'Fields' })
    const field = fields.getByRole('listitem').filter({ hasText: 'Lines' }).first()
    await field.waitFor(patiently)
    const handle = await field.locator('span', { hasText: 'Lines' }).first().boundingBox()
    await dragTo(editor, await middleOf(handle), [300, 220])
    const columns = async () => {
      const stored = await editor.stored('Lines')
      const shown = stored?.columns
      return Array.isArray(shown) ? shown.map(({ field: name }) => name) : shown
    }
    await expect.poll(columns, patiently).toEqual(['Item', 'Price', 'Pieces', 'Note'])
    expect(await editor.stored('Lines')).toMatchObject({ type: 'table', rows: { bind: 'Lines' } })
    // The record has its rows, and the sample value too.
    await field.getByText('2 rows').waitFor(patiently)
    await expect
      .poll(async () => (await asking('GET', `/v1/templates/${id}/draft`)).sample, patiently)
      .toMatchObject({ Lines: [{ Item: 'Teapot, round', Price: 1234.5 }, { Item: 'Cup' }] })

    // Chosen columns make a table of their own; one that is dragged onto a table is added to it.
    await page.keyboard.press('Control+z')
    await expect.poll(() => editor.stored('Lines'), patiently).toBe(undefined)
    await field.getByRole('button', { name: 'Columns of Lines' }).click()
    const choose = (name: string) => field.getByRole('checkbox', { name, exact: true })
    for (const name of ['Pieces', 'Note', 'Price']) await choose(name).click(patiently)
    await field.getByRole('button', { name: 'Insert table with 1 column' }).click()
    await expect.poll(columns, patiently).toEqual(['Item'])
    await page.keyboard.press('Escape')
    const row = await middleOf(await field.getByText('Price', { exact: true }).boundingBox())
    const { x = 0, y = 0, width = 0, height = 0 } = (await editor.stored('Lines')) ?? {}
    await dragTo(editor, row, [Number(x) + Number(width) / 2, Number(y) + Number(height) / 2])
    await expect.poll(columns, patiently).toEqual(['Item', 'Price'])
    await editor.saved()
    // The next record has its own rows.
    await editor.canvas.focus()
    await page.keyboard.press('.')
    await field.getByText('1 row').waitFor(patiently)

    const { design } = await editor.draft()
    const published = await asking('POST', '/v1/templates', { design, publish: true })
    const action = await asking('POST', '/v1/actions', {
      ...{ title: 'Invoices', connection_id: connection.id, base_id: 'built-in', table: orders.id },
      template_id: published.id,
    })
    const run = await asking('POST', `/v1/actions/${action.id}/runs`, {})
    await expect.poll(async () => (await asking('GET', `/v1/runs/${run.id}`)).state, patiently).toBe('completed')
    const { results } = await asking('GET', `/v1/images?run_id=${run.id}`)
    expect(results.map(({ values }: { values: { Lines: unknown } }) => values.Lines)).toEqual(
      expect.arrayContaining([
        [
          { Item: 'Teapot, round', Price: 1234.5 },
          { Item: 'Cup', Price: 8 },
        ],
        [{ Item: 'Jug', Price: 12.25 }],
      ]),
    )
  })

  test('a foreign key of one column is dragged as the row that it leads to; axe finds nothing, also where it is narrow', async () => {
    const database = new DatabaseSync(join(filesDir, 'shop.sqlite'))
    database.exec(`CREATE TABLE customers (id integer PRIMARY KEY, name text, city text);
      CREATE TABLE orders (id integer PRIMARY KEY, customer_id integer REFERENCES customers);
      INSERT INTO customers VALUES (1, 'Ada', 'Gdynia'), (2, 'Bo', 'Aarhus');
      INSERT INTO orders VALUES (1, 2), (2, 1)`)
    database.close()
    const body = { name: 'Shop', source: 'sqlite', settings: { path: 'shop.sqlite' } }
    const connection = await asking('POST', '/v1/connections', body)
    const id = await createTemplate(opened.visitor, opened.dashboard.origin, invoice)
    const table = { connection_id: connection.id, base_id: 'main', table_id: 'orders', table_name: 'orders' }
    await asking('PATCH', `/v1/templates/${id}`, { preview_source: { ...table, view_id: null, view_name: null } })
    const editor = await openEditor(opened.visitor, { origin: opened.dashboard.origin, id })
    const { page } = editor
    await editor.saved()
    await page.getByRole('tab', { name: 'Data' }).click()
    const fields = page.getByRole('tabpanel', { name: 'Data' }).getByRole('list', { name: 'Fields' })
    const field = fields.getByRole('listitem').filter({ hasText: 'customer_id' }).first()
    await field.waitFor(patiently)
    await field.getByRole('button', { name: 'Columns of customer_id' }).click()
    await field.getByRole('checkbox', { name: 'city', exact: true }).waitFor(patiently)
    for (const width of [1280, 640]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await opened.visitor.axe()).toEqual([])
    }
    await page.setViewportSize({ width: 1280, height: 860 })
    await editor.drawn()
    const handle = await field.locator('span', { hasText: 'customer_id' }).first().boundingBox()
    await dragTo(editor, await middleOf(handle), [300, 220])
    const stored = async () => {
      const { design } = await editor.draft()
      return design.layers.find(({ type }) => type === 'table')
    }
    await expect
      .poll(stored, patiently)
      .toMatchObject({ rows: { bind: 'customer_id' }, columns: [{ field: 'name' }, { field: 'city' }] })
    await field.getByText('1 row').waitFor(patiently)
    await editor.saved()
    // A phone shows no panels. The page has its heading while the code for phones is fetched.
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route(/phone-preview/, (route) => held.then(() => route.continue()))
    const asked = page.waitForRequest(/phone-preview/)
    await page.setViewportSize({ width: 390, height: 844 })
    await asked
    expect(await opened.visitor.axe()).toEqual([])
    release()
    await page.getByText('Open the template on a larger screen to edit it.').waitFor(patiently)
    expect(await opened.visitor.axe()).toEqual([])
  })
})
