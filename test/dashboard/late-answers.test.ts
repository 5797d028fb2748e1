import type { Route } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { atRest } from './at-rest.ts'
import { fails } from './fails.ts'
import { useDashboard } from './open-dashboard.ts'

const patiently = { timeout: 60_000 }

describe.skipIf(chromiumPath === undefined)('answers that fail or come late', () => {
  const opened = useDashboard({ expected: ['503'] })
  let action = { id: '', title: '', template_id: '', table_id: '' }

  /** The same session, beside the page. */
  async function ask(method: string, path: string, data?: object) {
    const answer = await opened.visitor.context.request.fetch(opened.dashboard.origin + path, {
      method,
      ...(data && { data }),
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    if (!answer.ok()) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return answer.json()
  }

  /** The window is looked at again a minute later: everything it shows is read again. */
  const readAgain = () =>
    opened.visitor.page.evaluate(() => {
      const { now } = Date
      Date.now = () => now() + 60_000
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    })

  beforeAll(async () => {
    const { results } = await ask('GET', '/v1/actions')
    action = results.find(({ title }: { title: string }) => title === 'Product social cards')
    await ask('POST', '/v1/triggers', { action_id: action.id, kind: 'table_change', settings: {} })
  })

  test('a test of a trigger that fails says why, beside its button', async () => {
    const { page, visit } = opened.visitor
    await visit(`/actions/${action.id}?tab=triggers`)
    const test = page.getByRole('button', { name: 'Test', exact: true })
    await test.click(patiently)
    await page.getByRole('status').filter({ hasText: /./ }).first().waitFor(patiently)
    await page.route('**/v1/triggers/*/test', fails('The table did not respond.'))
    await test.click()
    const card = page.getByRole('region', { name: /change/i })
    await card.getByRole('alert').getByText('The table did not respond.').waitFor(patiently)
    await expect.poll(() => card.getByRole('status').count()).toBe(0)
    await page.unroute('**/v1/triggers/*/test')
    await test.click()
    await card.getByRole('status').waitFor(patiently)
    await expect.poll(() => card.getByRole('alert').count()).toBe(0)
  })

  test('what is shown stays when reading it again fails, with what is typed in it', async () => {
    const { page, visit } = opened.visitor
    await visit('/settings?tab=about')
    const name = page.getByLabel('Name of this installation')
    await name.fill('Typed and not saved')
    await page.route('**/v1/settings', fails('The database is restarting.'))
    await readAgain()
    const notice = page.getByRole('status').filter({ hasText: 'The database is restarting.' })
    await notice.waitFor(patiently)
    await expect.poll(() => name.inputValue()).toBe('Typed and not saved')
    expect(await opened.visitor.axe()).toEqual([])
    await page.unroute('**/v1/settings')
    await notice.getByRole('button', { name: 'Retry' }).click()
    await notice.waitFor({ state: 'detached', ...patiently })
    await expect.poll(() => name.inputValue()).toBe('Typed and not saved')
  })

  test('a template that was chosen in a dialog which is closed is not applied later', async () => {
    const { page, visit } = opened.visitor
    const { design } = await ask('GET', `/v1/templates/${action.template_id}`)
    await ask('POST', '/v1/templates', { name: 'Chosen too late', design, publish: true })
    await visit(`/actions/${action.id}`)
    await page.getByRole('button', { name: 'Use another template' }).click(patiently)
    const held: Route[] = []
    await page.route('**/v1/templates/*/variables', (route) => void held.push(route))
    await page.getByRole('dialog').getByRole('button', { name: 'Chosen too late' }).click(patiently)
    await expect.poll(() => held.length, patiently).toBe(1)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached', ...patiently })
    const answered = page.waitForResponse(/\/variables$/, patiently)
    for (const route of held) await route.continue()
    await (await answered).finished()
    await page.unroute('**/v1/templates/*/variables')
    await atRest(page)
    await expect.poll(() => page.getByText('You have unsaved changes.').count()).toBe(0)
  })

  test('a template is filled with what the table holds now', async () => {
    const { page, visit } = opened.visitor
    await visit(`/templates/${action.template_id}?action=${action.id}`)
    const label = await page.locator('bdi').first().innerText(patiently)
    // What was read stays as fresh as it is.
    await page.evaluate(() => {
      const stoppedMs = Date.now()
      Date.now = () => stoppedMs
    })
    const { results } = await ask('GET', `/v1/tables/${action.table_id}/rows`)
    const row = results.find(({ fields }: { fields: { Name: string } }) => fields.Name === label)
    await page.getByRole('link', { name: 'Audit log' }).click()
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor(patiently)
    await ask('PATCH', `/v1/tables/${action.table_id}/rows/${row.id}`, { fields: { Name: 'Renamed just now' } })
    await page.goBack()
    await page.getByText('Renamed just now').first().waitFor(patiently)
  })

  test('the viewer leads back to the image that was looked at last', async () => {
    const { page, visit } = opened.visitor
    await visit('/gallery')
    await page.locator('[data-place="0"]').click(patiently)
    const dialog = page.getByRole('dialog')
    await dialog.waitFor(patiently)
    for (const place of [1, 2, 3]) {
      await page.keyboard.press('ArrowRight')
      const id = await page.locator(`[data-place="${place}"]`).getAttribute('data-image')
      await page.waitForURL((url) => url.searchParams.get('image') === id, patiently)
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached', ...patiently })
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-place')), patiently)
      .toBe('3')
    await expect.poll(() => page.locator('[data-place="3"]').getAttribute('tabindex')).toBe('0')
  })

  test('pictures of designs are loaded two at a time, and no button waits for them', async () => {
    const { page, visit } = opened.visitor
    const held: Route[] = []
    const asked: string[] = []
    const drawn = /\/v1\/(starters\/[\w-]+\/picture|templates\/\w+\/thumbnail)/
    await page.route(drawn, (route) => {
      held.push(route)
      asked.push(new URL(route.request().url()).pathname)
    })
    const isHeld = () => expect.poll(() => held.length).toBe(2)
    await visit('/templates')
    await isHeld()
    await page.getByRole('button', { name: 'New template' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Square product card/ }).waitFor()
    await atRest(page)
    await isHeld()
    // As many as are let through come after them; one that fails makes room, too.
    const [first, second] = held.splice(0)
    await first?.continue()
    await second?.abort()
    await isHeld()
    expect(new Set(asked).size).toBe(4)
    await dialog.getByRole('button', { name: /^Blank/ }).click()
    await page.waitForURL(/\/edit/, patiently)
    await page.getByRole('link', { name: 'Back to template' }).waitFor(patiently)
    // Those of a page that was left make room: no one sees them any more.
    held.length = 0
    await page.goBack()
    await isHeld()
    await page.route(drawn, (route) => route.continue())
    for (const route of held) await route.continue()
    // More than had their turn at first.
    const shown = page.getByRole('list', { name: 'Starters' }).locator('img[src]')
    await expect.poll(() => shown.count()).toBeGreaterThan(3)
  })
})
