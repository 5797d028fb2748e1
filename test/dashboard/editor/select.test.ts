import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { atRest, closes } from '#test/dashboard/at-rest.ts'
import { useDashboard } from '#test/dashboard/open-dashboard.ts'
import { createTemplate, type EditorScreen, openEditor } from './editor.test-kit.ts'

/** A row of shapes on a page of 600 x 400, some of them hard to hit. */
const shapes = {
  ...{ schema: 1, name: 'Shapes', width: 600, height: 400, background: '#ffffff' },
  editor: { locked: ['Locked'] },
  layers: [
    { type: 'rectangle', name: 'Back', x: 20, y: 20, width: 160, height: 120, fill: '#dd3322' },
    { type: 'ellipse', name: 'Circle', x: 40, y: 30, width: 100, height: 100, fill: '#2244cc' },
    { type: 'line', name: 'Rule', x: 220, y: 80, width: 120, height: 1, color: '#111111', thickness: 1 },
    { type: 'rectangle', name: 'Locked', x: 380, y: 20, width: 80, height: 80, fill: '#999999' },
    { type: 'rectangle', name: 'Hidden', x: 480, y: 20, width: 80, height: 80, fill: '#123456', visible: false },
    {
      ...{ type: 'group', name: 'Group', x: 20, y: 200, width: 200, height: 120 },
      children: [
        { type: 'rectangle', name: 'Left', x: 0, y: 0, width: 80, height: 120, fill: '#00aa55' },
        { type: 'rectangle', name: 'Right', x: 120, y: 0, width: 80, height: 120, fill: '#aa5500' },
      ],
    },
    { type: 'rectangle', name: 'Outside', x: 620, y: 250, width: 60, height: 60, fill: '#663399' },
  ],
}

/** The layers that are selected, as the tree says. */
async function selected({ layers }: EditorScreen): Promise<string[]> {
  const rows = layers.locator('[role="treeitem"][aria-selected="true"]')
  return (
    await rows.evaluateAll((found) => found.map((row) => row.getAttribute('aria-label') ?? row.textContent ?? ''))
  )
    .map((name) => name.trim())
    .sort()
}

const expectSelected = (editor: EditorScreen, names: readonly string[]) =>
  expect.poll(() => selected(editor)).toEqual(names)

async function zoomOf({ page }: EditorScreen): Promise<number> {
  const label = await page.getByRole('button', { name: /^Zoom:/ }).getAttribute('aria-label')
  return Number(/\d+/.exec(label?.replace(/[,\s]/g, '') ?? '')?.[0])
}

/** Where the picture of the page is. */
async function pageBox({ canvas }: EditorScreen) {
  const box = await canvas.locator('canvas').first().boundingBox()
  if (!box) throw new Error('the page is not shown')
  return box
}

/** Notes the name that the canvas shows, and how long after the pointer moved. Runs in the page. */
function watchName(): void {
  let movedAt = Number.NaN
  addEventListener('pointermove', () => (movedAt = performance.now()), { capture: true, once: true })
  const named = new Promise((resolve) => {
    new MutationObserver((_, observer) => {
      const name = document.querySelector('[aria-label="Canvas"] svg text')?.textContent
      if (!name) return
      observer.disconnect()
      resolve({ name, afterMs: performance.now() - movedAt })
    }).observe(document, { subtree: true, childList: true })
  })
  Reflect.set(window, 'named', named)
}

describe.skipIf(chromiumPath === undefined)('looking around and selecting', { timeout: 300_000 }, () => {
  const opened = useDashboard({ isShared: true })

  async function open() {
    const { visitor, dashboard } = opened
    const id = await createTemplate(visitor, dashboard.origin, shapes)
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    await editor.saved()
    return { editor, page: visitor.page }
  }

  test('6, 7, 8: zooms at the pointer and by keys, scrolls and pans, and is sharp at every zoom', async () => {
    const { editor, page } = await open()
    const fitted = await zoomOf(editor)
    const point = await editor.at(150, 100)
    await page.mouse.move(point.x, point.y)
    const before = await pageBox(editor)
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -60)
    await page.keyboard.up('Control')
    await expect.poll(() => zoomOf(editor)).toBeGreaterThan(fitted)
    // The page follows in the next frame.
    await expect.poll(async () => (await pageBox(editor)).width).toBeGreaterThan(before.width)
    const after = await pageBox(editor)
    for (const [axis, side] of [
      ['x', 'width'],
      ['y', 'height'],
    ] as const) {
      const share = (point[axis] - before[axis]) / before[side]
      expect(Math.abs(after[axis] + share * after[side] - point[axis])).toBeLessThan(1.5)
    }

    await page.mouse.wheel(0, 40)
    await expect.poll(async () => Math.round((await pageBox(editor)).y - after.y)).toBe(-40)
    await page.keyboard.down('Shift')
    await page.mouse.wheel(0, 30)
    await page.keyboard.up('Shift')
    await expect.poll(async () => Math.round((await pageBox(editor)).x - after.x)).toBe(-30)
    // On Linux a middle click pastes the text that is selected, wherever that is.
    const search = page.getByRole('searchbox', { name: 'Search layers' })
    await search.fill('Pasted')
    await search.press('Control+a')
    await search.press('Shift+ArrowLeft')
    await search.press('Shift+ArrowRight')
    for (const button of ['middle', 'left'] as const) {
      const start = await pageBox(editor)
      if (button === 'left') await editor.canvas.focus()
      if (button === 'left') await page.keyboard.down('Space')
      await page.mouse.move(point.x, point.y)
      await page.mouse.down({ button })
      await page.mouse.move(point.x + 25, point.y + 15, { steps: 3 })
      await page.mouse.up({ button })
      if (button === 'left') await page.keyboard.up('Space')
      await expect.poll(async () => Math.round((await pageBox(editor)).x - start.x)).toBe(25)
    }
    await search.fill('')
    await editor.canvas.focus()

    const zooms: [string, number][] = [
      ['Shift+Digit1', fitted],
      ['Shift+Digit0', 100],
      ['+', 150],
      ['+', 200],
      ['+', 400],
      ['-', 200],
    ]
    for (const [key, zoom] of zooms) {
      await page.keyboard.press(key)
      await expect.poll(async () => [key, await zoomOf(editor)]).toEqual([key, zoom])
    }
    const drawn = editor.canvas.locator('canvas').first()
    const sharp = () => drawn.evaluate((each: HTMLCanvasElement) => each.width / each.getBoundingClientRect().width)
    await expect.poll(sharp).toBeCloseTo(1, 1)
    await expectSelected(editor, [])
    await expect.poll(() => editor.layer('Pasted').count()).toBe(0)
    await editor.layer('Rule').click()
    await editor.canvas.focus()
    await page.keyboard.press('Shift+Digit2')
    await expect.poll(() => zoomOf(editor)).toBeGreaterThan(400)
    await page.mouse.move(point.x, point.y)
    await page.keyboard.down('Control')
    for (let at = 0; at < 12; at++) await page.mouse.wheel(0, -400)
    await expect.poll(() => zoomOf(editor)).toBe(1600)
    for (let at = 0; at < 24; at++) await page.mouse.wheel(0, 400)
    await expect.poll(() => zoomOf(editor)).toBe(5)
    await page.keyboard.up('Control')
  })

  test('6: Space pans wherever the focus has no use for it, and only as long as it is held', async () => {
    const { editor, page } = await open()
    const search = page.getByRole('searchbox', { name: 'Search layers' })
    const point = await editor.at(300, 390)
    for (const focus of [editor.canvas, editor.layer('Back')]) {
      await focus.focus()
      await page.keyboard.down('Space')
      await search.focus()
      await page.keyboard.up('Space')
      await focus.focus()
      const start = await pageBox(editor)
      await page.mouse.move(point.x, point.y)
      await page.mouse.down()
      await page.mouse.move(point.x + 25, point.y + 15, { steps: 3 })
      await page.mouse.up()
      await expect.poll(() => pageBox(editor)).toEqual(start)
      await page.keyboard.press('Control+z')
      await page.keyboard.press('Escape')
      await focus.focus()
      await page.keyboard.down('Space')
      await page.mouse.down()
      await page.mouse.move(point.x + 5, point.y + 5, { steps: 3 })
      await page.mouse.up()
      await page.keyboard.up('Space')
      await expect.poll(async () => Math.round((await pageBox(editor)).x - start.x)).toBe(-20)
    }
  })

  test('9: no blank area stays behind when a page of 100 layers is zoomed and scrolled', async () => {
    const { visitor, dashboard } = opened
    const { page } = visitor
    const tiles = Array.from({ length: 100 }, (_, n) => ({
      ...{ type: 'rectangle', name: `Tile ${n}`, width: 60, height: 40, fill: n % 2 ? '#2244cc' : '#dd3322' },
      ...{ x: 60 * (n % 10), y: 40 * Math.floor(n / 10) },
    }))
    const id = await createTemplate(visitor, dashboard.origin, { ...shapes, editor: {}, layers: tiles })
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    await editor.saved()
    const { x, y } = await editor.at(300, 200)
    /** Pixels around the middle of the window that show no tile. */
    const blank = async () => {
      const picture = await page.screenshot({ clip: { x: x - 200, y: y - 150, width: 400, height: 300 } })
      const pixels = await sharp(picture).removeAlpha().raw().toBuffer()
      let count = 0
      for (let at = 0; at < pixels.length; at += 3) if (Math.min(...pixels.subarray(at, at + 3)) > 200) count++
      return count
    }
    await page.mouse.move(x, y)
    for (const [keys, wheels] of [
      ['Control', [-100, -100, -100]],
      ['', [90, 90, 90]],
      ['Shift', [120, 120, -240]],
      ['Control', [-100, 60, 60]],
      ['', [-90, -90, -90]],
    ] as const) {
      if (keys) await page.keyboard.down(keys)
      for (const by of wheels) await page.mouse.wheel(0, by)
      if (keys) await page.keyboard.up(keys)
      await atRest(page)
      await expect.poll(blank).toBe(0)
    }
  })

  test('what is selected is outlined where it is seen in every frame in which the drawer opens and closes', async () => {
    const { editor, page } = await open()
    // A page that is fitted into its window would get another size with it.
    await editor.canvas.press('+')
    await editor.layer('Back').click()
    await editor.canvas.evaluate((canvas) => {
      const distances: number[] = []
      const look = () => {
        const drawn = canvas.querySelector('canvas')
        const outline = [...canvas.querySelectorAll('svg polygon')].at(-1)
        distances.push(Math.round((outline?.getBoundingClientRect().y ?? 0) - (drawn?.getBoundingClientRect().y ?? 0)))
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
      Reflect.set(window, 'distances', distances)
    })
    const drawer = page.getByRole('region', { name: 'Source' })
    for (const state of ['visible', 'detached'] as const) {
      await editor.canvas.focus()
      await page.keyboard.press('Control+e')
      await drawer.waitFor({ state })
      if (state === 'visible') await drawer.getByRole('textbox').first().waitFor()
    }
    const distances = (): Promise<number[]> => page.evaluate(() => Reflect.get(window, 'distances'))
    await expect.poll(async () => (await distances()).length).toBeGreaterThan(3)
    expect(new Set(await distances()).size).toBe(1)
  })

  test('10, 11, 12: outlines what a click selects, by its painted shape, and lists what is under the pointer', async () => {
    const { editor, page } = await open()
    const point = await editor.at(90, 80)
    const free = await editor.at(300, 390)
    await page.mouse.move(free.x, free.y)
    await page.evaluate(watchName)
    await page.mouse.move(point.x, point.y)
    const named: unknown = await page.evaluate(() => Reflect.get(window, 'named'))
    expect(named).toMatchObject({ name: 'Circle', afterMs: expect.toSatisfy((ms: number) => ms >= 399) })
    await editor.click(90, 80)
    await expectSelected(editor, ['Circle'])
    await editor.click(52, 38)
    await expectSelected(editor, ['Back'])
    const rule = await editor.at(280, 80)
    await page.mouse.click(rule.x, rule.y + 3)
    await expectSelected(editor, ['Rule'])
    await page.mouse.click(rule.x, rule.y + 9)
    await expectSelected(editor, [])

    await page.keyboard.down('Alt')
    await page.mouse.click(point.x, point.y)
    await page.keyboard.up('Alt')
    const menu = page.getByRole('menu', { name: 'Select layer' })
    await expect.poll(() => menu.getByRole('menuitem').allInnerTexts()).toEqual(['Circle', 'Back'])
    await menu.getByRole('menuitem', { name: 'Back' }).click()
    await expectSelected(editor, ['Back'])
    await closes(menu)
    await page.mouse.click(point.x, point.y, { button: 'right' })
    await page.getByRole('menuitem', { name: 'Circle', exact: true }).click()
    await expectSelected(editor, ['Circle'])
    for (const height of [700, 420]) {
      await closes(page.getByRole('menu'))
      await page.setViewportSize({ width: 1280, height })
      await page.mouse.click(640, height - 60, { button: 'right' })
      await page.getByRole('menuitem').first().waitFor()
      // It is shown before it is put in its place.
      await atRest(page)
      const box = await page.getByRole('menu').boundingBox()
      expect(box && box.y >= 0 && box.y + box.height <= height, `the menu in a window of ${height} px`).toBe(true)
      await page.keyboard.press('Escape')
    }
    await page.setViewportSize({ width: 1280, height: 860 })
  })

  test('13: goes into groups by double click, to the deepest by Mod, and out by Escape', async () => {
    const { editor, page } = await open()
    await editor.click(60, 260)
    await expectSelected(editor, ['Group'])
    const { x, y } = await editor.at(60, 260)
    await page.mouse.dblclick(x, y)
    await expectSelected(editor, ['Left'])
    await editor.click(180, 260)
    await expectSelected(editor, ['Right'])
    await page.keyboard.press('Escape')
    await expectSelected(editor, ['Group'])
    await page.keyboard.press('Enter')
    await expectSelected(editor, ['Left', 'Right'])
    await page.keyboard.press('Shift+Enter')
    await expectSelected(editor, ['Group'])
    await page.keyboard.press('Escape')
    await expectSelected(editor, [])
    // A click beside all leaves the group.
    await page.mouse.dblclick(x, y)
    await editor.click(300, 390)
    await editor.click(60, 260)
    await expectSelected(editor, ['Group'])
    await page.keyboard.press('Escape')
    await page.keyboard.down('Control')
    await page.mouse.click(x, y)
    await page.keyboard.up('Control')
    await expectSelected(editor, ['Left'])
  })

  test('14: marks an area, adds and removes with Shift, selects all, and goes through siblings by Tab', async () => {
    const { editor, page } = await open()
    await editor.drag([10, 10], [230, 90])
    await expectSelected(editor, ['Back', 'Circle', 'Rule'])
    await page.keyboard.down('Shift')
    await editor.drag([350, 110], [215, 60])
    await expectSelected(editor, ['Back', 'Circle'])
    await editor.click(60, 260)
    await expectSelected(editor, ['Back', 'Circle', 'Group'])
    await editor.click(60, 260)
    await page.keyboard.up('Shift')
    await expectSelected(editor, ['Back', 'Circle'])
    await page.keyboard.press('Control+a')
    await expectSelected(editor, ['Back', 'Circle', 'Group', 'Outside', 'Rule'])
    await editor.click(44, 34)
    for (const name of ['Circle', 'Rule', 'Group', 'Outside', 'Back']) {
      await page.keyboard.press('Tab')
      await expectSelected(editor, [name])
    }
    await page.keyboard.press('Shift+Tab')
    await expectSelected(editor, ['Outside'])
  })

  test('15, 16: locked and hidden layers are in the tree only, and selecting there scrolls to the layer', async () => {
    const { editor, page } = await open()
    for (const x of [420, 520]) {
      await editor.layer('Back').click()
      await expectSelected(editor, ['Back'])
      await editor.click(x, 60)
      await expectSelected(editor, [])
    }
    for (const name of ['Locked', 'Hidden']) {
      await editor.layer(name).click()
      await expectSelected(editor, [name])
    }
    await editor.canvas.focus()
    await page.keyboard.press('Escape')
    await page.keyboard.press('-')
    await expect.poll(() => zoomOf(editor)).toBe(100)
    await page.keyboard.press('-')
    await expect.poll(() => zoomOf(editor)).toBe(67)
    await atRest(page)
    const { x, y, width } = await pageBox(editor)
    const zoom = width / shapes.width
    await page.mouse.move(x + 690 * zoom, y + 330 * zoom)
    await page.mouse.down()
    await page.mouse.move(x + 640 * zoom, y + 260 * zoom, { steps: 4 })
    await page.mouse.up()
    await expectSelected(editor, ['Outside'])

    await editor.layer('Back').click()
    await editor.canvas.focus()
    await page.keyboard.press('Shift+Digit2')
    await page.keyboard.press('+')
    await atRest(page)
    const before = await pageBox(editor)
    await editor.layer('Outside').click()
    await expect.poll(async () => (await pageBox(editor)).x).toBeLessThan(before.x)
    const window = await editor.canvas.boundingBox()
    const outline = await editor.canvas.locator('svg polygon').first().boundingBox()
    if (!window || !outline) throw new Error('nothing is outlined')
    expect(outline.x + outline.width / 2).toBeGreaterThan(window.x)
    expect(outline.x + outline.width / 2).toBeLessThan(window.x + window.width)
  })

  test('16, 7: a layer far from the page stays in sight when the view is scrolled', async () => {
    const { visitor, dashboard } = opened
    const far = { type: 'rectangle', name: 'Far', x: 3000, y: 100, width: 60, height: 60, fill: '#dd3322' }
    const id = await createTemplate(visitor, dashboard.origin, { ...shapes, layers: [far] })
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    await editor.saved()
    await editor.layer('Far').click()
    const outline = editor.canvas.locator('svg polygon').first()
    const window = await editor.canvas.boundingBox()
    await atRest(visitor.page)
    const before = await outline.boundingBox()
    if (!window || !before) throw new Error('nothing is outlined')
    await visitor.page.mouse.move(window.x + 100, window.y + 100)
    await visitor.page.mouse.wheel(0, 10)
    await expect.poll(async () => Math.round((await outline.boundingBox())?.y ?? 0)).toBe(Math.round(before.y) - 10)
    expect((await outline.boundingBox())?.x).toBeCloseTo(before.x, 0)
  })

  test('1: a dashboard that is mirrored shows the page below its handles', async () => {
    const { page } = opened.visitor
    const { editor } = await open()
    await page.evaluate(() => localStorage.setItem('pictable.direction', 'rtl'))
    await page.reload()
    await editor.drawn()
    await expect.poll(() => page.evaluate(() => document.documentElement.dir)).toBe('rtl')
    await editor.layer('Back').click()
    const { x, width } = await pageBox(editor)
    // The last: a layer beside the page is outlined as well.
    const outlined = async () => (await editor.canvas.locator('svg polygon').last().boundingBox())?.x ?? 0
    await expect.poll(async () => Math.abs((await outlined()) - (x + (20 / shapes.width) * width))).toBeLessThan(10)
    await page.evaluate(() => localStorage.removeItem('pictable.direction'))
  })
})
