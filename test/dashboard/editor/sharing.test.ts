import type { Request, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import type { Visitor } from '#test/dashboard/browser.ts'
import { ownerLogIn, useDashboard } from '#test/dashboard/open-dashboard.ts'
import { ask, createTemplate, editorOn, openEditor, twoBoxes } from './editor.test-kit.ts'

const patiently = { timeout: 60_000 }

describe.skipIf(chromiumPath === undefined)('several editors of one template', { timeout: 300_000 }, () => {
  const opened = useDashboard({ isShared: true })

  /** Another person, logged in. */
  async function invited(data: { name: string; email: string; role: string }): Promise<Visitor> {
    const { visitor, dashboard } = opened
    const url = `${dashboard.origin}/v1`
    const { link } = await ask(visitor, `${url}/users`, { method: 'POST', body: data })
    const guest = await dashboard.visitor()
    const body = { token: new URL(link).searchParams.get('token'), password: 'four words of hers' }
    await ask(guest, `${url}/links/redeem`, { method: 'POST', body })
    return guest
  }

  test('91: a second tab and a second person follow live and read-only, and taking over saves first', async () => {
    const { visitor, dashboard } = opened
    const { context } = visitor
    const id = await createTemplate(visitor, dashboard.origin)
    const first = await openEditor(visitor, { origin: dashboard.origin, id })
    await first.saved()
    const tab = { context, page: await context.newPage() }
    const second = await openEditor(tab, { origin: dashboard.origin, id })
    await tab.page.getByText('You are editing in another tab').waitFor(patiently)
    await visitor.page.bringToFront()
    await first.drag([160, 120], [180, 130])
    await first.saved()
    // Only where the layer was moved to.
    const isSelected = async () => {
      await second.click(270, 150)
      return second.layer('Red').getAttribute('aria-selected')
    }
    await expect.poll(isSelected, patiently).toBe('true')
    await tab.page.keyboard.press('Delete')
    await expect.poll(() => second.layer('Red').count()).toBe(1)
    await expect.poll(() => second.canvas.locator('[data-handle]').count()).toBe(0)
    await visitor.page.keyboard.press('ArrowRight')
    await first.inspector.getByRole('textbox', { name: 'Width', exact: true }).fill('210')
    await tab.page.bringToFront()
    await tab.page.getByRole('button', { name: 'Take over' }).click()
    await second.saved()
    await expect.poll(() => second.stored('Red')).toMatchObject({ x: 81, y: 70, width: 210 })
    await second.click(180, 130)
    await tab.page.keyboard.press('ArrowDown')
    await expect.poll(async () => (await second.stored('Red'))?.y).toBe(71)
    await visitor.page.getByRole('button', { name: 'Take over' }).waitFor(patiently)
    // The lease comes back, but the first answer with the draft is cut off.
    const read = (request: Request) => request.method() === 'GET' && request.url().endsWith('/draft')
    await visitor.page.route('**/draft', (route) => route.fulfill({ json: {} }))
    const claimed = visitor.page.waitForRequest('**/draft/lease')
    const cutOff = visitor.page.waitForRequest(read)
    await tab.page.close()
    await Promise.all([claimed, cutOff])
    await visitor.page.unroute('**/draft')
    await first.saved()
    await visitor.page.bringToFront()
    await first.click(180, 130)
    await visitor.page.keyboard.press('ArrowUp')
    await expect.poll(async () => (await first.stored('Red'))?.y).toBe(70)

    // So does a second person, who sees who is editing; the first one is told who took over.
    const grace = await invited({ name: 'Grace Hopper', email: 'grace@example.com', role: 'editor' })
    const third = await openEditor(grace, { origin: dashboard.origin, id })
    await grace.page.getByText(`${ownerLogIn.name} is editing`).waitFor(patiently)
    await visitor.page.keyboard.press('ArrowUp')
    await first.inspector.getByRole('textbox', { name: 'Width', exact: true }).fill('220')
    await grace.page.getByRole('button', { name: 'Take over' }).click()
    await third.saved()
    expect(await third.stored('Red')).toMatchObject({ x: 81, y: 69, width: 220 })
    await visitor.page.getByText('Grace Hopper is editing').waitFor(patiently)
    await grace.context.close()
  })

  test('91: a version that was pushed is merged with what is edited before it is shown', async () => {
    const { visitor, dashboard } = opened
    const { page } = visitor
    const id = await createTemplate(visitor, dashboard.origin)
    const editor = await openEditor(visitor, { origin: dashboard.origin, id, search: 'layer=Red' })
    await editor.saved()
    await editor.canvas.focus()
    const held: Route[] = []
    await page.route('**/draft', (route) => {
      if (route.request().method() === 'GET') held.push(route)
      else void route.continue()
    })
    const [red, blue] = twoBoxes.layers
    const design = { ...twoBoxes, layers: [red, { ...blue, fill: '#00aa44' }] }
    await ask(visitor, `${dashboard.origin}/v1/templates/${id}`, { method: 'PATCH', body: { design } })
    await expect.poll(() => held.length, patiently).toBeGreaterThan(0)
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await editor.stored('Red'))?.x).toBe(61)
    for (const route of held) await route.continue()
    await page.unroute('**/draft')
    const dialog = page.getByRole('dialog', { name: 'Merge changes' })
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click(patiently)
    await dialog.waitFor({ state: 'detached', ...patiently })
    await editor.saved()
    expect([await editor.stored('Red'), await editor.stored('Blue')]).toMatchObject([{ x: 61 }, { fill: '#00aa44' }])
  })

  test('91: a merge that could not be saved survives a reload', async () => {
    const { visitor, dashboard } = opened
    const tab = { context: visitor.context, page: await visitor.context.newPage() }
    const { page } = tab
    const id = await createTemplate(visitor, dashboard.origin)
    const editor = await openEditor(tab, { origin: dashboard.origin, id, search: 'layer=Red' })
    await editor.saved()
    await page.route('**/draft', (route) => {
      void (route.request().method() === 'PUT' ? route.abort() : route.continue())
    })
    await editor.canvas.focus()
    await page.keyboard.press('ArrowRight')
    const [red, blue] = twoBoxes.layers
    const design = { ...twoBoxes, layers: [red, { ...blue, fill: '#00aa44' }] }
    await ask(visitor, `${dashboard.origin}/v1/templates/${id}`, { method: 'PATCH', body: { design } })
    const dialog = page.getByRole('dialog', { name: 'Merge changes' })
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click(patiently)
    await dialog.waitFor({ state: 'detached', ...patiently })
    expect((await editor.stored('Red'))?.x).toBe(60)
    await page.unroute('**/draft')
    await page.reload()
    await editor.saved()
    expect([await editor.stored('Red'), await editor.stored('Blue')]).toMatchObject([{ x: 61 }, { fill: '#00aa44' }])
    await page.close()
  })

  test('91: a version pushed beside a draft is merged layer by layer, and nothing is lost', async () => {
    const { visitor, dashboard } = opened
    const { page } = visitor
    const id = await createTemplate(visitor, dashboard.origin)
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    await editor.saved()
    await editor.drag([160, 120], [180, 130])
    await editor.saved()
    const [red, blue] = twoBoxes.layers
    const pushed = { ...twoBoxes, layers: [red, { ...blue, fill: '#00aa44' }] }
    await ask(visitor, `${dashboard.origin}/v1/templates/${id}`, { method: 'PATCH', body: { design: pushed } })
    const dialog = page.getByRole('dialog', { name: 'Merge changes' })
    await dialog.waitFor(patiently)
    await dialog.getByRole('group', { name: 'Red' }).waitFor(patiently)
    expect(await visitor.axe()).toEqual([])
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
    await dialog.waitFor({ state: 'detached', ...patiently })
    await editor.saved()
    await expect.poll(() => editor.stored('Red')).toMatchObject({ x: 80, y: 70 })
    await expect.poll(() => editor.stored('Blue')).toMatchObject({ fill: '#00aa44' })
    await expect.poll(() => editor.draft()).toMatchObject({ base_version: 2, has_changes: true })
    await page.keyboard.press('Control+Enter')
    const publish = page.getByRole('dialog', { name: 'Publish template' })
    await publish.getByLabel('Note').fill('Both')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Version 3 is published.').waitFor(patiently)
    const other = await editorOn(visitor, id).draft()
    expect(other).toMatchObject({ base_version: 3, has_changes: false })
  })
})
