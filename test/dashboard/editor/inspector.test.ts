import { afterAll, describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { closes, getsFocus } from '#test/dashboard/at-rest.ts'
import { useDashboard } from '#test/dashboard/open-dashboard.ts'
import { bindableNames, layersOfEveryKind } from './bindable-properties.ts'
import { ask, createTemplate, type EditorScreen, openEditor, twoBoxes } from './editor.test-kit.ts'

describe.skipIf(chromiumPath === undefined)('the inspector', { timeout: 300_000 }, () => {
  const opened = useDashboard({ isShared: true })
  // Those of the brand are in all templates of the server that other files share.
  afterAll(() =>
    ask(opened.visitor, `${opened.dashboard.origin}/v1/settings`, { method: 'PATCH', body: { brand_colors: [] } }),
  )

  async function open(design: object = twoBoxes): Promise<EditorScreen> {
    const { visitor, dashboard } = opened
    const id = await createTemplate(visitor, dashboard.origin, design)
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    await editor.saved()
    return editor
  }

  async function typeSample({ page }: EditorScreen, name: string, value: string) {
    await page.getByRole('tab', { name: 'Data' }).click()
    await page.getByRole('tabpanel', { name: 'Data' }).getByRole('textbox', { name, exact: true }).fill(value)
  }

  const fieldsOf = ({ inspector }: EditorScreen) => ({
    field: (name: string) => inspector.getByRole('textbox', { name, exact: true }),
    button: (name: string) => inspector.getByRole('button', { name, exact: true }),
    section: (name: string) => inspector.getByRole('region', { name, exact: true }),
    choice: (name: string) => inspector.getByRole('combobox', { name, exact: true }),
    boundTo: (name: string) => inspector.getByRole('group', { name, exact: true }),
  })

  async function undo({ canvas, page }: EditorScreen): Promise<void> {
    await canvas.focus()
    await page.keyboard.press('Control+z')
  }

  test('70, 71: numbers count, know units and bounds; Enter applies, Esc restores, arrows step', async () => {
    const editor = await open()
    const { field } = fieldsOf(editor)
    const x = async () => (await editor.stored('Red'))?.x
    await editor.layer('Red').click()
    const sums = { '100/3': '33.33', '50%': '300', '1in': '96', '20mm': '75.59', '+4.4094': '80' }
    for (const [typed, shown] of Object.entries(sums)) {
      await field('X').fill(typed)
      await field('X').press('Enter')
      await expect.poll(() => field('X').inputValue()).toBe(shown)
    }
    await expect.poll(x).toBeCloseTo(80, 2)
    await field('X').fill('300')
    await field('X').press('Escape')
    await expect.poll(() => field('X').inputValue()).toBe('80')

    await field('Y').press('ArrowUp')
    await field('Y').press('Shift+ArrowUp')
    await field('Y').press('Alt+ArrowDown')
    await expect.poll(() => field('Y').inputValue()).toBe('70.9')
    await undo(editor)
    await expect.poll(() => field('Y').inputValue()).toBe('60')

    await field('Width').fill('a lot')
    await field('Width').press('Enter')
    await expect.poll(() => field('Width').inputValue()).toBe('200')
    await editor.inspector.getByText('“a lot” is not a number. The value did not change.').waitFor()
    await field('Width').fill('20000')
    await field('Width').press('Enter')
    await expect.poll(() => field('Width').inputValue()).toBe('10000')
    await editor.inspector.getByText('The maximum is 10,000.').waitFor()
    await undo(editor)
    await expect.poll(() => field('Width').inputValue()).toBe('200')
    await field('Width').fill('9000+2000')
    await field('Width').press('Enter')
    await expect.poll(() => field('Width').inputValue()).toBe('10000')
    await editor.inspector.getByText('The maximum is 10,000.').waitFor()
  })

  test('70, 72: dragging a label scrubs live in one step, Shift is faster, Esc takes it back', async () => {
    const editor = await open()
    const { page, inspector } = editor
    const { field } = fieldsOf(editor)
    await editor.layer('Red').click()
    const scrub = async (by: number, name = 'X') => {
      const label = await inspector.getByText(name, { exact: true }).first().boundingBox()
      if (!label) throw new Error(`the label ${name} is not shown`)
      const at = { x: label.x + 3, y: label.y + label.height / 2 }
      await page.mouse.move(at.x, at.y)
      await page.mouse.down()
      await page.mouse.move(at.x + by, at.y, { steps: 5 })
    }
    await scrub(20)
    await expect.poll(() => field('X').inputValue()).toBe('80')
    await page.keyboard.press('Control+z')
    await page.mouse.up()
    await expect.poll(() => field('X').inputValue()).toBe('80')
    await undo(editor)
    await expect.poll(() => field('X').inputValue()).toBe('60')
    await page.keyboard.down('Shift')
    await scrub(10)
    await page.mouse.up()
    await page.keyboard.up('Shift')
    await expect.poll(() => field('X').inputValue()).toBe('160')
    await scrub(-50)
    await expect.poll(() => field('X').inputValue()).toBe('110')
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expect.poll(() => field('X').inputValue()).toBe('160')
    await expect.poll(async () => (await editor.stored('Red'))?.x).toBe(160)
    await page.keyboard.down('Alt')
    await scrub(15)
    await page.mouse.up()
    await page.keyboard.up('Alt')
    await expect.poll(() => field('X').inputValue()).toBe('161.5')

    // One number for all corners, then one for each.
    const radius = async () => (await editor.stored('Red'))?.radius
    await scrub(12, 'Radius')
    await page.mouse.up()
    await expect.poll(radius).toBe(12)
    await inspector.getByRole('button', { name: 'Radius: set individually' }).click()
    await field('Radius, top left').fill('20')
    await field('Radius, top left').press('Enter')
    await scrub(8, 'Radius')
    await page.mouse.up()
    await expect.poll(radius).toEqual([28, 20, 20, 20])

    // From number to number, and back.
    await field('X').focus()
    for (const name of ['Y', 'Width', 'Height']) {
      await page.keyboard.press('Tab')
      await getsFocus(field(name))
    }
    await page.keyboard.press('Shift+Tab')
    await getsFocus(field('Width'))

    await editor.canvas.focus()
    await page.keyboard.press('Escape')
    await expect.poll(() => field('Width').inputValue()).toBe('600')
    await scrub(40, 'Width')
    await expect.poll(() => field('Width').inputValue()).toBe('640')
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expect.poll(() => field('Width').inputValue()).toBe('600')
    await scrub(-10, 'Height')
    await page.mouse.up()
    await expect.poll(() => field('Height').inputValue()).toBe('390')
    await undo(editor)
    await expect.poll(() => field('Height').inputValue()).toBe('400')
  })

  test('39: the bar of the inspector aligns, distributes and matches sizes', async () => {
    const editor = await open()
    const { button, field } = fieldsOf(editor)
    await editor.layer('Red').click()
    await button('Align right (Alt+D)').click()
    await expect.poll(async () => (await editor.stored('Red'))?.x).toBe(400)
    await expect.poll(() => button('Distribute horizontally (Alt+Shift+H)').getAttribute('aria-disabled')).toBe('true')
    await editor.layer('Blue').click({ modifiers: ['Control'] })
    await button('Align top (Alt+W)').click()
    await expect.poll(async () => (await editor.stored('Blue'))?.y).toBe(60)
    await field('Width').fill('+20')
    await field('Width').press('Enter')
    await editor.layer('Red').click()
    await field('Height').fill('90')
    await field('Height').press('Enter')
    await editor.layer('Blue').click({ modifiers: ['Control'] })
    await button('Match height').click()
    await expect.poll(async () => (await editor.stored('Blue'))?.height).toBe(90)
    await editor.layer('Red').click()
    await field('Width').fill('150')
    await field('Width').press('Enter')
    await editor.layer('Blue').click({ modifiers: ['Control'] })
    await button('Match width').click()
    await expect.poll(async () => (await editor.stored('Blue'))?.width).toBe(150)
  })

  test('40: several layers show "Mixed"; typing sets all, a sum applies to each', async () => {
    const editor = await open()
    const { page } = editor
    const { field } = fieldsOf(editor)
    await editor.layer('Red').click()
    await editor.layer('Blue').click({ modifiers: ['Control'] })
    await editor.inspector.getByRole('heading', { name: '2 layers' }).waitFor()
    await expect.poll(() => field('X').getAttribute('placeholder')).toBe('Mixed')
    await field('X').fill('+10')
    await field('X').press('Enter')
    await expect
      .poll(async () => [(await editor.stored('Red'))?.x, (await editor.stored('Blue'))?.x])
      .toEqual([70, 350])
    await field('Height').fill('90')
    await page.keyboard.press('Tab')
    await expect
      .poll(async () => [(await editor.stored('Red'))?.height, (await editor.stored('Blue'))?.height])
      .toEqual([90, 90])
    await undo(editor)
    await undo(editor)
    await expect
      .poll(async () => [(await editor.stored('Red'))?.x, (await editor.stored('Blue'))?.x])
      .toEqual([60, 340])
  })

  test('61: a fill is none, solid or a gradient; stops are dragged, added and taken away', async () => {
    const editor = await open()
    const { page, inspector } = editor
    const { field, choice } = fieldsOf(editor)
    const fill = async () => (await editor.stored('Red'))?.fill
    const choose = async (kind: string) => {
      await choice('Kind of Fill').click()
      await page.getByRole('option', { name: kind, exact: true }).click()
    }
    await editor.layer('Red').click()
    await field('Fill').fill('nonsense')
    await field('Fill').press('Enter')
    await inspector.getByText('“nonsense” is not a colour. The value did not change.').waitFor()
    await field('Fill').fill('rgb(0 128 0)')
    await field('Fill').press('Enter')
    await expect.poll(fill).toBe('rgb(0 128 0)')
    await choose('Linear')
    await expect.poll(fill).toEqual({ type: 'linear', stops: [{ color: 'rgb(0 128 0)' }, { color: '#ffffff' }] })
    const bar = await inspector.getByRole('group', { name: 'Gradient stops' }).boundingBox()
    if (!bar) throw new Error('the stops are not shown')
    const stops = inspector.getByRole('slider')
    await page.mouse.click(bar.x + bar.width / 2, bar.y + bar.height / 2)
    await expect.poll(() => stops.count()).toBe(3)
    const off = { x: bar.x + bar.width / 2, y: bar.y + bar.height / 2 }
    await page.mouse.move(off.x, off.y)
    await page.mouse.down()
    await page.mouse.move(bar.x + bar.width / 4, off.y, { steps: 4 })
    await expect.poll(() => stops.nth(1).getAttribute('aria-valuenow')).toBe('25')
    await page.mouse.move(off.x, off.y + 80, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => stops.count()).toBe(2)
    await stops.nth(0).press('Shift+ArrowRight')
    await expect.poll(fill).toMatchObject({ stops: [{ offset: 0.1 }, { offset: 1 }] })
    // On the canvas too: the gradient goes down, and its stops are a little inside of the layer.
    const stop = editor.canvas.locator('[data-handle="gradient-stop0"]')
    const from = await stop.boundingBox()
    const to = await editor.at(160, 120)
    if (!from) throw new Error('the stop is not shown')
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 4 })
    await page.mouse.up()
    await expect.poll(fill).toMatchObject({ stops: [{ offset: expect.closeTo(0.5, 1) }, { offset: 1 }] })
    await undo(editor)
    // A click on its line adds one, and dragged away from the line it is removed.
    const count = async () => Object(await fill()).stops.length
    await page.mouse.click(to.x, to.y)
    await expect
      .poll(fill)
      .toMatchObject({ stops: [{ offset: 0.1 }, { offset: expect.closeTo(0.5, 1) }, { offset: 1 }] })
    await page.mouse.move(to.x, to.y)
    await page.mouse.down()
    await page.mouse.move(to.x + 60, to.y, { steps: 4 })
    await page.mouse.up()
    await expect.poll(count).toBe(2)
    // The layer is still moved by its middle.
    await page.mouse.move(to.x, to.y)
    await page.mouse.down()
    await page.mouse.move(to.x + 60, to.y, { steps: 4 })
    await page.mouse.up()
    await expect.poll(async () => (await editor.stored('Red'))?.x).toBeGreaterThan(60)
    await expect.poll(() => count()).toBe(2)
    await undo(editor)
    // By keyboard.
    await stops.nth(0).focus()
    const add = inspector.getByRole('button', { name: /^Add stop after/ })
    for (let press = 0; press < 8; press++) {
      await page.keyboard.press('Tab')
      if (await add.evaluate((button) => button === document.activeElement)) break
    }
    await page.keyboard.press('Enter')
    await expect.poll(() => stops.count()).toBe(3)
    await expect.poll(() => stops.nth(1).getAttribute('aria-valuenow')).toBe('55')
    await undo(editor)
    // A stop that is pressed on the canvas is the one that the inspector shows.
    await page.mouse.click(from.x + from.width / 2, from.y + from.height / 2)
    await field('Colour of stop 1').waitFor()
    await choose('Radial')
    await expect.poll(fill).toMatchObject({ type: 'radial' })
    const dragHandle = async (name: string, to: readonly [number, number]) => {
      const grip = await editor.canvas.locator(`[data-handle="gradient-${name}"] circle`).first().boundingBox()
      const end = await editor.at(...to)
      if (!grip) throw new Error(`the handle ${name} is not shown`)
      await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2)
      await page.mouse.down()
      await page.mouse.move(end.x, end.y, { steps: 4 })
      await page.mouse.up()
    }
    await dragHandle('center', [60, 150])
    await expect.poll(fill).toMatchObject({ center: { x: expect.closeTo(0.1, 1), y: expect.closeTo(0.75, 1) } })
    await dragHandle('radius', [460, 150])
    await expect.poll(async () => Object(await fill()).radius).toBeGreaterThan(2)
    await choose('None')
    await expect.poll(fill).toBe('transparent')
    // That of the page comes with its paint.
    await editor.canvas.focus()
    await page.keyboard.press('Escape')
    await choice('Kind of Background').click()
    await page.getByRole('option', { name: 'Linear', exact: true }).click()
    await dragHandle('angle', [590, 200])
    await expect
      .poll(async () => (await editor.draft()).design)
      .toMatchObject({ background: { type: 'linear', angle: 90 } })
  })

  test('61: a fill is a picture, cut by its shape and drawn as soon as its source is written', async () => {
    const editor = await open()
    const { page } = editor
    const { choice, field } = fieldsOf(editor)
    const fill = async () => (await editor.stored('Red'))?.fill
    // The left half is green, the right one blue.
    const src =
      'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"%3E%3Cpath fill="%230f0" d="M0 0h1v1H0z"/%3E%3Cpath fill="%2300f" d="M1 0h1v1H1z"/%3E%3C/svg%3E'
    await editor.layer('Red').click()
    await choice('Kind of Fill').click()
    await page.getByRole('option', { name: 'Picture', exact: true }).click()
    // Which one is asked at the same time.
    await page.getByRole('dialog', { name: 'Choose a picture' }).getByRole('button', { name: 'Close' }).click()
    await field('Picture').fill(src)
    await page.keyboard.press('Enter')
    await choice('Fit').click()
    await page.getByRole('option', { name: 'Fill', exact: true }).click()
    await expect.poll(fill).toEqual({ type: 'picture', src, fit: 'fill' })
    const pixel = async (x: number, y: number) => {
      const at = await editor.at(x, y)
      return editor.canvas
        .locator('canvas')
        .first()
        .evaluate((canvas, { x, y }) => {
          const { left, top, width } = canvas.getBoundingClientRect()
          if (!(canvas instanceof HTMLCanvasElement)) return []
          const ratio = canvas.width / width
          const drawn = canvas.getContext('2d')?.getImageData((x - left) * ratio, (y - top) * ratio, 1, 1).data
          return [...(drawn ?? [])].slice(0, 3)
        }, at)
    }
    await expect.poll(() => pixel(100, 120)).toEqual([0, 255, 0])
    await expect.poll(() => pixel(220, 120)).toEqual([0, 0, 255])
    await undo(editor)
    await expect.poll(fill).toEqual({ type: 'picture', src })
  })

  test('62, 74: stroke, shadow and blur are one line with a plus; what differs has a reset', async () => {
    const editor = await open()
    const { page } = editor
    const { field, button, choice, section } = fieldsOf(editor)
    const red = () => editor.stored('Red')
    await editor.layer('Red').click()
    await button('Add Shadow').click()
    await section('Shadow').getByRole('textbox', { name: 'Blur' }).fill('30')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await red())?.shadow).toMatchObject({ y: 8, blur: 30 })
    // From anywhere in the section that has no binding of its own.
    await button('Remove Shadow').press('Alt+b')
    await page.getByRole('dialog', { name: 'Binding of Shadow' }).waitFor()
    await page.keyboard.press('Escape')
    await button('Add Stroke').click()
    await section('Stroke').getByRole('textbox', { name: 'Width' }).fill('6')
    await page.keyboard.press('Enter')
    for (const length of ['8', '4']) {
      await section('Stroke').getByRole('button', { name: 'Add to Dash' }).click()
      await section('Stroke').getByRole('textbox', { name: /^Dash/ }).last().fill(length)
      await page.keyboard.press('Enter')
    }
    await section('Stroke').getByRole('combobox', { name: 'Position' }).click()
    await page.getByRole('option', { name: 'Inside' }).click()
    for (const name of ['Cap', 'Join']) {
      await section('Stroke').getByRole('combobox', { name }).click()
      await page.getByRole('option', { name: 'Round' }).click()
    }
    const stroke = { width: 6, dash: [8, 4], cap: 'round', join: 'round', position: 'inside' }
    await expect.poll(async () => (await red())?.stroke).toMatchObject(stroke)
    await button('Add Filters').click()
    await expect.poll(async () => (await red())?.filters).toEqual({ blur: 4 })
    await button('Remove Filters').click()
    await field('Opacity').fill('50')
    await page.keyboard.press('Enter')
    await choice('Blend mode').click()
    await page.getByRole('option', { name: 'Multiply' }).click()
    await expect.poll(red).toMatchObject({ opacity: 0.5, blendMode: 'multiply' })
    await button('Reset Opacity').click()
    await button('Reset Blend mode').click()
    await expect.poll(async () => Object.keys((await red()) ?? {})).not.toContain('opacity')
    expect(Object.keys((await red()) ?? {})).not.toContain('blendMode')
    await expect.poll(() => button('Reset Opacity').count()).toBe(0)
  })

  test('74: an anchor and a mask begin with the nearest layer that they can refer to', async () => {
    const words = { type: 'text', name: 'Words', x: 300, y: 20, width: 200, height: 60, text: 'Words' }
    const anchored = { ...twoBoxes.layers[0], name: 'Box', anchor: { layer: 'Words', side: 'below' } }
    const [, rule] = twoBoxes.layers
    const editor = await open({ ...twoBoxes, layers: [anchored, words, { ...rule, name: 'Rule' }] })
    const { button } = fieldsOf(editor)
    await editor.layer('Rule').click()
    await button('Add Mask').click()
    await expect.poll(async () => (await editor.stored('Rule'))?.mask).toMatchObject({ layer: 'Words' })
    await undo(editor)
    await editor.layer('Words').click()
    await button('Add Anchor').click()
    await expect.poll(async () => (await editor.stored('Words'))?.anchor).toMatchObject({ layer: 'Rule' })
    const beside = editor.inspector.getByRole('radiogroup', { name: 'Place beside Rule' })
    await beside.getByRole('radio', { name: 'To the right, bottom edges aligned' }).check()
    await expect.poll(async () => (await editor.stored('Words'))?.anchor).toMatchObject({ side: 'right', align: 'end' })
    await beside.getByRole('radio', { name: 'Above', exact: true }).check()
    await expect
      .poll(async () => (await editor.stored('Words'))?.anchor)
      .toMatchObject({ layer: 'Rule', side: 'above' })
    await expect.poll(async () => (await editor.stored('Words'))?.anchor).not.toHaveProperty('align')
  })

  test('62: a digit sets the opacity right after something was chosen from a list', async () => {
    const editor = await open()
    const { page } = editor
    await editor.layer('Red').click()
    await fieldsOf(editor).choice('Blend mode').click()
    await page.getByRole('option', { name: 'Multiply', exact: true }).click()
    await expect.poll(async () => (await editor.stored('Red'))?.blendMode).toBe('multiply')
    await page.getByRole('option', { name: 'Multiply', exact: true }).waitFor({ state: 'hidden' })
    await page.keyboard.press('3')
    await expect.poll(async () => (await editor.stored('Red'))?.opacity).toBe(0.3)
  })

  test('40: parts that differ are "Mixed", the others show their value; switches and lists are set for all', async () => {
    const chart = { type: 'chart', y: 40, width: 200, height: 120, values: [1, 2] }
    const layers = [
      { ...chart, name: 'One', x: 20, shadow: { color: '#123456', blur: 2 }, dots: true, colors: ['#ff0000'] },
      { ...chart, name: 'Two', x: 300, shadow: { color: '#123456', blur: 6 }, colors: ['#00ff00', '#0000ff'] },
    ]
    const editor = await open({ ...twoBoxes, layers })
    const { page, canvas, inspector } = editor
    const { field, section, button } = fieldsOf(editor)
    const both = async (name: string) => [(await editor.stored('One'))?.[name], (await editor.stored('Two'))?.[name]]
    await canvas.focus()
    await page.keyboard.press('Control+a')
    const shadow = section('Shadow')
    const blur = shadow.getByRole('textbox', { name: 'Blur' })
    await expect
      .poll(async () => [await blur.inputValue(), await blur.getAttribute('placeholder')])
      .toEqual(['', 'Mixed'])
    await expect.poll(() => shadow.getByRole('textbox', { name: 'Colour' }).inputValue()).toBe('#123456')
    await blur.fill('+10')
    await page.keyboard.press('Enter')
    await expect.poll(() => both('shadow')).toMatchObject([{ blur: 12 }, { blur: 16 }])
    await blur.fill('8')
    await page.keyboard.press('Enter')
    const shadows = [
      { color: '#123456', blur: 8 },
      { color: '#123456', blur: 8 },
    ]
    await expect.poll(() => both('shadow')).toMatchObject(shadows)

    const dots = inspector.getByRole('switch', { name: 'Dots' })
    await expect.poll(() => dots.evaluate((element) => element.parentElement?.innerText)).toBe('Mixed')
    expect(await opened.visitor.axe()).toEqual([])
    await dots.click()
    await expect.poll(() => both('dots')).toEqual([true, true])
    await expect.poll(() => dots.getAttribute('aria-checked')).toBe('true')

    await button('Use first for all: Colours').click()
    await expect.poll(() => both('colors')).toEqual([['#ff0000'], ['#ff0000']])
    await getsFocus(field('Colours 1'))
    await button('Add to Colours').click()
    await expect
      .poll(async () => (await both('colors')).map((list) => (Array.isArray(list) ? list.length : 0)))
      .toEqual([2, 2])
  })

  test('58, 59: how a picture fits, is cut and filtered is seen while it is typed; one that fails says why', async () => {
    const src =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR42mO4Y6QhZ3OC4dcJEa4KGwAkMATtrzt8RgAAAABJRU5ErkJggg=='
    const place = { type: 'image', y: 40, width: 240, height: 160 }
    const layers = [
      { ...place, name: 'Photo', x: 20, src },
      { ...place, name: 'Broken', x: 320, y: 220, src: 'data:image/png;base64,AAAA' },
      { ...place, name: 'Replaced', x: 20, y: 220, src: 'data:image/png;base64,AAAA', fallback: src },
    ]
    const editor = await open({ ...twoBoxes, layers })
    const { page, canvas } = editor
    const { field, choice, button, section } = fieldsOf(editor)
    const photo = () => editor.stored('Photo')
    const choose = async (name: string, option: string) => {
      await choice(name).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await editor.layer('Photo').click()
    await choose('Fit', 'Contain')
    await choose('Flip', 'Horizontal')
    await field('Radius').fill('12')
    await page.keyboard.press('Enter')
    await editor.inspector.getByRole('switch', { name: 'Crop to circle' }).click()
    await button('Add Border').click()
    await section('Border').getByRole('textbox', { name: 'Width' }).fill('4')
    await page.keyboard.press('Enter')
    await expect
      .poll(photo)
      .toMatchObject({ fit: 'contain', flip: 'horizontal', radius: 12, circle: true, border: { width: 4 } })
    for (const name of ['Fit', 'Flip', 'Radius', 'Crop to circle']) await button(`Reset ${name}`).click()
    await button('Remove Border').click()
    await expect.poll(photo).toEqual(layers[0])

    /** A number for what is drawn. */
    const pixels = () =>
      canvas
        .locator('canvas')
        .first()
        .evaluate((element: HTMLCanvasElement) =>
          [...element.toDataURL()].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 0),
        )
    const plain = await pixels()
    await button('Add Filters').click()
    await expect.poll(pixels).not.toBe(plain)
    await expect.poll(async () => (await photo())?.filters).toEqual({ blur: 4 })
    const before = await pixels()
    await section('Filters').getByRole('textbox', { name: 'Invert' }).fill('100')
    await expect.poll(pixels).not.toBe(before)
    await page.keyboard.press('Escape')
    await expect.poll(pixels).toBe(before)

    const notes = canvas.locator('span.text-xs')
    await editor.layer('Broken').click()
    await notes
      .filter({ hasText: /^The file is not a picture/ })
      .first()
      .waitFor()
    await editor.inspector
      .getByRole('list', { name: 'Messages' })
      .getByText(/^The file is not a picture/)
      .waitFor()
    const replaced = 'The fallback is shown instead'
    await canvas.locator(`[data-tooltip*="${replaced}"]`).hover()
    await page.getByRole('tooltip').getByText(replaced).waitFor()
    await editor.layer('Replaced').click()
    await expect
      .poll(() => notes.allInnerTexts())
      .toContainEqual(expect.stringContaining('The fallback is shown instead'))
  })

  test('72, 82, 87: a colour is dragged, typed in any form or one that was used; each is a step', async () => {
    const white = { type: 'rectangle', name: 'Ground', x: 0, y: 0, width: 600, height: 400, fill: '#ffffff' }
    const prices = {
      ...{ type: 'table', name: 'Prices', y: 250, width: 200, height: 100, rows: [['Tea'], ['Cake']] },
      ...{ headerFill: '#000010', headerTextFill: '#fffff0', textFill: '#fffff1', fill: '#000011' },
      alternateFill: '#eeeef0',
    }
    const editor = await open({ ...twoBoxes, layers: [white, ...twoBoxes.layers, prices] })
    const { page } = editor
    const { field, button, section } = fieldsOf(editor)
    // Each colour is told from what it is drawn on: the header, and the row that suits it least.
    await editor.layer('Prices').click()
    for (const [name, words] of [
      ['Header text colour', /^Contrast with the background: 20\.\d:1$/],
      ['Text colour', /^Contrast with the background: 1\.1:1Low contrast: at least 4\.5:1/],
    ] as const) {
      await button(`Pick ${name}`).click()
      const dialog = page.getByRole('dialog', { name: `Pick ${name}` })
      await dialog.getByText(words).waitFor()
      await page.keyboard.press('Escape')
      await closes(dialog)
    }
    const fill = async () => (await editor.stored('Red'))?.fill
    await editor.layer('Red').click()
    await field('Fill').fill('oklch(0.627955 0.257683 29.2339)')
    await field('Fill').press('Enter')
    await expect.poll(fill).toBe('#ff0000')

    await button('Pick Fill').click()
    const picker = page.getByRole('dialog', { name: 'Pick Fill' })
    const area = picker.getByRole('slider', { name: 'Saturation and brightness' })
    await picker.getByText(/^Contrast with the background: 3\.9:1/).waitFor()
    const box = await area.boundingBox()
    if (!box) throw new Error('the colours are not shown')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + 5, box.y + 20, { steps: 4 })
    await page.mouse.move(box.x, box.y, { steps: 4 })
    await page.mouse.up()
    await expect.poll(fill).toBe('#ffffff')
    await picker.getByText('Low contrast: at least 3:1 is needed.').waitFor()
    await page.keyboard.press('Control+z')
    await expect.poll(fill).toBe('#ff0000')
    await area.press('End')
    await picker.getByRole('slider', { name: 'Hue' }).press('Shift+ArrowRight')
    await picker.getByRole('slider', { name: 'Opacity' }).press('ArrowLeft')
    await picker.getByRole('textbox', { name: 'Opacity' }).fill('50')
    await page.keyboard.press('Enter')
    await expect.poll(fill).toBe('#ff990080')
    await picker.getByRole('combobox', { name: 'Format' }).click()
    await page.getByRole('option', { name: 'HSL' }).click()
    await picker.getByRole('textbox', { name: 'Colour' }).fill('hsl(240 100% 50%)')
    await page.keyboard.press('Enter')
    await expect.poll(fill).toBe('#0000ff80')
    await picker.getByRole('button', { name: '#2244cc', exact: true }).click()
    await expect.poll(fill).toBe('#2244cc')
    // Those of the brand are there in every template; another owner adds one first.
    const body = { brand_colors: ['#0f766e'] }
    await ask(opened.visitor, `${opened.dashboard.origin}/v1/settings`, { method: 'PATCH', body })
    await picker.getByRole('button', { name: 'Add #2244cc to the brand colours' }).click()
    const brand = picker.getByRole('group', { name: 'Brand' })
    for (const name of ['#0f766e', '#2244cc']) await brand.getByRole('button', { name, exact: true }).waitFor()
    await brand.getByRole('button', { name: 'Remove #2244cc from the brand colours' }).waitFor()
    expect(await opened.visitor.axe()).toEqual([])
    await page.keyboard.press('Escape')
    await closes(picker)
    await getsFocus(button('Pick Fill'))
    await page.keyboard.press('Enter')
    await picker.getByRole('group', { name: 'Recent' }).getByRole('button', { name: '#2244cc' }).waitFor()
    // From the screen; then for all that had the colour before.
    await page.keyboard.press('Escape')
    await closes(picker)
    await page.evaluate(() => {
      Reflect.set(
        globalThis,
        'EyeDropper',
        class {
          open = async () => ({ sRGBHex: '#0a0b0c' })
        },
      )
    })
    await button('Pick Fill').click()
    await picker.getByRole('button', { name: 'Pick a colour from the screen' }).click()
    await expect.poll(fill).toBe('#0a0b0c')
    expect((await editor.stored('Blue'))?.fill).toBe('#2244cc')
    await picker.getByRole('button', { name: 'Also replace 1 other use of #2244cc' }).click()
    await expect.poll(async () => (await editor.stored('Blue'))?.fill).toBe('#0a0b0c')
    // Keys still belong to the picker.
    await expect.poll(() => picker.evaluate((popup) => popup.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await closes(picker)
    await undo(editor)
    await expect.poll(async () => (await editor.stored('Blue'))?.fill).toBe('#2244cc')
    await undo(editor)
    await expect.poll(fill).toBe('#2244cc')

    // Of the whole design: both boxes have this colour now.
    await editor.canvas.focus()
    await page.keyboard.press('Escape')
    await section('All colours').getByRole('button', { name: 'Replace #2244cc' }).click()
    const other = page.getByRole('dialog', { name: 'Replace #2244cc' })
    await other.getByRole('textbox', { name: 'Colour' }).fill('#00aa44')
    await page.keyboard.press('Enter')
    await expect.poll(fill).toBe('#00aa44')
    expect((await editor.stored('Blue'))?.fill).toBe('#00aa44')
    await page.keyboard.press('Escape')
    await closes(other)
    await undo(editor)
    await expect.poll(async () => (await editor.stored('Blue'))?.fill).toBe('#2244cc')
  })

  test('a number, a colour and a choice are computed by an expression, and get a value of their own back', async () => {
    const stock = { type: 'text', name: 'Stock', y: 300, width: 200, height: 40, text: '{{Stock}} left' }
    const editor = await open({ ...twoBoxes, layers: [...twoBoxes.layers, stock] })
    const { page, inspector } = editor
    const { field, button } = fieldsOf(editor)
    const red = () => editor.stored('Red')
    await typeSample(editor, 'Stock', '3')
    await page.getByRole('tab', { name: 'Layers' }).click()
    await editor.layer('Red').click()
    await inspector.getByText('Rotation', { exact: true }).hover()
    await button('Bind Rotation (Alt + B)').click()
    await page.getByRole('combobox', { name: 'Filled by' }).click()
    await page.getByRole('option', { name: 'An expression' }).click()
    await page.getByRole('option', { name: 'An expression' }).waitFor({ state: 'hidden' })
    await page.keyboard.press('Escape')
    await closes(page.getByRole('dialog', { name: 'Binding of Rotation' }))
    await expect.poll(async () => (await red())?.rotation).toEqual({ expression: '0' })
    await undo(editor)
    await expect.poll(async () => (await red())?.rotation ?? 0).toBe(0)

    await field('Rotation').press('Alt+=')
    await getsFocus(field('Rotation'))
    await field('Rotation').fill('Stock *')
    await inspector.getByText(/^Not applied: .*at character 8: expected a name/).waitFor()
    await field('Rotation').fill('Stock * 15')
    await inspector.getByText('Now: 45').waitFor()
    await expect.poll(async () => (await red())?.rotation).toEqual({ expression: 'Stock * 15' })
    expect(await opened.visitor.axe()).toEqual([])
    await button('Unlink Rotation and keep the current value').click()
    await expect.poll(async () => (await red())?.rotation).toBe(45)

    await field('Fill').press('Alt+=')
    await expect.poll(() => field('Fill').inputValue()).toBe("'#dd3322'")
    await field('Fill').fill("Stock > 5 ? 'green' : 'red'")
    await inspector.getByText('Now: red').waitFor()
    await expect.poll(async () => (await red())?.fill).toEqual({ expression: "Stock > 5 ? 'green' : 'red'" })
    // A part of a property, and a choice.
    const { choice, section } = fieldsOf(editor)
    await button('Add Shadow').click()
    await section('Shadow').getByRole('textbox', { name: 'Blur', exact: true }).press('Alt+=')
    // The number has become an expression.
    await expect.poll(async () => Object((await red())?.shadow).blur).toHaveProperty('expression')
    await section('Shadow').getByRole('textbox', { name: 'Blur', exact: true }).fill('Stock * 2')
    await expect.poll(async () => (await red())?.shadow).toMatchObject({ blur: { expression: 'Stock * 2' } })
    await choice('Flip').press('Alt+=')
    await expect.poll(() => field('Flip').inputValue()).toBe("'none'")
    await field('Flip').fill("Stock < 5 ? 'both' : 'none'")
    await inspector.getByText('Now: both').waitFor()
    await button('Unlink Flip and keep the current value').click()
    await expect.poll(async () => (await red())?.flip).toBe('both')
    await page.reload()
    await editor.drawn()
    await editor.layer('Red').click()
    await expect.poll(() => field('Fill').inputValue()).toBe("Stock > 5 ? 'green' : 'red'")
  })

  /** As a spreadsheet copies cells. */
  async function paste({ page }: EditorScreen, text: string): Promise<void> {
    await page.evaluate((words) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', words)
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    }, text)
  }

  test('64, 65: data of a chart and cells of a table are typed, pasted and computed; columns have a line each', async () => {
    const chart = { type: 'chart', name: 'Sales', y: 200, width: 200, height: 100, values: [1, 2] }
    const table = { type: 'table', name: 'Prices', y: 100, width: 200, height: 80, rows: [['Tea', '4']] }
    const editor = await open({ ...twoBoxes, layers: [chart, table] })
    const { page } = editor
    const { field, button, choice } = fieldsOf(editor)
    const sales = async () => {
      const { labels, values } = (await editor.stored('Sales')) ?? {}
      return { labels, values }
    }
    await editor.layer('Sales').click()
    await field('Values, row 1').fill('3.5')
    await expect.poll(sales).toEqual({ labels: undefined, values: [3.5, 2] })
    await field('Values, row 1').fill('many')
    await editor.inspector.getByText('Not applied:', { exact: false }).waitFor()
    await field('Labels, row 1').focus()
    await expect.poll(() => field('Values, row 1').inputValue()).toBe('3.5')
    await paste(editor, 'Month\tSales\nJan\t1,200\nFeb\t€ 12\nMar\t7\n')
    await expect.poll(sales).toEqual({ labels: ['Jan', 'Feb', 'Mar'], values: [1200, 12, 7] })
    await field('Values, row 3').fill('=Stock * 2')
    await field('Values, row 3').press('Enter')
    await getsFocus(field('Values, row 4'))
    await page.keyboard.type('9')
    await expect
      .poll(sales)
      .toEqual({ labels: ['Jan', 'Feb', 'Mar', null], values: [1200, 12, { expression: 'Stock * 2' }, 9] })
    await field('Values, row 4').press('Alt+ArrowUp')
    await button('Remove row 1').click()
    await expect.poll(sales).toEqual({ labels: ['Feb', null, 'Mar'], values: [12, 9, { expression: 'Stock * 2' }] })
    await undo(editor)
    await expect.poll(() => field('Values, row 1').inputValue()).toBe('1200')
    await field('Colours 1').press('Alt+=')
    await expect.poll(() => field('Colours 1').inputValue()).toMatch(/^'/)
    await field('Colours 1').fill("Stock > 3 ? 'red' : 'blue'")
    // The others stay those that a chart has by itself.
    const others = ['#f59e0b', '#10b981', '#ef4444', '#0ea5e9', '#a855f7', '#84cc16', '#f43f5e']
    await expect
      .poll(async () => (await editor.stored('Sales'))?.colors)
      .toEqual([{ expression: "Stock > 3 ? 'red' : 'blue'" }, ...others])
    // What is scrolled half under the heading is no small target.
    await editor.inspector.evaluate((panel) => panel.firstElementChild?.scrollTo(0, 0))
    expect(await opened.visitor.axe()).toEqual([])

    const prices = async () => {
      const columns = (await editor.stored('Prices'))?.columns
      return Array.isArray(columns) ? columns : undefined
    }
    await editor.layer('Prices').click()
    // A cell has a binding of its own, with the fields to choose from.
    await field('Column 2, row 1').press('Alt+b')
    const cell = page.getByRole('dialog', { name: 'Binding of Column 2, row 1' })
    await cell.getByLabel('Field', { exact: true }).fill('Price')
    await cell.getByLabel('Fallback').fill('0')
    const cells = async () => (await editor.stored('Prices'))?.rows
    await expect.poll(cells).toEqual([['Tea', { bind: 'Price', fallback: '0' }]])
    await page.keyboard.press('Escape')
    await expect.poll(() => field('Column 2, row 1').inputValue()).toBe('=Price')
    await field('Column 2, row 1').press('Alt+b')
    await cell.getByRole('button', { name: 'Unlink and keep the value' }).click()
    await expect.poll(cells).toEqual([['Tea', '0']])
    await field('Column 2, row 1').fill('4')
    await expect.poll(cells).toEqual([['Tea', '4']])
    // The control comes back in place of the property, with the focus.
    await button('Bind Rows (Alt + B)').click()
    await page.getByRole('dialog', { name: 'Binding of Rows' }).waitFor()
    await page.keyboard.press('Escape')
    await getsFocus(button('Bind Rows (Alt + B)'))
    await field('Column 2, row 1').focus()
    await paste(editor, 'Price\tLeft\n4.50\t12')
    await field('Column 1, row 2').fill('Tea')
    await expect
      .poll(async () => (await editor.stored('Prices'))?.rows)
      .toEqual([
        ['Tea', 'Price', 'Left'],
        ['Tea', '4.50', '12'],
      ])
    await button('Set columns').click()
    await expect.poll(prices).toEqual([{ title: 'Tea' }, { title: 'Price' }, { title: 'Left' }])
    await field('Column 1: Title').fill('Item')
    await field('Column 1: Width').fill('2fr')
    await button('Align Column 2 right').click()
    await button('Move Column 3 up').click()
    await button('Remove Column 3').click()
    await expect.poll(prices).toEqual([{ title: 'Item', width: '2fr' }, { title: 'Left' }])
    await button('More of Column 2').click()
    await field('Field').fill('3')
    await expect.poll(prices).toEqual([
      { title: 'Item', width: '2fr' },
      { title: 'Left', field: 3 },
    ])
    await expect.poll(() => choice('Width').count()).toBe(0)
    // A title that is no name of the rows shows the cells that it showed.
    await button('Move Column 1 down').click()
    await expect.poll(prices).toEqual([
      { title: 'Left', field: 3 },
      { title: 'Item', width: '2fr', field: 1 },
    ])
    await button('Align Column 2 right').click()
    const item = { title: 'Item', width: '2fr', field: 1, align: 'right' }
    await expect.poll(prices).toEqual([{ title: 'Left', field: 3 }, item])
    // On the canvas, a column is dragged by its grip.
    const pull = async (handle: string, byPx: number) => {
      const grip = await editor.canvas.locator(`[data-handle="shape-${handle}"]`).boundingBox()
      if (!grip) throw new Error(`the grip ${handle} is not shown`)
      const [x, y] = [grip.x + grip.width / 2, grip.y + grip.height / 2]
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x + byPx, y, { steps: 4 })
      await page.mouse.up()
    }
    await pull('move0', 160)
    await expect.poll(prices).toEqual([item, { title: 'Left', field: 3 }])
    // Between two columns, what one gets the other one loses.
    await pull('column0', -40)
    await expect.poll(async () => Object((await prices())?.[0]).width).toBeLessThan(120)
    const [wide, narrow] = (await prices()) ?? []
    expect([wide, narrow]).toMatchObject([
      { ...item, width: expect.any(Number) },
      { title: 'Left', field: 3 },
    ])
    expect(Object(wide).width + Object(narrow).width).toBe(200)
    await editor.inspector.evaluate((panel) => panel.firstElementChild?.scrollTo(0, 0))
    expect(await opened.visitor.axe()).toEqual([])
  })

  test('63: the content of a code is written for what scanners do with it', async () => {
    const code = { type: 'qr-code', name: 'Code', width: 200, height: 200, value: 'https://shop.example' }
    const bars = {
      type: 'barcode',
      name: 'Bars',
      y: 250,
      width: 200,
      height: 90,
      value: '400638133393',
      format: 'ean-13',
    }
    const editor = await open({ ...twoBoxes, layers: [code, bars] })
    const { page } = editor
    const { field, choice } = fieldsOf(editor)
    const value = async () => (await editor.stored('Code'))?.value
    const choose = async (kind: string) => {
      await choice('Content').click()
      await page.getByRole('option', { name: kind, exact: true }).click()
    }
    await editor.layer('Code').click()
    await expect.poll(() => field('Link').inputValue()).toBe('https://shop.example')
    await field('Link').fill('https://shop.example/{{SKU')
    await editor.inspector.getByText('has no "}}"', { exact: false }).waitFor()
    await field('Link').fill('https://shop.example/{{SKU | url}}')
    await expect.poll(value).toBe('https://shop.example/{{SKU | url}}')
    await choose('Wi-Fi')
    await field('Network name').fill('Guests; upstairs')
    await field('Password').fill('{{Password}}')
    await expect.poll(value).toBe(String.raw`WIFI:T:WPA;S:Guests\; upstairs;P:{{Password}};;`)
    await choose('Contact (vCard)')
    await field('First name').fill('Ada')
    await field('Last name').fill('Lovelace')
    await field('Phone').fill('+44 20 7946 0000')
    await expect.poll(value).toContain('N:Lovelace;Ada;;;\nFN:Ada Lovelace\nTEL:+44 20 7946 0000\nEND')
    await page.reload()
    await editor.drawn()
    await editor.layer('Code').click()
    await expect.poll(() => field('Last name').inputValue()).toBe('Lovelace')
    expect(await opened.visitor.axe()).toEqual([])
    await editor.layer('Bars').click()
    await editor.inspector.getByText('12 digits; the check digit is added.', { exact: false }).waitFor()
    await field('Value').fill('')
    await editor.inspector.getByText('No value, so no code is drawn.', { exact: false }).waitFor()
  })

  test('73: a property is filled by a field with several formats, or by cases with groups of conditions', async () => {
    const label = { type: 'text', name: 'Label', y: 300, width: 200, height: 40, text: { bind: 'Name' } }
    const sized = { ...label, fontSize: { bind: 'Size', fallback: '12' } }
    const [red, ...others] = twoBoxes.layers
    const turned = { ...red, rotation: { bind: 'Angle', fallback: 30 } }
    const editor = await open({ ...twoBoxes, layers: [turned, ...others, sized] })
    const { page } = editor
    const { button, field, boundTo } = fieldsOf(editor)
    const text = page.getByRole('dialog', { name: 'Binding of Text' })
    const choose = async (box: ReturnType<typeof text.getByRole>, option: string) => {
      await box.click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await editor.layer('Label').click()
    await button('Bind Text (Alt + B)').click()
    await choose(text.getByRole('combobox', { name: 'Format', exact: true }), 'Case')
    await text.getByRole('button', { name: 'Add format' }).click()
    await choose(text.getByRole('combobox', { name: 'Format 2', exact: true }), 'Join')
    const written = async () => (await editor.stored('Label'))?.text
    await expect
      .poll(written)
      .toMatchObject({ bind: 'Name', format: [{ type: 'case', to: 'upper' }, { type: 'join' }] })
    await text.getByRole('button', { name: 'Move Format 2 up' }).click()
    await expect.poll(written).toMatchObject({ format: [{ type: 'join' }, { type: 'case' }] })
    // The button that opened it closes it.
    await button('Bind Text (Alt + B)').click()
    await text.waitFor({ state: 'detached' })

    // A fallback that is a text, where the property is a number, is seen and can be removed.
    await button('Bind Size (Alt + B)').click()
    const size = page.getByRole('dialog', { name: 'Binding of Size' })
    const ofSize = size.getByRole('textbox', { name: 'Fallback' })
    await expect.poll(() => ofSize.inputValue()).toBe('12')
    await ofSize.fill('14')
    await expect.poll(async () => (await editor.stored('Label'))?.fontSize).toEqual({ bind: 'Size', fallback: '14' })
    await size.getByRole('button', { name: 'Reset Fallback' }).click()
    await expect.poll(async () => (await editor.stored('Label'))?.fontSize).toEqual({ bind: 'Size' })
    await expect.poll(() => ofSize.inputValue()).toBe('')
    await closes(size.getByRole('button', { name: 'Reset Fallback' }))
    await ofSize.press('Escape')
    await closes(size)

    // A number in a binding: the first Escape restores it, the second one closes the binding.
    await editor.layer('Red').click()
    const rotation = async () => (await editor.stored('Red'))?.rotation
    await button('Bind Rotation (Alt + B)').click()
    const turn = page.getByRole('dialog', { name: 'Binding of Rotation' })
    const ofRotation = turn.getByRole('textbox', { name: 'Fallback' })
    await expect.poll(() => boundTo('Rotation').innerText()).toMatch(/^Angle\s+30$/)
    await ofRotation.fill('70')
    await expect.poll(rotation).toEqual({ bind: 'Angle', fallback: 70 })
    await ofRotation.press('Escape')
    await expect.poll(rotation).toEqual({ bind: 'Angle', fallback: 30 })
    await getsFocus(ofRotation)
    await ofRotation.press('Escape')
    await closes(turn)
    await boundTo('Rotation').getByRole('button', { name: 'Unlink Rotation and keep the current value' }).click()
    await expect.poll(rotation).toBe(30)

    await field('Fill').press('Alt+b')
    const fill = page.getByRole('dialog', { name: 'Binding of Fill' })
    await choose(fill.getByRole('combobox', { name: 'Filled by' }), 'A condition')
    const expression = async () => Object((await editor.stored('Red'))?.fill).expression
    await expect.poll(expression).toBe("Name != '' ? '#dd3322' : '#dd3322'")
    await fill.getByRole('button', { name: 'Add group' }).click()
    const first = fill.getByRole('group', { name: 'Condition 2.1', exact: true })
    await choose(first.getByRole('combobox', { name: 'Comparison' }), 'is')
    await first.getByRole('textbox', { name: 'Value' }).fill('Ada')
    await fill.getByRole('button', { name: 'Add case' }).click()
    await fill.getByRole('group', { name: 'Case 2', exact: true }).waitFor()
    const rule = "Name != '' && (Name == 'Ada' || Name != '')"
    await expect.poll(expression).toBe(`${rule} ? '#dd3322' : ${rule} ? '#dd3322' : '#dd3322'`)

    // Conditions and expressions have a fallback; changing to another way of filling keeps it.
    const filled = async () => (await editor.stored('Red'))?.fill
    await fill.getByRole('textbox', { name: 'Fallback' }).fill('#00aa44')
    await fill.getByRole('textbox', { name: 'Fallback' }).press('Enter')
    await expect.poll(filled).toMatchObject({ expression: expect.any(String), fallback: '#00aa44' })
    await choose(fill.getByRole('combobox', { name: 'Filled by' }), 'An expression')
    await expect.poll(() => fill.getByRole('textbox', { name: 'Fallback' }).inputValue()).toBe('#00aa44')
    await fill.getByRole('textbox', { name: 'Fallback' }).fill('')
    await fill.getByRole('textbox', { name: 'Fallback' }).press('Enter')
    await expect.poll(filled).toEqual({ expression: expect.any(String) })
    await fill.getByRole('textbox', { name: 'Fallback' }).press('Escape')
    await closes(fill)

    // Whether the layer is shown, for each record.
    await button('More').click()
    await button('Bind Visible (Alt + B)').click()
    const visible = page.getByRole('dialog', { name: 'Binding of Visible' })
    await choose(visible.getByRole('combobox', { name: 'Filled by' }), 'A condition')
    const results = visible.getByRole('definition')
    await expect.poll(() => results.allInnerTexts()).toEqual(['Hidden'])
    await choose(visible.getByRole('combobox', { name: 'Comparison' }), 'is empty')
    await expect.poll(() => results.allInnerTexts()).toEqual(['Shown'])
  })

  test('73: every property that a record may fill has its binding, in each kind and at any depth', async () => {
    const layers = layersOfEveryKind()
    const editor = await open({ ...twoBoxes, layers })
    const { button } = fieldsOf(editor)
    await editor.layer('text').click()
    await button('More').click()
    for (const layer of layers) {
      await editor.layer(layer.name).click()
      if (layer.type === 'table') await button('More of Column 1').click()
      const names = () =>
        editor.inspector
          .getByRole('button', { name: /^Bind .* \(Alt \+ B\)$/ })
          .evaluateAll((all) => all.map((each) => (each.ariaLabel ?? '').slice(5, -10)).sort())
      await expect.poll(names, { message: layer.type }).toEqual(bindableNames(layer).sort())
    }
  })

  test('shows the page while nothing is selected, and each kind with the controls that suit it; axe finds nothing', async () => {
    const text = { type: 'text', name: 'Title', width: 300, height: 80, text: 'Hello', fontSize: 40 }
    const chart = { type: 'chart', name: 'Sales', y: 200, width: 200, height: 100, values: [1, 2] }
    const table = { type: 'table', name: 'Prices', y: 100, width: 200, height: 80, rows: [['Tea', '4']] }
    const bound = {
      type: 'text',
      name: 'Bound',
      x: 300,
      width: 200,
      height: 80,
      text: { bind: 'Name', format: { type: 'case', to: 'upper' } },
    }
    const editor = await open({ ...twoBoxes, layers: [text, chart, table, bound], editor: { locked: ['Sales'] } })
    const { page } = editor
    const { field, button, boundTo } = fieldsOf(editor)
    await field('Width').fill('800')
    await field('Width').press('Enter')
    await button('Add Grid').click()
    await button('Add Safe area').click()
    await button('Remove Safe area').waitFor()
    const pageBinds = await editor.inspector
      .getByRole('button', { name: /^Bind / })
      .evaluateAll((buttons) => buttons.map((one) => one.ariaLabel?.replace(' (Alt + B)', '')))
    expect(pageBinds).toEqual(['Bind Language and region', 'Bind Background'])
    await expect.poll(async () => (await editor.draft()).design).toMatchObject({ width: 800 })
    await typeSample(editor, 'Name', 'Ada')
    expect(await opened.visitor.axe()).toEqual([])

    await page.getByRole('tab', { name: 'Layers' }).click()
    await editor.layer('Title').click()
    await field('Text').fill('Good morning')
    await expect.poll(async () => (await editor.stored('Title'))?.text).toBe('Good morning')
    // What fills a property is said with its value now, which stays when it is unlinked.
    await editor.layer('Bound').click()
    await expect.poll(() => boundTo('Text').innerText()).toMatch(/^Name\s+ADA$/)
    await boundTo('Text').getByRole('button', { name: 'Unlink Text and keep the current value' }).click()
    await expect.poll(async () => (await editor.stored('Bound'))?.text).toBe('ADA')
    await expect.poll(() => field('Text').inputValue()).toBe('ADA')
    await button('More').click()
    // What is scrolled half under an edge is no small target.
    await editor.inspector.evaluate((panel) => panel.firstElementChild?.scrollTo(0, 0))
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await opened.visitor.axe()).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
  })
})
