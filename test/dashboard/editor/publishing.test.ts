import type { CallAnswer, Contract } from '@pictable/client'
import type { Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { atRest, closes, getsFocus } from '#test/dashboard/at-rest.ts'
import { useDashboard } from '#test/dashboard/open-dashboard.ts'
import { ask, createRecords, createTemplate, editorOn, openEditor, twoBoxes } from './editor.test-kit.ts'

type Use = CallAnswer<Contract['templates']['usage']>['results'][number]
type AffectedAction = CallAnswer<Contract['templates']['publish']>['affected_actions'][number]

const problemOf = (status: number, detail: string) => ({
  ...{ status, contentType: 'application/problem+json' },
  json: { type: 'about:blank', title: 'No', status, detail, code: 'invalid', request_id: 'req_1', errors: [] },
})

describe.skipIf(chromiumPath === undefined)('publishing in the editor', { timeout: 300_000 }, () => {
  const opened = useDashboard({ isShared: true })

  test('87, 95: keys and saves go on below the toast of a publication', async () => {
    const { visitor, dashboard } = opened
    const { page } = visitor
    const id = await createTemplate(visitor, dashboard.origin)
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    await editor.saved()
    await editor.drag([160, 120], [180, 130])
    await editor.saved()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish template' })
    await dialog.getByLabel('Note').fill('Red moved')
    await page.keyboard.press('Control+Enter')
    // A pointer above it keeps it there.
    await page.getByText('Version 2 is published.').hover()
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await editor.stored('Red'))?.x).toBe(81)
    await expect.poll(() => page.getByText('Version 2 is published.').isVisible()).toBe(true)
    await editor.saved()
    await expect.poll(() => editor.draft()).toMatchObject({ has_changes: true, base_version: 2 })
    await page.reload()
    await editor.drawn()
    await editor.saved()
    await expect.poll(() => editor.stored('Red')).toMatchObject({ x: 81 })
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await editor.stored('Red'))?.x).toBe(80)
    const template = await ask(visitor, `${dashboard.origin}/v1/templates/${id}`)
    expect(template).toMatchObject({ latest_version: 2, published_version: 2 })
  })

  test('89: a publication says what changes in words and pictures, and which actions render again', async () => {
    const { visitor, dashboard } = opened
    const { page } = visitor
    const id = await createTemplate(visitor, dashboard.origin)
    const use = (title: string, records: number, accuracy: Use['accuracy']): Use => ({
      ...{ action_id: `act_${records}`, title, records, accuracy },
    })
    const results = [use('Cards', 1204, 'exact'), use('كل المنتجات', 1_000_000, 'estimate'), use('Rare', 0, 'exact')]
    await page.route('**/usage', (route) => route.fulfill({ json: { results } }))
    let isBusy = true
    await page.route('**/v1/template-preview', (route) =>
      isBusy ? route.fulfill(problemOf(503, 'Busy.')) : route.continue(),
    )
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    await editor.saved()
    await editor.drag([160, 120], [180, 130])
    await page.keyboard.press('Control+Enter')
    const dialog = page.getByRole('dialog', { name: 'Publish template' })
    const changes = dialog.getByRole('region', { name: 'Changes since version 1, which is published' })
    const red = changes.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Red' }) })
    for (const words of [/^X\s*60\s*→\s*80$/, /^Y\s*60\s*→\s*70$/])
      await red.getByRole('listitem').filter({ hasText: words }).waitFor()
    const pictures = dialog.getByRole('list', { name: 'Before and after' })
    await expect.poll(() => pictures.getByText('Busy.').count()).toBe(2)
    isBusy = false
    await pictures.getByRole('button', { name: 'Retry' }).click()
    await expect.poll(() => pictures.locator('img').count()).toBe(2)
    await pictures.getByRole('button', { name: 'Retry' }).waitFor({ state: 'detached' })
    await page.unroute('**/v1/template-preview')
    const uses = dialog.getByRole('region', { name: 'Used by' }).getByRole('listitem')
    await uses.getByText('1,204 records are rendered again at the next run.').waitFor()
    await uses.getByText('About 1,000,000 records are rendered again at the next run.').waitFor()
    await uses.getByText('No record has an image of it yet.').waitFor()
    await expect.poll(() => uses.getByRole('link', { name: 'Cards' }).getAttribute('href')).toBe('/actions/act_1204')
    expect(await visitor.axe()).toEqual([])

    await pictures.getByRole('button', { name: /^Compare Sample values/ }).press('Enter')
    const large = page.getByRole('dialog', { name: 'Sample values' })
    await large.getByRole('slider', { name: 'Before and after' }).press('End')
    // Keys are for the dialog that is in front.
    await page.keyboard.press('Control+Enter')
    await atRest(page)
    const template = await ask(visitor, `${dashboard.origin}/v1/templates/${id}`)
    expect(template).toMatchObject({ published_version: 1 })
    await page.keyboard.press('Escape')
    await closes(large)
    await getsFocus(dialog)
    await page.keyboard.press('Control+Enter')
    await page.getByText('Version 2 is published.').waitFor()
    await page.unroute('**/usage')
  })

  test('89: records and pictures that come late are waited for, a publication is not', async () => {
    const { visitor, dashboard } = opened
    const { page } = visitor
    const { origin } = dashboard
    const title = { type: 'text', name: 'Title', x: 20, y: 20, width: 300, height: 50, text: { bind: 'Name' } }
    const id = await createTemplate(visitor, origin, { ...twoBoxes, layers: [...twoBoxes.layers, title] })
    const rows = ['Cup', 'Pot', 'Lid'].map((Name) => ({ Name }))
    const preview_source = await createRecords(visitor, origin, { fields: [{ name: 'Name', kind: 'text' }], rows })
    await ask(visitor, `${origin}/v1/templates/${id}`, { method: 'PATCH', body: { preview_source } })
    const [records, pictures] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    for (const [path, { promise }] of [
      ['**/v1/template-preview/records', records],
      ['**/v1/template-preview', pictures],
    ] as const)
      await page.route(path, async (route) => {
        await promise
        // The dialog that asked for it may be closed by then.
        await route.continue().catch(() => {})
      })
    const editor = await openEditor(visitor, { origin, id })
    await editor.saved()
    await editor.drag([160, 120], [180, 130])
    await editor.saved()
    await page.keyboard.press('Control+Enter')
    const dialog = page.getByRole('dialog', { name: 'Publish template' })
    const list = dialog.getByRole('list', { name: 'Before and after' })
    const waiting = list.locator('.animate-pulse')
    await list.getByRole('button', { name: /^Compare Sample values/ }).waitFor()
    await expect.poll(() => waiting.count()).toBe(2)
    records.resolve()
    await expect.poll(() => list.getByRole('listitem').count()).toBe(3)
    await expect.poll(() => waiting.count()).toBe(6)
    await page.keyboard.press('Control+Enter')
    await page.getByText('Version 2 is published.').waitFor()
    await dialog.waitFor({ state: 'detached' })

    await page.keyboard.press('ArrowRight')
    await editor.saved()
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => waiting.count()).toBe(6)
    pictures.resolve()
    await expect.poll(() => list.locator('img').count()).toBe(6)
    await expect.poll(() => waiting.count()).toBe(0)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    for (const path of ['**/v1/template-preview/records', '**/v1/template-preview']) await page.unroute(path)
  })

  test('90: of two hundred versions those in sight are drawn, and the others come page by page', async () => {
    const { visitor, dashboard } = opened
    const { page } = visitor
    const id = await createTemplate(visitor, dashboard.origin)
    const url = `${dashboard.origin}/v1/templates/${id}`
    for (let version = 2; version <= 200; version++)
      await ask(visitor, `${url}/versions/1/restore`, { method: 'POST', body: { publish: true } })
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    await editor.saved()
    const asked = { lists: 0, pictures: 0 }
    const count = (request: Request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname.endsWith('/versions')) asked.lists++
      if (pathname.endsWith('/thumbnail') && searchParams.has('version')) asked.pictures++
    }
    page.on('request', count)
    await editor.canvas.press('Control+Alt+S')
    const versions = page.getByRole('dialog', { name: 'Versions' })
    const rows = versions.getByRole('list', { name: 'Versions' }).getByRole('listitem')
    // What changed in the last one of a page is known once the next page is there.
    for (const shown of [49, 99, 149, 200]) {
      await expect.poll(() => rows.count()).toBe(shown)
      if (shown < 200) await versions.getByRole('button', { name: 'Older versions' }).click()
    }
    await expect.poll(() => rows.first().locator('img').count()).toBe(1)
    await rows.last().scrollIntoViewIfNeeded()
    await expect.poll(() => rows.last().locator('img').count()).toBe(1)
    await atRest(page)
    expect(asked.lists).toBe(4)
    expect(asked.pictures).toBeLessThan(80)
    page.off('request', count)
    await page.keyboard.press('Escape')
    await versions.waitFor({ state: 'detached' })
  })

  test('90: a version becomes the draft as one step, and no change of a draft goes without a question', async () => {
    const { visitor, dashboard } = opened
    const { page, context } = visitor
    const { origin } = dashboard
    const id = await createTemplate(visitor, origin)
    const moved = { ...twoBoxes, layers: twoBoxes.layers.map((layer) => ({ ...layer, x: layer.x + 10 })) }
    await ask(visitor, `${origin}/v1/templates/${id}`, { method: 'PATCH', body: { design: moved } })
    // A toast, which may be gone once the panels are there.
    const said = page.getByText('The draft is now version 1.').waitFor()
    const editor = await openEditor(visitor, { origin, id, search: 'restore=1' })
    await said
    await expect.poll(() => editor.stored('Red')).toMatchObject({ x: 60 })
    await expect.poll(() => new URL(page.url()).searchParams.get('restore')).toBe(null)
    await editor.canvas.press('Control+z')
    await expect.poll(() => editor.stored('Red')).toMatchObject({ x: 70 })
    await editor.saved()
    // What was undone is no change.
    await expect.poll(editor.draft).toMatchObject({ base_version: 2, has_changes: false })
    await editor.click(170, 120)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => editor.stored('Red')).toMatchObject({ x: 71 })
    await editor.saved()

    await page.route('**/thumbnail?version=1&*', (route) => route.fulfill(problemOf(503, 'Busy.')))
    await editor.canvas.press('Control+Alt+S')
    const versions = page.getByRole('dialog', { name: 'Versions' })
    const rows = versions.getByRole('list', { name: 'Versions' }).getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(3)
    await rows.getByRole('img', { name: 'Busy.' }).waitFor()
    await page.unroute('**/thumbnail?version=1&*')
    await page.keyboard.press('Escape')
    await versions.waitFor({ state: 'detached' })
    await editor.canvas.press('Control+Alt+S')
    await expect.poll(() => rows.locator('img').count()).toBe(3)
    expect(await visitor.axe()).toEqual([])
    await versions.getByRole('checkbox', { name: 'Choose Draft to compare' }).check()
    await versions.getByRole('checkbox', { name: 'Choose Version 1 to compare' }).check()
    await versions.getByRole('button', { name: 'Compare' }).click()
    const compared = page.getByRole('dialog', { name: 'From version 1 to the draft' })
    await compared
      .getByRole('listitem')
      .filter({ hasText: /^X\s*60\s*→\s*71$/ })
      .waitFor()
    await expect.poll(() => compared.getByRole('figure').locator('img').count()).toBe(2)
    expect(await visitor.axe()).toEqual([])
    await page.keyboard.press('Escape')
    await compared.waitFor({ state: 'detached' })
    await rows.filter({ hasText: 'Version 1' }).getByRole('button', { name: 'Restore' }).click()
    const question = page.getByRole('dialog', { name: 'Restore version 1?' })
    await question.getByText('The draft has changes since version 2.').waitFor()
    await question.getByRole('button', { name: 'Restore' }).click()
    await expect.poll(() => editor.stored('Red')).toMatchObject({ x: 60 })
    await editor.saved()
    // Its toast offers to undo that step only, however long it is looked at.
    const restored = page.getByText('The draft is now version 1.')
    await editor.click(160, 120)
    await restored.hover()
    await page.keyboard.press('ArrowRight')
    await closes(restored)
    await page.keyboard.press('Control+z')
    await expect.poll(() => editor.stored('Red')).toMatchObject({ x: 60 })
    await editor.saved()

    const second = { context, page: await context.newPage() }
    // Its dialog hides the rest of the page from the first moment on.
    await second.page.goto(`${origin}/templates/${id}/edit?restore=2`)
    const follower = editorOn(second, id)
    const busy = second.page.getByRole('dialog', { name: 'Restore version 2?' })
    await busy.getByText('Another tab is editing this template.').waitFor()
    await busy.getByRole('button', { name: 'Take over' }).click()
    await busy.getByText('The draft has changes since version 2.').waitFor()
    await busy.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => new URL(second.page.url()).searchParams.get('restore')).toBe(null)
    await expect.poll(() => follower.stored('Red')).toMatchObject({ x: 60 })
    await second.page.close()
  })

  test('a restoration that waited for another tab waits for a press once that tab is gone', async () => {
    const { visitor, dashboard } = opened
    const { context } = visitor
    const { origin } = dashboard
    const id = await createTemplate(visitor, origin)
    const moved = { ...twoBoxes, layers: twoBoxes.layers.map((layer) => ({ ...layer, x: layer.x + 10 })) }
    await ask(visitor, `${origin}/v1/templates/${id}`, { method: 'PATCH', body: { design: moved } })
    const [first, second] = [await context.newPage(), await context.newPage()]
    await (await openEditor({ context, page: first }, { origin, id })).saved()
    await second.goto(`${origin}/templates/${id}/edit?restore=1`)
    const follower = editorOn({ context, page: second }, id)
    const dialog = second.getByRole('dialog', { name: 'Restore version 1?' })
    await dialog.getByText('Another tab is editing this template.').waitFor()
    await first.close()
    await dialog.getByText('Version 1 becomes the draft.').waitFor()
    await expect.poll(() => follower.stored('Red')).toMatchObject({ x: 70 })
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await expect.poll(() => follower.stored('Red')).toMatchObject({ x: 60 })
    await follower.saved()
    await second.close()
  })

  test('97: a publication that could not be sent says why, and is not carried out later', async () => {
    const { visitor, dashboard } = opened
    const tab = { context: visitor.context, page: await visitor.context.newPage() }
    const { page } = tab
    const id = await createTemplate(visitor, dashboard.origin)
    const editor = await openEditor(tab, { origin: dashboard.origin, id })
    await editor.saved()
    let refusal = problemOf(422, 'Red is too wide.')
    await page.route('**/draft', (route) => {
      void (route.request().method() === 'PUT' ? route.fulfill(refusal) : route.continue())
    })
    await editor.drag([160, 120], [180, 130])
    await editor.saveStatus.getByText('Not saved: Red is too wide.').waitFor()
    await page.keyboard.press('Control+Enter')
    const dialog = page.getByRole('dialog', { name: 'Publish template' })
    const changes = dialog.getByRole('region', { name: 'Changes since version 1, which is published' })
    await changes.getByText('Not saved: Red is too wide.').waitFor()
    const publish = dialog.getByRole('button', { name: 'Publish', exact: true })
    await publish.click()
    await expect.poll(() => dialog.getByText('Not saved: Red is too wide.').count()).toBe(2)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    refusal = problemOf(503, 'Busy.')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Control+Enter')
    await publish.click()
    await dialog.getByText('The server does not have the draft yet.').waitFor()
    await changes.getByText('The changes are listed here once the server has the draft.').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.unroute('**/draft')
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await editor.stored('Red'))?.x).toBe(82)
    await editor.saved()
    const template = await ask(visitor, `${dashboard.origin}/v1/templates/${id}`)
    expect(template).toMatchObject({ latest_version: 1, published_version: 1 })
    await page.close()
  })

  test('names an action that needs a change for the new version, and opens it', async () => {
    const { visitor, dashboard } = opened
    const { page } = visitor
    const id = await createTemplate(visitor, dashboard.origin)
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    await editor.saved()
    await editor.drag([160, 120], [180, 130])
    await editor.saved()
    const warning = 'Record row_1 "Ada": exception of layer "Band": there is no layer "Band".'
    const affected: AffectedAction = { id: 'act_cards', title: 'Cards', warnings: [warning] }
    await page.route('**/draft/publish', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), affected_actions: [affected] } })
    })
    await page.keyboard.press('Control+Enter')
    const dialog = page.getByRole('dialog', { name: 'Publish template' })
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText(`The action “Cards” needs a change: ${warning}`).waitFor()
    await page.getByRole('button', { name: 'Open action' }).click()
    await page.waitForURL('**/actions/act_cards')
    await page.unroute('**/draft/publish')
  })

  test('87: a discarded draft shows the latest version, and what is done next is saved', async () => {
    const { visitor, dashboard } = opened
    const { page } = visitor
    const id = await createTemplate(visitor, dashboard.origin)
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    await editor.saved()
    await editor.drag([160, 120], [180, 130])
    await expect.poll(async () => (await editor.draft()).has_changes).toBe(true)
    await page.getByRole('button', { name: 'Template options' }).click()
    await page.getByRole('menuitem', { name: 'Discard draft' }).click()
    const dialog = page.getByRole('dialog', { name: 'Discard the draft?' })
    await dialog.getByRole('button', { name: 'Discard draft' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(editor.draft).toMatchObject({ has_changes: false })
    await expect.poll(() => editor.stored('Red')).toMatchObject({ x: 60, y: 60 })
    await page.keyboard.press('Control+Enter')
    const publish = page.getByRole('dialog', { name: 'Publish template' })
    const button = publish.getByRole('button', { name: 'Publish', exact: true })
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('Escape')
    await publish.waitFor({ state: 'detached' })
    await editor.click(160, 120)
    await page.keyboard.press('ArrowDown')
    await expect.poll(async () => (await editor.stored('Red'))?.y).toBe(61)
    await expect.poll(() => editor.stored('Red')).toMatchObject({ x: 60 })
    await editor.saved()
    await page.reload()
    await editor.drawn()
    await editor.saved()
    await expect.poll(() => editor.stored('Red')).toMatchObject({ x: 60, y: 61 })
  })
})
