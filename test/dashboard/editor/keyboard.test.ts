import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { useDashboard } from '#test/dashboard/open-dashboard.ts'
import { createTemplate, openEditor } from './editor.test-kit.ts'

const hasFocus = (locator: Locator) => locator.evaluate((element) => element === document.activeElement)

describe.skipIf(chromiumPath === undefined)('the editor by keyboard', { timeout: 180_000 }, () => {
  const opened = useDashboard({ settings: { PICTABLE_SEED_SAMPLE: 'false' } })

  async function open() {
    const { visitor, dashboard } = opened
    const id = await createTemplate(visitor, dashboard.origin)
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    await editor.saved()
    return { editor, page: visitor.page }
  }

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
    await dialog.getByRole('spinbutton', { name: 'Angle' }).waitFor()
    await page.keyboard.type('30')
    await page.keyboard.press('Enter')
    await expect.poll(() => editor.stored(layer)).toMatchObject({ rotation: 30 })
    await expect.poll(() => dialog.count()).toBe(0)
    expect(await hasFocus(editor.canvas)).toBe(true)

    const order = async () => (await editor.draft()).design.layers.map(({ name }) => name)
    await page.keyboard.press('Control+]')
    await expect.poll(async () => (await order()).at(-1)).toBe(layer)
    await page.keyboard.press('[')
    await expect.poll(async () => (await order()).at(0)).toBe(layer)

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
    expect(await hasFocus(editor.canvas)).toBe(true)
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
  })
})
