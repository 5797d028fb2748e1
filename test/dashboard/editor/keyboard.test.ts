import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { atRest, closes, getsFocus } from '#test/dashboard/at-rest.ts'
import { focused } from '#test/dashboard/by-keyboard.ts'
import { useDashboard } from '#test/dashboard/open-dashboard.ts'
import { createTemplate, openEditor } from './editor.test-kit.ts'

/** A key of another layout: the letter that it types, and where it is on the keyboard. */
async function pressAs(page: Page, { key, code, modifiers }: { key: string; code: string; modifiers: number }) {
  const devTools = await page.context().newCDPSession(page)
  for (const type of ['rawKeyDown', 'keyUp'] as const) {
    await devTools.send('Input.dispatchKeyEvent', { type, key, code, modifiers })
  }
  await devTools.detach()
}

const CTRL = 2

describe.skipIf(chromiumPath === undefined)('the editor by keyboard', { timeout: 300_000 }, () => {
  const opened = useDashboard({ isShared: true })

  async function open() {
    const { visitor, dashboard } = opened
    const id = await createTemplate(visitor, dashboard.origin)
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    await editor.saved()
    return { editor, page: visitor.page }
  }

  test('70: after a number was stepped by arrows, typing replaces it', async () => {
    const { editor, page } = await open()
    await editor.layer('Red').click()
    await editor.inspector.getByRole('textbox', { name: 'X', exact: true }).click()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Shift+ArrowUp')
    await expect.poll(() => editor.stored('Red')).toMatchObject({ x: 71 })
    await page.keyboard.type('100+20')
    await page.keyboard.press('Enter')
    await expect.poll(() => editor.stored('Red')).toMatchObject({ x: 120 })
  })

  test('93: resizes, rotates, reorders and sets guides without a pointer', async () => {
    const { editor, page } = await open()
    await editor.canvas.focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Control+Alt+ArrowRight')
    await page.keyboard.press('Control+Alt+Shift+ArrowDown')
    const layer = (await editor.layer('Red').getAttribute('aria-selected')) === 'true' ? 'Red' : 'Blue'
    await expect.poll(() => editor.stored(layer)).toMatchObject({ width: 201, height: 130 })

    await page.keyboard.press('Alt+r')
    const dialog = page.getByRole('dialog', { name: 'Rotate' })
    await getsFocus(dialog.getByRole('spinbutton', { name: 'Angle' }))
    await page.keyboard.type('30')
    await page.keyboard.press('Enter')
    await expect.poll(() => editor.stored(layer)).toMatchObject({ rotation: 30 })
    await expect.poll(() => dialog.count()).toBe(0)
    await getsFocus(editor.canvas)

    const order = async () => (await editor.draft()).design.layers.map(({ name }) => name)
    await page.keyboard.press('Control+]')
    await expect.poll(async () => (await order()).at(-1)).toBe(layer)
    await page.keyboard.press('[')
    await expect.poll(async () => (await order()).at(0)).toBe(layer)

    // The menu of the selection, wherever that is.
    const other = layer === 'Red' ? 'Blue' : 'Red'
    await page.keyboard.press('ContextMenu')
    await page.getByRole('menuitem', { name: 'Hide or show all others' }).press('Enter')
    await expect.poll(() => editor.stored(other)).toMatchObject({ visible: false })
    await closes(page.getByRole('menu'))
    await expect.poll(() => editor.layer(layer).getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Alt+Shift+i')
    await expect.poll(async () => (await editor.stored(other))?.visible).toBeUndefined()

    await page.keyboard.press('Alt+g')
    const guides = page.getByRole('dialog', { name: 'Guides' })
    const upright = guides.getByRole('region', { name: 'Vertical guides' })
    await upright.getByRole('button', { name: 'Add guide' }).press('Enter')
    await upright.getByRole('spinbutton', { name: 'Guide 1, from the left' }).press('ArrowUp')
    const stored = async () => Reflect.get((await editor.draft()).design, 'editor')
    await expect.poll(stored).toEqual({ guides: { x: [301] } })
    expect(await opened.visitor.axe()).toEqual([])
    await upright.getByRole('button', { name: 'Remove guide 1' }).press('Enter')
    await expect.poll(stored).toBeUndefined()
    await page.keyboard.press('Escape')
    await expect.poll(() => guides.count()).toBe(0)
    await getsFocus(editor.canvas)
  })

  test('94: lists the keys, shows them in menus, and works on other layouts, but not while text is typed', async () => {
    const { editor, page } = await open()
    await editor.click(160, 120)
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    const search = dialog.getByRole('searchbox')
    await search.fill('style')
    await expect.poll(() => dialog.innerText()).not.toContain('Group')
    await expect.poll(() => dialog.innerText()).toContain('Ctrl+Alt+C')
    await search.fill('ctrl+e')
    await expect.poll(() => dialog.innerText()).not.toContain('Ctrl+Alt+C')
    await expect.poll(() => dialog.innerText()).toContain('Source')
    // Beside commands, the keys of each part and what is held in a drag.
    await search.fill('')
    const part = (name: string) => dialog.getByRole('region', { name, exact: true }).innerText()
    await expect.poll(() => part('While editing text')).toMatch(/Bold\s+Ctrl\+B/)
    await expect.poll(() => part('Inspector')).toMatch(/Alt\+B[\s\S]*Alt\+=/)
    await expect.poll(() => part('Layers')).toMatch(/Alt\+↑[\s\S]*Alt\+→/)
    await expect.poll(() => part('Crop')).toMatch(/Scale the picture\s+\+\s+-/)
    await expect.poll(() => part('While dragging')).toMatch(/from the centre\s+Alt/)
    await expect.poll(() => part('Gradient stops')).toMatch(/Remove a stop\s+Del/)
    await expect.poll(() => part('Cells of charts and tables')).toMatch(/Move the row up\s+Alt\+↑/)
    await expect.poll(() => part('Pointer')).toMatch(/Pan\s+Space\+drag/)
    await search.fill('r')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Delete')
    expect(await opened.visitor.axe()).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
    await getsFocus(editor.canvas)
    await expect.poll(() => editor.layer('Red').count()).toBe(1)

    await page.getByRole('button', { name: /^Zoom:/ }).click()
    await page.getByRole('menuitem', { name: 'Fit page Shift+1' }).waitFor()
    expect(await opened.visitor.axe()).toEqual([])
    await page.keyboard.press('Escape')
    await closes(page.getByRole('menu'))

    await editor.canvas.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await editor.stored('Red'))?.x).toBe(61)
    // AZERTY: z is where QWERTY has w.
    await pressAs(page, { key: 'z', code: 'KeyW', modifiers: CTRL })
    await expect.poll(async () => (await editor.stored('Red'))?.x).toBe(60)
    await pressAs(page, { key: '&', code: 'Digit1', modifiers: 0 })
    await expect.poll(async () => (await editor.stored('Red'))?.opacity).toBe(0.1)
    // QWERTZ: z and y change places.
    await pressAs(page, { key: 'y', code: 'KeyZ', modifiers: 0 })
    await pressAs(page, { key: 'z', code: 'KeyY', modifiers: CTRL })
    await expect.poll(async () => (await editor.stored('Red'))?.opacity).toBeUndefined()
    // AZERTY: the key of 6 types a minus.
    const zoom = () => page.getByRole('button', { name: /^Zoom:/ }).getAttribute('aria-label')
    const before = await zoom()
    await pressAs(page, { key: '-', code: 'Digit6', modifiers: 0 })
    await expect.poll(zoom).not.toBe(before)
    await editor.saved()
    expect((await editor.stored('Red'))?.opacity).toBeUndefined()
  })

  test('95: the focus is seen, and the selection is announced with name, kind, place and size', async () => {
    const { editor, page } = await open()
    const announced = page.getByRole('status', { name: 'Announcements' })
    await editor.canvas.focus()
    await page.keyboard.press('Control+a')
    await expect.poll(() => announced.innerText()).toContain('2 layers selected')
    await page.keyboard.press('Tab')
    await expect.poll(() => announced.innerText()).toMatch(/(Red|Blue) selected, 200 x 120 at \d+, \d+, Rectangle/)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => announced.innerText()).toMatch(/(Red|Blue), 200 x 120 at \d+, (61|221)$/)
    const ring = await editor.canvas.evaluate((element) => getComputedStyle(element, '::after').outlineStyle)
    expect(ring).toBe('solid')
    await page.keyboard.press('Escape')
    await expect.poll(() => announced.innerText()).toBe('Nothing selected')
    await page.keyboard.press('r')
    await expect.poll(() => announced.innerText()).toBe('Tool: Draw rectangle')
    await page.keyboard.press('Escape')
    await expect.poll(() => announced.innerText()).toBe('Tool: Select')

    // F6 goes round the parts of the screen and Shift+F6 back, also out of what is typed into.
    const leads = async (key: string, names: readonly string[]) => {
      for (const name of names) {
        await page.keyboard.press(key)
        await expect.poll(() => focused(page), { message: `${key} leads to ${name}` }).toBe(name)
      }
    }
    const parts = ['Back to template', 'Layers', 'Canvas', 'Width']
    await leads('F6', parts.slice(3))
    await leads('F6', parts)
    await leads('Shift+F6', [...parts.toReversed().slice(1), 'Width'])
    await page.keyboard.press('Control+a')
    await page.keyboard.type('700')
    await leads('Shift+F6', ['Canvas'])
    await expect.poll(async () => (await editor.draft()).design.width).toBe(700)
    // The source is one more part, and a text that is typed into takes the place of the canvas.
    await page.keyboard.press('Control+e')
    const source = page.getByRole('region', { name: 'Source' })
    await expect.poll(() => source.getByRole('textbox').evaluate((own) => own.matches(':focus'))).toBe(true)
    await leads('F6', parts)
    await page.keyboard.press('F6')
    await getsFocus(source.getByRole('separator'))
    await leads('Shift+F6', ['Width'])
    await page.keyboard.press('Shift+F6')
    await page.keyboard.press('t')
    await editor.click(300, 200)
    const text = page.getByRole('textbox', { name: 'Text of Text' })
    await getsFocus(text)
    await page.keyboard.press('F6')
    await expect.poll(() => focused(page)).not.toBe('Text of Text')
    await page.keyboard.press('Shift+F6')
    await getsFocus(text)
  })

  test('96: everything is reachable at 1,024 px and at twice the size, without motion, in high contrast', async () => {
    const { editor, page } = await open()
    await editor.click(160, 120)
    for (const viewport of [
      { width: 1024, height: 768 },
      { width: 720, height: 450 },
    ]) {
      await page.setViewportSize(viewport)
      await atRest(page)
      for (const name of ['Back to template', 'Undo', /^Zoom:/, 'Template options', 'Create images']) {
        const role = name === 'Back to template' ? 'link' : 'button'
        const control = page.getByRole(role, { name, exact: true })
        await control.scrollIntoViewIfNeeded()
        const box = await control.boundingBox()
        expect(box && box.x >= 0 && box.x + box.width <= viewport.width, `${name} at ${viewport.width}`).toBe(true)
      }
      await editor.inspector.scrollIntoViewIfNeeded()
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
      const canvas = await editor.canvas.boundingBox()
      expect(canvas?.width).toBeGreaterThan(180)
      expect(await opened.visitor.axe()).toEqual([])
    }
    await page.setViewportSize({ width: 1280, height: 860 })
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0)
    await page.emulateMedia({ forcedColors: 'active' })
    const outline = editor.canvas.locator('svg polygon').first()
    const [stroke, highlight] = await outline.evaluate((element) => {
      const sample = document.createElement('i')
      sample.style.color = 'Highlight'
      document.body.append(sample)
      return [getComputedStyle(element).stroke, getComputedStyle(sample).color]
    })
    expect(stroke).toBe(highlight)
    await page.emulateMedia({ forcedColors: 'none' })
  })
})
