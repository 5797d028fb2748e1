import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import type { Visitor } from './browser.ts'
import { type Dashboard, openDashboard } from './open-dashboard.ts'

const patiently = { timeout: 60_000 }

const hostile = '<img src=x onerror="document.title=1">'

describe.skipIf(chromiumPath === undefined)('sources', () => {
  let folder: string
  let dashboard: Dashboard
  let visitor: Visitor

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pictable-sources-'))
    await writeFile(join(folder, 'products.csv'), `Name,Price\nTeapot,24.5\n"${hostile.replaceAll('"', '""')}",7\n`)
    dashboard = await openDashboard({ PICTABLE_SEED_SAMPLE: 'false', PICTABLE_FILES_DIR: folder })
    visitor = await dashboard.owner(['400', '412'])
  })
  afterAll(async () => {
    await dashboard?.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('every kind says what it needs and how it was proven', async () => {
    const { page } = visitor
    await visitor.visit('/sources')
    await page.getByText('No sources yet').waitFor(patiently)
    expect(await visitor.look('sources-empty')).toEqual([])
    await page.getByRole('button', { name: 'Connect a table' }).click()
    await page.getByRole('link', { name: /^PostgreSQL/ }).waitFor(patiently)
    expect(await visitor.look('sources-kinds')).toEqual([])
  })

  test('what is typed outlives back and reload, but for secrets', async () => {
    const { page } = visitor
    await page.getByRole('link', { name: /^PostgreSQL/ }).click()
    await page.getByLabel('Name').first().fill('Our shop')
    await page.getByLabel('Host').fill('db.example')
    await page.locator('input[type=password]').fill('very-secret')
    expect(await visitor.look('sources-settings')).toEqual([])
    await page.reload()
    await page.getByLabel('Host').waitFor(patiently)
    expect(await page.getByLabel('Host').inputValue()).toBe('db.example')
    expect(await page.locator('input[type=password]').inputValue()).toBe('')
    expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toContain('very-secret')
    await page.goBack()
    await page.getByRole('link', { name: /^CSV or JSON file/ }).click()
    expect(new URL(page.url()).searchParams.get('kind')).toBe('file')
  })

  test('a test that fails says why; mended, it leads to the records', async () => {
    const { page } = visitor
    await page.getByLabel('Path').fill('nothing.csv')
    await page.getByRole('button', { name: 'Save and test' }).click()
    await page.getByText('Its tables cannot be read').waitFor(patiently)
    await page.getByText('There is no file "nothing.csv"').waitFor()
    expect(await visitor.look('sources-doctor')).toEqual([])
    await page.getByRole('button', { name: 'Change the settings' }).click()
    await page.getByLabel('Path').fill('products.csv')
    await page.getByRole('button', { name: 'Save and test' }).click()
    await page.getByText('Its tables can be read').waitFor(patiently)
    await page.getByRole('button', { name: 'Choose the table' }).click()
    await page.getByRole('combobox', { name: 'Table' }).click(patiently)
    await page.getByRole('option', { name: 'products.csv' }).click()
    await page.getByRole('cell', { name: hostile }).waitFor(patiently)
    expect(await visitor.look('sources-table')).toEqual([])
    await page.reload()
    await page.getByRole('cell', { name: 'Teapot' }).waitFor(patiently)
    await page.getByRole('button', { name: 'See the connection' }).click()
  })

  test('a connection shows its health, and a stale edit loses nothing', async () => {
    const { page, context } = visitor
    await page.getByRole('heading', { name: 'Look inside' }).waitFor(patiently)
    await page.getByText('Works', { exact: true }).waitFor(patiently)
    expect(await visitor.look('source')).toEqual([])
    const id = /con_\w+/.exec(page.url())?.[0] ?? ''
    await page.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Mine')
    const path = `${dashboard.origin}/v1/connections/${id}`
    const headers = { 'sec-fetch-site': 'same-origin' }
    expect((await context.request.patch(path, { headers, data: { name: 'Theirs' } })).status()).toBe(200)
    await dialog.getByRole('button', { name: 'Save and test' }).click()
    await dialog.getByText('Somebody else has changed').waitFor(patiently)
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Mine')
    expect(await visitor.look('source-stale')).toEqual([])
    await dialog.getByRole('button', { name: 'Save and test' }).click()
    await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor(patiently)
    await page.goto(`${dashboard.origin}/sources`)
    await page.getByRole('row', { name: /Mine/ }).getByText('Works').waitFor(patiently)
    expect(await visitor.look('sources')).toEqual([])
    await page.getByRole('row', { name: /Mine/ }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete the connection' }).click()
    await page.getByText('No sources yet').waitFor(patiently)
    expect(visitor.troubles).toEqual([])
  })
})
