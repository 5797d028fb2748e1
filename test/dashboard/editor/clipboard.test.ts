import type { Page, Route } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { closes } from '#test/dashboard/at-rest.ts'
import { useDashboard } from '#test/dashboard/open-dashboard.ts'
import { createTemplate, type EditorScreen, editorOn, openEditor } from './editor.test-kit.ts'

const writeText = (page: Page, text: string) => page.evaluate((words) => navigator.clipboard.writeText(words), text)
const readText = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** Puts a picture of this size into the clipboard, as a screenshot does. */
function writePicture(page: Page, side: number): Promise<void> {
  return page.evaluate(async (length) => {
    const canvas = new OffscreenCanvas(length, length)
    const context = canvas.getContext('2d')
    if (context) context.fillStyle = 'tomato'
    context?.fillRect(0, 0, length, length)
    const picture = await canvas.convertToBlob({ type: 'image/png' })
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })])
  }, side)
}

/** Drops a file on the canvas: no test can drag one from outside of the browser. */
async function drop(
  { canvas, page }: EditorScreen,
  file: { name: string; type: string; text: string | number[] },
): Promise<void> {
  const dataTransfer = await page.evaluateHandle(({ name, type, text }) => {
    const data = new DataTransfer()
    data.items.add(new File([typeof text === 'string' ? text : new Uint8Array(text)], name, { type }))
    return data
  }, file)
  const box = await canvas.boundingBox()
  if (!box) throw new Error('the canvas is not shown')
  const place = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 }
  await canvas.dispatchEvent('dragover', { dataTransfer, ...place })
  await canvas.dispatchEvent('drop', { dataTransfer, ...place })
}

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 12"><path fill="#00f" d="M0 0h24v12H0z"/></svg>'

describe.skipIf(chromiumPath === undefined)('the clipboard of the editor', { timeout: 300_000 }, () => {
  const opened = useDashboard({ isShared: true })
  beforeAll(() => opened.visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']))

  async function open() {
    const { visitor, dashboard } = opened
    const id = await createTemplate(visitor, dashboard.origin)
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    await editor.saved()
    return editor
  }
  const layersOf = async (editor: EditorScreen) => (await editor.draft()).design.layers

  test('44: copies, cuts and pastes within a template, to another one in another tab, and as JSON', async () => {
    const editor = await open()
    const { page } = editor
    await editor.click(160, 120)
    await page.keyboard.press('Control+c')
    await expect.poll(() => readText(page)).toContain('"Red"')
    const [copied] = JSON.parse(await readText(page))
    expect(copied).toMatchObject({ type: 'rectangle', name: 'Red', x: 60, y: 60 })
    await page.keyboard.press('Control+v')
    await expect.poll(() => editor.stored('Red 2')).toMatchObject({ x: 60, y: 60, width: 200 })
    await expect.poll(() => editor.layer('Red 2').getAttribute('aria-selected')).toBe('true')
    const point = await editor.at(450, 100)
    await page.mouse.move(point.x, point.y)
    await page.keyboard.press('Control+Shift+v')
    await expect.poll(() => editor.stored('Red 3')).toMatchObject({ x: 350, y: 40 })
    await page.keyboard.press('Control+x')
    await expect.poll(() => editor.stored('Red 3')).toBeUndefined()

    const { dashboard, visitor } = opened
    const other = await createTemplate(visitor, dashboard.origin)
    const tab = { context: visitor.context, page: await visitor.context.newPage() }
    const second = await openEditor(tab, { origin: dashboard.origin, id: other })
    await second.saved()
    await second.canvas.focus()
    await tab.page.keyboard.press('Control+v')
    await expect.poll(() => second.stored('Red 3')).toMatchObject({ x: 350, y: 40, fill: '#dd3322' })
    await writeText(tab.page, JSON.stringify({ type: 'ellipse', name: 'Dot', x: 5, y: 6, width: 7, height: 8 }))
    await tab.page.keyboard.press('Control+v')
    await expect.poll(() => editorOn(tab, other).stored('Dot')).toMatchObject({ type: 'ellipse', x: 5, y: 6 })
    await tab.page.close()
  })

  test('45, 66: pastes and drops pictures, SVG and text as layers of their kind; a colour of an SVG is replaced', async () => {
    const editor = await open()
    const { page } = editor
    await editor.canvas.focus()
    await writePicture(page, 1200)
    await page.keyboard.press('Control+v')
    await expect
      .poll(async () => (await layersOf(editor)).at(-1))
      .toMatchObject({
        ...{ type: 'image', x: 140, y: 40, width: 320, height: 320 },
        src: expect.stringMatching(/^asset:/),
      })
    // The same picture again is the same asset.
    const first = (await layersOf(editor)).at(-1)
    await page.keyboard.press('Control+v')
    await expect.poll(() => editor.stored(`${first?.name} 2`)).toMatchObject({ src: first?.src })
    await writeText(page, drawing)
    await page.keyboard.press('Control+v')
    await expect
      .poll(async () => (await layersOf(editor)).at(-1))
      .toMatchObject({ type: 'svg', width: 24, height: 12, svg: drawing })
    await writeText(page, 'Summer sale\nuntil Sunday')
    await page.keyboard.press('Control+v')
    await expect
      .poll(() => editor.stored('Summer sale'))
      .toMatchObject({ type: 'text', text: 'Summer sale\nuntil Sunday', fit: 'grow' })
    await drop(editor, { name: 'Logo.svg', type: 'image/svg+xml', text: drawing })
    await expect.poll(() => editor.stored('Logo')).toMatchObject({ type: 'svg', x: 288, y: 194 })
    await expect.poll(() => layersOf(editor)).toHaveLength(7)
    // A picture that is dropped on a layer replaces its picture, in the same box.
    const photo = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#00f' } })
      .png()
      .toBuffer()
    await drop(editor, { name: 'Photo.png', type: 'image/png', text: [...photo] })
    const second = `${first?.name} 2`
    await expect.poll(async () => (await editor.stored(second))?.src).not.toBe(first?.src)
    await expect.poll(() => editor.stored(second)).toMatchObject({ x: 140, y: 40, width: 320, height: 320 })
    await expect.poll(() => layersOf(editor)).toHaveLength(7)
    await editor.layer('Logo').click()
    const color = editor.inspector.getByRole('textbox', { name: 'Colour #0000ff' })
    await color.fill('#ff8800')
    await color.press('Enter')
    await expect.poll(() => editor.stored('Logo')).toMatchObject({ colors: { '#0000ff': '#ff8800' } })
    await editor.canvas.focus()
    await page.evaluate((svg) => {
      const clipboardData = new DataTransfer()
      for (const name of ['First.svg', 'Second.svg'])
        clipboardData.items.add(new File([svg], name, { type: 'image/svg+xml' }))
      const options = { clipboardData, bubbles: true, cancelable: true }
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', options))
    }, drawing)
    await expect.poll(() => editor.stored('Second')).toMatchObject({ x: 308, y: 214 })
    await expect.poll(() => editor.stored('First')).toMatchObject({ x: 288, y: 194 })
    await expect.poll(() => editor.canvas.getByText('error', { exact: false }).count()).toBe(0)
  })

  test('45: makes a table of cells that were copied, and a text of one cell', async () => {
    const editor = await open()
    const { page } = editor
    /** As Excel does it: with the cells as text and as a picture. */
    const paste = (given: { html: string; text: string }) =>
      page.evaluate(({ html, text }) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/html', html)
        clipboardData.setData('text/plain', text)
        clipboardData.items.add(new File(['pixels'], 'image.png', { type: 'image/png' }))
        const options = { clipboardData, bubbles: true, cancelable: true }
        document.activeElement?.dispatchEvent(new ClipboardEvent('paste', options))
      }, given)
    const last = async () => (await layersOf(editor)).at(-1)
    await editor.canvas.focus()
    await paste({
      html: `<html><head><style>td {color: red}</style></head><body><!--StartFragment--><style>td {}</style><table>
        <tr><td>Item</td><td colspan=2>Prices\n  in euros</td></tr>
        <tr><td rowspan=2>Tea<br>or coffee</td><td>4.50</td><td>&nbsp;</td></tr><tr><td>=1+1</td></tr>
      </table><!--EndFragment--></body></html>`,
      text: 'Item\tPrices in euros\t\nTea\t4.50\t\n\t=1+1\t\n',
    })
    const rows = [
      ['Item', 'Prices in euros', ''],
      ['Tea\nor coffee', '4.50', ''],
      ['', '=1+1', ''],
    ]
    await expect.poll(last).toMatchObject({ type: 'table', name: 'Table', rows, width: 480, height: 111 })
    await writeText(page, `A\tB\n${'1\t2\n'.repeat(40)}`)
    await page.keyboard.press('Control+v')
    await expect.poll(last).toMatchObject({ type: 'table', name: 'Table 2', x: 140, y: 40, width: 320, height: 320 })
    // Words of blocks are in lines of their own, and the first column may be empty.
    await paste({
      html: '<table><tr><td></td><td><div>Price</div>4.50</td></tr><tr><td></td><td><h2>Tea</h2><b>hot</b></td></tr></table>',
      text: '',
    })
    const blocks = [
      ['', 'Price\n4.50'],
      ['', 'Tea\nhot'],
    ]
    await expect.poll(last).toMatchObject({ type: 'table', name: 'Table 3', rows: blocks })
    await paste({
      html: `<table><tr><td>A</td><td colspan=40>B</td></tr><tr>${'<td>1</td>'.repeat(60)}</tr></table>`,
      text: '',
    })
    await page.getByText('it has 60 columns. A table layer can have at most 50.').waitFor()
    await paste({ html: `<table>${'<tr><td>1</td><td>2</td></tr>'.repeat(10_001)}</table>`, text: '' })
    await page.getByText('it has 10,001 rows. A table layer can have at most 10,000.').waitFor()
    await paste({ html: '', text: `A\tB\n${`1\t${'é'.repeat(9_000)}\n`.repeat(60)}` })
    const noRoom = page.getByText(/the template would have 1,\d+ kB\. A template can have at most 1,048 kB/)
    await noRoom.waitFor()
    await closes(noRoom)
    await writeText(page, 'é'.repeat(600_000))
    await page.keyboard.press('Control+v')
    await noRoom.waitFor()
    await paste({ html: '<table><tr><td>Tea</td></tr></table>', text: '' })
    await page.getByText(/^image\.png is /).waitFor()
    await writeText(page, 'Tea\n')
    await page.keyboard.press('Control+v')
    await expect.poll(last).toMatchObject({ type: 'text', text: 'Tea' })
    await expect.poll(() => layersOf(editor)).toHaveLength(6)
  })

  test('17, 45: an upload that ends during a drag waits for its release, and Escape still puts the layer back', async () => {
    const editor = await open()
    const { page } = editor
    let held: Route | undefined
    await page.route('**/v1/assets**', (route) => {
      held = route
    })
    await editor.canvas.focus()
    await writePicture(page, 100)
    await page.keyboard.press('Control+v')
    await expect.poll(() => held !== undefined).toBe(true)
    const [from, to] = [await editor.at(160, 120), await editor.at(200, 130)]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 4 })
    const uploaded = page.waitForResponse('**/v1/assets**')
    await held?.continue()
    await uploaded
    await page.getByRole('button', { name: /^Cancel the upload/ }).waitFor({ state: 'detached' })
    await page.mouse.move(to.x + 10, to.y, { steps: 2 })
    await expect.poll(() => editor.layers.getByRole('treeitem').count()).toBe(2)
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await page.unroute('**/v1/assets**')
    await expect.poll(() => editor.layers.getByRole('treeitem').count()).toBe(3)
    await editor.saved()
    expect((await editor.stored('Red'))?.x).toBe(60)
  })

  test('46: copies the style of a layer to others, without place, name and content', async () => {
    const editor = await open()
    const { page } = editor
    await editor.click(160, 120)
    await page.keyboard.press('5')
    await page.keyboard.press('Control+Alt+c')
    await editor.click(440, 280)
    await page.keyboard.press('Control+Alt+v')
    await expect.poll(() => editor.stored('Blue')).toMatchObject({ x: 340, width: 200, fill: '#dd3322', opacity: 0.5 })
  })

  test('47: says why something cannot be pasted, and changes nothing', async () => {
    const editor = await open()
    const { page } = editor
    const before = await layersOf(editor)
    await editor.canvas.focus()
    await writeText(page, '{"colour": "red"}')
    await page.keyboard.press('Control+v')
    await page.getByText('This JSON contains no layers').waitFor()
    await writeText(page, '[{"type": "rectangle", "name": "Odd", "width": "wide"}]')
    await page.keyboard.press('Control+v')
    await page.getByText('must be a number').waitFor()
    await drop(editor, { name: 'notes.pdf', type: 'application/pdf', text: '%PDF' })
    await page.getByText(/^notes\.pdf is not a picture/).waitFor()
    await drop(editor, { name: 'broken.png', type: 'image/png', text: 'no picture' })
    await page.getByText(/^broken\.png is /).waitFor()
    await drop(editor, { name: 'empty.svg', type: 'image/svg+xml', text: '' })
    await page.getByText(/^empty\.svg is empty/).waitFor()
    const large = drawing.replace('</svg>', `<!--${'é'.repeat(600_000)}--></svg>`)
    await drop(editor, { name: 'large.svg', type: 'image/svg+xml', text: large })
    await page.getByText(/the template would have 1,\d+ kB\. A template can have at most 1,048 kB/).waitFor()
    await expect.poll(() => layersOf(editor)).toEqual(before)
    await expect.poll(() => editor.saveStatus.innerText()).toBe('Saved')
  })

  test('44, 46: the menu of the canvas has the same commands, with their keys', async () => {
    const editor = await open()
    const { page } = editor
    const { x, y } = await editor.at(160, 120)
    await page.mouse.click(x, y, { button: 'right' })
    const menu = page.getByRole('menu')
    // What is not possible is left out.
    await expect.poll(() => menu.getByRole('menuitem', { name: 'Ungroup' }).count()).toBe(0)
    await menu.getByRole('menuitem', { name: 'Copy Ctrl+C', exact: true }).click()
    await expect.poll(() => readText(page)).toContain('"Red"')
    await closes(menu)
    const free = await editor.at(450, 100)
    await page.mouse.click(free.x, free.y, { button: 'right' })
    await menu.getByRole('menuitem', { name: 'Paste here' }).waitFor()
    expect(await opened.visitor.axe()).toEqual([])
    await menu.getByRole('menuitem', { name: 'Paste here' }).click()
    await expect.poll(() => editor.stored('Red 2')).toMatchObject({ x: 350, y: 40 })
  })
})
