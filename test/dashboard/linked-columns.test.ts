import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { ask as askAs } from './editor/editor.test-kit.ts'
import { useDashboard } from './open-dashboard.ts'

const patiently = { timeout: 60_000 }

const design = {
  schema: 1,
  name: 'Invoice',
  width: 300,
  height: 200,
  layers: [
    { type: 'text', name: 'Customer', x: 0, y: 0, width: 300, height: 30, fontSize: 20, text: { bind: 'Customer' } },
    { type: 'table', name: 'Lines', x: 0, y: 40, width: 300, height: 160, rows: { bind: 'Lines' } },
  ],
}

describe.skipIf(chromiumPath === undefined)('the rows that a field links to', () => {
  const filesDir = mkdtempSync(join(tmpdir(), 'pictable-linked-'))
  const database = new DatabaseSync(join(filesDir, 'shop.sqlite'))
  database.exec(`PRAGMA journal_mode = WAL;
    CREATE TABLE customers (id integer PRIMARY KEY, name text, city text);
    CREATE TABLE orders (id integer PRIMARY KEY, customer_id integer REFERENCES customers);
    CREATE TABLE lines (id integer PRIMARY KEY, order_id integer REFERENCES orders, item text, pieces integer);
    INSERT INTO customers VALUES (1, 'Ada', 'Gdynia');
    INSERT INTO orders VALUES (1, 1);
    INSERT INTO lines VALUES (1, 1, 'Mug', 2), (2, 1, 'Jug', 3);`)
  database.close()
  const opened = useDashboard({ settings: { PICTABLE_FILES_DIR: filesDir } })
  afterAll(() => rmSync(filesDir, { recursive: true }))

  const ask = (method: 'GET' | 'POST', path: string, body?: object) =>
    askAs(opened.visitor, opened.dashboard.origin + path, { method, ...(body && { body }) })

  test('get the columns that are ticked, which the picture shows and a save keeps', async () => {
    const { page } = opened.visitor
    const settings = { path: 'shop.sqlite' }
    const connection = await ask('POST', '/v1/connections', { name: 'Shop', source: 'sqlite', settings })
    const template = await ask('POST', '/v1/templates', { design, publish: true })
    const action = await ask('POST', '/v1/actions', {
      ...{ title: 'Invoices', connection_id: connection.id, base_id: 'main', table: 'orders' },
      ...{ template_id: template.id, mapping: { Customer: { field: 'customer_id' }, Lines: { field: 'lines' } } },
    })
    const mapping = async () => (await ask('GET', `/v1/actions/${action.id}`)).mapping
    await opened.visitor.visit(`/actions/${action.id}?tab=mapping`)
    const row = (name: string) => page.getByRole('listitem').filter({ has: page.getByTitle(name, { exact: true }) })
    const tick = (name: string, label: string) => row(name).getByRole('checkbox', { name: label, exact: true })

    await tick('Lines', 'What the template shows').click(patiently)
    // The column that names them is there at once.
    await tick('Lines', 'pieces').click()
    await tick('Customer', 'What the template shows').click()
    await tick('Customer', 'city').click()
    await row('Lines').getByText('Mug, 2; Jug, 3').waitFor(patiently)
    await row('Customer').getByText('Ada, Gdynia').waitFor(patiently)
    expect(await opened.visitor.look('action-linked-rows')).toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('You have unsaved changes.').waitFor({ state: 'detached', ...patiently })
    expect((await mapping()).Lines).toMatchObject({ columns: [{ id: 'item' }, { id: 'pieces' }] })

    // A column that is gone can be seen, and unticked.
    await page.reload()
    await expect.poll(() => tick('Lines', 'pieces').isChecked(), patiently).toBe(true)
    const changed = new DatabaseSync(join(filesDir, 'shop.sqlite'))
    changed.exec('ALTER TABLE lines RENAME COLUMN pieces TO amount')
    changed.close()
    await page.reload()
    await tick('Lines', 'pieces (no longer exists)').click(patiently)
    await tick('Lines', 'amount').click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('You have unsaved changes.').waitFor({ state: 'detached', ...patiently })
    expect((await mapping()).Lines).toMatchObject({ columns: [{ id: 'item' }, { id: 'amount' }] })

    await tick('Lines', 'What the template shows').click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('You have unsaved changes.').waitFor({ state: 'detached', ...patiently })
    expect((await mapping()).Lines).toEqual({ field: expect.objectContaining({ name: 'lines' }) })
  })
})
