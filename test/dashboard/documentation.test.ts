import { join } from 'node:path'
import { createDocsServer } from '@pictable/server/http/server/docs.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, sharedBrowser } from '#test/browser/chromium.ts'
import { openVisitor, type Visitor } from './browser.ts'

const folder = join(import.meta.dirname, '..', '..', 'packages', 'docs', 'dist')

describe.skipIf(chromiumPath === undefined)('the documentation in a browser', () => {
  let server: ReturnType<typeof createDocsServer>
  let visitor: Visitor
  let origin = ''

  beforeAll(async () => {
    server = createDocsServer(folder)
    origin = await server.listen({ host: '127.0.0.1', port: 0 })
    visitor = await openVisitor(await sharedBrowser(), origin, ['404'])
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
  })
  afterAll(async () => {
    await visitor.context.close()
    server.server.closeAllConnections()
    await server.close()
  })

  const copied = () => visitor.page.evaluate(() => navigator.clipboard.readText())
  const option = (name: RegExp) => visitor.page.getByRole('option', { name })

  test.each([
    ['docs-home', '/docs'],
    ['docs-airtable', '/docs/guides/airtable'],
    ['docs-editor', '/docs/guides/template-editor'],
    ['docs-api', '/docs/reference/api/runs'],
    ['docs-settings', '/docs/reference/settings'],
    ['docs-missing', '/docs/guides/none'],
  ])('%s can be used by everyone, on every screen', async (name, path) => {
    await visitor.visit(path)
    expect(await visitor.look(name)).toEqual([])
    expect(visitor.troubles).toEqual([])
  })

  test('search opens by a key, and its results are chosen by keys', async () => {
    const { page } = visitor
    await visitor.visit('/docs')
    await page.keyboard.press('/')
    const box = page.getByRole('combobox', { name: 'Search the documentation' })
    await box.fill('airtable errors')
    await option(/^Errors/).waitFor()
    await expect.poll(() => option(/^Errors/).getAttribute('aria-selected')).toBe('true')
    expect(await visitor.axe()).toEqual([])
    await page.keyboard.press('ArrowDown')
    expect(await option(/^Errors/).getAttribute('aria-selected')).toBe('false')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${origin}/docs/guides/airtable#errors`)
    await page.keyboard.press('Control+k')
    await box.waitFor()
    await box.fill('xylophonqz')
    await page.getByText('Nothing was found for “xylophonqz”').waitFor()
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'hidden' })
    expect(visitor.troubles).toEqual([])
  })

  test('code and the links of headings can be copied', async () => {
    const { page } = visitor
    await visitor.visit('/docs/guides/docker')
    const block = page.locator('figure.code').first()
    await block.hover()
    await block.getByRole('button', { name: 'Copy' }).click()
    await block.getByRole('button', { name: 'Copied' }).waitFor()
    expect((await copied()).trim()).toBe((await block.locator('code').innerText()).trim())
    const heading = page.getByRole('heading', { level: 2 }).first()
    await heading.hover()
    await heading.getByRole('link').click()
    await expect.poll(copied).toMatch(/\/docs\/guides\/docker#[\w-]+$/)
    expect(page.url()).toBe(await copied())
  })

  test('the theme follows the system until a person chooses one, which stays', async () => {
    const { page } = visitor
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
    await page.emulateMedia({ colorScheme: 'dark' })
    await visitor.visit('/docs')
    expect(await theme()).toBe('dark')
    await page.getByRole('button', { name: 'Theme: system' }).click()
    expect(await theme()).toBe('light')
    await visitor.visit('/docs/guides/sql')
    expect(await theme()).toBe('light')
    await page.getByRole('button', { name: 'Theme: light' }).click()
    await page.getByRole('button', { name: 'Theme: dark' }).click()
    await page.getByRole('button', { name: 'Theme: system' }).waitFor()
    await page.emulateMedia({ colorScheme: 'light' })
  })

  test('on a telephone the navigation opens by a button', async () => {
    const { page } = visitor
    await page.setViewportSize({ width: 390, height: 844 })
    await visitor.visit('/docs/guides/airtable')
    const navigation = page.getByRole('navigation', { name: 'Documentation' })
    await navigation.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Menu' }).click()
    await navigation.getByRole('link', { name: 'NocoDB' }).click()
    await page.waitForURL(`${origin}/docs/guides/nocodb`)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('NocoDB')
    await page.setViewportSize({ width: 1280, height: 860 })
  })

  test('on a telephone the page stays where it was scrolled to while the list of its headings is open', async () => {
    const { page } = visitor
    await page.setViewportSize({ width: 390, height: 844 })
    await visitor.visit('/docs/guides/docker')
    await page.locator('.aside summary').click()
    const scrolledTo = await page.evaluate(() => {
      scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })
      return scrollY
    })
    expect(scrolledTo).toBeGreaterThan(1500)
    await page.locator('.aside a[aria-current="true"]').waitFor({ state: 'attached' })
    expect(await page.evaluate(() => scrollY)).toBe(scrolledTo)
    await page.setViewportSize({ width: 1280, height: 860 })
  })

  test('the pages can be read without JavaScript', async () => {
    const context = await (await sharedBrowser()).newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${origin}/docs/guides/airtable`)
    await page.getByRole('link', { name: 'Next' }).click()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('NocoDB')
    expect(await page.getByRole('button').count()).toBe(0)
    await context.close()
  })
})
