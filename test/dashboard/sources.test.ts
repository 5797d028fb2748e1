import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { httpAnswer, startServer } from '@pictable/server/net/loopback.test-kit.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import type { Visitor } from './browser.ts'
import { focused, keepsFocus, pressAt, tabTo } from './by-keyboard.ts'
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
    dashboard = await openDashboard({
      PICTABLE_SEED_SAMPLE: 'false',
      PICTABLE_FILES_DIR: folder,
      PICTABLE_EGRESS_ALLOW: '127.0.0.0/8',
    })
    visitor = await dashboard.owner(['400', '412', '422'])
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
    await pressAt(page, /^Connect a table$/)
    await page.getByRole('link', { name: /^PostgreSQL/ }).waitFor(patiently)
    expect(await visitor.look('sources-kinds')).toEqual([])
  })

  test('what is typed outlives back and reload, but for secrets', async () => {
    const { page } = visitor
    await pressAt(page, /^PostgreSQL/)
    await page.getByLabel('Host').waitFor(patiently)
    await keepsFocus(page)
    await tabTo(page, /^Name$/)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Our shop')
    await tabTo(page, /^Host$/)
    await page.keyboard.type('db.example')
    await page.locator('input[type=password]').fill('very-secret')
    expect(await visitor.look('sources-settings')).toEqual([])
    await page.reload()
    await page.getByLabel('Host').waitFor(patiently)
    await expect.poll(() => page.getByLabel('Host').inputValue()).toBe('db.example')
    await expect.poll(() => page.locator('input[type=password]').inputValue()).toBe('')
    expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toContain('very-secret')
    await page.goBack()
    await page.getByRole('link', { name: /^File on the server/ }).click()
    expect(new URL(page.url()).searchParams.get('kind')).toBe('file')
  })

  test('a test that fails says why; mended, it leads to the records', async () => {
    const { page } = visitor
    await page.getByLabel('Path').waitFor(patiently)
    await tabTo(page, /^Path$/)
    await page.keyboard.type('nothing.csv')
    await page.keyboard.press('Enter')
    await page.getByText('Tables not readable').waitFor(patiently)
    await page.getByText('There is no file "nothing.csv"').waitFor()
    expect(await visitor.look('sources-doctor')).toEqual([])
    await keepsFocus(page)
    await pressAt(page, /^Edit settings$/)
    await page.getByLabel('Path').waitFor(patiently)
    await keepsFocus(page)
    await tabTo(page, /^Path$/)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('products.csv')
    await pressAt(page, /^Save and test$/)
    await page.getByText('Tables readable').waitFor(patiently)
    await pressAt(page, /^Choose table$/)
    await page.getByRole('combobox', { name: 'Table' }).waitFor(patiently)
    await keepsFocus(page)
    await tabTo(page, /^Table$/)
    await page.keyboard.type('prod')
    await page.getByRole('option', { name: 'products' }).waitFor(patiently)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('cell', { name: hostile }).waitFor(patiently)
    await expect.poll(() => focused(page)).toBe('Table')
    expect(await visitor.look('sources-table')).toEqual([])
    await page.reload()
    await page.getByRole('cell', { name: 'Teapot' }).waitFor(patiently)
    await page.getByRole('button', { name: 'Open connection' }).click()
  })

  test('a connection shows its health, and a stale edit loses nothing', async () => {
    const { page, context } = visitor
    await page.getByRole('heading', { name: 'Browse' }).waitFor(patiently)
    // The file names no key field.
    await page.getByText('1 warning', { exact: true }).waitFor(patiently)
    expect(await visitor.look('source')).toEqual([])
    const id = /con_\w+/.exec(page.url())?.[0] ?? ''
    await page.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Mine')
    const path = `${dashboard.origin}/v1/connections/${id}`
    const headers = { 'sec-fetch-site': 'same-origin' }
    expect((await context.request.patch(path, { headers, data: { name: 'Theirs' } })).status()).toBe(200)
    await dialog.getByRole('button', { name: 'Save and test' }).click()
    await dialog.getByText('Someone else changed').waitFor(patiently)
    await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Mine')
    expect(await visitor.look('source-stale')).toEqual([])
    const tested = page.waitForResponse((response) => response.url().endsWith('/test'), patiently)
    await pressAt(page, /^Save and test$/)
    await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor(patiently)
    await tested
    await expect.poll(() => focused(page), patiently).toBe('Edit')
    await page.goto(`${dashboard.origin}/sources`)
    await page.getByRole('row', { name: /Mine/ }).getByText('1 warning').waitFor(patiently)
    expect(await visitor.look('sources')).toEqual([])
    await pressAt(page, /^Mine/)
    await page.getByRole('button', { name: 'Delete' }).waitFor(patiently)
    await pressAt(page, /^Delete$/)
    await page.getByRole('button', { name: 'Delete connection' }).waitFor(patiently)
    await pressAt(page, /^Delete connection$/)
    await page.getByText('No sources yet').waitFor(patiently)
    await keepsFocus(page)
  })

  test('a server of another product is not shown as signed in to', async () => {
    const { page, context } = visitor
    const { port } = await startServer((socket) =>
      socket.end(httpAnswer(200, { 'content-type': 'image/jpeg' }, 'JFIF')),
    )
    const settings = { token: 'a-token', endpoint_url: `http://127.0.0.1:${port}` }
    const request = { headers: { 'sec-fetch-site': 'same-origin' }, data: { name: 'Shop', source: 'nocodb', settings } }
    const { id } = await (await context.request.post(`${dashboard.origin}/v1/connections`, request)).json()
    await visitor.visit(`/sources/${id}`)
    await pressAt(page, /^Test$/)
    await page.getByRole('list', { name: 'Checks' }).getByText('is not NocoDB').waitFor(patiently)
    const checks = page.getByRole('list', { name: 'Checks' }).getByRole('listitem')
    const reason = `The server at 127.0.0.1:${port} is not NocoDB. Check the URL`
    await expect
      .poll(() => checks.allInnerTexts())
      .toEqual([expect.stringContaining(reason), 'Sign-in', 'Access to tables'])
    await expect.poll(async () => (await checks.allInnerTexts())[0]).toMatch(/^Cannot connect/)
    expect(await visitor.look('sources-other-product')).toEqual([])
    expect(visitor.troubles).toEqual([])
  })
})
