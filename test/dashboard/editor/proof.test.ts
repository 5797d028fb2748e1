import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatDesign } from '@pictable/renderer/template'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { useDashboard } from '#test/dashboard/open-dashboard.ts'
import { ask, createTemplate, type EditorScreen, openEditor, twoBoxes } from './editor.test-kit.ts'
import { hashDistance, perceptualHash } from './perceptual-hash.ts'

const patiently = { timeout: 60_000 }
/** PROOF=all opens every starter. */
const some = process.env.PROOF === 'all' ? /./ : /^(social-card|event-badge|price-list)$/

const SOLID = ['image', 'rectangle', 'ellipse']

/** The middle of a layer that is painted there, whatever is above it. */
function middleOf(layers: readonly Record<string, unknown>[]): readonly [number, number] {
  const all = layers.flatMap(({ type, visible, rotation, x, y, width, height }) => {
    const box = [x, y, width, height].map(Number)
    const isPlain = visible === undefined && rotation === undefined && box.every((side) => Number.isFinite(side))
    const [left = 0, top = 0, across = 0, down = 0] = box
    return isPlain
      ? [{ isSolid: SOLID.includes(String(type)), place: [left + across / 2, top + down / 2] as const }]
      : []
  })
  return (all.findLast(({ isSolid }) => isSolid) ?? all.at(-1))?.place ?? [0, 0]
}

const photos = join(import.meta.dirname, '..', '..', '..', 'examples', 'photos')

/**
 * What a person does, counted: each of these is one action. A layer is drawn by the key of its tool and a drag; a field
 * is set by typing into it.
 */
function handsOf(editor: EditorScreen) {
  const { page, inspector, canvas } = editor
  let count = 0
  const once = async (action: () => Promise<unknown>) => {
    count++
    await action()
  }
  return {
    actions: () => count,
    set: (name: string, value: string) =>
      once(async () => {
        const field = inspector.getByRole('textbox', { name, exact: true }).first()
        await field.fill(value)
        // A text has several lines: Enter is one of them.
        if (name !== 'Text') await field.press('Enter')
        await field.press('Escape')
      }),
    choose: (name: string, choice: string) =>
      once(async () => {
        await inspector.getByRole('combobox', { name, exact: true }).click()
        await page.getByRole('option', { name: choice, exact: true }).click()
        await page.getByRole('option', { name: choice, exact: true }).waitFor({ state: 'hidden' })
      }),
    draw: (key: string, from: readonly [number, number], to: readonly [number, number]) =>
      once(async () => {
        // Else the key is one more letter of the text that was drawn before.
        await page.keyboard.press('Escape')
        await page.getByRole('textbox', { name: /^Text of / }).waitFor({ state: 'detached' })
        await page.keyboard.press(key)
        await editor.drag(from, to)
      }),
    drag: (from: readonly [number, number], to: readonly [number, number], held?: string) =>
      once(async () => {
        if (held) await page.keyboard.down(held)
        await editor.drag(from, to)
        if (held) await page.keyboard.up(held)
      }),
    select: (name: string) => once(() => editor.layer(name).click()),
    /** Drops a picture on the page. */
    drop: (path: string) =>
      once(async () => {
        const bytes = (await readFile(path)).toString('base64')
        const dataTransfer = await page.evaluateHandle((content) => {
          const data = new DataTransfer()
          const array = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
          data.items.add(new File([array], 'photo.jpg', { type: 'image/jpeg' }))
          return data
        }, bytes)
        const { x: clientX, y: clientY } = await editor.at(300, 300)
        await canvas.dispatchEvent('dragover', { dataTransfer, clientX, clientY })
        await canvas.dispatchEvent('drop', { dataTransfer, clientX, clientY })
        await inspector.getByRole('heading', { name: 'photo' }).waitFor(patiently)
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
  const opened = useDashboard({ settings: { PICTABLE_SEED_SAMPLE: 'false' } })

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
      const [x, y] = middleOf((await editor.draft()).design.layers)
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
    await hand.drop(join(photos, 'teapot.jpg'))
    for (const [field, value] of Object.entries({ X: '0', Y: '0', Width: '560', Height: '630' })) {
      await hand.set(field, value)
    }
    await hand.draw('r', [620, 58], [796, 102])
    await hand.set('Fill', '#17171f')
    await hand.set('Radius', '28')
    await hand.draw('t', [634, 58], [782, 102])
    await hand.set('Text', Badge)
    await hand.set('Size', '20')
    await hand.set('Fill', '#ffffff')
    await hand.choose('Align', 'Centre')
    await hand.choose('Vertical alignment', 'Middle')
    // The button is a copy of the badge.
    await hand.drag([600, 40], [810, 115])
    await hand.drag([640, 62], [970, 534], 'Alt')
    await hand.drag([1126, 574], [1144, 586])
    await hand.select('Text 2')
    await hand.set('Text', 'Shop now →')
    await hand.draw('t', [1020, 58], [1148, 102])
    await hand.set('Text', `★ ${Rating}`)
    await hand.set('Size', '27')
    await hand.draw('t', [620, 128], [1144, 334])
    await hand.set('Text', Name)
    await hand.set('Size', '72')
    await hand.set('Weight', '800')
    await hand.set('Line height', '1.06')
    await hand.draw('t', [620, 303], [1144, 433])
    await hand.set('Text', Description)
    await hand.set('Size', '26')
    await hand.set('Fill', '#5b5b68')
    await hand.set('Line height', '1.4')
    await hand.draw('r', [620, 506], [1144, 508])
    await hand.set('Fill', '#17171f1f')
    await hand.draw('t', [620, 522], [940, 592])
    await hand.set('Text', `€${Price}`)
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
    await editor.canvas.locator('p.text-bad').first().waitFor(patiently)
    await editor.drag([120, 335], [150, 345])
    await expect.poll(async () => (await editor.stored('Broken'))?.x, patiently).toBe(50)
    await editor.canvas.locator('p.text-bad').first().waitFor(patiently)
    await editor.click(120, 235)
    await expect.poll(() => new URL(page.url()).searchParams.get('layer'), patiently).toBe('Unknown font')
    await editor.canvas.locator('p.text-bad').filter({ hasText: 'No Such Sans' }).waitFor(patiently)
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await editor.stored('Broken'))?.x, patiently).toBe(20)
    await page.keyboard.press('Control+a')
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await editor.stored('Box 493'))?.x, patiently).toBe(10 + 18 * 23 + 1)
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await editor.stored('Box 493'))?.x, patiently).toBe(10 + 18 * 23)
  })
})
