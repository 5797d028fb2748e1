import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { focused, keepsFocus, pressAt, tabTo } from './by-keyboard.ts'
import { useDashboard } from './open-dashboard.ts'

const patiently = { timeout: 60_000 }
const hostile = '<script>alert(1)</script>'

describe.skipIf(chromiumPath === undefined)('templates', { timeout: 300_000 }, () => {
  const opened = useDashboard({ expected: ['400', '404', '412', '422'] })

  /** What the whole source is from now on. */
  async function type(source: string): Promise<void> {
    const { page } = opened.visitor
    await tabTo(page, /^Source$/)
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(source)
  }

  const idOf = () => new URL(opened.visitor.page.url()).pathname.split('/').at(-1) ?? ''

  async function design(): Promise<{ design: { layers: Record<string, unknown>[] }; revision: number }> {
    const answer = await opened.visitor.context.request.get(`${opened.dashboard.origin}/v1/templates/${idOf()}`)
    return answer.json()
  }

  test('are a gallery drawn by the server, with search', async () => {
    const { page } = opened.visitor
    await opened.visitor.visit('/templates')
    const tiles = page.getByRole('list', { name: 'Templates' }).getByRole('listitem')
    await expect.poll(() => tiles.count(), patiently).toBe(3)
    await tiles.first().getByText('Used by Product social cards').waitFor(patiently)
    const drawn = () => page.evaluate(() => [...document.images].filter(({ naturalWidth }) => naturalWidth > 0).length)
    await expect.poll(drawn, patiently).toBeGreaterThanOrEqual(3)
    expect(await opened.visitor.look('templates')).toEqual([])
    await page.getByRole('searchbox', { name: 'Search templates' }).fill('story')
    await expect.poll(() => tiles.count(), patiently).toBe(1)
    expect(new URL(page.url()).searchParams.get('q')).toBe('story')
  })

  test('begin with a starter, which is drawn with its sample: by keyboard', async () => {
    const { page } = opened.visitor
    const drawn = new Set<string>()
    page.on('request', (request) => {
      const [name] = /[\w-]+(?=\/picture)/.exec(request.url()) ?? []
      if (name) drawn.add(name)
    })
    await pressAt(page, /^New template$/)
    const starter = page.getByRole('dialog').getByRole('button', { name: /^Event badge/ })
    await starter.waitFor(patiently)
    await expect
      .poll(() => page.getByRole('dialog').locator('img.object-contain').count(), patiently)
      .toBeGreaterThanOrEqual(2)
    const starters = page.getByRole('list', { name: 'Starters' }).getByRole('listitem')
    expect(drawn.size).toBeLessThan(await starters.count())
    expect(await opened.visitor.look('template-new')).toEqual([])
    // By words: the walk past all of them is long.
    await tabTo(page, /^Search starters$/)
    await page.keyboard.type('badge')
    await expect.poll(() => starters.count(), patiently).toBeLessThan(6)
    await pressAt(page, /^Event badge/)
    await page.getByRole('heading', { level: 1, name: 'Event badge' }).waitFor(patiently)
    await page.getByRole('link', { name: 'Back to template' }).click()
    await page.getByRole('img', { name: 'Design preview' }).waitFor(patiently)
    await expect.poll(() => page.getByLabel('Company', { exact: true }).inputValue()).toBe('Northwind Labs')
    // The source is folded until it is asked for.
    await expect.poll(() => page.getByRole('button', { name: 'Source (JSON)', expanded: false }).count()).toBe(1)
    await expect.poll(() => page.getByRole('textbox', { name: 'Source' }).count()).toBe(0)
    expect(await opened.visitor.look('template')).toEqual([])
  })

  test('mistakes stand at their place, the last good picture stays, and completion knows the format', async () => {
    const { page } = opened.visitor
    const { design: before } = await design()
    const [first] = before.layers
    await pressAt(page, /^Source \(JSON\)$/)
    await type(JSON.stringify({ ...before, layers: [{ ...first, widht: 5, visble: true }] }, null, 2))
    await page.getByRole('list', { name: 'Errors in the source' }).getByText('layers.0.widht').waitFor(patiently)
    await page.getByText('Outdated').waitFor(patiently)
    await page.getByRole('img', { name: 'Design preview' }).waitFor(patiently)
    expect(await opened.visitor.look('template-mistakes')).toEqual([])
    await type('{ "schema": 1,\n "width": 600\n "height": 300 }')
    const words = 'A comma is missing after this.'
    await page.locator('.cm-line').nth(1).getByText(words).waitFor(patiently)
    await page
      .getByRole('list', { name: 'Errors in the source' })
      .getByRole('button', { name: `Line 2 ${words}` })
      .press('Enter')
    await page.keyboard.press('Control+End')
    expect(await opened.visitor.look('template-no-json')).toEqual([])
    await page.keyboard.press('Control+s')
    await page.getByText('This is not valid JSON.').waitFor(patiently)
    await type('{ "schema": 1, "width": 600, "height": 300, "layers": [{ "type": "text", "name": "A", ')
    await page.keyboard.press('Control+Space')
    await page.getByRole('listbox').getByText('"fontSize"').waitFor(patiently)
    await page.keyboard.press('Escape')
    const layer = { type: 'text', name: hostile, width: 400, height: 200, fontSize: 40, text: { bind: 'Name' } }
    const fonts = { ...layer, name: 'Other', y: 200, height: 10, fontFamily: 'No Such Sans' }
    await type(JSON.stringify({ ...before, width: 600, height: 300, layers: [layer, fonts] }))
    await page.getByText('Font not found').waitFor(patiently)
    await type(JSON.stringify({ ...before, width: 600, height: 300, layers: [layer] }))
    await page.getByText('Font not found').waitFor({ state: 'detached', ...patiently })
    await page.getByRole('button', { name: 'Format' }).click()
    await keepsFocus(page)
    await tabTo(page, /^Source$/)
    await page.keyboard.press('Control+f')
    await page.getByRole('textbox', { name: 'Find in source' }).pressSequentially('width')
    await page.keyboard.press('Enter')
    await page.locator('.cm-searchMatch-selected').waitFor(patiently)
    await expect.poll(() => page.locator('.cm-searchMatch').count()).toBe(2)
    expect(await opened.visitor.look('template-find')).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: 'Find in source' }).waitFor({ state: 'detached', ...patiently })
  })

  test('records of an action fill the design, stepped through by keyboard, the worst at a press', async () => {
    const { page } = opened.visitor
    await tabTo(page, /^Source$/)
    await pressAt(page, /^Values from$/)
    await page.getByRole('option', { name: /^Product social cards/ }).waitFor(patiently)
    // Keys go to the list from here on.
    await page.locator('[role=option][data-highlighted]').waitFor(patiently)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText('1 of 12').waitFor(patiently)
    await pressAt(page, /^Right to left$/)
    await page
      .getByText(/right-to-left text in/)
      .first()
      .waitFor(patiently)
    await tabTo(page, /^Next record$/, 'Shift+Tab')
    while ((await page.getByText('12 of 12').count()) === 0) await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe('Next record')
    await expect.poll(() => new URL(page.url()).searchParams.get('record')).toBe('11')
    await pressAt(page, /^Previous record$/, 'Shift+Tab')
    expect(await opened.visitor.look('template-record')).toEqual([])
  })

  test('what is typed is never lost: leaving asks, a draft comes back, saving makes a version', async () => {
    const { page } = opened.visitor
    await page.getByRole('link', { name: 'Templates' }).first().click()
    await pressAt(page, /^Stay$/)
    await keepsFocus(page)
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.getByRole('button', { name: 'Restore' }).waitFor(patiently)
    await pressAt(page, /^Restore$/)
    await keepsFocus(page)
    await pressAt(page, /^Save$/)
    await page.getByText('Version 2 saved').waitFor(patiently)
    await expect.poll(() => focused(page)).toBe('Save')
    expect((await design()).design.layers).toHaveLength(1)
    await type(JSON.stringify({ ...(await design()).design, name: 'Event card' }, null, 2))
    await page.getByRole('heading', { level: 1, name: 'Event card' }).waitFor(patiently)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Version 3 saved').waitFor(patiently)
    await expect.poll(() => design()).toMatchObject({ name: 'Event card' })
    await page.getByRole('button', { name: 'Publish version 3' }).click()
    const publishing = page.getByRole('dialog', { name: 'Publish version 3' })
    await publishing.locator('img').first().waitFor(patiently)
    await publishing.getByText('No action uses this template yet.').waitFor(patiently)
    await publishing.getByLabel('Note').fill('For the summer')
    expect(await opened.visitor.look('template-publish')).toEqual([])
    await page.keyboard.press('Control+Enter')
    await page.getByText('Version 3 is published', { exact: true }).waitFor(patiently)
  })

  test('a version that somebody else saved is merged', async () => {
    const { page, context } = opened.visitor
    const { design: mine } = await design()
    await type(JSON.stringify({ ...mine, background: '#ffeedd' }, null, 2))
    const data = { design: { ...mine, height: 400 } }
    const headers = { origin: opened.dashboard.origin }
    const theirs = await context.request.patch(`${opened.dashboard.origin}/v1/templates/${idOf()}`, { data, headers })
    expect(theirs.status()).toBe(200)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog', { name: 'Someone else saved version 4' }).waitFor(patiently)
    await page.getByRole('textbox', { name: 'Yours' }).waitFor(patiently)
    expect(await opened.visitor.look('template-merge')).toEqual([])
    await page.getByRole('button', { name: 'Save merged version' }).click()
    await page.getByText('Version 5 saved').waitFor(patiently)
  })

  test('changes of an earlier visit are merged with what someone else saved since', async () => {
    const { page, context } = opened.visitor
    const { design: before } = await design()
    const pageUrl = page.url()
    const templateUrl = `${opened.dashboard.origin}/v1/templates/${idOf()}`
    await type(JSON.stringify({ ...before, background: '#aabbcc' }, null, 2))
    const keptSource = () => page.evaluate(() => JSON.stringify(Object.values({ ...localStorage })))
    await expect.poll(keptSource, patiently).toContain('#aabbcc')
    await page.goto('about:blank')
    const data = { design: { ...before, height: 420 } }
    const headers = { origin: opened.dashboard.origin }
    const theirs = await context.request.patch(templateUrl, { data, headers })
    expect(theirs.status()).toBe(200)
    await page.goto(pageUrl)
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Someone else saved version 6' })
    await dialog.waitFor(patiently)
    // Its buttons move down when the texts come.
    await page.getByRole('textbox', { name: 'Yours' }).waitFor(patiently)
    await page.getByRole('button', { name: 'Discard mine' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect((await design()).design).toMatchObject({ height: 420 })
  })

  test('any two versions are compared by a slider, in words and in their sources; restoring opens the editor', async () => {
    const { page } = opened.visitor
    await page.getByRole('tab', { name: 'Versions' }).click()
    await page.getByRole('button', { name: 'What changed' }).first().waitFor(patiently)
    await page.getByText('For the summer').waitFor(patiently)
    expect(await opened.visitor.look('template-versions')).toEqual([])
    // Nothing is published before it is seen what that changes.
    await page.getByRole('button', { name: 'Publish', exact: true }).first().click()
    const publishing = page.getByRole('dialog', { name: 'Publish version 6' })
    const changes = publishing.getByRole('region', { name: 'Changes since version 3, which is published' })
    await changes.getByText('Height', { exact: true }).waitFor(patiently)
    await expect.poll(() => publishing.locator('img').count(), patiently).toBe(2)
    await page.keyboard.press('Escape')
    await publishing.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'What changed' }).first().click()
    const compared = page.getByRole('dialog', { name: 'From version 5 to version 6' })
    await compared.getByRole('region', { name: 'Changes' }).getByText('Height', { exact: true }).waitFor(patiently)
    await compared.getByRole('textbox', { name: 'Version 6' }).waitFor(patiently)
    await compared.getByText(/600 × \d+ before, 600 × 420 after/).waitFor(patiently)
    const slider = compared.getByRole('slider', { name: 'Before and after' })
    await slider.press('ArrowRight')
    await expect.poll(() => slider.inputValue()).toBe('51')
    const { width = 0, height = 0 } = (await slider.boundingBox()) ?? {}
    await slider.click({ position: { x: width / 4, y: height / 2 } })
    await expect
      .poll(() => slider.getAttribute('aria-valuetext'))
      .toBe('Version 5 on the left 25%, Version 6 on the right')
    await expect.poll(() => compared.getByRole('figure').locator('img').count(), patiently).toBe(2)
    expect(await opened.visitor.look('template-diff')).toEqual([])
    await page.keyboard.press('Escape')
    await compared.waitFor({ state: 'detached' })

    for (const version of [2, 6, 4])
      await page.getByRole('checkbox', { name: `Choose Version ${version} to compare` }).press('Space')
    await pressAt(page, /^Compare$/, 'Shift+Tab')
    await page.getByRole('dialog', { name: 'From version 4 to version 6' }).waitFor(patiently)
    await page.goto(`${page.url().split('?')[0]}?tab=versions&older=3&newer=99`)
    await page.getByText('Version 99 no longer exists.').waitFor(patiently)
    await page.keyboard.press('Escape')
    const restore = page.getByRole('link', { name: 'Restore' })
    await expect.poll(() => restore.last().getAttribute('href')).toBe(`/templates/${idOf()}/edit?restore=1`)
  })

  test('tell how to use them, are duplicated, and deleted unless an action needs them', async () => {
    const { page } = opened.visitor
    await page.getByRole('tab', { name: 'Use template' }).click()
    await page.getByText(`"template_id": "${idOf()}"`).waitFor(patiently)
    expect(await opened.visitor.look('template-use')).toEqual([])
    const draft = `${opened.dashboard.origin}/v1/templates/${idOf()}/draft`
    const { request } = opened.visitor.context
    const before = await request.get(draft)
    const { base_version, design: published } = await before.json()
    const data = { session: 'of-a-test', base_version, design: { ...published, width: published.width + 1 } }
    const headers = { origin: opened.dashboard.origin, 'if-match': before.headers().etag ?? '' }
    expect((await request.put(draft, { data, headers })).status()).toBe(200)
    await page.reload()
    await page.getByRole('link', { name: 'Continue editing' }).waitFor(patiently)
    await page.getByRole('button', { name: 'Options for Event card' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await page.getByRole('heading', { level: 1, name: 'Copy of Event card' }).waitFor(patiently)
    expect((await design()).design).toMatchObject({ width: data.design.width })
    await page.getByRole('button', { name: 'Options for Copy of Event card' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete template' }).click()
    await page.getByRole('button', { name: 'Options for Social card' }).click(patiently)
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByText('Product social cards').waitFor(patiently)
    expect(await opened.visitor.axe()).toEqual([])
    expect(opened.visitor.troubles).toEqual([])
  })
})
