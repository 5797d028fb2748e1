import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { atRest, closes } from '#test/dashboard/at-rest.ts'
import { useDashboard } from '#test/dashboard/open-dashboard.ts'
import { createTemplate, type EditorScreen, openEditor, stopClock, twoBoxes } from './editor.test-kit.ts'

type Place = readonly [x: number, y: number]
type Held = 'Shift' | 'Alt' | 'Control'
type Layer = Record<string, unknown>

const box = (name: string, [x, y]: Place, [width, height]: Place, more: Layer = {}): Layer => ({
  ...{ type: 'rectangle', name, x, y, width, height, fill: '#dd3322' },
  ...more,
})
const numberIn = (layer: Layer | undefined, key: string) => Number(layer?.[key])

describe.skipIf(chromiumPath === undefined)('gestures of the editor', { timeout: 300_000 }, () => {
  const opened = useDashboard({ isShared: true })

  async function open(layers: readonly Layer[], { snaps = false } = {}): Promise<EditorScreen> {
    const { visitor, dashboard } = opened
    const id = await createTemplate(visitor, dashboard.origin, { ...twoBoxes, layers })
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    await editor.saved()
    await viewSwitch(editor.page, 'Snapping', snaps)
    return editor
  }

  async function viewSwitch(page: Page, name: string, isOn = true): Promise<void> {
    await page.getByRole('button', { name: /^Zoom:/ }).click()
    const choice = page.getByRole('menuitemcheckbox', { name })
    if ((await choice.getAttribute('aria-checked')) !== String(isOn)) await choice.click()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
  }

  /** Presses at a point of the page and goes on to others; the pointer stays down. */
  async function hold(editor: EditorScreen, ...places: readonly Place[]): Promise<void> {
    const [first, ...others] = places
    if (!first) return
    const { mouse } = editor.page
    const start = await editor.at(...first)
    await mouse.move(start.x, start.y)
    await mouse.down()
    for (const place of others) {
      const { x, y } = await editor.at(...place)
      await mouse.move(x, y, { steps: 3 })
    }
  }

  async function drag(editor: EditorScreen, from: Place, to: Place, ...held: readonly Held[]): Promise<void> {
    for (const key of held) await editor.page.keyboard.down(key)
    await hold(editor, from, to)
    await editor.page.mouse.up()
    for (const key of held) await editor.page.keyboard.up(key)
    await editor.saved()
  }

  /** Drags a handle by a way on the screen, in CSS pixels. */
  async function pull(editor: EditorScreen, handle: string, [x, y]: Place): Promise<void> {
    const grip = await editor.canvas.locator(`[data-handle="${handle}"]`).last().boundingBox()
    if (!grip) throw new Error(`there is no handle ${handle}`)
    const start = { x: grip.x + grip.width / 2, y: grip.y + grip.height / 2 }
    const { mouse } = editor.page
    await mouse.move(start.x, start.y)
    await mouse.down()
    await mouse.move(start.x + x, start.y + y, { steps: 4 })
    await mouse.up()
    await editor.saved()
  }

  const undo = async (editor: EditorScreen) => {
    await editor.page.keyboard.press('Control+z')
    await editor.saved()
  }

  const selected = (editor: EditorScreen) => editor.layers.getByRole('treeitem', { selected: true }).allInnerTexts()

  test('17: drags what is selected from 3 px on, and takes it back on Escape, blur and release', async () => {
    const editor = await open([box('Under', [100, 100], [200, 150]), box('Over', [200, 150], [200, 150])])
    const { page } = editor
    await editor.click(120, 120)
    await drag(editor, [250, 200], [270, 210])
    await expect.poll(() => editor.stored('Under')).toMatchObject({ x: 120, y: 110 })
    await expect.poll(() => selected(editor)).toEqual(['Under'])
    await editor.click(280, 220)
    await expect.poll(() => selected(editor)).toEqual(['Over'])
    await drag(editor, [350, 250], [351.5, 250])
    for (const how of ['Escape', 'blur']) {
      await hold(editor, [350, 250], [380, 280])
      if (how === 'blur') await page.evaluate(() => dispatchEvent(new Event('blur')))
      else await page.keyboard.press('Escape')
      await page.mouse.up()
    }
    await expect.poll(() => editor.stored('Over')).toMatchObject({ x: 200, y: 150 })
    await undo(editor)
    await expect.poll(() => editor.stored('Under')).toMatchObject({ x: 100, y: 100 })
    await expect
      .poll(() => editor.page.getByRole('button', { name: 'Undo' }).getAttribute('aria-disabled'))
      .toBe('true')
  })

  test('18, 19: Shift keeps the axis, arrows are one step, and places are whole unless Mod is held', async () => {
    const editor = await open([box('Box', [100, 100], [200, 150])])
    await drag(editor, [150, 150], [190.4, 158], 'Shift')
    await expect.poll(() => editor.stored('Box')).toMatchObject({ x: 140, y: 100 })
    await stopClock(editor.page)
    for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowDown']) await editor.page.keyboard.press(key)
    await expect.poll(async () => (await editor.stored('Box'))?.y).toBe(110)
    await expect.poll(() => editor.stored('Box')).toMatchObject({ x: 142 })
    await undo(editor)
    await expect.poll(() => editor.stored('Box')).toMatchObject({ x: 140, y: 100 })
    await drag(editor, [200, 150], [210.4, 150.7], 'Control')
    expect(Number.isInteger((await editor.stored('Box'))?.x)).toBe(false)
  })

  test('17: a press on the mark of the server’s picture is none on the layer behind it', async () => {
    const { page } = opened.visitor
    await page.route('**/v1/template-preview/region', async (route) => {
      const body = route.request().postDataJSON()
      await route.continue({ postData: { ...body, design: { ...body.design, background: '#000000' } } })
    })
    const editor = await open([box('Red', [0, 200], [300, 200])])
    await page.keyboard.press('+')
    await page.keyboard.press('+')
    await editor.canvas.hover()
    await page.mouse.wheel(0, -100)
    // The mark of what was seen before goes in the next frame.
    await atRest(page)
    const mark = editor.canvas.getByRole('button', { name: 'Rendered slightly differently' })
    await mark.waitFor()
    const place = await mark.boundingBox()
    if (!place) throw new Error('the mark is not shown')
    await page.mouse.move(place.x + 8, place.y + 8)
    await page.mouse.down()
    await expect.poll(() => mark.getAttribute('aria-pressed')).toBe('true')
    await page.mouse.move(place.x + 40, place.y - 20, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => mark.getAttribute('aria-pressed')).toBe('false')
    await expect.poll(() => editor.layer('Red').getAttribute('aria-selected')).toBe('false')
    await editor.saved()
    await expect.poll(() => editor.stored('Red')).toMatchObject({ x: 0, y: 200 })
    // An edit takes the mark away while it is held down; the one that comes back is not held.
    await editor.layer('Red').click()
    await editor.canvas.press('ArrowDown')
    await editor.saved()
    await mark.waitFor()
    await page.mouse.move(place.x + 8, place.y + 8)
    await page.mouse.down()
    await expect.poll(() => mark.getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('Control+z')
    await expect.poll(() => editor.stored('Red')).toMatchObject({ x: 0, y: 200 })
    await expect.poll(() => mark.getAttribute('aria-pressed')).toBe('false')
    await page.mouse.up()
    await page.unroute('**/v1/template-preview/region')
  })

  test('20: a drag beyond the edge scrolls the view', async () => {
    const editor = await open([box('Box', [400, 150], [150, 100])])
    const drawn = editor.canvas.locator('canvas').first()
    const before = await drawn.boundingBox()
    const canvas = await editor.canvas.boundingBox()
    await hold(editor, [450, 200], [470, 200])
    if (canvas) await editor.page.mouse.move(canvas.x + canvas.width - 4, canvas.y + canvas.height / 2)
    await expect.poll(async () => (await drawn.boundingBox())?.x ?? 0).toBeLessThan((before?.x ?? 0) - 30)
    await editor.page.keyboard.press('Escape')
    await editor.page.mouse.up()
  })

  test('21, 22: a drag changes the gap of an anchor, and the order of a row, and takes a layer out of it', async () => {
    const row = {
      ...{ type: 'group', name: 'Row', x: 60, y: 240, width: 400, height: 60, layout: 'row', gap: 20 },
      children: ['A', 'B', 'C'].map((name) => box(name, [0, 0], [80, 60])),
    }
    const note = box('Note', [60, 0], [100, 40], { anchor: { layer: 'Title', side: 'below', gap: 20 } })
    const editor = await open([box('Title', [60, 40], [200, 60]), note, row])
    await drag(editor, [100, 140], [100, 155])
    await expect.poll(() => editor.stored('Note')).toMatchObject({ anchor: { layer: 'Title', side: 'below', gap: 35 } })
    const middle = await editor.at(100, 270)
    await editor.page.mouse.dblclick(middle.x, middle.y)
    await expect.poll(() => selected(editor)).toEqual(['A'])
    await drag(editor, [100, 270], [325, 272])
    const { children } = (await editor.stored('Row')) ?? {}
    expect(Array.isArray(children) && children.map((layer: Layer) => layer.name)).toEqual(['B', 'C', 'A'])
    // Grabbed in its middle, so its middle is where the pointer was.
    await drag(editor, [100, 270], [460, 150], 'Control')
    await expect.poll(() => editor.stored('B')).toMatchObject({ x: 420, y: 120, width: 80, height: 60 })
    expect((await editor.stored('Row'))?.children).toMatchObject([{ name: 'C' }, { name: 'A' }])
  })

  test('21: "Detach" in the menu of an anchored layer leaves it where it is drawn', async () => {
    const note = box('Note', [60, 0], [100, 40], { anchor: { layer: 'Title', side: 'below', gap: 20 } })
    const editor = await open([box('Title', [60, 40], [200, 60]), note])
    const { page } = editor
    const menu = page.getByRole('menu')
    const openMenu = async (...place: Place) => {
      const { x, y } = await editor.at(...place)
      await page.mouse.click(x, y, { button: 'right' })
      await menu.waitFor()
    }
    await openMenu(100, 60)
    expect(await menu.getByRole('menuitem', { name: 'Detach' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await closes(menu)
    await openMenu(100, 140)
    await menu.getByRole('menuitem', { name: 'Detach' }).click()
    await expect.poll(() => editor.stored('Note')).toEqual(box('Note', [60, 120], [100, 40]))
  })

  test('23: a layer held over a group is seen in front of it, goes into it, and stays where it is', async () => {
    const tile = box('Tile', [0, 0], [240, 200], { fill: '#00aa44' })
    const group = { type: 'group', name: 'Group', x: 300, y: 100, width: 240, height: 200, children: [tile] }
    const editor = await open([box('Card', [60, 60], [80, 60], { fill: '#ffcc00' }), group])
    const { page } = editor
    const drawn = editor.canvas.locator('canvas').first()
    const colorAt = async (place: Place) => {
      const point = await editor.at(...place)
      return drawn.evaluate((canvas: HTMLCanvasElement, { x, y }) => {
        const { left, top, width } = canvas.getBoundingClientRect()
        const ratio = canvas.width / width
        const data = canvas.getContext('2d')?.getImageData((x - left) * ratio, (y - top) * ratio, 1, 1).data
        return [...(data ?? [])].slice(0, 3)
      }, point)
    }
    await hold(editor, [100, 90], [420, 200])
    await expect.poll(() => colorAt([430, 205])).toEqual([255, 204, 0])
    await page.mouse.up()
    await editor.saved()
    const { children } = (await editor.stored('Group')) ?? {}
    expect(children).toMatchObject([{ name: 'Tile' }, { name: 'Card', x: 80, y: 70 }])
    await undo(editor)
    await expect.poll(() => editor.stored('Card')).toMatchObject({ x: 60, y: 60 })
  })

  test('23: a layer of a row is held over another group or dragged into the tree, too', async () => {
    const row = { type: 'group', name: 'Row', x: 40, y: 240, width: 300, height: 80, layout: 'row', gap: 10 }
    const cards = [box('A', [0, 0], [60, 60]), box('B', [0, 0], [60, 60])]
    const tile = box('Tile', [0, 0], [200, 160], { fill: '#00aa44' })
    const group = { type: 'group', name: 'Group', x: 380, y: 20, width: 200, height: 160, children: [tile] }
    const editor = await open([{ ...row, children: cards }, group])
    const { page } = editor
    const first = await editor.at(70, 270)
    await page.mouse.dblclick(first.x, first.y)
    await expect.poll(() => selected(editor)).toEqual(['A'])
    await hold(editor, [70, 270], [480, 100])
    // The group is marked once the layer was held over it for a while.
    await expect.poll(() => editor.canvas.locator('svg .stroke-accent.stroke-2').count()).toBeGreaterThan(0)
    await page.mouse.up()
    await editor.saved()
    await expect
      .poll(() => editor.stored('Group'))
      .toMatchObject({ children: [{ name: 'Tile' }, { name: 'A', x: 70, y: 50 }] })
    await undo(editor)
    const target = await editor.layer('Group').boundingBox()
    await hold(editor, [70, 270], [100, 200])
    if (!target) throw new Error('the group is not in the tree')
    await page.mouse.move(target.x + 80, target.y + target.height / 2, { steps: 4 })
    await page.mouse.up()
    await editor.saved()
    await expect.poll(() => editor.stored('Group')).toMatchObject({ children: [{ name: 'Tile' }, { name: 'A' }] })
  })

  test('24, 27: small layers have corner handles outside, and a size stops at 1', async () => {
    const editor = await open([box('Small', [300, 200], [12, 12]), box('Box', [60, 60], [100, 80])])
    await editor.click(306, 206)
    const handle = (name: string) => editor.canvas.locator(`[data-handle="${name}"]`)
    await expect.poll(() => handle('se').count()).toBe(1)
    await expect.poll(() => handle('n').count()).toBe(0)
    const corner = await handle('se').boundingBox()
    expect((corner?.x ?? 0) + (corner?.width ?? 0) / 2).toBeGreaterThan((await editor.at(312, 212)).x + 2)
    await editor.click(100, 100)
    await expect.poll(() => handle('n').count()).toBe(1)
    await drag(editor, [160, 100], [20, 100])
    await expect.poll(() => editor.stored('Box')).toMatchObject({ x: 60, width: 1, height: 80 })
  })

  test('25, 26: Shift keeps the ratio, Alt the centre, and a turned layer its opposite corner', async () => {
    const turned = box('Turned', [340, 120], [160, 120], { rotation: 30 })
    const editor = await open([box('Box', [60, 60], [200, 100]), turned])
    await editor.click(100, 100)
    await drag(editor, [260, 160], [300, 165], 'Shift')
    const kept = await editor.stored('Box')
    expect(numberIn(kept, 'width') / numberIn(kept, 'height')).toBeCloseTo(2, 1)
    expect(kept).toMatchObject({ x: 60, y: 60 })
    await undo(editor)
    await drag(editor, [260, 160], [280, 170], 'Alt')
    await expect.poll(() => editor.stored('Box')).toMatchObject({ x: 40, y: 50, width: 240, height: 120 })
    const cornersOf = (layer: Layer | undefined, [u, v]: Place): Place => {
      const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((key) => numberIn(layer, key))
      const angle = (Number(layer?.rotation ?? 0) * Math.PI) / 180
      const [dx, dy] = [(u - 0.5) * (width ?? 0), (v - 0.5) * (height ?? 0)]
      const center = [(x ?? 0) + (width ?? 0) / 2, (y ?? 0) + (height ?? 0) / 2]
      return [
        (center[0] ?? 0) + dx * Math.cos(angle) - dy * Math.sin(angle),
        (center[1] ?? 0) + dx * Math.sin(angle) + dy * Math.cos(angle),
      ]
    }
    await editor.click(420, 180)
    const [from, opposite] = [cornersOf(turned, [1, 1]), cornersOf(turned, [0, 0])]
    await drag(editor, from, [from[0] + 25, from[1] + 10])
    const after = cornersOf(await editor.stored('Turned'), [0, 0])
    expect(Math.hypot(after[0] - opposite[0], after[1] - opposite[1])).toBeLessThan(0.01)
    expect((await editor.stored('Turned'))?.width).not.toBe(160)
  })

  test('28, 29: sides of a text keep its height, Mod scales what is written, and a group its children', async () => {
    const title = {
      type: 'text',
      name: 'Title',
      x: 60,
      y: 40,
      width: 240,
      height: 60,
      text: 'Some words',
      fontSize: 30,
    }
    const children = [box('Dot', [10, 10], [40, 20], { radius: 4 })]
    const group = { type: 'group', name: 'Group', x: 60, y: 200, width: 200, height: 100, children }
    const editor = await open([{ ...title, fit: 'grow' }, group])
    await editor.layer('Title').click()
    await pull(editor, 'e', [44, 0])
    const wider = await editor.stored('Title')
    expect(wider).toMatchObject({ height: 60, fontSize: 30 })
    expect(wider?.width).toBeGreaterThan(270)
    await undo(editor)
    await editor.layer('Group').click()
    await drag(editor, [260, 300], [360, 350])
    await expect
      .poll(() => editor.stored('Group'))
      .toMatchObject({
        ...{ width: 300, height: 150 },
        children: [{ name: 'Dot', x: 15, y: 15, width: 60, height: 30, radius: 4 }],
      })
    await undo(editor)
    await drag(editor, [260, 300], [360, 350], 'Control')
    await expect.poll(() => editor.stored('Group')).toMatchObject({ children: [{ name: 'Dot', width: 60, radius: 6 }] })
    await undo(editor)
    await editor.page.keyboard.press('Control+Alt+Shift+ArrowRight')
    await editor.saved()
    await expect
      .poll(() => editor.stored('Group'))
      .toMatchObject({
        ...{ width: 210, height: 100 },
        children: [{ name: 'Dot', x: 10.5, y: 10, width: 42, height: 20, radius: 4 }],
      })
  })

  test('26, 28: a turned text that gets more lines keeps its other side', async () => {
    const text = { type: 'text', name: 'Title', x: 150, y: 150, width: 300, height: 60, text: 'Some words to wrap' }
    const editor = await open([{ ...text, fontSize: 30, fit: 'grow', rotation: 30 }])
    const { page } = editor
    await editor.layer('Title').click()
    const centre = async (handle: string) => {
      const grip = await editor.canvas.locator(`[data-handle="${handle}"]`).last().boundingBox()
      if (!grip) throw new Error(`there is no handle ${handle}`)
      return { x: grip.x + grip.width / 2, y: grip.y + grip.height / 2 }
    }
    const [corner, side] = [await centre('nw'), await centre('e')]
    const lower = await centre('sw')
    const outline = editor.canvas.locator('svg polygon').first()
    const height = () =>
      outline.evaluate((polygon: SVGPolygonElement) => {
        const [top, bottom] = [polygon.points.getItem(0), polygon.points.getItem(3)]
        return Math.hypot(bottom.x - top.x, bottom.y - top.y)
      })
    const before = await height()
    await page.mouse.move(side.x, side.y)
    await page.mouse.down()
    await page.mouse.move(side.x - 190, side.y - 110, { steps: 8 })
    await expect.poll(height).toBeGreaterThan(before + 20)
    await atRest(page)
    await page.mouse.up()
    await editor.saved()
    await expect
      .poll(async () => Math.hypot((await centre('sw')).x - lower.x, (await centre('sw')).y - lower.y))
      .toBeGreaterThan(20)
    await atRest(page)
    const after = await centre('nw')
    expect(Math.hypot(after.x - corner.x, after.y - corner.y)).toBeLessThan(1.5)
  })

  test('30, 31: Shift turns by 15 degrees, several about their centre, and dots round corners', async () => {
    const editor = await open([box('Other', [20, 20], [120, 100]), box('Box', [200, 150], [200, 100])])
    await editor.click(300, 200)
    const knob = editor.canvas.locator('[data-handle="rotate"]').last()
    const from = await knob.boundingBox()
    const to = await editor.at(420, 190)
    const { mouse, keyboard } = editor.page
    if (!from) throw new Error('there is no handle to turn by')
    await keyboard.down('Shift')
    await mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await mouse.down()
    await mouse.move(to.x, to.y, { steps: 4 })
    const angle = await editor.canvas.getByText('90°').boundingBox()
    expect(Math.hypot((angle?.x ?? 0) - to.x, (angle?.y ?? 0) - to.y)).toBeLessThan(60)
    await mouse.up()
    await keyboard.up('Shift')
    await editor.saved()
    await expect.poll(() => editor.stored('Box')).toMatchObject({ rotation: 90 })
    await undo(editor)
    await editor.page.keyboard.press('Control+a')
    await expect.poll(() => editor.canvas.locator('[data-handle="se"]').count()).toBe(1)
    await expect.poll(() => editor.canvas.locator('[data-handle^="radius"]').count()).toBe(0)
    await editor.click(300, 200)
    await pull(editor, 'radius0', [20, 20])
    expect((await editor.stored('Box'))?.radius).toBeGreaterThan(15)
    await undo(editor)
    await editor.page.keyboard.down('Alt')
    await pull(editor, 'radius0', [20, 20])
    await editor.page.keyboard.up('Alt')
    const { radius } = (await editor.stored('Box')) ?? {}
    expect(Array.isArray(radius) && radius.slice(1)).toEqual([0, 0, 0])
  })

  test('32, 60: lines have two ends, and shapes are drawn by dragging and clicking', async () => {
    const editor = await open([])
    const { page } = editor
    await page.keyboard.press('l')
    await drag(editor, [100, 100], [300, 120], 'Shift')
    expect((await editor.draft()).design.layers).toMatchObject(
      [{ type: 'line', x: 100, width: 201 }].map(({ type }) => ({ type })),
    )
    const ends = editor.canvas.locator('[data-handle="start"], [data-handle="end"]')
    await expect.poll(() => ends.count()).toBe(2)
    await expect.poll(() => editor.canvas.locator('[data-handle="nw"]').count()).toBe(0)
    await page.keyboard.press('r')
    await drag(editor, [100, 200], [160, 230], 'Shift')
    await page.keyboard.press('o')
    await drag(editor, [400, 250], [430, 270], 'Alt')
    await page.keyboard.press('p')
    await editor.click(500, 100)
    await expect.poll(async () => (await editor.draft()).design.layers.length).toBe(4)
    const [, square, oval, polygon] = (await editor.draft()).design.layers
    expect(square).toMatchObject({ type: 'rectangle', x: 100, y: 200, width: 60, height: 60 })
    expect(oval).toMatchObject({ type: 'ellipse', x: 370, y: 230, width: 60, height: 40 })
    expect(polygon).toMatchObject({ type: 'polygon' })
    await page.keyboard.press('t')
    await page.keyboard.press('Escape')
    await expect.poll(() => editor.canvas.evaluate((own) => getComputedStyle(own).cursor)).not.toBe('crosshair')
    await page.keyboard.press('o')
    const { x, y } = await editor.at(250, 60)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.keyboard.press('Shift')
    await page.mouse.move(x + 1, y + 1)
    await page.mouse.up()
    await expect.poll(async () => (await editor.draft()).design.layers.at(-1)).toMatchObject({ type: 'ellipse' })
    expect(numberIn((await editor.draft()).design.layers.at(-1), 'width')).toBeGreaterThan(100)
    await page.keyboard.press('5')
    await expect.poll(async () => (await editor.draft()).design.layers.at(-1)?.opacity).toBe(0.5)

    // What the panel offers is inserted by a press; a picture is chosen first.
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.getByRole('tab', { name: 'Insert' }).click()
    const offers = page.getByRole('list', { name: 'Insert', exact: true }).getByRole('button')
    await offers.first().waitFor()
    const names = await offers.allInnerTexts()
    for (const [at, name] of names.entries()) {
      await offers.nth(at).click()
      if (name !== 'Picture') continue
      const picker = page.getByRole('dialog', { name: 'Choose a picture' })
      await picker.getByRole('button', { name: 'Upload a picture' }).waitFor()
      await page.keyboard.press('Escape')
      await closes(picker)
    }
    const inserted = ['text', 'rectangle', 'ellipse', 'line', 'polygon', 'star', 'group', 'group', 'svg', 'path-text']
    const others = ['qr-code', 'barcode', 'rating', 'chart', 'table']
    const types = async () => (await editor.draft()).design.layers.map(({ type }) => type)
    await expect.poll(types).toEqual([...inserted, ...others])
  })

  test('33, 34, 35, 36: edges snap with lines and distances, Mod suspends it, and Alt measures', async () => {
    const editor = await open([box('One', [60, 60], [100, 80]), box('Two', [300, 200], [120, 90])], { snaps: true })
    const { page } = editor
    const lines = editor.canvas.locator('svg line[class*="e11d48"]')
    await hold(editor, [340, 240], [103, 245])
    await expect.poll(() => lines.count()).toBeGreaterThan(0)
    await page.mouse.up()
    await editor.saved()
    await expect.poll(() => editor.stored('Two')).toMatchObject({ x: 60 })
    await undo(editor)
    await drag(editor, [340, 240], [103, 245], 'Control')
    expect((await editor.stored('Two'))?.x).not.toBe(60)
    await undo(editor)
    await drag(editor, [420, 245], [403, 245])
    await expect.poll(() => editor.stored('Two')).toMatchObject({ width: 100 })
    await undo(editor)
    await drag(editor, [420, 290], [402, 276], 'Shift')
    await expect.poll(() => editor.stored('Two')).toMatchObject({ width: 100, height: 75 })
    await undo(editor)
    const over = await editor.at(110, 100)
    await page.keyboard.down('Alt')
    await page.mouse.move(over.x, over.y, { steps: 2 })
    await expect.poll(() => lines.count()).toBeGreaterThanOrEqual(2)
    // Beside all layers, the edges of the page are measured.
    const beside = await editor.at(250, 30)
    await page.mouse.move(beside.x, beside.y, { steps: 2 })
    await expect.poll(() => lines.count()).toBe(4)
    await page.keyboard.up('Alt')
    await expect.poll(() => lines.count()).toBe(0)
  })

  test('34, 35: nothing snaps inside a mirrored group, and the switch survives a reload', async () => {
    const group = { type: 'group', name: 'Mirrored', x: 300, y: 40, width: 240, height: 300, flip: 'horizontal' }
    const children = [box('In', [40, 20], [100, 60]), box('Beside', [20, 140], [123, 60])]
    const editor = await open([{ ...group, children }], { snaps: true })
    const { page } = editor
    const inside = await editor.at(450, 90)
    await page.mouse.dblclick(inside.x, inside.y)
    await expect.poll(() => selected(editor)).toEqual(['In'])
    await pull(editor, 'w', [-30, 0])
    const { children: after } = (await editor.stored('Mirrored')) ?? {}
    const zoom = ((await editor.at(100, 0)).x - (await editor.at(0, 0)).x) / 100
    const [wider] = Array.isArray(after) ? after : []
    expect(Math.abs(Math.abs(wider.width - 100) - 30 / zoom)).toBeLessThan(1)

    await viewSwitch(page, 'Snapping', false)
    await page.reload()
    await editor.drawn()
    await page.getByRole('button', { name: /^Zoom:/ }).click()
    const choice = page.getByRole('menuitemcheckbox', { name: 'Snapping' })
    await expect.poll(() => choice.getAttribute('aria-checked')).toBe('false')
    await page.keyboard.press('Escape')
  })

  test('37, 38: guides are dragged from rulers and saved, and grid and safe area are shown', async () => {
    const editor = await open([box('Box', [200, 150], [100, 80])], { snaps: true })
    const { page } = editor
    await page.keyboard.press('Shift+r')
    const ruler = await editor.canvas.locator('[data-handle="guide-x"]').boundingBox()
    const to = await editor.at(150, 200)
    if (!ruler) throw new Error('there is no ruler')
    await page.mouse.move(ruler.x + 8, ruler.y + 300)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 4 })
    await page.mouse.up()
    await editor.saved()
    expect((await editor.draft()).design).toMatchObject({ editor: { guides: { x: [150] } } })
    await drag(editor, [250, 190], [203, 190])
    await expect.poll(() => editor.stored('Box')).toMatchObject({ x: 150 })
    const onGuide = await editor.at(150, 350)
    await page.mouse.click(onGuide.x, onGuide.y, { button: 'right' })
    await page.getByRole('menuitem', { name: 'Remove guide', exact: true }).click()
    await expect.poll(async () => (await editor.draft()).design).not.toHaveProperty('editor.guides')
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await editor.draft()).design).toMatchObject({ editor: { guides: { x: [150] } } })
    await viewSwitch(page, 'Grid')
    await viewSwitch(page, 'Safe area')
    await editor.saved()
    expect((await editor.draft()).design).toMatchObject({ editor: { grid: {}, safeArea: {} } })
    await expect.poll(() => editor.canvas.locator('rect.fill-bad\\/8').count()).toBe(12)
  })

  test('39, 41, 42, 43: align, distribute, group, wrap, order and duplicate', async () => {
    const names = ['A', 'B', 'C']
    const editor = await open(names.map((name, n) => box(name, [60 + 130 * n + 10 * n * n, 60 + 30 * n], [80, 50])))
    const { page } = editor
    const press = async (keys: string) => {
      await page.keyboard.press(keys)
      await editor.saved()
    }
    const places = async () => (await editor.draft()).design.layers.map(({ x, y }) => [x, y])
    await editor.click(80, 70)
    await press('Control+a')
    await press('Alt+w')
    expect((await places()).map(([, y]) => y)).toEqual([60, 60, 60])
    await press('Alt+Shift+h')
    const [first, second, third] = (await places()).map(([x]) => Number(x))
    expect((second ?? 0) - (first ?? 0)).toBeCloseTo((third ?? 0) - (second ?? 0), 0)
    const before = await places()
    await press('Control+g')
    expect((await editor.draft()).design.layers).toMatchObject([{ type: 'group', children: [{}, {}, {}] }])
    await press('Control+Shift+g')
    await expect.poll(() => places()).toEqual(before)
    await press('Shift+a')
    expect((await editor.draft()).design.layers).toMatchObject([{ type: 'group', layout: 'row' }])
    // Where they lie in it is chosen in a picture of its box.
    await editor.inspector.getByRole('radio', { name: 'Bottom, Right' }).check()
    await expect
      .poll(async () => (await editor.draft()).design.layers[0])
      .toMatchObject({ align: 'end', justify: 'end' })
    await editor.canvas.focus()
    await undo(editor)
    await undo(editor)
    await editor.click(80, 70)
    await press(']')
    const order = async () => (await editor.draft()).design.layers.map(({ name }) => name)
    await expect.poll(() => order()).toEqual(['B', 'A', 'C'])
    await press('Control+]')
    await expect.poll(() => order()).toEqual(['B', 'C', 'A'])
    await press('Control+[')
    await expect.poll(() => order()).toEqual(['A', 'B', 'C'])
    await press('Control+Shift+ArrowUp')
    await expect.poll(() => order()).toEqual(['B', 'C', 'A'])
    await press('Control+Shift+ArrowDown')
    await expect.poll(() => order()).toEqual(['A', 'B', 'C'])
    // As Windows reports AltGr, which writes brackets on a German keyboard.
    const held = { ctrlKey: true, altKey: true, modifierAltGraph: true, bubbles: true, cancelable: true }
    const pressAltGr = (key: string) =>
      page.evaluate((init) => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init)), {
        ...held,
        key,
      })
    await pressAltGr(']')
    await expect.poll(order).toEqual(['B', 'A', 'C'])
    await pressAltGr('[')
    await expect.poll(order).toEqual(['A', 'B', 'C'])
    await press('Control+d')
    await expect.poll(() => order()).toEqual(['A', 'A 2', 'B', 'C'])
    expect((await editor.stored('A 2'))?.x).toBe(Number(first) + 10)
    await press('Control+d')
    expect((await editor.stored('A 3'))?.x).toBe(Number(first) + 20)
    await drag(editor, [Number(first) + 60, 100], [Number(first) + 60, 250], 'Alt')
    await expect.poll(() => order()).toEqual(['A', 'A 2', 'A 3', 'A 4', 'B', 'C'])
    await expect.poll(() => editor.stored('A 4')).toMatchObject({ x: Number(first) + 20, y: 230 })
    await expect.poll(() => editor.stored('A 3')).toMatchObject({ x: Number(first) + 20, y: 80 })
    await undo(editor)
    await expect.poll(() => order()).toEqual(['A', 'A 2', 'A 3', 'B', 'C'])
  })
})
