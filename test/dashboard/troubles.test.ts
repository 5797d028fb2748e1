import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, wholeBrowser } from '#test/browser/chromium.ts'
import type { Visitor } from './browser.ts'
import { type Dashboard, openDashboard, ownerLogIn } from './open-dashboard.ts'

const patiently = { timeout: 60_000 }

const hostile = `<img src=x onerror="document.title='hacked'">'"{{7*7}}\u202Eevil ${'W'.repeat(60)}`

/** Answers that are provoked here: no session, nothing there, stale, too often. */
const expected = ['401', '404', '412', '429', 'ERR_INTERNET_DISCONNECTED', 'ERR_FAILED']

const csvOf = (lines: readonly (readonly string[])[]) =>
  lines.map((line) => line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')

/** A route that lets nothing through until it is told to. @returns how many waited, and what lets go of them */
async function holdUp(page: Page, address: RegExp, method: string) {
  const waiting: Route[] = []
  let isHeld = true
  const hold = (route: Route) =>
    isHeld && route.request().method() === method ? void waiting.push(route) : route.continue()
  await page.route(address, hold)
  return {
    count: () => waiting.length,
    async letGo() {
      isHeld = false
      for (const route of waiting) await route.continue()
      await page.unroute(address, hold)
    },
  }
}

describe.skipIf(chromiumPath === undefined)('in trouble', () => {
  let dashboard: Dashboard
  let visitor: Visitor
  let tableId = ''

  /** The same session, beside the page. */
  async function ask(method: string, path: string, data?: object | string) {
    const answer = await visitor.context.request.fetch(dashboard.origin + path, {
      method,
      ...(data !== undefined && { data }),
      headers: { 'sec-fetch-site': 'same-origin', ...(typeof data === 'string' && { 'content-type': 'text/csv' }) },
    })
    if (!answer.ok()) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return answer.json()
  }
  const importTable = async (name: string, lines: readonly (readonly string[])[]): Promise<string> =>
    (await ask('POST', `/v1/tables/import?name=${encodeURIComponent(name)}`, csvOf(lines))).table.id
  const nameAt = async (row: number) => (await ask('GET', `/v1/tables/${tableId}/rows`)).results[row]?.fields.Name
  const cell = (page: Page, row: number) => page.locator(`[aria-rowindex="${row + 1}"] [aria-colindex="2"]`)
  const typeInto = async (row: number, text: string) => {
    await cell(visitor.page, row).click()
    await visitor.page.keyboard.type(text)
    await visitor.page.keyboard.press('Enter')
  }
  const logInAgain = async () => {
    const dialog = visitor.page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.waitFor(patiently)
    await dialog.getByLabel('Email').fill(ownerLogIn.email)
    await dialog.getByLabel('Password', { exact: true }).fill(ownerLogIn.password)
    await dialog.getByRole('button', { name: 'Log in' }).click()
    await dialog.waitFor({ state: 'detached', ...patiently })
  }

  beforeAll(async () => {
    // A tab that is closed asks first.
    dashboard = await openDashboard({ PICTABLE_SEED_SAMPLE: 'false' }, wholeBrowser)
    visitor = await dashboard.owner(expected)
    tableId = await importTable('Mine', [['Name'], ['one'], ['two'], ['three']])
  })
  afterAll(() => dashboard?.close())

  test('a cell that is typed while the server is gone is saved when it is back', async () => {
    const { page, context } = visitor
    await visitor.visit(`/tables/${tableId}`)
    await cell(page, 1).getByText('one').waitFor(patiently)
    await context.setOffline(true)
    await typeInto(1, 'typed without a server')
    await page.getByText('The server is unreachable. This page').waitFor(patiently)
    await expect.poll(() => cell(page, 1).innerText()).toBe('typed without a server')
    await context.setOffline(false)
    await page.getByText('The server is unreachable. This page').waitFor({ state: 'detached', ...patiently })
    await expect.poll(() => nameAt(0), patiently).toBe('typed without a server')
    await page.getByText('Saving…').waitFor({ state: 'detached', ...patiently })
  })

  test('cells that are typed while the server is gone outlive their tab', async () => {
    const { context } = visitor
    const page = await context.newPage()
    await page.goto(`${dashboard.origin}/tables/${tableId}`)
    await cell(page, 2).getByText('two').waitFor(patiently)
    await page.route('**/v1/**', (route) => route.abort())
    await cell(page, 2).click()
    await page.keyboard.type('typed, and the tab closed')
    await page.keyboard.press('Enter')
    await page.getByText('Not saved yet: the server is unreachable.').waitFor(patiently)
    const asked = page.waitForEvent('dialog', patiently)
    await page.close({ runBeforeUnload: true })
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.accept()
    await expect.poll(() => page.isClosed(), patiently).toBe(true)
    await visitor.visit(`/tables/${tableId}`)
    const notice = visitor.page.getByRole('status').filter({ hasText: '1 unsaved cell edit' })
    await notice.waitFor(patiently)
    expect(await visitor.axe()).toEqual([])
    await notice.getByRole('button', { name: 'Restore' }).click()
    await expect.poll(() => nameAt(1), patiently).toBe('typed, and the tab closed')
    // Until the answer is there, the edit counts as unsaved.
    await visitor.page.getByText('Saving…').waitFor({ state: 'detached', ...patiently })
    await visitor.visit(`/tables/${tableId}`)
    await cell(visitor.page, 2).getByText('typed, and the tab closed').waitFor(patiently)
    await expect.poll(() => notice.count()).toBe(0)
    // As the tests after this one know it.
    const { results } = await ask('GET', `/v1/tables/${tableId}/rows`)
    await ask('PATCH', `/v1/tables/${tableId}/rows/${results[1].id}`, { fields: { Name: 'two' } })
  })

  test('what is opened while the server is gone comes when it is back, and the page stays', async () => {
    const { page, context } = visitor
    await context.setOffline(true)
    await typeInto(3, 'typed, and then left')
    await page.getByText('The server is unreachable. This page').waitFor(patiently)
    await page.keyboard.press('Control+k')
    await page.getByRole('link', { name: 'Audit log' }).click()
    await expect.poll(() => cell(page, 1).innerText()).toBe('typed without a server')
    await context.setOffline(false)
    await page.getByRole('combobox', { name: 'Search pages and actions' }).waitFor(patiently)
    await page.keyboard.press('Escape')
    // Keys go to the palette until it has closed.
    await expect.poll(() => page.getByRole('dialog').count(), patiently).toBe(0)
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor(patiently)
    await expect.poll(() => nameAt(2), patiently).toBe('typed, and then left')
    await page.route('**/assets/shortcut-help-*', (route) => route.abort())
    await page.keyboard.press('?')
    await page.getByText('Part of the page could not be loaded').waitFor(patiently)
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
    // It is a dialog by role, but keys still work.
    // The second counts for a while only: it is on its way before the first is answered.
    await Promise.all(['g', 'w'].map((key) => page.keyboard.press(key)))
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor(patiently)
    await page.getByRole('button', { name: 'Reload page' }).click()
    await page.getByText('Part of the page could not be loaded').waitFor({ state: 'detached', ...patiently })
  })

  test('a session that ends while somebody types costs nothing', async () => {
    const { page, context } = visitor
    // The session is checked when the event stream opens: it ends after that, so that the save is the first to learn of it.
    const streamOpens = () => page.waitForResponse(/\/v1\/events/, patiently)
    await Promise.all([streamOpens(), visitor.visit(`/tables/${tableId}`)])
    await cell(page, 2).getByText('two').waitFor(patiently)
    await context.clearCookies()
    await typeInto(2, 'typed without a session')
    await logInAgain()
    await expect.poll(() => nameAt(1), patiently).toBe('typed without a session')
    await Promise.all([streamOpens(), page.goto(`${dashboard.origin}/webhooks`)])
    await page.getByRole('button', { name: 'New webhook' }).first().click()
    const form = page.getByRole('dialog', { name: 'New webhook' })
    await form.getByLabel('Name', { exact: true }).fill('Shop')
    await form.getByLabel('URL', { exact: true }).fill('https://shop.example/hook')
    await context.clearCookies()
    await form.getByRole('button', { name: 'Add webhook' }).click()
    await logInAgain()
    await expect.poll(() => form.getByLabel('Name', { exact: true }).inputValue()).toBe('Shop')
    await form.getByRole('button', { name: 'Add webhook' }).click()
    await page.getByRole('button', { name: "I've saved it" }).first().click(patiently)
    await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor(patiently)
  })

  test('what one tab saves the other shows; who saves over it is told', async () => {
    const { page, context } = visitor
    const other = await context.newPage()
    await other.goto(page.url())
    await other.getByRole('heading', { level: 1, name: 'Shop' }).waitFor(patiently)
    await page.getByRole('button', { name: 'Edit' }).click()
    await other.getByRole('button', { name: 'Edit' }).click()
    await other.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Theirs')
    await other.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.locator('h1', { hasText: 'Theirs' }).waitFor(patiently)
    const form = page.getByRole('dialog')
    await form.getByLabel('Name', { exact: true }).fill('Mine')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('Someone else changed this').waitFor(patiently)
    expect(await visitor.axe()).toEqual([])
    await expect.poll(() => form.getByLabel('Name', { exact: true }).inputValue()).toBe('Mine')
    await form.getByRole('button', { name: 'Save' }).click()
    await other.getByRole('heading', { level: 1, name: 'Mine' }).waitFor(patiently)
    await other.close()
  })

  test('a slow save is sent once, and keeps what is typed meanwhile', async () => {
    const { page } = visitor
    const layer = {
      name: 'Title',
      type: 'text',
      x: 9,
      y: 9,
      width: 300,
      height: 99,
      text: { bind: 'Title' },
      fontSize: 28,
    }
    const design = { schema: 1, name: 'Card', width: 320, height: 180, background: '#10243e', layers: [layer] }
    const template = await ask('POST', '/v1/templates', { design, publish: true })
    const connection = await ask('POST', '/v1/connections', { name: 'Own', source: 'table', settings: {} })
    const place = { connection_id: connection.id, base_id: 'built-in', table: tableId, template_id: template.id }
    const action = await ask('POST', '/v1/actions', { title: 'Cards', ...place, mapping: { Title: { value: 'A' } } })
    await visitor.visit(`/actions/${action.id}`)
    const value = page.getByLabel(/^Fixed value of/)
    await value.fill('First')
    const held = await holdUp(page, /\/v1\/actions\//, 'PATCH')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.keyboard.press('Control+s')
    await value.fill('Second')
    await expect.poll(held.count, patiently).toBe(1)
    await page.keyboard.press('Control+s')
    expect(held.count()).toBe(1)
    await held.letGo()
    await page.getByRole('button', { name: 'Save', exact: true, disabled: false }).waitFor(patiently)
    await expect.poll(() => value.inputValue()).toBe('Second')
    expect((await ask('GET', `/v1/actions/${action.id}`)).mapping).toMatchObject({ Title: { value: 'First' } })
    await page.keyboard.press('Control+s')
    await page.getByText('You have unsaved changes.').waitFor({ state: 'detached', ...patiently })
    expect((await ask('GET', `/v1/actions/${action.id}`)).mapping).toMatchObject({ Title: { value: 'Second' } })
  })

  test('back out of a new action and on again, all of it is still chosen', async () => {
    const { page } = visitor
    await visitor.visit('/actions/new')
    await page.getByRole('combobox', { name: 'Connection' }).click()
    await page.getByRole('option', { name: 'Own' }).click()
    await page.getByRole('combobox', { name: 'Table' }).click(patiently)
    await page.getByRole('option', { name: 'Mine' }).click()
    await page.getByRole('button', { name: 'Card' }).click(patiently)
    await page.getByRole('button', { name: 'Create action', disabled: false }).waitFor(patiently)
    for (const way of ['goBack', 'goForward'] as const) {
      await page[way]()
      await expect.poll(() => page.getByRole('combobox', { name: 'Table' }).inputValue(), patiently).toBe('Mine')
    }
    await page.getByRole('button', { name: 'Create action', disabled: false }).waitFor(patiently)
  })

  test('hostile texts are texts, and fit on a phone', async () => {
    const { page } = visitor
    const hostileTable = await importTable(hostile, [
      ['Name', hostile.slice(0, 90)],
      [hostile, hostile],
    ])
    const connection = await ask('POST', '/v1/connections', { name: hostile, source: 'table', settings: {} })
    const design = { schema: 1, name: hostile, width: 320, height: 180, layers: [] }
    const template = await ask('POST', '/v1/templates', { design, publish: true })
    const place = { connection_id: connection.id, base_id: 'built-in', table: hostileTable, template_id: template.id }
    const action = await ask('POST', '/v1/actions', { title: hostile, ...place })
    await ask('POST', `/v1/tablesources/${action.id}`, {})
    const { results: runs } = await ask('GET', '/v1/runs?limit=1')
    const webhook = await ask('POST', '/v1/webhooks', { name: hostile, url: `https://x.example/${'x'.repeat(120)}` })
    await ask('POST', '/v1/users', { name: hostile, email: `${'x'.repeat(50)}@example.com`, role: 'viewer' })
    await ask('POST', '/v1/api-keys', { name: hostile, scopes: ['read'] })
    const lists = ['/', '/runs', '/gallery', '/templates', '/actions', '/tables', '/sources', '/webhooks', '/audit-log']
    const tabs = ['/developers', '/settings?tab=users', '/actions/new']
    const things = [
      ...[`/tables/${hostileTable}`, `/sources/${connection.id}`, `/templates/${template.id}`],
      ...[`/actions/${action.id}`, `/runs/${runs[0].id}`, `/webhooks/${webhook.id}`],
    ]
    await page.setViewportSize({ width: 390, height: 844 })
    const wide: string[] = []
    for (const path of [...lists, ...tabs, ...things]) {
      await visitor.visit(path)
      await expect.poll(() => page.getByRole('status', { name: 'Loading…' }).count(), patiently).toBe(0)
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) wide.push(path)
      expect(await page.title()).not.toBe('hacked')
    }
    expect(wide).toEqual([])
    await page.setViewportSize({ width: 1280, height: 860 })
  })

  test('what a tab is made of cannot be read: it says so instead of waiting, and goes on when it can', async () => {
    const { page } = visitor
    const { results: actions } = await ask('GET', '/v1/actions?limit=1')
    const problem = { status: 429, contentType: 'application/problem+json', body: '{"detail":"Nothing for now."}' }
    const parts = { output: '**/v1/openapi.json', triggers: '**/v1/trigger-kinds' }
    for (const [tab, address] of Object.entries(parts)) {
      await page.route(address, (route) => route.fulfill(problem))
      await visitor.visit(`/actions/${actions[0].id}?tab=${tab}`)
      await page.getByRole('main').getByRole('alert').first().waitFor(patiently)
      await expect.poll(() => page.getByRole('status', { name: 'Loading…' }).count(), patiently).toBe(0)
      await page.unroute(address)
      await page.getByRole('button', { name: 'Retry' }).click()
      await page
        .getByRole('main')
        .getByRole('alert')
        .waitFor({ state: 'detached', ...patiently })
    }
  })

  test('an address of something that is gone says so, with the way on beside it', async () => {
    const { page } = visitor
    const gone = ['runs/run', 'templates/tpl', 'actions/act', 'sources/con', 'tables/tbl', 'webhooks/whk']
    for (const path of gone) {
      await page.goto(`${dashboard.origin}/${path}_01m80ew9v4p8k0gdfqj8a17jdd`)
      await page
        .getByRole('main')
        .getByRole('alert')
        .getByText(/There is no|does not exist/)
        .waitFor(patiently)
      await expect.poll(() => page.getByRole('main').getByRole('button', { name: 'Retry' }).count()).toBe(0)
      await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').first().waitFor()
    }
    await page.goto(`${dashboard.origin}/gallery?image=img_01m80ew9v4p8k0gdfqj8a17jdd`)
    await page.getByRole('dialog').getByRole('alert').waitFor(patiently)
    await page.goto(`${dashboard.origin}/nothing/of/the/kind`)
    await page.getByRole('link', { name: 'Go to Home' }).click(patiently)
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor(patiently)
    expect(visitor.troubles).toEqual([])
  })

  test('a session that ends in the middle of a word waits for its end, and takes none of it', async () => {
    const { page, context } = visitor
    const streamOpens = page.waitForResponse(/\/v1\/events/, patiently)
    await Promise.all([streamOpens, visitor.visit(`/tables/${tableId}`)])
    await cell(page, 1).waitFor(patiently)
    // The pause after a word is one of this clock: it does not come while a busy machine is slow to type.
    await page.clock.pauseAt(Date.now() + 10_000)
    const held = await holdUp(page, /\/v1\/tables\//, 'PATCH')
    const refused = page.waitForResponse((answer) => answer.status() === 401, patiently)
    await typeInto(1, 'the first to fail')
    await cell(page, 2).dblclick()
    await page.keyboard.press('Control+a')
    const typed = 'a sentence that is longer than the answer takes'
    await page.keyboard.type(typed.slice(0, 10))
    // Not before: what the page reads as it opens would be the first to learn of it.
    await context.clearCookies()
    await held.letGo()
    await refused
    await page.keyboard.type(typed.slice(10))
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await expect.poll(() => dialog.count()).toBe(0)
    await page.clock.resume()
    await dialog.waitFor(patiently)
    // Until the focus has moved, what is typed still belongs to the cell.
    await expect.poll(() => dialog.evaluate((it) => it.contains(document.activeElement)), patiently).toBe(true)
    await page.keyboard.type(' and on')
    await expect.poll(() => dialog.getByLabel('Email').inputValue()).toBe('')
    await expect.poll(() => dialog.getByLabel('Password', { exact: true }).inputValue()).toBe('')
    await logInAgain()
    await page.keyboard.press('Enter')
    await expect.poll(() => nameAt(0), patiently).toBe('the first to fail')
    await expect.poll(() => nameAt(1), patiently).toBe(typed)
  })
})
