import type { Page, Route } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { until } from '#test/until.ts'
import { getsFocus } from './at-rest.ts'
import { useDashboard } from './open-dashboard.ts'

describe.skipIf(chromiumPath === undefined)('a control', () => {
  const opened = useDashboard()
  let page: Page

  beforeEach(async () => {
    page = await opened.visitor.context.newPage()
  })
  afterEach(() => page.close())

  const api = (path: string) => `${opened.dashboard.origin}/v1${path}`

  async function firstAction(): Promise<string> {
    const list = async () => (await opened.visitor.context.request.get(api('/actions?limit=1'))).json()
    return until('the first action', async () => (await list()).results[0]?.id)
  }

  test('that is typed into keeps the text while values of the table arrive', async () => {
    const held: Route[] = []
    await page.route('**/v1/actions/*/sample*', (route) => void held.push(route))
    await page.goto(`${opened.dashboard.origin}/actions/${await firstAction()}`)
    const value = page.getByRole('combobox', { name: /^Value for / }).first()
    await value.click()
    await page.getByRole('option', { name: 'Leave empty' }).waitFor()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('leave')
    await expect.poll(() => held.length).toBeGreaterThan(0)
    const arrived = page.waitForResponse('**/v1/actions/*/sample*')
    for (const route of held) await route.continue()
    await arrived
    await page.getByRole('main').locator('img').first().waitFor({ state: 'attached' })
    await page.keyboard.type(' empty')
    expect(await value.inputValue()).toBe('leave empty')
    expect(await page.getByRole('option').count()).toBe(1)
  })

  test('that is switched keeps the focus while the server answers', async () => {
    const id = await firstAction()
    const made = await opened.visitor.context.request.post(api('/triggers'), {
      data: { action_id: id, kind: 'schedule', settings: { cron: '0 9 * * *' } },
      headers: { origin: opened.dashboard.origin },
    })
    expect(made.status(), await made.text()).toBe(201)
    const held: Route[] = []
    await page.route('**/v1/triggers/*', (route) =>
      route.request().method() === 'PATCH' ? void held.push(route) : route.continue(),
    )
    await page.goto(`${opened.dashboard.origin}/actions/${id}?tab=triggers`)
    const active = page.getByRole('switch', { name: / is on$/ }).first()
    await active.focus()
    await page.keyboard.press('Space')
    await expect.poll(() => active.getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('Space')
    await getsFocus(active)
    expect(held).toHaveLength(1)
    await held[0]?.continue()
    await expect.poll(() => active.getAttribute('aria-checked')).toBe('false')
    expect(await active.getAttribute('aria-disabled')).toBe('false')
    await getsFocus(active)
  })
})
