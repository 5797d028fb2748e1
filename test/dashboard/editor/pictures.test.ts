import type { Locator, Route } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { closes, getsFocus } from '#test/dashboard/at-rest.ts'
import { useDashboard } from '#test/dashboard/open-dashboard.ts'
import { ask, createTemplate, type EditorScreen, openEditor } from './editor.test-kit.ts'

/** A picture of 200 x 100, left red and right blue, made by the browser. */
async function twoHalves({ page }: EditorScreen): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 200
    canvas.height = 100
    const context = canvas.getContext('2d')
    if (!context) return ''
    context.fillStyle = '#dd2222'
    context.fillRect(0, 0, 100, 100)
    context.fillStyle = '#2222dd'
    context.fillRect(100, 0, 100, 100)
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}

const grey = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#888888' } })
    .png({ compressionLevel: 1 })
    .toBuffer()

/** A picture of 2 x 2 in an ellipse that is twice as wide as high. */
const badge = {
  ...{ type: 'ellipse', name: 'Badge', x: 20, y: 340, width: 100, height: 50 },
  fill: {
    type: 'picture',
    src: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR42mO4Y6QhZ3OC4dcJEa4KGwAkMATtrzt8RgAAAABJRU5ErkJggg==',
  },
}
/** In the upper right corner, out of the way. */
const framed = {
  ...{ type: 'image', name: 'Framed', x: 500, y: 10, width: 90, height: 60, fit: 'contain', radius: 12 },
  ...{ src: badge.fill.src, shadow: { color: '#000000', blur: 4 } },
}
const design = { schema: 1, name: 'Blank', width: 600, height: 400, background: '#ffffff', layers: [badge, framed] }

describe.skipIf(chromiumPath === undefined)('pictures', { timeout: 300_000 }, () => {
  const opened = useDashboard({ settings: { PICTABLE_SEED_SAMPLE: 'false' } })

  test('56, 57, 83: a picture is uploaded, chosen, replaced and cropped, by pointer and by keyboard', async () => {
    const { visitor, dashboard } = opened
    const id = await createTemplate(visitor, dashboard.origin, design)
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    await editor.saved()
    const { page, canvas } = editor
    const assets = async () => (await ask(visitor, `${dashboard.origin}/v1/assets`)).results
    const picker = page.getByRole('dialog', { name: 'Choose a picture' })
    const give = async (name: string, buffer: Buffer, mimeType = 'image/png') => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        picker.getByRole('button', { name: 'Upload a picture' }).click(),
      ])
      await chooser.setFiles({ name, mimeType, buffer })
    }
    const picture = () => editor.stored('Picture')

    await canvas.focus()
    await page.keyboard.press('i')
    await give('notes.png', Buffer.from('these are notes'))
    const alert = picker.getByRole('alert')
    await alert.getByText(/^notes\.png is not a picture \(its first bytes are .*; use JPEG, PNG, /).waitFor()
    await give('photo.png', await grey(10_000, 6000))
    await alert.getByText('photo.png has more than 50 million pixels; save it smaller.').waitFor()
    await expect.poll(() => assets()).toHaveLength(0)
    // An upload that is cancelled leaves the picker open, and nothing behind.
    const bytes = await twoHalves(editor)
    const held: Route[] = []
    await page.route('**/v1/assets?**', (route) => void held.push(route))
    await give('halves.png', bytes)
    await picker.getByRole('progressbar', { name: 'Uploading halves.png' }).waitFor()
    await expect.poll(() => held.length).toBe(1)
    await picker.getByRole('button', { name: 'Cancel the upload of halves.png' }).click()
    await picker.getByRole('list', { name: 'Uploads' }).waitFor({ state: 'detached' })
    await page.unroute('**/v1/assets?**')
    await expect.poll(() => assets()).toHaveLength(0)
    await give('halves.png', bytes)
    await picker.waitFor({ state: 'detached' })
    // In its own proportion.
    await expect.poll(picture).toMatchObject({ type: 'image', width: 453, height: 226 })
    for (const [name, value] of Object.entries({ Width: '320', Height: '320', X: '140', Y: '40' })) {
      await editor.inspector.getByRole('textbox', { name, exact: true }).first().fill(value)
      await page.keyboard.press('Enter')
    }
    await expect.poll(picture).toMatchObject({ x: 140, y: 40, width: 320, height: 320 })
    const [asset] = await assets()
    expect((await picture())?.src).toBe(asset.src)

    // The same file again is the same asset; a replacement keeps everything else.
    await editor.layer('Picture').click()
    await editor.inspector.getByRole('button', { name: 'Choose Picture' }).click()
    await give('copy.png', bytes)
    await picker.waitFor({ state: 'detached' })
    await expect.poll(() => assets()).toHaveLength(1)
    await editor.inspector.getByRole('button', { name: 'Choose Picture' }).click()
    await picker.getByRole('tab', { name: 'Assets' }).click()
    await picker.getByRole('list', { name: 'Assets' }).getByRole('listitem').first().waitFor()
    await picker.getByRole('searchbox', { name: 'Search assets' }).fill('nothing')
    await expect.poll(() => picker.getByRole('list', { name: 'Assets' }).getByRole('listitem').count()).toBe(0)
    await page.keyboard.press('Escape')
    await picker.waitFor({ state: 'detached' })

    // By a URL as well: its box, fit, radius and effects stay.
    await editor.layer('Framed').click()
    await editor.inspector.getByRole('button', { name: 'Choose Picture' }).click()
    await picker.getByRole('tab', { name: 'URL' }).click()
    await picker.getByRole('textbox', { name: 'URL' }).fill('https://pictures.example/tea.png')
    await picker.getByRole('button', { name: 'Use picture' }).click()
    await expect.poll(() => editor.stored('Framed')).toEqual({ ...framed, src: 'https://pictures.example/tea.png' })
    await page.keyboard.press('Control+z')
    await expect.poll(() => editor.stored('Framed')).toEqual(framed)
    await editor.layer('Picture').click()

    // Crop: the picture is 640 x 320 behind a box of 320 x 320.
    const crop = page.getByRole('group', { name: 'Crop Picture' })
    const start = await picture()
    await canvas.focus()
    await page.keyboard.press('Enter')
    await getsFocus(crop)
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Escape')
    await closes(crop)
    await editor.saved()
    await expect.poll(() => picture()).toEqual(start)
    await getsFocus(canvas)
    await page.keyboard.press('Enter')
    await getsFocus(crop)
    const box = await crop.boundingBox()
    if (!box) throw new Error('the crop is not shown')
    // Beside the focal point, which is a handle of its own.
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2 + 60]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 400, y, { steps: 4 })
    await page.mouse.up()
    await page.keyboard.press('+')
    await page.keyboard.press('Enter')
    await crop.waitFor({ state: 'detached' })
    await expect.poll(picture).toMatchObject({ focalPoint: { y: 0.5 }, zoom: 1.1 })
    const { focalPoint } = Object(await picture())
    expect(focalPoint.x).toBeLessThan(0.35)
    await page.keyboard.press('Control+z')
    await expect.poll(picture).toEqual(start)

    // By double click, then by pointer alone: a corner scales, the focal point is a dot; each is one step.
    const enterCrop = async () => {
      const middle = await editor.at(300, 200)
      await page.mouse.dblclick(middle.x, middle.y)
      await getsFocus(crop)
    }
    const drags = [
      { from: [620, 360], to: [652, 376], made: { zoom: expect.closeTo(1.05, 2) } },
      { from: [300, 200], to: [172, 200], made: { focalPoint: { x: expect.closeTo(0.3, 2), y: 0.5 } } },
    ] as const
    for (const { from, to, made } of drags) {
      await enterCrop()
      await editor.drag(from, to)
      await page.keyboard.press('Enter')
      await closes(crop)
      await expect.poll(picture).toMatchObject(made)
      await page.keyboard.press('Control+z')
      await expect.poll(picture).toEqual(start)
    }
    // Escape takes a drag back, and leaves no step: what is done again is the last one from above.
    await enterCrop()
    await editor.drag([300, 280], [200, 280])
    await page.keyboard.press('Escape')
    await closes(crop)
    await page.keyboard.press('Control+Shift+z')
    await expect.poll(picture).toMatchObject(drags[1].made)
    await page.keyboard.press('Control+z')
    await expect.poll(picture).toEqual(start)

    // Arrows move the focal point, too.
    await enterCrop()
    await crop.getByRole('button', { name: 'Focal point' }).focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await crop.getByRole('button', { name: 'Apply' }).click()
    await expect.poll(picture).toMatchObject({ focalPoint: { x: 0.4, y: 0.5 } })

    // A picture in a shape is cropped the same way; another one keeps the crop.
    await editor.layer('Badge').click()
    await editor.inspector.getByRole('button', { name: 'Crop picture' }).click()
    await getsFocus(page.getByRole('group', { name: 'Crop Badge' }))
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('+')
    await page.keyboard.press('Enter')
    const fill = async () => (await editor.stored('Badge'))?.fill
    await expect
      .poll(fill)
      .toMatchObject({ type: 'picture', zoom: 1.1, focalPoint: { x: 0.5, y: expect.closeTo(0.6, 2) } })
    const cropped = Object(await fill())
    await editor.inspector.getByRole('button', { name: 'Choose Picture' }).click()
    // The picker is on the tab that was used last.
    await picker.getByRole('tab', { name: 'Assets' }).click()
    await picker.getByRole('list', { name: 'Assets' }).getByRole('button').first().click()
    await expect.poll(fill).toEqual({ ...cropped, src: asset.src })

    // The panel: what is pressed or dragged becomes a layer, or fills one.
    await page.getByRole('tab', { name: 'Assets' }).click()
    const panel = page.getByRole('tabpanel', { name: 'Assets' })
    const tile = panel.getByRole('button', { name: 'halves.png' })
    const widthPx = () => tile.locator('img').evaluate((image) => Reflect.get(image, 'naturalWidth'))
    await expect.poll(widthPx).toBe(200)
    await tile.press('Enter')
    const inserted = { type: 'image', src: asset.src, width: 200, height: 100 }
    await expect.poll(() => editor.stored('halves')).toMatchObject(inserted)
    const dragTo = async (from: Locator, x: number, y: number, { isTakenBack = false } = {}) => {
      await from.hover()
      await page.mouse.down()
      const end = await editor.at(x, y)
      await page.mouse.move(end.x - 10, end.y, { steps: 4 })
      await page.mouse.move(end.x, end.y)
      if (isTakenBack) await page.keyboard.press('Escape')
      await page.mouse.up()
    }
    // It would be the second one.
    await dragTo(tile, 100, 100, { isTakenBack: true })
    await dragTo(tile, 480, 340)
    await expect.poll(() => editor.stored('halves 2')).toMatchObject({ ...inserted, x: 380, y: 290 })
    expect((await editor.draft()).design.layers).toHaveLength(5)
    await panel.getByRole('searchbox', { name: 'Search assets' }).fill('Noto Serif')
    await panel.getByRole('button', { name: 'Noto Serif', exact: true }).press('Enter')
    await expect.poll(() => editor.stored('Noto Serif')).toMatchObject({ type: 'text' })
    await panel.getByRole('searchbox', { name: 'Search assets' }).fill('Mono')
    await dragTo(panel.getByRole('button', { name: 'Noto Sans Mono', exact: true }), 300, 200)
    const family = async () => (await editor.stored('Noto Serif'))?.fontFamily
    await expect.poll(family).toBe('Noto Sans Mono')
    await panel.getByRole('searchbox', { name: 'Search assets' }).fill('')
    const [files] = await Promise.all([
      page.waitForEvent('filechooser'),
      panel.getByRole('button', { name: 'Upload a picture' }).click(),
    ])
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path d="M0 0h40v20z"/></svg>'
    await files.setFiles([
      { name: 'wide.png', mimeType: 'image/png', buffer: await grey(1600, 900) },
      { name: 'sign.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) },
    ])
    await expect.poll(() => editor.stored('wide')).toMatchObject({ type: 'image', width: 480, height: 270 })
    const wide = Object(await editor.stored('wide'))
    const sign = { type: 'image', width: 40, height: 20, x: wide.x + 240, y: wide.y + 145 }
    await expect.poll(() => editor.stored('sign')).toMatchObject(sign)
    expect(await visitor.axe()).toEqual([])

    await page.getByRole('button', { name: 'API', exact: true }).click()
    const request = page.getByRole('dialog', { name: 'Render by API' })
    await request.getByText(`"template_id": "${id}"`).waitFor()
    await request.getByText(/Publish to include your changes/).waitFor()
    await request.getByRole('button', { name: `Copy id ${id}` }).waitFor()
    expect(await visitor.axe()).toEqual([])
  })
})
