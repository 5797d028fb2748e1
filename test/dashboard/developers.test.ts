import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { useDashboard } from './open-dashboard.ts'

const patiently = { timeout: 60_000 }

describe.skipIf(chromiumPath === undefined)('developers', () => {
  const opened = useDashboard({ expected: ['400'] })

  test('a key is shown once, works, and is refused when it is revoked', async () => {
    const { page, context } = opened.visitor
    const path = `${opened.dashboard.origin}/v1/actions`
    const headers = { origin: opened.dashboard.origin }
    const [action] = (await (await context.request.get(path)).json()).results
    const { connection_id, base_id, table_id: table, template_id } = action
    const data = { title: 'Gone soon', connection_id, base_id, table, template_id }
    const other = await (await context.request.post(path, { headers, data })).json()
    await opened.visitor.visit('/developers')
    await page.getByText('First key').waitFor(patiently)
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name').fill('Zapier <b>')
    await page.getByRole('checkbox', { name: 'All actions, including later ones' }).click()
    await page.getByRole('checkbox', { name: 'Gone soon' }).click()
    expect((await context.request.delete(`${path}/${other.id}`, { headers })).status()).toBe(204)
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('alert').getByText('There is no action').waitFor(patiently)
    await page.getByRole('checkbox', { name: 'Gone soon' }).click()
    await page.getByRole('checkbox', { name: 'Product social cards' }).click()
    expect(await opened.visitor.look('developers-new')).toEqual([])
    await page.getByRole('button', { name: 'Create key' }).click()
    const shown = page.getByRole('dialog', { name: 'Your new key' })
    const key = (await shown.locator('pre').first().innerText(patiently)).trim()
    expect(await opened.visitor.look('developers-key')).toEqual([])
    // As over plain http.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }))
    await shown.getByRole('button', { name: 'Copy' }).first().click()
    await shown.getByRole('button', { name: 'Copied' }).waitFor(patiently)
    await page.getByRole('button', { name: "I've saved it" }).click()
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name').press('ControlOrMeta+v')
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe(key)
    await page.getByRole('button', { name: 'Cancel' }).click()
    const row = page.getByRole('row', { name: /Zapier/ })
    await row.getByText('Read and trigger').waitFor(patiently)
    await row.getByText('1 action').waitFor()
    expect(await page.content()).not.toContain(key)
    const ask = () => fetch(`${opened.dashboard.origin}/v1/me`, { headers: { authorization: `Bearer ${key}` } })
    expect((await ask()).status).toBe(200)
    expect(await opened.visitor.look('developers')).toEqual([])
    await row.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await row.getByText('Revoked').waitFor(patiently)
    expect((await ask()).status).toBe(401)
  })

  test('a URL key signs an address in the page, which opens; of many templates, all may be chosen', async () => {
    const { page, context } = opened.visitor
    const headers = { origin: opened.dashboard.origin }
    const data = { design: { schema: 1, width: 10, height: 10, layers: [] } }
    for (let count = 0; count < 101; count++) {
      const made = await context.request.post(`${opened.dashboard.origin}/v1/templates`, { headers, data })
      expect(made.status()).toBe(201)
    }
    await opened.visitor.visit('/developers?tab=url-keys')
    await page.getByText('No URL keys yet').waitFor(patiently)
    await page.getByRole('button', { name: 'New URL key' }).click()
    await page.getByLabel('Name').fill('Blog "x" <i>')
    expect(await opened.visitor.axe()).toEqual([])
    await page.getByRole('button', { name: 'Create key' }).click()
    const shown = page.getByRole('dialog', { name: 'Your new secret' })
    const secret = (await shown.locator('pre').first().innerText(patiently)).trim()
    await shown.getByRole('combobox', { name: 'Template' }).click()
    await page.getByRole('option', { name: 'Social card' }).click()
    await shown.getByRole('textbox').nth(1).fill('A & B')
    const open = shown.getByRole('link', { name: 'Open URL' })
    await expect.poll(() => open.getAttribute('href'), patiently).toMatch(/A\+%26\+B.*&sig=/)
    expect(await opened.visitor.look('developers-address')).toEqual([])
    await page.getByRole('button', { name: "I've saved it" }).click()
    const row = page.getByRole('row', { name: /Blog/ })
    await row.getByText('All templates').waitFor(patiently)
    expect(await page.content()).not.toContain(secret)
    expect(await opened.visitor.look('developers-url-keys')).toEqual([])
    await row.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await row.getByText('Revoked').waitFor(patiently)
    expect((await context.request.get(`${opened.dashboard.origin}/v1/url-keys`)).status()).toBe(200)
  })

  test('the reference says what an endpoint takes, and calls it: at once where it reads, else once that is confirmed', async () => {
    const { page } = opened.visitor
    await opened.visitor.visit('/developers?tab=reference&endpoint=images-list')
    await page.getByRole('article', { name: 'List images, newest first' }).waitFor(patiently)
    await page.getByRole('textbox', { name: 'limit' }).fill('1')
    await page.getByRole('button', { name: 'TypeScript' }).click()
    await page.getByText('pictable.images.list({').waitFor(patiently)
    await page.getByText('query: {"limit":1}').waitFor()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('"template_version": 1').first().waitFor(patiently)
    expect(await opened.visitor.look('developers-reference')).toEqual([])
    await page.getByRole('searchbox', { name: 'Search endpoints' }).fill('settings update')
    await page.getByRole('link', { name: /Update the settings/ }).click()
    await page.getByRole('textbox', { name: 'Body' }).fill('{"name": "Of the reference"}')
    await page.getByRole('button', { name: 'curl' }).click()
    await page.getByText(`-d '{"name": "Of the reference"}'`).waitFor(patiently)
    await page.getByRole('button', { name: 'Send' }).click()
    expect(await opened.visitor.axe()).toEqual([])
    await page.getByRole('button', { name: 'Send request', exact: true }).click()
    await page.getByText('"name": "Of the reference"').last().waitFor(patiently)
  })

  test('the request log is filtered by the address, and a request is repeated by a line', async () => {
    const { page } = opened.visitor
    await opened.visitor.visit('/developers?tab=requests&status=4xx')
    const row = page.getByRole('row', { name: /GET \/v1\/me/ })
    await row.first().waitFor(patiently)
    expect(await opened.visitor.look('developers-requests')).toEqual([])
    await row.first().click()
    const details = page.getByRole('dialog', { name: 'GET /v1/me' })
    await details.getByText(`curl '${opened.dashboard.origin}/v1/me'`).waitFor(patiently)
    expect(await opened.visitor.look('developers-request')).toEqual([])
    await page.keyboard.press('Escape')
    // It gives the focus back when it has closed.
    await details.waitFor({ state: 'detached', ...patiently })
    const path = page.getByLabel('Part of the path')
    await path.fill('/v1/nothing')
    await page.getByText('No requests match').waitFor(patiently)
    await path.press('Home')
    await path.pressSequentially('not')
    await page.waitForURL('**/developers?tab=requests&status=4xx&path=not*')
    await expect.poll(() => path.inputValue()).toBe('not/v1/nothing')
    expect(opened.visitor.troubles).toEqual([])
  })
})
