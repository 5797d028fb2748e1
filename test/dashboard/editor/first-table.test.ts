import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { useDashboard } from '#test/dashboard/open-dashboard.ts'
import { ask, createTemplate, openEditor } from './editor.test-kit.ts'

const csv = Buffer.from('Title,Price\nTeapot,€24.50\nBowl,€12.00\n')

describe.skipIf(chromiumPath === undefined)('a first table', { timeout: 120_000 }, () => {
  const examples = join(import.meta.dirname, '../../../examples')
  const opened = useDashboard({ settings: { PICTABLE_SEED_SAMPLE: 'false', PICTABLE_FILES_DIR: examples } })

  test('is made on the way from a template and leads back to it with its records', async () => {
    const { visitor, dashboard } = opened
    const { page } = visitor
    const id = await createTemplate(visitor, dashboard.origin)
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    await page.getByRole('tab', { name: 'Data' }).click()
    await page.getByRole('link', { name: 'Upload CSV or Excel' }).click()
    await page.getByRole('dialog', { name: 'New table' }).getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL(`**/templates/${id}/edit**`)
    await page.getByRole('tab', { name: 'Data' }).click()
    await page.getByRole('link', { name: 'Connect a table' }).click()
    await page.getByRole('link', { name: /^Built-in table/ }).click()
    await page.getByRole('tab', { name: 'CSV or Excel file' }).click()
    const dialog = page.getByRole('dialog', { name: 'New table' })
    const file = { name: 'products.csv', mimeType: 'text/csv', buffer: csv }
    await dialog.locator('input[type=file]').setInputFiles(file)
    await dialog.getByRole('button', { name: 'Create table' }).click()
    await page.waitForURL(`**/templates/${id}/edit**`)
    await editor.drawn()
    await page.getByText('1 of 2').waitFor()
    const { preview_source: source } = await ask(visitor, `${dashboard.origin}/v1/templates/${id}`)
    expect(source).toMatchObject({ base_id: 'built-in', table_name: 'products', view_id: null })
    const { fields } = await ask(visitor, `${dashboard.origin}/v1/tables/${source.table_id}`)
    expect(fields[1]).toMatchObject({ kind: 'number', format: { type: 'currency', currency: 'EUR' } })
    await page.getByRole('tab', { name: 'Data' }).click()
    await page.getByText(/^€(24\.50|12\.00)$/).waitFor()
  })

  test('of another source leads back to the template too', async () => {
    const { visitor, dashboard } = opened
    const { page } = visitor
    const id = await createTemplate(visitor, dashboard.origin)
    await visitor.visit(`/sources/new?template=${id}`)
    await page.getByRole('link', { name: /^File on the server/ }).click()
    await page.getByLabel('Path').fill('products.csv')
    await page.getByRole('button', { name: 'Save and test' }).click()
    await page.getByText('Tables readable').waitFor()
    await page.getByRole('button', { name: 'Choose table' }).click()
    await page.getByRole('combobox', { name: 'Table' }).click()
    await page.getByRole('option', { name: 'products' }).click()
    await page.getByRole('button', { name: 'Show in template' }).click()
    await page.waitForURL(`**/templates/${id}/edit**`)
    await page.getByText('1 of 12').waitFor()
    const { preview_source: source } = await ask(visitor, `${dashboard.origin}/v1/templates/${id}`)
    expect(source).toMatchObject({ table_name: 'products.csv', view_id: null })
    await ask(visitor, `${dashboard.origin}/v1/templates/${id}`, { method: 'PATCH', body: { preview_source: null } })
    await ask(visitor, `${dashboard.origin}/v1/connections/${source.connection_id}`, { method: 'DELETE' })
  })

  test('can be chosen in every other template, and is among the sources', async () => {
    const { visitor, dashboard } = opened
    const { page } = visitor
    const id = await createTemplate(visitor, dashboard.origin)
    await openEditor(visitor, { origin: dashboard.origin, id })
    await page.getByRole('tab', { name: 'Data' }).click()
    await page.getByRole('button', { name: 'products' }).click()
    await page.getByText('1 of 2').waitFor()
    await visitor.visit('/sources')
    await page.getByText('Built-in tables').waitFor()
  })

  test('a table made by hand needs no connecting either, and no second connection is made', async () => {
    const { visitor, dashboard } = opened
    const { page } = visitor
    const connections = async () => (await ask(visitor, `${dashboard.origin}/v1/connections`)).results
    const [{ id }] = await connections()
    await ask(visitor, `${dashboard.origin}/v1/connections/${id}`, { method: 'DELETE' })
    for (const name of ['Cups', 'Pots']) {
      // Its dialog hides the heading that a visit waits for.
      await page.goto(`${dashboard.origin}/tables?make=empty`)
      await page.getByLabel('Name', { exact: true }).fill(name)
      await page.getByRole('button', { name: 'Create table' }).click()
      await page.waitForURL(/\/tables\/\w+$/)
      await expect.poll(async () => (await connections()).length).toBe(1)
    }
  })
})

describe.skipIf(chromiumPath === undefined)('a first table without a template', { timeout: 120_000 }, () => {
  const opened = useDashboard({ settings: { PICTABLE_SEED_SAMPLE: 'false' } })

  test('leads on to the first template, which is the chosen one once it is made', async () => {
    const { visitor, dashboard } = opened
    const { page } = visitor
    const { id: table } = await ask(visitor, `${dashboard.origin}/v1/tables`, {
      method: 'POST',
      body: { name: 'Jugs', fields: [{ name: 'Title', kind: 'text' }] },
    })
    await visitor.visit(`/tables/${table}`)
    await page.getByRole('button', { name: 'Create images from it' }).click()
    await page.getByRole('button', { name: 'New template' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Square product card/ })
      .click()
    const made = page.getByRole('button', { name: 'Square product card', pressed: true })
    await made.waitFor()
    await expect.poll(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe('Square product card for Jugs')
    await page.getByRole('button', { name: 'Create action' }).click()
    await page.waitForURL(/\/actions\/act_/)
    // The name of the template is the title in the table.
    await expect.poll(() => page.getByRole('combobox', { name: 'Name' }).inputValue()).toBe('Title')
  })
})
