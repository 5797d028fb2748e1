import type { Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { atRest, closes } from '#test/dashboard/at-rest.ts'
import { ownerLogIn, useDashboard } from '#test/dashboard/open-dashboard.ts'
import { advanceClock, ask, createTemplate, editorOn, openEditor, twoBoxes } from './editor.test-kit.ts'

const patiently = { timeout: 60_000 }

/** Keeps what is said to those who do not see the canvas. Runs in the page, before its scripts. */
function noteAnnouncements(name: string): void {
  const said: string[] = []
  Reflect.set(globalThis, name, said)
  new MutationObserver(() => {
    const words = document.querySelector('[aria-label="Announcements"]')?.textContent ?? ''
    if (words !== '' && words !== said.at(-1)) said.push(words)
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

describe.skipIf(chromiumPath === undefined)('opening the editor', { timeout: 300_000 }, () => {
  const opened = useDashboard({ isShared: true, expected: ['401'] })

  /** An action over three rows whose names fill the title of a template. */
  async function addAction(templateId: string): Promise<() => Promise<string[]>> {
    const { visitor, dashboard } = opened
    const post = (path: string, body: object) => ask(visitor, `${dashboard.origin}${path}`, { method: 'POST', body })
    const table = await post('/v1/tables', { name: 'People', fields: [{ name: 'Name', kind: 'text' }] })
    await post(`/v1/tables/${table.id}/rows`, { rows: ['Ada', 'Grace', 'Edsger'].map((Name) => ({ Name })) })
    const own = await post('/v1/connections', { name: 'Ours', source: 'table', settings: {} })
    const place = { connection_id: own.id, base_id: 'built-in', table: table.id }
    await post('/v1/actions', {
      title: 'Cards',
      ...place,
      template_id: templateId,
      mapping: { Title: { field: 'Name' } },
    })
    return async () => {
      const { results } = await ask(visitor, `${dashboard.origin}/v1/tables/${table.id}/rows`)
      return results.map(({ id }: { id: string }) => id)
    }
  }

  test('3: a new template asks for a size, starts blank, and is saved when its editor opens', async () => {
    const { visitor } = opened
    const { page } = visitor
    await visitor.visit('/templates')
    await page.getByRole('button', { name: 'New template' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New template' })
    await dialog.getByRole('radio', { name: 'Story', exact: true }).check({ force: true })
    await dialog.getByRole('button', { name: /^Blank/ }).click()
    await page.waitForURL(/\/templates\/tpl_\w+\/edit/, patiently)
    const id = new URL(page.url()).pathname.split('/')[2] ?? ''
    const editor = editorOn(visitor, id)
    await editor.drawn()
    await editor.saved()
    await expect.poll(() => editor.draft()).toMatchObject({ design: { width: 1080, height: 1920, layers: [] } })
    await page.keyboard.press('Shift+r')
    await page.getByRole('link', { name: 'Back to template' }).click()
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await editor.drawn()
    await page.reload()
    await editor.drawn()
    await editor.saved()
  })

  test('3: a size of one’s own is checked, and starters of its shape come first', async () => {
    const { visitor } = opened
    const { page } = visitor
    await page.goto(`${opened.dashboard.origin}/templates?new=starters`)
    const dialog = page.getByRole('dialog', { name: 'New template' })
    const starters = dialog.getByRole('list', { name: 'Starters' }).getByRole('button')
    await dialog.getByRole('radio', { name: 'Story', exact: true }).check({ force: true })
    await expect.poll(() => starters.first().innerText(), patiently).toContain('1080 × 1920')
    // By purpose, and by words that its title lacks.
    await dialog.getByRole('radio', { name: 'Job', exact: true }).check({ force: true })
    await expect.poll(() => starters.count(), patiently).toBe(2)
    await dialog.getByRole('radio', { name: 'All', exact: true }).check({ force: true })
    await dialog.getByRole('searchbox', { name: 'Search starters' }).fill('hiring')
    await expect.poll(() => starters.allInnerTexts(), patiently).toEqual([expect.stringContaining('Job posting')])
    await starters.first().hover()
    const larger = page.getByRole('img', { name: 'Job posting', exact: true })
    await larger.waitFor(patiently)
    // Escape closes the picture alone, though the focus is in the search.
    await page.keyboard.press('Escape')
    await larger.waitFor({ state: 'detached', ...patiently })
    await expect.poll(() => starters.count(), patiently).toBe(1)
    await dialog.getByRole('searchbox', { name: 'Search starters' }).fill('nothing is called so')
    await dialog.getByRole('button', { name: 'Show all starters' }).click()
    await expect.poll(() => starters.count(), patiently).toBeGreaterThan(24)
    await dialog.getByRole('radio', { name: 'Custom' }).check({ force: true })
    await dialog.getByLabel('Width').fill('')
    await expect.poll(() => dialog.getByRole('button', { name: /^Blank/ }).isDisabled(), patiently).toBe(true)
    await dialog.getByLabel('Width').fill('640')
    await dialog.getByLabel('Height').fill('480')
    expect(await visitor.axe()).toEqual([])
    await dialog.getByRole('button', { name: /^Blank/ }).click()
    await page.waitForURL(/\/edit/, patiently)
    await page.getByText('640 × 480', { exact: true }).waitFor(patiently)
  })

  test('3: a JSON file is imported, named after the file when it has no name', async () => {
    const { page } = opened.visitor
    await page.goto(`${opened.dashboard.origin}/templates?new=starters`)
    await page.getByRole('button', { name: /^Import JSON/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Import JSON' })
    const { name: _, ...design } = twoBoxes
    const choose = async (name: string, text: string) => {
      const asked = page.waitForEvent('filechooser')
      await dialog.getByRole('button', { name: 'Choose file' }).click()
      await (await asked).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
    }
    await choose('broken.json', '{ "schema": 1')
    await dialog.getByRole('button', { name: 'Create template' }).click()
    await dialog.getByText(/^Line 1: /).waitFor(patiently)
    await choose('Spring cards.json', JSON.stringify(design))
    await expect.poll(() => dialog.getByLabel('Design').inputValue(), patiently).toBe(JSON.stringify(design))
    await dialog.getByRole('button', { name: 'Create template' }).click()
    await page.waitForURL(/\/edit/, patiently)
    await page.getByRole('heading', { level: 1, name: 'Spring cards' }).waitFor(patiently)
  })

  test('3, 4: a starter opens in the editor, and "Back" returns to where it was chosen', async () => {
    const { visitor } = opened
    const { page } = visitor
    await visitor.visit('/templates')
    await page.getByRole('button', { name: 'New template' }).first().click()
    await page.getByRole('button', { name: /^Event badge/ }).click()
    await page.waitForURL(/\/edit/, patiently)
    const id = new URL(page.url()).pathname.split('/')[2] ?? ''
    const editor = editorOn(visitor, id)
    await editor.drawn()
    await editor.saved()
    await page.goBack()
    await page.waitForURL(/\/templates(\?.*)?$/, patiently)
  })

  test('1, 4: the address holds layer and record, opens the same view, and "Back" leaves once', async () => {
    const { visitor, dashboard } = opened
    const { page } = visitor
    const title = { type: 'text', name: 'Title', x: 60, y: 240, width: 240, height: 80, text: { bind: 'Title' } }
    const design = { ...twoBoxes, layers: [...twoBoxes.layers, { ...title, fontSize: 40 }] }
    const id = await createTemplate(visitor, dashboard.origin, design)
    const rowIds = await addAction(id)
    await visitor.visit(`/templates/${id}`)
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    const editor = editorOn(visitor, id)
    await editor.drawn()
    await editor.saved()
    await page.getByText('1 of 3').waitFor(patiently)
    await editor.click(160, 120)
    await editor.click(440, 280)
    await page.keyboard.press('.')
    const search = () => Object.fromEntries(new URL(page.url()).searchParams)
    await expect.poll(() => search().layer, patiently).toBe('Blue')
    // By its id: what the records are ordered by may change.
    await expect.poll(() => search().record, patiently).toBeOneOf(await rowIds())
    const link = page.url()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Two boxes' }).waitFor(patiently)
    expect(new URL(page.url()).pathname).toBe(`/templates/${id}`)
    await page.goto(link)
    await editor.drawn()
    await page.getByText('2 of 3').waitFor(patiently)
    await expect.poll(() => editor.layer('Blue').getAttribute('aria-selected'), patiently).toBe('true')
    await page.keyboard.press(',')
    await page.keyboard.press(',')
    await page.getByText('Sample values').first().waitFor(patiently)
    await expect.poll(() => search().record, patiently).toBe('sample')
    await page.reload()
    await editor.drawn()
    await page.getByText('Sample values').first().waitFor(patiently)
  })

  test('4: "Back to template" is not undone by the address that follows a selection', async () => {
    const { dashboard } = opened
    // Of its own, as its clock is.
    const visitor = await dashboard.owner()
    const { page } = visitor
    const id = await createTemplate(visitor, dashboard.origin)
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    await editor.saved()
    const held: Route[] = []
    await page.route('**/assets/template-page*', (route) => void held.push(route))
    await page.clock.install()
    await editor.click(160, 120)
    await page.getByRole('link', { name: 'Back to template' }).click()
    await expect.poll(() => held.length, patiently).toBeGreaterThan(0)
    // Longer than the address waits.
    await page.clock.runFor(2000)
    for (const route of held) await route.continue()
    await page.unroute('**/assets/template-page*')
    await page.getByRole('heading', { level: 1, name: 'Two boxes' }).waitFor(patiently)
    expect(new URL(page.url()).pathname).toBe(`/templates/${id}`)
    await page.close()
  })

  test('5: a viewer sees the canvas and its layers, without handles and controls', async () => {
    const { visitor, dashboard } = opened
    const { origin } = dashboard
    const id = await createTemplate(visitor, origin)
    const guest = await dashboard.viewer(['401', '403'])
    const editor = await openEditor(guest, { origin, id })
    await guest.page.getByText('View only').waitFor(patiently)
    await editor.click(160, 120)
    await expect.poll(() => editor.layer('Red').getAttribute('aria-selected')).toBe('true')
    await expect.poll(() => editor.canvas.locator('[data-handle]').count()).toBe(0)
    for (const name of ['Undo', 'Redo', 'Publish'])
      await expect.poll(() => guest.page.getByRole('button', { name, exact: true }).count()).toBe(0)
    await expect.poll(() => guest.page.getByRole('tab').allInnerTexts()).toEqual(['Layers', 'Data'])
    const empty = await editor.at(300, 380)
    await guest.page.mouse.click(empty.x, empty.y, { button: 'right' })
    await expect.poll(() => guest.page.getByRole('menuitem').allInnerTexts()).toContain('Select all\nCtrl+A')
    await guest.page.keyboard.press('Escape')
    await closes(guest.page.getByRole('menu'))
    await editor.click(160, 120)
    await expect.poll(() => editor.layer('Red').getAttribute('aria-selected')).toBe('true')
    await guest.page.keyboard.press('ArrowRight')
    await guest.page.keyboard.press('Delete')
    await expect.poll(() => editor.layer('Red').count()).toBe(1)
    await expect.poll(() => editor.stored('Red')).toMatchObject({ x: 60 })
    expect(await guest.axe()).toEqual([])
  })

  test('5: on a phone the design is shown with its values, and nothing can be changed', async () => {
    const { visitor, dashboard } = opened
    const { page } = visitor
    const id = await createTemplate(visitor, dashboard.origin)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${dashboard.origin}/templates/${id}/edit`)
    const editor = editorOn(visitor, id)
    await editor.drawn()
    await page.getByText('Open the template on a larger screen to edit it.').waitFor(patiently)
    await expect.poll(() => editor.canvas.locator('[data-handle]').count()).toBe(0)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    // Two fingers: 100 px apart, then 200 px.
    const devTools = await visitor.context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...xs: number[]) =>
      devTools.send('Input.dispatchTouchEvent', { type, touchPoints: xs.map((x, id) => ({ x, y: 300, id })) })
    const drawn = editor.canvas.locator('canvas').first()
    await atRest(page)
    const before = await drawn.boundingBox()
    await touch('touchStart', 145)
    await touch('touchStart', 145, 245)
    await touch('touchMove', 120, 270)
    await touch('touchMove', 95, 295)
    await touch('touchEnd')
    await expect.poll(async () => (await drawn.boundingBox())?.width ?? 0).toBeCloseTo(2 * (before?.width ?? 0), -1)
    expect(await visitor.axe()).toEqual([])
    await page.setViewportSize({ width: 1280, height: 860 })
    await editor.layers.waitFor(patiently)
    await editor.drawn()
    await editor.saved()
  })

  test('2: the first picture has the results of expressions, which other designs do not wait for', async () => {
    const { visitor, dashboard } = opened
    const words = { type: 'text', name: 'Words', x: 20, y: 20, width: 500, height: 80, fontSize: 40 }
    const layersOf = (text: string) => [{ ...words, text }, ...twoBoxes.layers.slice(1)]
    const first = async (text: string) => {
      const id = await createTemplate(visitor, dashboard.origin, { ...twoBoxes, layers: layersOf(text) })
      const page = await visitor.context.newPage()
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      await page.addInitScript(() => {
        const look = () => {
          const canvas = document.querySelector<HTMLCanvasElement>('[role="application"][aria-busy="false"] canvas')
          // Beside the letters: nothing before the first picture, and grey while a font is late.
          const beside = canvas?.getContext('2d')?.getImageData(560, 100, 1, 1).data ?? []
          if (canvas && String(beside) === '255,255,255,255') Reflect.set(window, 'firstPicture', canvas.toDataURL())
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      })
      await page.goto(`${dashboard.origin}/templates/${id}/edit`)
      await page.waitForFunction(() => Reflect.has(window, 'firstPicture'))
      const picture: unknown = await page.evaluate(() => Reflect.get(window, 'firstPicture'))
      const editor = editorOn({ page, context: visitor.context }, id)
      await editor.drawn()
      await editor.saved()
      return { editor, picture, at: (file: RegExp) => asked.findIndex((url) => file.test(url)) }
    }
    const plain = await first('Only €42.00 today')
    const computed = await first('Only {{(2 * 21) | currency:EUR}} today')
    expect(computed.picture).toBe(plain.picture)
    const [language, gestures] = [/\/expressions-[^/]+\.js$/, /\/late-[^/]+\.js$/]
    expect(computed.at(language)).toBeLessThan(computed.at(gestures))
    await expect.poll(() => plain.at(language)).toBeGreaterThanOrEqual(0)
    expect(plain.at(language)).toBeGreaterThan(plain.at(gestures))
    // Typed later, they are read as well.
    await plain.editor.layer('Words').click()
    await plain.editor.inspector.getByRole('textbox', { name: 'Text', exact: true }).fill('{{6 * 7}}')
    await plain.editor.page.keyboard.press('Tab')
    await expect.poll(async () => (await plain.editor.stored('Words'))?.text).toBe('{{6 * 7}}')
    for (const { editor } of [plain, computed]) await editor.page.close()
  })

  test('8: a screen of twice the pixels, such as another monitor, is drawn for without a reload', async () => {
    const { visitor, dashboard } = opened
    const id = await createTemplate(visitor, dashboard.origin)
    const page = await visitor.context.newPage()
    // Emulated screens change their pixels only together with their size.
    await page.addInitScript(() => {
      const { matchMedia } = window
      window.matchMedia = (query) => {
        const list = matchMedia.call(window, query)
        if (query.includes('dppx')) addEventListener('test-pixels', () => list.dispatchEvent(new Event('change')))
        return list
      }
    })
    const editor = await openEditor({ page, context: visitor.context }, { origin: dashboard.origin, id })
    await editor.saved()
    const drawn = editor.canvas.locator('canvas').first()
    const pixels = () => drawn.evaluate((canvas) => Number(canvas.getAttribute('width')))
    const before = await pixels()
    const move = (ratio: number) =>
      page.evaluate((value) => {
        Object.defineProperty(window, 'devicePixelRatio', { value, configurable: true })
        dispatchEvent(new Event('test-pixels'))
      }, ratio)
    await move(2)
    await expect.poll(pixels, patiently).toBeGreaterThan(1.9 * before)
    await move(1)
    await expect.poll(pixels, patiently).toBe(before)
    await page.close()
  })

  test('101: without WebAssembly or a canvas a sentence says so, the server draws, and the source is open', async () => {
    const { visitor, dashboard } = opened
    const id = await createTemplate(visitor, dashboard.origin)
    for (const missing of ['delete globalThis.WebAssembly', 'HTMLCanvasElement.prototype.getContext = () => null']) {
      const page = await visitor.context.newPage()
      await page.addInitScript(missing)
      await page.goto(`${dashboard.origin}/templates/${id}/edit`)
      const editor = editorOn({ page, context: visitor.context }, id)
      await editor.canvas
        .getByRole('alert')
        .getByText(/This browser has no/)
        .waitFor(patiently)
      await page.getByRole('img', { name: 'Design, rendered by the server' }).waitFor(patiently)
      await page
        .getByRole('region', { name: 'Source' })
        .getByRole('textbox')
        .getByText('"Two boxes"')
        .waitFor(patiently)
      await editor.layer('Red').click()
      await page.close()
    }
  })

  test('97: edits go on while the server is away, and after a session ended they are saved once logged in', async () => {
    const { dashboard } = opened
    const visitor = await dashboard.owner(['ERR_INTERNET_DISCONNECTED', '401'])
    const { page, context } = visitor
    const id = await createTemplate(visitor, dashboard.origin)
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    await editor.saved()
    await context.setOffline(true)
    await editor.drag([160, 120], [180, 130])
    await expect.poll(() => editor.saveStatus.innerText(), patiently).toBe('Offline: saved in this browser')
    await page.getByText('Not compared with the rendered image: the server is unreachable').waitFor(patiently)
    await context.setOffline(false)
    await editor.saved()
    await expect.poll(() => editor.stored('Red')).toMatchObject({ x: 80, y: 70 })

    await context.clearCookies()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => editor.saveStatus.innerText(), patiently).toBe('Logged out: saved in this browser')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email').fill(ownerLogIn.email)
    await dialog.getByLabel('Password', { exact: true }).fill(ownerLogIn.password)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached', ...patiently })
    await editor.saved()
    await expect.poll(() => editor.stored('Red')).toMatchObject({ x: 81 })
    await expect.poll(() => editor.layer('Red').getAttribute('aria-selected')).toBe('true')
    await advanceClock(page)
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await editor.stored('Red'))?.x).toBe(82)
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await editor.stored('Red'))?.x).toBe(81)
  })

  test('95, 98, 100: what is slow or broken is said on its layer, once aloud, and the rest works', async () => {
    const { visitor, dashboard } = opened
    const { page } = visitor
    const photo = { type: 'image', name: 'Photo', x: 20, y: 200, width: 240, height: 180 }
    const layers = [
      ...twoBoxes.layers,
      { ...photo, src: 'http://127.0.0.1:1/slow.png' },
      { ...photo, name: 'Broken', x: 300, y: 20, src: 'data:image/png;base64,AAAA' },
      {
        type: 'text',
        name: 'Cut',
        x: 20,
        y: 20,
        width: 90,
        height: 24,
        fontSize: 18,
        fit: 'truncate',
        text: 'Far too many words here',
      },
    ]
    const words = { type: 'text', name: 'Words', x: 280, y: 150, width: 240, height: 60, fontSize: 20, text: 'Word' }
    const fonts = [{ family: 'Slow', src: 'http://127.0.0.1:1/slow.ttf' }]
    const slow = { ...twoBoxes, fonts, layers: [...layers, { ...words, fontFamily: 'Slow' }] }
    const id = await createTemplate(visitor, dashboard.origin, slow)
    await page.addInitScript(noteAnnouncements, 'pictable.said')
    const waiting: (() => Promise<void>)[] = []
    await page.route('**/v1/template-files', (route) => void waiting.push(() => route.continue()))
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    await editor.saved()
    for (const name of ['Photo', 'Words']) await editor.canvas.getByText(`${name} is loading`).waitFor(patiently)
    await editor.drag([100, 100], [120, 110])
    await expect.poll(async () => (await editor.stored('Red'))?.x).toBe(80)
    await editor.layer('Broken').click()
    await editor.canvas.locator('span.text-bad').first().waitFor(patiently)
    // What is drawn stays to be seen.
    const badge = await editor.canvas.locator('span.text-warn').first().boundingBox()
    if (!badge) throw new Error('the warning has no place')
    expect(badge.y + badge.height).toBeLessThan((await editor.at(20, 20)).y)
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await editor.stored('Red'))?.x).toBe(60)
    const said = async () => (await page.evaluate<string[]>('globalThis["pictable.said"]')).join()
    for (const name of ['Broken', 'Cut']) await expect.poll(said).toContain(`${name}: `)
    const all = await said()
    for (const name of ['Broken', 'Cut']) expect(all.split(`${name}: `), all).toHaveLength(2)
    for (const go of waiting) await go()
  })

  test('97: a picture that failed while the server was away is drawn once it is back', async () => {
    const { dashboard } = opened
    const visitor = await dashboard.owner(['503'])
    const { page } = visitor
    const photo = {
      type: 'image',
      name: 'Photo',
      x: 20,
      y: 200,
      width: 240,
      height: 180,
      src: 'http://127.0.0.1:1/p.png',
    }
    const id = await createTemplate(visitor, dashboard.origin, { ...twoBoxes, layers: [photo] })
    let isAway = true
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
    await page.route('**/v1/template-files', (route) =>
      route.fulfill(isAway ? { status: 503 } : { contentType: 'image/png', body: Buffer.from(pixel, 'base64') }),
    )
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    const error = editor.canvas.locator('span.text-bad')
    await error.waitFor(patiently)
    isAway = false
    await error.waitFor({ ...patiently, state: 'detached' })
  })
})
