import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import type { Visitor } from './browser.ts'
import { type Dashboard, openDashboard } from './open-dashboard.ts'

const patiently = { timeout: 60_000 }

describe.skipIf(chromiumPath === undefined)('API keys', () => {
  let dashboard: Dashboard
  let visitor: Visitor

  beforeAll(async () => {
    dashboard = await openDashboard()
    visitor = await dashboard.owner()
  })
  afterAll(() => dashboard?.close())

  test('a key is shown once, works, and is refused when it is revoked', async () => {
    const { page } = visitor
    await visitor.visit('/developers')
    await page.getByText('First key').waitFor(patiently)
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name').fill('Zapier <b>')
    await page.getByRole('checkbox', { name: 'All actions, also later ones' }).click()
    await page.getByRole('checkbox', { name: 'Product social cards' }).click()
    expect(await visitor.look('developers-new')).toEqual([])
    await page.getByRole('button', { name: 'Make the key' }).click()
    const shown = page.getByRole('dialog', { name: 'The key, shown this once' })
    const key = (await shown.locator('pre').first().innerText(patiently)).trim()
    expect(await visitor.look('developers-key')).toEqual([])
    await page.getByRole('button', { name: 'I have kept it' }).click()
    const row = page.getByRole('row', { name: /Zapier/ })
    await row.getByText('Read and trigger').waitFor(patiently)
    await row.getByText('1 action').waitFor()
    expect(await page.content()).not.toContain(key)
    const ask = () => fetch(`${dashboard.origin}/v1/me`, { headers: { authorization: `Bearer ${key}` } })
    expect((await ask()).status).toBe(200)
    expect(await visitor.look('developers')).toEqual([])
    await row.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Revoke the key' }).click()
    await row.getByText('Revoked').waitFor(patiently)
    expect((await ask()).status).toBe(401)
    expect(visitor.troubles).toEqual([])
  })
})
