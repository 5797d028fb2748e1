import { randomBytes } from 'node:crypto'
import { parse } from 'node:path'
import { formatDesign } from '@pictable/renderer/format-design'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { closes, getsFocus } from '#test/dashboard/at-rest.ts'
import { focused, pressAt, tabTo } from '#test/dashboard/by-keyboard.ts'
import { useDashboard } from '#test/dashboard/open-dashboard.ts'
import { ask, createTemplate, type EditorScreen, openEditor, twoBoxes } from './editor.test-kit.ts'
import { hashDistance, perceptualHash } from './perceptual-hash.ts'

const patiently = { timeout: 60_000 }
/** PROOF=all opens every starter. */
const some = process.env.PROOF === 'all' ? /./ : /^(social-card|event-badge|price-list)$/

const SOLID = ['image', 'rectangle', 'ellipse']

/** A layer whose place is written, and the middle of it: one that is painted there, if there is one. */
function chooseLayer(layers: readonly Record<string, unknown>[]) {
  const all = layers.flatMap(({ type, name, fill, visible, rotation, x, y, width, height }) => {
    const box = [x, y, width, height].map(Number)
    const isPlain = visible === undefined && rotation === undefined && box.every((side) => Number.isFinite(side))
    const [left = 0, top = 0, across = 0, down = 0] = box
    const isSolid = SOLID.includes(String(type)) && fill !== 'transparent'
    return isPlain ? [{ name: String(name), isSolid, middle: [left + across / 2, top + down / 2] as const }] : []
  })
  const chosen = all.findLast(({ isSolid }) => isSolid) ?? all.at(-1)
  if (!chosen) throw new Error('no layer has a place of its own')
  return chosen
}

/**
 * What a person does with mouse and keyboard, counted: each of these is one action. A layer is drawn by the key of its
 * tool and a drag; a field is set by typing into it.
 */
function handsOf(editor: EditorScreen) {
  const { page, inspector } = editor
  let count = 0
  const once = async (action: () => Promise<unknown>) => {
    count++
    await action()
  }
  const typing = page.getByRole('textbox', { name: /^Text of / })
  return {
    actions: () => count,
    set: (name: string, value: string) =>
      once(async () => {
        await inspector.getByRole('textbox', { name, exact: true }).first().click()
        await page.keyboard.press('Control+a')
        await page.keyboard.type(value)
        // A text has several lines: Enter is one of them.
        if (name !== 'Text') await page.keyboard.press('Enter')
        await page.keyboard.press('Escape')
      }),
    choose: (name: string, choice: string) =>
      once(async () => {
        await inspector
          .getByRole('radiogroup', { name, exact: true })
          .getByRole('radio', { name: choice, exact: true })
          .click()
      }),
    draw: (key: string, from: readonly [number, number], to: readonly [number, number]) =>
      once(async () => {
        await page.keyboard.press(key)
        await editor.drag(from, to)
      }),
    /** Into the text that was drawn. */
    type: (words: string) =>
      once(async () => {
        await getsFocus(typing)
        await page.keyboard.type(words)
        await expect.poll(() => typing.inputValue()).toBe(words)
        await page.keyboard.press('Escape')
        await closes(typing)
      }),
    drag: (from: readonly [number, number], to: readonly [number, number], held?: string) =>
      once(async () => {
        if (held) await page.keyboard.down(held)
        await editor.drag(from, to)
        if (held) await page.keyboard.up(held)
      }),
    select: (name: string, [x, y]: readonly [number, number]) =>
      once(async () => {
        await editor.click(x, y)
        await inspector.getByRole('heading', { name, exact: true }).waitFor(patiently)
      }),
    openTab: (name: string) => once(() => page.getByRole('tab', { name, exact: true }).click()),
    /** Drags a picture of the panel onto the page. */
    place: (name: string, to: readonly [number, number]) =>
      once(async () => {
        const tile = page.getByRole('tabpanel', { name: 'Assets' }).getByRole('button', { name }).first()
        const widthPx = () => tile.locator('img').evaluate((image) => Reflect.get(image, 'naturalWidth'))
        await expect.poll(widthPx).toBeGreaterThan(0)
        const { x, y } = await editor.at(...to)
        await tile.hover()
        await page.mouse.down()
        await page.mouse.move(x - 10, y, { steps: 4 })
        await page.mouse.move(x, y)
        await page.mouse.up()
        await inspector.getByRole('heading', { name: parse(name).name, exact: true }).waitFor(patiently)
      }),
  }
}

/** A picture that no format makes smaller, as a `data:` URL. */
async function noise(side: number): Promise<string> {
  const raw = { width: side, height: side, channels: 3 } as const
  const png = await sharp(randomBytes(side * side * 3), { raw })
    .png()
    .toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

describe.skipIf(chromiumPath === undefined)('designs in the editor', { timeout: 600_000 }, () => {
  const opened = useDashboard({ isShared: true })

  test('86, 87: starters keep their text over a drag and its undo, and one change is one line', async () => {
    const { visitor, dashboard } = opened
    const { page } = visitor
    const { origin } = dashboard
    const starters: { name: string }[] = (await ask(visitor, `${origin}/v1/starters`)).results
    const wrong: string[] = []
    for (const { name } of starters.filter((starter) => some.test(starter.name))) {
      const { id } = await ask(visitor, `${origin}/v1/starters/${name}`, { method: 'POST' })
      const editor = await openEditor(visitor, { origin, id })
      await editor.saved()
      const textNow = async () => formatDesign((await editor.draft()).design)
      const before = await textNow()
      const { name: layer, middle } = chooseLayer((await editor.draft()).design.layers)
      await editor.layer(layer).click()
      const [x, y] = middle
      await editor.drag([x, y], [x + 40, y + 30])
      await editor.saved()
      if ((await textNow()) === before) wrong.push(`${name}: the drag changed nothing`)
      await page.keyboard.press('Control+z')
      await editor.saved()
      if ((await textNow()) !== before) wrong.push(`${name}: undo did not give the text of before`)
      await page.keyboard.press('5')
      await page.keyboard.press('Control+Enter')
      await page.getByRole('dialog', { name: 'Publish template' }).getByLabel('Note').press('Control+Enter')
      await page.getByText(/^Version 2 is published/).waitFor(patiently)
      const lines = (text: string) => new Set(text.split('\n').map((line) => line.replace(/,$/, '')))
      const [old, changed] = [lines(before), lines(await textNow())]
      const differing = [...changed].filter((line) => !old.has(line))
      if (differing.length !== 1) wrong.push(`${name}: ${differing.join(' | ')}`)
    }
    expect(wrong).toEqual([])
  })

  test('the social card is rebuilt from blank in at most 40 actions, and looks as the starter does', async () => {
    const { visitor, dashboard } = opened
    const { origin } = dashboard
    const starter = await ask(visitor, `${origin}/v1/starters/social-card`, { method: 'POST' })
    const blank = { schema: 1, name: 'By hand', width: 1200, height: 630, layers: [] }
    const id = await createTemplate(visitor, origin, blank)
    const editor = await openEditor(visitor, { origin, id })
    await editor.saved()
    const hand = handsOf(editor)
    const { Name, Description, Price, Badge, Rating } = starter.sample

    await hand.set('Background', '#faf7f0')
    await hand.openTab('Assets')
    // It is 504 px high and wide then, and its corner is that of the page.
    await hand.place('teapot.jpg', [252, 252])
    await hand.set('Width', '560')
    await hand.set('Height', '630')
    await hand.draw('r', [620, 58], [796, 102])
    await hand.set('Fill', '#17171f')
    await hand.set('Radius', '28')
    await hand.draw('t', [634, 58], [782, 102])
    await hand.type(Badge)
    await hand.set('Size', '20')
    await hand.set('Fill', '#ffffff')
    await hand.choose('Align', 'Centre')
    await hand.choose('Vertical alignment', 'Middle')
    // The button is a copy of the badge.
    await hand.drag([600, 40], [810, 115])
    await hand.drag([640, 62], [970, 534], 'Alt')
    await hand.drag([1126, 574], [1144, 586])
    await hand.select('Text 2', [1047, 558])
    await hand.set('Text', 'Shop now →')
    await hand.draw('t', [1020, 58], [1148, 102])
    await hand.type(`★ ${Rating}`)
    await hand.set('Size', '27')
    await hand.draw('t', [620, 128], [1144, 334])
    await hand.type(Name)
    await hand.set('Size', '72')
    await hand.set('Weight', '800')
    await hand.set('Line height', '1.06')
    await hand.draw('t', [620, 303], [1144, 433])
    await hand.type(Description)
    await hand.set('Size', '26')
    await hand.set('Fill', '#5b5b68')
    await hand.set('Line height', '1.4')
    await hand.draw('r', [620, 506], [1144, 508])
    await hand.set('Fill', '#17171f1f')
    await hand.draw('t', [620, 522], [940, 592])
    await hand.type(`€${Price}`)
    await hand.set('Size', '54')
    await hand.set('Fill', '#ff5a36')
    await hand.set('Weight', '800')
    expect(hand.actions()).toBeLessThanOrEqual(40)

    await editor.saved()
    const picture = async (design: object, values: object) => {
      const { image } = await ask(visitor, `${origin}/v1/template-preview`, {
        method: 'POST',
        body: { design, values },
      })
      return Buffer.from(image.data.split(',')[1], 'base64')
    }
    const [own, wanted, other] = await Promise.all([
      picture((await editor.draft()).design, {}),
      picture(starter.design, starter.sample),
      picture(twoBoxes, {}),
    ])
    const hash = await perceptualHash(wanted)
    expect(hashDistance(hash, await perceptualHash(own))).toBeLessThanOrEqual(6)
    expect(hashDistance(hash, await perceptualHash(other))).toBeGreaterThan(18)
  })

  test('93: by keyboard alone, a page is given a picture, a text and codes, and is published', async () => {
    const { visitor, dashboard } = opened
    const { page } = visitor
    const { keyboard } = page
    const { origin } = dashboard
    // With its photo.
    await ask(visitor, `${origin}/v1/starters/social-card`, { method: 'POST' })
    const id = await createTemplate(visitor, origin, { ...twoBoxes, name: 'By keyboard', layers: [] })
    const editor = await openEditor(visitor, { origin, id })
    await editor.saved()
    const layers = async () => (await editor.draft()).design.layers
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await keyboard.press(key)
    }
    /** In the inspector, which F6 leads to; Escape leaves the field. */
    const set = async (name: RegExp, value: string) => {
      await tabTo(page, name)
      await press('Control+a')
      await keyboard.type(value)
      await press('Enter', 'Escape')
    }
    await press('F6')
    await set(/^Background$/, '#faf7f0')

    await press('i')
    await pressAt(page, /^teapot\.jpg$/)
    await closes(page.getByRole('dialog'))
    await expect.poll(layers, patiently).toMatchObject([{ type: 'image', width: 320, height: 320 }])
    await press('F6')
    for (const [name, value] of Object.entries({ X: '0', Y: '0', Width: '240', Height: '400' }))
      await set(new RegExp(`^${name}$`), value)

    // A text from the panel, with a part of it in bold.
    await press('Shift+F6')
    await expect.poll(() => focused(page)).toBe('Layers')
    await press('ArrowRight', 'Enter')
    await pressAt(page, /^Text$/)
    await expect.poll(async () => (await layers()).length, patiently).toBe(2)
    await press('F6')
    await expect.poll(() => focused(page)).toBe('Canvas')
    await press('Enter')
    const typing = page.getByRole('textbox', { name: 'Text of Text' })
    await getsFocus(typing)
    await press('Control+a')
    await keyboard.type('Pot for tea')
    await press('Control+Shift+ArrowLeft', 'Control+b', 'Escape')
    await closes(typing)
    await press('F6')
    await tabTo(page, /^Start$/)
    await press('ArrowRight', 'ArrowRight')
    await expect.poll(() => editor.stored('Text'), patiently).toMatchObject({ align: 'end' })
    for (const [name, value] of Object.entries({ X: '270', Y: '20', Width: '310' }))
      await set(new RegExp(`^${name}$`), value)

    // Codes come by a key, and are moved and resized by arrows.
    await press('q')
    await expect.poll(async () => (await editor.stored('QR code'))?.x, patiently).toBe(200)
    for (let times = 0; times < 14; times++) await press('Shift+ArrowRight')
    await press('ArrowDown', 'Control+Alt+Shift+ArrowRight')
    await press('b')
    await expect.poll(() => editor.stored('Barcode'), patiently).toBeDefined()
    await press('Delete')
    await expect.poll(layers, patiently).toMatchObject([
      { type: 'image', src: expect.stringMatching(/^asset:/), x: 0, y: 0, width: 240, height: 400 },
      { type: 'text', text: 'Pot for **tea**', x: 270, y: 20, width: 310, align: 'end' },
      { type: 'qr-code', x: 340, y: 101, width: 210 },
    ])
    expect((await editor.draft()).design).toMatchObject({ background: '#faf7f0' })

    await press('Control+Enter')
    await getsFocus(page.getByRole('dialog', { name: 'Publish template' }))
    await tabTo(page, /^Note/)
    await keyboard.type('By keyboard')
    await press('Control+Enter')
    await page.getByText('Version 2 is published.').waitFor(patiently)
  })

  test('88, 102: 1,000 steps are undone after a reload, and give the text of before', async () => {
    const { visitor, dashboard } = opened
    const { page, context } = visitor
    const { origin } = dashboard
    const id = await createTemplate(visitor, origin)
    const editor = await openEditor(visitor, { origin, id })
    await editor.saved()
    const textNow = async () => formatDesign((await editor.draft()).design)
    const before = await textNow()
    const devTools = await context.newCDPSession(page)
    // Faster than one key after the other, and in order.
    const type = (keys: readonly { key: string; code: string; modifiers?: number }[]) =>
      Promise.all(keys.map((each) => devTools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...each })))
    const times = <Key>(count: number, ...keys: Key[]) => Array.from({ length: count }, () => keys).flat()
    await editor.click(160, 120)
    await type(times(500, { key: ']', code: 'BracketRight' }, { key: '[', code: 'BracketLeft' }))
    await editor.saved()
    await page.reload()
    await editor.drawn()
    await editor.saved()
    const undo = page.getByRole('button', { name: 'Undo', exact: true })
    await editor.canvas.focus()
    await type(times(999, { key: 'z', code: 'KeyZ', modifiers: 2 }))
    expect(await undo.isDisabled()).toBe(false)
    await page.keyboard.press('Control+z')
    await expect.poll(() => undo.isDisabled()).toBe(true)
    await editor.saved()
    expect(await textNow()).toBe(before)
  })

  test('98, 100, 102: hostile designs stay usable, with the reason on the layer', async () => {
    const { visitor, dashboard } = opened
    const { page, context } = visitor
    const { origin } = dashboard
    const photo = await sharp({ create: { width: 5000, height: 4000, channels: 3, background: '#3366cc' } })
      .jpeg()
      .toBuffer()
    const answer = await context.request.post(`${origin}/v1/assets?filename=large.jpg`, {
      data: photo,
      headers: { 'content-type': 'image/jpeg', 'sec-fetch-site': 'same-origin' },
    })
    expect(answer.status()).toBe(201)
    const { id: assetId } = await answer.json()
    const many = Array.from({ length: 494 }, (_, n) => ({
      ...{ type: 'rectangle', name: `Box ${n}`, width: 20, height: 14, fill: '#dd3322' },
      ...{ x: 10 + (n % 25) * 23, y: 10 + Math.floor(n / 25) * 19 },
    }))
    const text = { type: 'text', width: 200, height: 60, fontSize: 14, x: 20 }
    const layers = [
      { type: 'image', name: 'Large', src: `asset:${assetId}`, x: 300, y: 200, width: 280, height: 180 },
      ...many,
      { ...text, name: 'Long', y: 20, text: 'words and more words '.repeat(240), height: 100 },
      { ...text, name: 'Right to left', y: 140, text: 'שלום עולם, مرحبا بالعالم 123' },
      { ...text, name: 'Unknown font', y: 210, text: 'No such font', fontFamily: 'No Such Sans' },
      { type: 'image', name: 'Noise', src: await noise(460), x: 240, y: 20, width: 40, height: 40 },
      { type: 'image', name: 'Broken', src: 'data:image/png;base64,AAAA', x: 20, y: 290, width: 200, height: 90 },
    ]
    expect(JSON.stringify(layers).length).toBeGreaterThan(900_000)
    const id = await createTemplate(visitor, origin, { ...twoBoxes, layers })
    const editor = await openEditor(visitor, { origin, id })
    await editor.saved()
    await editor.canvas.locator('span.text-bad').first().waitFor(patiently)
    await editor.drag([120, 335], [150, 345])
    await expect.poll(async () => (await editor.stored('Broken'))?.x, patiently).toBe(50)
    await editor.canvas.locator('span.text-bad').first().waitFor(patiently)
    await editor.click(120, 235)
    await expect.poll(() => new URL(page.url()).searchParams.get('layer'), patiently).toBe('Unknown font')
    await editor.canvas.locator('span.text-bad').filter({ hasText: 'No Such Sans' }).waitFor(patiently)
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await editor.stored('Broken'))?.x, patiently).toBe(20)
    await page.keyboard.press('Control+a')
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await editor.stored('Box 493'))?.x, patiently).toBe(10 + 18 * 23 + 1)
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await editor.stored('Box 493'))?.x, patiently).toBe(10 + 18 * 23)
  })
})
