import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { closes, getsFocus } from '#test/dashboard/at-rest.ts'
import { useDashboard } from '#test/dashboard/open-dashboard.ts'
import { ask, createTemplate, type EditorScreen, editorOn, openEditor, stopClock, twoBoxes } from './editor.test-kit.ts'

/** Clicks that are closer together select a word. */
const TWO_CLICKS_MS = 600

/** The open drawer. */
function sourceOn({ page }: EditorScreen) {
  const region = page.getByRole('region', { name: 'Source' })
  const box = region.getByRole('textbox', { name: 'Source' })
  return {
    region,
    box,
    text: () => box.innerText(),
    errors: region.getByRole('list', { name: 'Errors' }),
    /** Puts the cursor behind a text that is on one line. */
    async putBehind(words: string) {
      const line = box.getByText(words, { exact: false }).last()
      const isPlaced = async () => {
        if (await isBehind(box, words)) return true
        await placeBehind(line, words)
        return false
      }
      await expect.poll(isPlaced, { interval: TWO_CLICKS_MS, timeout: 60_000 }).toBe(true)
    },
  }
}

async function placeBehind(line: Locator, words: string): Promise<void> {
  const end = await line.evaluate((element, wanted) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    let before = ''
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      before += node.textContent
      const at = before.indexOf(wanted)
      if (at < 0) continue
      const inside = at + wanted.length - (before.length - (node.textContent ?? '').length)
      range.setStart(node, inside)
      range.setEnd(node, inside)
      const { x, y, height } = range.getBoundingClientRect()
      return { x, y: y + height / 2 }
    }
    return null
  }, words)
  if (!end) throw new Error(`"${words}" is not in the source`)
  await line.page().mouse.click(end.x, end.y)
}

/** Whether the cursor is there: a text that is laid out again moves away from under a click. */
function isBehind(box: Locator, words: string): Promise<boolean> {
  return box.evaluate((element, wanted) => {
    // The drawer keeps its styles to itself: what is inside has a selection and a focus of its own.
    const root = element.getRootNode()
    if (!(root instanceof ShadowRoot)) return false
    const { anchorNode, anchorOffset, isCollapsed }: Selection = Reflect.get(root, 'getSelection').call(root)
    const inside = anchorNode instanceof Element ? anchorNode : anchorNode?.parentElement
    const line = inside?.closest('.cm-line')
    if (!anchorNode || !line || !isCollapsed || !element.contains(root.activeElement)) return false
    const range = document.createRange()
    range.setStart(line, 0)
    range.setEnd(anchorNode, anchorOffset ?? 0)
    return range.toString().endsWith(wanted)
  }, words)
}

describe.skipIf(chromiumPath === undefined)('the source drawer', { timeout: 300_000 }, () => {
  const opened = useDashboard({ isShared: true })

  async function open() {
    const { visitor, dashboard } = opened
    const id = await createTemplate(visitor, dashboard.origin)
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    await editor.saved()
    return { editor, page: visitor.page, source: sourceOn(editor) }
  }

  test('84, 86: Mod+E opens the canonical text of all or of the selected layer, in step with the canvas', async () => {
    const { editor, page, source } = await open()
    await editor.canvas.focus()
    await page.keyboard.press('Control+e')
    await expect.poll(source.text).toContain('"name": "Two boxes"')
    await expect.poll(() => source.text()).toContain('"type": "rectangle"')

    await source.putBehind('"name": "Blue"')
    await expect.poll(() => editor.layer('Blue').getAttribute('aria-selected')).toBe('true')
    await source.putBehind('"x": 340')
    await stopClock(page)
    await page.keyboard.press('Backspace')
    await page.keyboard.press('5')
    await expect.poll(async () => (await editor.stored('Blue'))?.x).toBe(345)
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await editor.stored('Blue'))?.x).toBe(340)
    await expect.poll(source.text).toContain('"x": 340')

    await page.keyboard.press('Control+e')
    await expect.poll(() => source.region.count()).toBe(0)
    await getsFocus(editor.canvas)

    await editor.layer('Red').click()
    await editor.canvas.focus()
    await page.keyboard.press('Control+e')
    await expect.poll(source.text).toContain('"name": "Red"')
    expect(await source.text()).not.toContain('Blue')
    await editor.canvas.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(source.text).toContain('"x": 61')
    await source.region.getByRole('button', { name: 'Whole design' }).click()
    await expect.poll(source.text).toContain('"name": "Blue"')
    await editor.canvas.focus()
    await page.keyboard.press('Escape')
    expect(await opened.visitor.axe()).toEqual([])

    // The cursor in the text of a group selects layers inside it; the text stays that of the group.
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+g')
    await source.region.getByRole('button', { name: 'Selected layer' }).click()
    await source.putBehind('"name": "Blue"')
    await expect.poll(() => editor.layer('Blue').getAttribute('aria-selected')).toBe('true')
    await expect.poll(() => source.text()).toContain('"name": "Red"')
    await page.keyboard.press('Control+Home')
    await expect.poll(() => editor.layer('Blue').getAttribute('aria-selected')).toBe('false')
    await expect.poll(() => source.text()).toContain('"type": "group"')
    await editor.layer('Blue').click()
    await expect.poll(source.text).not.toContain('"name": "Red"')
  })

  test('85: an invalid text leaves the canvas as it was, says what is expected, and is kept until it is fixed', async () => {
    const { editor, page, source } = await open()
    await editor.layer('Red').click()
    await editor.canvas.focus()
    await page.keyboard.press('Control+e')
    await source.putBehind('"width": 200')
    await page.keyboard.type('"')
    await expect.poll(() => source.errors.innerText()).toMatch(/Line \d+/)
    await page.keyboard.press('Backspace')
    await expect.poll(() => source.errors.count()).toBe(0)
    await source.putBehind('"width": 200')
    for (let at = 0; at < 3; at++) await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.type('true')
    await expect.poll(() => source.errors.innerText()).toMatch(/width.*must be a number/s)
    // The wrong value is underlined, and its line has a mark.
    await expect.poll(() => source.box.locator('.cm-lintRange-error').innerText()).toContain('true')
    await source.region.locator('.cm-lint-marker-error').waitFor()
    await expect.poll(() => editor.stored('Red')).toMatchObject({ width: 200 })
    // What the canvas changes beside it is kept when the text is fixed.
    await editor.canvas.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await editor.stored('Red'))?.x).toBe(61)
    await page.keyboard.press('Escape')
    expect(await opened.visitor.axe()).toEqual([])

    await page.keyboard.press('Control+e')
    await expect.poll(() => source.region.innerText()).toContain('The source of Red still has an error')
    await page.reload()
    await editor.drawn()
    await source.region.getByRole('button', { name: 'Open source' }).click()
    await expect.poll(source.text).toContain('"width": true')
    await source.putBehind('true')
    for (let at = 0; at < 4; at++) await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.type('150')
    await expect.poll(async () => (await editor.stored('Red'))?.width).toBe(150)
    await expect.poll(() => editor.stored('Red')).toMatchObject({ x: 61 })
    await expect.poll(source.text).toContain('"x": 61')
    await source.putBehind('150')
    await page.keyboard.type('x')
    await source.region.getByRole('button', { name: 'Discard text' }).click()
    await expect.poll(source.text).toContain('"width": 150')
  })

  /** Shows a draft with another design for as long as the page asks. */
  async function withDesign(id: string, change: (layer: Record<string, unknown>) => object) {
    const { page } = opened.visitor
    const url = `**/v1/templates/${id}/draft`
    await page.route(url, async (route) => {
      if (route.request().method() !== 'GET') return route.continue()
      const response = await route.fetch()
      const { design, ...draft } = await response.json()
      const [first, ...others] = design.layers
      await route.fulfill({ response, json: { ...draft, design: { ...design, layers: [change(first), ...others] } } })
    })
    return () => page.unroute(url)
  }

  test('a stored design that is not valid opens as text with its errors and the last picture, until it is fixed', async () => {
    const { visitor, dashboard } = opened
    const { page } = visitor
    const id = await createTemplate(visitor, dashboard.origin)
    const stop = await withDesign(id, (layer) => ({ ...layer, width: 'wide' }))
    await visitor.visit(`/templates/${id}/edit`)
    const editor = editorOn(visitor, id)
    const source = sourceOn(editor)
    await expect.poll(() => source.errors.innerText()).toMatch(/layers\.0\.width.*must be a number/s)
    // The cursor is at the error.
    await expect.poll(() => source.box.locator('.cm-activeLine').innerText()).toContain('"width": "wide"')
    const picture = page.getByRole('figure').getByRole('img')
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    expect(await visitor.axe()).toEqual([])
    await source.putBehind('"wide"')
    await page.keyboard.type(' ')
    await expect.poll(source.text).toContain('"wide" ')
    await page.reload()
    await expect.poll(source.text).toContain('"wide" ')
    await stop()
    // Someone else saves the draft first.
    const session = 'someone-else'
    const moved = { ...twoBoxes, layers: [twoBoxes.layers[0], { ...twoBoxes.layers[1], x: 333 }] }
    const url = `${dashboard.origin}/v1/templates/${id}/draft`
    const { revision } = await editor.draft()
    const body = { session, base_version: 1, design: moved }
    await ask(visitor, url, { method: 'PUT', body, headers: { 'if-match': `"r${revision}"` } })
    await ask(visitor, `${url}/lease?session=${session}`, { method: 'DELETE' })
    await source.putBehind('"wide"')
    for (let at = 0; at < 6; at++) await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.type('180')
    await expect.poll(() => source.errors.count()).toBe(0)
    await page.getByRole('button', { name: 'Save and open' }).click()
    await editor.drawn()
    await expect.poll(() => editor.stored('Red')).toMatchObject({ width: 180 })
    await expect.poll(() => editor.stored('Blue')).toMatchObject({ x: 333 })
  })

  test('a draft that a newer release saves while it is open says so, is not overwritten, and opens by a reload', async () => {
    const { editor, page, source } = await open()
    await editor.canvas.focus()
    await page.keyboard.press('Control+e')
    await source.putBehind('"x": 340')
    const stop = await withDesign(editor.id, (layer) => ({ ...layer, glow: 3 }))
    const pushed = { ...twoBoxes, background: '#eeeeee' }
    const url = `${opened.dashboard.origin}/v1/templates/${editor.id}`
    await ask(opened.visitor, url, { method: 'PATCH', body: { design: pushed } })
    const notice = page.getByRole('alert').filter({ hasText: 'A newer release of Pictable saved this template' })
    await notice.waitFor()
    // What may not be changed any more is read where the cursor was.
    await expect.poll(() => source.box.getAttribute('aria-readonly')).toBe('true')
    await page.keyboard.type('7')
    await expect.poll(() => isBehind(source.box, '"x": 340')).toBe(true)
    await page.keyboard.press('Control+e')
    await closes(source.region)
    await editor.click(160, 120)
    await page.keyboard.press('Delete')
    await expect.poll(() => editor.layer('Red').count()).toBe(1)
    expect(await opened.visitor.axe()).toEqual([])
    await notice.getByRole('button', { name: 'Reload page' }).click()
    await expect.poll(sourceOn(editor).text).toContain('"glow": 3')
    await stop()
  })

  test('99: a template of a newer release opens read-only with the reason, and nothing is dropped', async () => {
    const { visitor, dashboard } = opened
    const id = await createTemplate(visitor, dashboard.origin)
    const stop = await withDesign(id, (layer) => ({ ...layer, glow: 3 }))
    await visitor.visit(`/templates/${id}/edit`)
    const source = sourceOn(editorOn(visitor, id))
    await expect.poll(source.text).toContain('"glow": 3')
    await visitor.page.getByRole('status').getByText('A newer release of Pictable').first().waitFor()
    await expect.poll(() => source.errors.innerText()).toContain('is not a known property')
    await source.putBehind('"glow": 3')
    await visitor.page.keyboard.type('4')
    expect(await source.text()).not.toContain('"glow": 34')
    await expect.poll(() => visitor.page.getByRole('button', { name: 'Save and open' }).count()).toBe(0)
    expect(await visitor.axe()).toEqual([])
    await stop()
  })
})
