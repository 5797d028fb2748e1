import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Response } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { atRest, closes, getsFocus } from '#test/dashboard/at-rest.ts'
import { useDashboard } from '#test/dashboard/open-dashboard.ts'
import { ask, createTemplate, type EditorScreen, openEditor } from './editor.test-kit.ts'

const below = { y: 305, height: 90 }
const card = {
  schema: 1,
  name: 'Card',
  width: 600,
  height: 400,
  background: '#ffffff',
  layers: [
    { type: 'rectangle', name: 'Ground', x: 0, y: 300, width: 600, height: 100, fill: '#dd3322' },
    { type: 'text', name: 'Title', x: 40, y: 40, width: 300, height: 60, text: 'Title', fontSize: 40, fill: '#000000' },
    {
      ...below,
      type: 'chart',
      name: 'Sales',
      x: 20,
      width: 160,
      values: { bind: 'Sales' },
      colors: ['#ff0000', '#0000ff'],
    },
    { ...below, type: 'table', name: 'Lines', x: 300, width: 280, rows: { bind: 'Lines' }, alternateFill: '#00ff00' },
    { type: 'text', name: 'Label', x: 190, y: 305, width: 100, height: 30, text: { bind: 'Name' }, fontSize: 10 },
    { type: 'image', name: 'Thumb', x: 190, y: 345, width: 40, height: 40, src: { bind: 'Photo' }, onMissing: 'hide' },
  ],
}

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const LONG = 'The longest name of all of the products in this shop'

describe.skipIf(chromiumPath === undefined)('the tab Data', { timeout: 300_000 }, () => {
  const opened = useDashboard({ settings: { PICTABLE_SEED_SAMPLE: 'false' }, expected: ['404'] })

  const post = (path: string, body: object) =>
    ask(opened.visitor, `${opened.dashboard.origin}${path}`, { method: 'POST', body })

  /** A table of a shop, and the template of a card. */
  async function shop() {
    const fields = [
      ['Name', 'text'],
      ['Price', 'number'],
      ['Photo', 'attachments'],
      ['EAN', 'text'],
      ['Sales', 'text'],
      ['Lines', 'json'],
    ].map(([name, kind]) => ({ name, kind }))
    const last = { name: 'Last', filters: [{ field: 'Name', operator: 'contains', value: 'Cup 59' }] }
    const table = await post('/v1/tables', { name: `Products ${Date.now()}`, fields, views: [last] })
    const uploaded = await opened.visitor.context.request.post(`${opened.dashboard.origin}/v1/assets?filename=a.png`, {
      data: picture,
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'image/png' },
    })
    const { src } = await uploaded.json()
    const Photo = [{ url: src, filename: 'a.png' }]
    const Lines = '[["Item","Count"],["Pot","1"],["Lid","2"]]'
    const rows = [
      { Name: 'Teapot', Price: 24.5, EAN: '4006381333931', Photo, Sales: '5, 5', Lines },
      { Name: LONG, Price: 3, EAN: '4006381333931', Photo, Sales: '9, 9', Lines },
      { Name: 'כוס', Price: 5, Lines: '[["Item","Count"]]' },
      ...Array.from({ length: 60 }, (_, index) => ({
        Name: `Cup ${index}`,
        Price: index,
        Photo,
        Sales: '5, 5',
        Lines,
      })),
    ]
    await post(`/v1/tables/${table.id}/rows`, { rows })
    const connection = await post('/v1/connections', { name: `Ours ${Date.now()}`, source: 'table', settings: {} })
    const { results: bases } = await ask(
      opened.visitor,
      `${opened.dashboard.origin}/v1/connections/${connection.id}/bases`,
    )
    const id = await createTemplate(opened.visitor, opened.dashboard.origin, card)
    return { table, connection, baseId: bases[0].id, id }
  }

  const panelOf = ({ page }: EditorScreen) => page.getByRole('tabpanel', { name: 'Data' })

  async function openData(id: string): Promise<EditorScreen> {
    const editor = await openEditor(opened.visitor, { origin: opened.dashboard.origin, id })
    await editor.saved()
    await editor.page.getByRole('tab', { name: 'Data' }).click()
    return editor
  }

  const fieldIn = (editor: EditorScreen, name: string) =>
    panelOf(editor).getByRole('listitem').filter({ hasText: name }).first()

  async function dragField(editor: EditorScreen, name: string, [x, y]: readonly [number, number]) {
    const { page } = editor
    const box = await fieldIn(editor, name).boundingBox()
    const to = await editor.at(x, y)
    if (!box) throw new Error(`${name} is not shown`)
    await page.mouse.move(box.x + 30, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move((box.x + to.x) / 2, to.y, { steps: 3 })
    await page.mouse.move(to.x, to.y, { steps: 3 })
  }

  /** Whether the second bar of the chart and the second row of the table are drawn: nothing else has their colours there. */
  async function secondBarAndRow(editor: EditorScreen) {
    const drawn = editor.canvas.locator('canvas').first()
    const has = async (rgb: string, [left, right]: readonly [number, number]) => {
      const corners = { from: await editor.at(left, below.y), to: await editor.at(right, below.y + below.height) }
      return drawn.evaluate(
        (canvas: HTMLCanvasElement, { from, to, rgb }) => {
          const box = canvas.getBoundingClientRect()
          const ratio = canvas.width / box.width
          const [x, y] = [(from.x - box.left) * ratio, (from.y - box.top) * ratio]
          const [width, height] = [(to.x - from.x) * ratio, (to.y - from.y) * ratio]
          const { data } = canvas.getContext('2d')?.getImageData(x, y, width, height) ?? { data: [] }
          return Array.from({ length: data.length / 4 }, (_, at) => String(data.slice(4 * at, 4 * at + 3))).includes(
            rgb,
          )
        },
        { ...corners, rgb },
      )
    }
    return [await has('0,0,255', [100, 180]), await has('0,255,0', [300, 580])]
  }

  test('52, 55, 73, 76, 77, 78: a table is connected, fields are dragged, values edited, records chosen, a field deleted', async () => {
    const { table, connection, id } = await shop()
    const editor = await openData(id)
    const { page } = editor
    const panel = panelOf(editor)
    const dialog = page.getByRole('dialog', { name: 'Show records of a table' })
    const connect = async () => {
      await panel.getByRole('combobox', { name: 'Records of' }).click()
      await page.getByRole('option', { name: 'Choose a table…' }).click()
    }
    const choose = async (label: string, option: string) => {
      await dialog.getByRole('combobox', { name: label }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    const source = async () =>
      (await ask(opened.visitor, `${opened.dashboard.origin}/v1/templates/${id}`)).preview_source
    const [view] = table.views
    await connect()
    await choose('Connection', connection.name)
    await choose('Table', table.name)
    await choose('View', view.name)
    await dialog.getByRole('button', { name: 'Show records' }).click()
    await fieldIn(editor, 'Price').getByText('59').waitFor()
    await expect.poll(source).toMatchObject({ table_id: table.id, view_id: view.id, view_name: view.name })
    await panel.getByRole('combobox', { name: 'Records of' }).getByText(view.name).waitFor()

    // The same table without a view.
    await connect()
    await choose('Connection', connection.name)
    await choose('Table', table.name)
    await dialog.getByRole('button', { name: 'Show records' }).click()
    await fieldIn(editor, 'Price').getByText('24.5').or(fieldIn(editor, 'Price').getByText('3')).waitFor()
    await expect.poll(source).toMatchObject({ table_id: table.id, table_name: table.name, view_id: null })
    await expect.poll(() => editor.draft()).toMatchObject({ has_changes: false })

    // The chips lead to real records, whose chart and table are shown; the others are found by any text in them.
    for (const chip of ['Right-to-left', 'Emptiest', 'No picture']) {
      await panel.getByRole('button', { name: chip }).click()
      await fieldIn(editor, 'Name').getByText('כוס').waitFor()
      await expect.poll(() => secondBarAndRow(editor)).toEqual([false, false])
      await panel.getByRole('button', { name: 'Longest' }).click()
      await fieldIn(editor, 'Name').getByText(LONG).waitFor()
      await expect.poll(() => secondBarAndRow(editor)).toEqual([true, true])
    }
    await editor.canvas.focus()
    await page.keyboard.press('.')
    await fieldIn(editor, 'Name').getByText(LONG).waitFor({ state: 'detached' })
    await page.keyboard.press(',')
    await fieldIn(editor, 'Name').getByText(LONG).waitFor()
    await page
      .getByRole('button', { name: `Choose record: ${LONG}` })
      .first()
      .click()
    await page.getByRole('combobox', { name: 'Find record' }).fill('cup 59')
    await page.locator('[role=option][data-highlighted]', { hasText: 'Cup 59' }).waitFor()
    await page.keyboard.press('Enter')
    await fieldIn(editor, 'Price').getByText('59').waitFor()

    await dragField(editor, 'Photo', [150, 220])
    await page.mouse.up()
    await expect.poll(() => editor.stored('Photo')).toMatchObject({ type: 'image', src: { bind: 'Photo' } })
    await dragField(editor, 'Price', [500, 150])
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await dragField(editor, 'EAN', [430, 200])
    await page.mouse.up()
    const ean = { type: 'barcode', value: { bind: 'EAN' } }
    await expect.poll(() => editor.stored('EAN')).toMatchObject(ean)
    await expect.poll(() => editor.stored('Price')).toBeUndefined()
    // Over a layer that it suits, which is outlined, the field fills that.
    await dragField(editor, 'Name', [60, 60])
    await editor.canvas.getByText('Bind Name to Title').waitFor()
    await expect.poll(() => editor.canvas.locator('svg .stroke-accent.stroke-2').count()).toBeGreaterThan(0)
    await page.mouse.up()
    await expect.poll(async () => (await editor.stored('Title'))?.text).toEqual({ bind: 'Name' })
    expect((await editor.draft()).design.layers).toHaveLength(8)
    await editor.canvas.focus()
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await editor.stored('Title'))?.text).toBe('Title')

    // The same by keyboard.
    const menu = async (name: string, item: string) => {
      await panel.getByRole('button', { name: `${name}: actions` }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: item, exact: true }).press('Enter')
      await closes(page.getByRole('menu'))
    }
    // Above the photo, which begins at 60 px.
    await editor.click(60, 50)
    await menu('Price', 'Insert into text')
    await expect.poll(async () => (await editor.stored('Title'))?.text).toBe('Title {{Price | number:2}}')

    // The value of the record is changed from the field in the text, then from a text that is a field.
    const record = page.getByRole('button', { name: "Edit this record's value" })
    const value = page.getByRole('dialog', { name: / of (Cup 59|Kettle)$/ })
    await editor.canvas.focus()
    await page.keyboard.press('Enter')
    await getsFocus(page.getByRole('textbox', { name: 'Text of Title' }))
    await page.keyboard.press('End')
    await page.keyboard.press('Shift+ArrowLeft')
    await record.click()
    await value.getByRole('textbox', { name: 'Price' }).fill('cheap')
    await value.getByRole('button', { name: 'Save value' }).click()
    await value.getByText(/number/).waitFor()
    await value.getByRole('textbox', { name: 'Price' }).fill('7.5')
    await value.getByRole('button', { name: 'Save value' }).click()
    await fieldIn(editor, 'Price').getByText('7.5').waitFor()
    await record.click()
    await expect.poll(() => value.getByRole('textbox', { name: 'Price' }).inputValue()).toBe('7.5')
    await page.keyboard.press('Escape')
    await value.waitFor({ state: 'detached' })
    // A field for two braces, chosen by arrows from those with their values; then one that is dragged into the text.
    const words = page.getByRole('textbox', { name: 'Text of Title' })
    await getsFocus(words)
    await page.keyboard.press('End')
    await page.keyboard.type(' {{')
    const list = page.getByRole('listbox', { name: 'Fields' })
    await list.getByRole('option', { name: /Price.*7\.5/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    const chosen = list.getByRole('option', { selected: true })
    await expect.poll(() => chosen.innerText()).toMatch(/^Price/)
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => chosen.innerText()).toMatch(/^Name/)
    await page.keyboard.press('Enter')
    const written = async () => (await editor.stored('Title'))?.text
    await expect.poll(written).toBe('Title {{Price | number:2}} {{Name}}')
    await dragField(editor, 'EAN', [42, 52])
    await editor.canvas.getByText('Insert into text').waitFor()
    await page.mouse.up()
    await expect.poll(written).toBe('{{EAN}}Title {{Price | number:2}} {{Name}}')
    await getsFocus(words)
    // A field is one unit.
    await page.keyboard.press('Backspace')
    await expect.poll(written).toBe('Title {{Price | number:2}} {{Name}}')
    await page.keyboard.press('Escape')
    await menu('Name', 'Bind to selected layer')
    await expect.poll(async () => (await editor.stored('Title'))?.text).toEqual({ bind: 'Name' })
    await editor.canvas.focus()
    await page.keyboard.press('Enter')
    await record.click()
    await value.getByRole('textbox', { name: 'Name' }).fill('Kettle')
    // The records are read again, as they are when the window gets the focus: another one is in its place.
    const { results: others } = await ask(
      opened.visitor,
      `${opened.dashboard.origin}/v1/tables/${table.id}/rows?limit=1`,
    )
    const longest = { rows: [{ id: others[0].id, fields: { Name: `${LONG}, and longer` } }] }
    await ask(opened.visitor, `${opened.dashboard.origin}/v1/tables/${table.id}/rows`, {
      method: 'PATCH',
      body: longest,
    })
    const isAgain = (response: Response) => response.request().postData()?.includes('record_ids') === true
    const again = page.waitForResponse(isAgain)
    // The dialog is above the button.
    await page
      .getByRole('button', { name: 'Refresh records', includeHidden: true })
      .evaluate((button) => button instanceof HTMLElement && button.click())
    await (await again).finished()
    await atRest(page)
    await value.getByRole('button', { name: 'Save value' }).click()
    await fieldIn(editor, 'Name').getByText('Kettle').waitFor()
    await page.getByRole('textbox', { name: 'Sample value of Name' }).waitFor({ state: 'detached' })
    // What fills a text is shown for three records. Of several fields, the one that has a value is edited.
    await editor.inspector.getByRole('button', { name: 'Bind Text (Alt + B)' }).click()
    const binding = page.getByRole('dialog', { name: 'Binding of Text' })
    const results = binding.getByLabel('Results', { exact: true })
    await results.getByText('Kettle').first().waitFor()
    await expect.poll(() => results.locator('dt').count()).toBe(3)
    await binding.getByLabel('Field', { exact: true }).fill('EAN')
    await binding.getByRole('button', { name: 'Add field' }).click()
    await expect.poll(async () => (await editor.stored('Title'))?.text).toEqual({ bind: ['EAN', 'Name'] })
    await page.keyboard.press('Escape')
    await binding.waitFor({ state: 'detached' })
    await editor.canvas.focus()
    await page.keyboard.press('Enter')
    await record.click()
    await expect.poll(() => value.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Kettle')
    await page.keyboard.press('Escape')
    await value.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await menu('Price', 'Insert')
    await expect.poll(() => editor.stored('Price')).toMatchObject({ type: 'text', text: { bind: 'Price' } })
    // The picker of pictures has the fields, too.
    await editor.canvas.focus()
    await page.keyboard.press('i')
    const pictures = page.getByRole('dialog', { name: 'Choose a picture' })
    await pictures.getByRole('tab', { name: 'Field' }).click()
    await pictures.getByRole('button', { name: /^Photo/ }).click()
    await expect.poll(() => editor.stored('Picture')).toMatchObject({ type: 'image', src: { bind: 'Photo' } })
    await panel.getByRole('searchbox', { name: 'Find field' }).fill('pho')
    await expect.poll(() => panel.getByRole('listitem').count()).toBe(1)
    await panel.getByRole('searchbox', { name: 'Find field' }).fill('')

    // A field that was deleted: said at its layer and here, and nothing is lost.
    const url = `${opened.dashboard.origin}/v1/tables/${table.id}`
    const { fields } = await ask(opened.visitor, url)
    const left = fields.filter(({ name }: { name: string }) => name !== 'Price')
    await ask(opened.visitor, url, { method: 'PATCH', body: { fields: left } })
    await panel.getByRole('button', { name: 'Refresh records' }).click()
    const missing = panel.getByRole('region', { name: 'Missing fields' })
    await missing.getByText('Price').waitFor()
    await missing.getByRole('button', { name: 'Select layers' }).click()
    await editor.canvas.getByText('No field is called “Price”').first().waitFor()
    await editor.saved()
    await expect.poll(() => editor.stored('Price')).toMatchObject({ text: { bind: 'Price' } })
    await page.reload()
    await editor.drawn()
    await page.getByRole('tab', { name: 'Data' }).click()
    await fieldIn(editor, 'Name').waitFor()
  })

  test('79, 87, 97: sample values of every kind are drawn as they are typed, undone, saved and kept', async () => {
    const { visitor, dashboard } = opened
    const layers = [
      { ...card.layers[0], fill: { bind: 'Colour' } },
      { type: 'rating', name: 'Stars', x: 40, y: 110, width: 150, height: 30, value: { bind: 'Share' } },
      { type: 'text', name: 'Stock', x: 40, y: 200, width: 300, height: 40, text: 'Sold', visible: { bind: 'Sold' } },
      ...card.layers.slice(3),
    ]
    const id = await createTemplate(visitor, dashboard.origin, { ...card, layers })
    const url = `${dashboard.origin}/v1/templates/${id}`
    await ask(visitor, url, { method: 'PATCH', body: { sample: { Share: 0.3825 } } })
    const tab = { context: visitor.context, page: await visitor.context.newPage() }
    const { page } = tab
    const editor = await openEditor(tab, { origin: dashboard.origin, id })
    await editor.saved()
    await page.getByRole('tab', { name: 'Data' }).click()
    const panel = panelOf(editor)
    const field = (name: string) => panel.getByRole('textbox', { name, exact: true })
    const stored = async () => (await ask(tab, url)).sample
    const isBlue = async () => {
      const { x, y } = await editor.at(590, 390)
      const shot = await page.screenshot({ clip: { x, y, width: 1, height: 1 } })
      const { data } = await sharp(shot).removeAlpha().raw().toBuffer({ resolveWithObject: true })
      return String([...data]) === '0,0,255'
    }

    // A number keeps its digits, and what is none yet is kept as it is typed.
    await expect.poll(() => field('Share').inputValue()).toBe('0.3825')
    await field('Share').press('End')
    await page.keyboard.type('.5')
    await expect.poll(() => field('Share').inputValue()).toBe('0.3825.5')
    await field('Share').fill('4.5')
    await expect.poll(() => field('Name').getAttribute('placeholder')).toBe('No sample value')
    await field('Name').fill('Two\nlines')
    await field('Colour').fill('#0000ff')
    await expect.poll(isBlue).toBe(true)
    await panel.getByRole('switch', { name: 'Sold' }).click()
    await field('Lines').fill('Item, Count\nPot, 1')
    const Lines = [
      ['Item', 'Count'],
      ['Pot', '1'],
    ]
    await expect.poll(stored).toEqual({ Share: 4.5, Name: 'Two\nlines', Colour: '#0000ff', Sold: true, Lines })
    await panel.getByRole('button', { name: 'Choose Photo' }).click()
    const picker = page.getByRole('dialog', { name: 'Choose a picture' })
    await picker.getByRole('tab', { name: 'URL' }).waitFor()
    // A field cannot be a sample value.
    expect(await picker.getByRole('tab').count()).toBe(2)
    await picker.getByRole('button', { name: 'a.png' }).first().click()
    await expect.poll(stored).toMatchObject({ Photo: expect.stringMatching(/^asset:/) })

    // Each is a step; none is a change to publish.
    await editor.canvas.focus()
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await expect.poll(async () => Object.keys(await stored()).toSorted()).toEqual(['Colour', 'Name', 'Share', 'Sold'])
    await editor.saved()
    await expect.poll(editor.draft).toMatchObject({ has_changes: false })

    // Where records are shown, their values are listed, until the sample values are asked for.
    const { table, connection, baseId } = await shop()
    const source = { connection_id: connection.id, base_id: baseId, table_id: table.id, table_name: table.name }
    const preview_source = { ...source, view_id: null, view_name: null }
    await ask(tab, url, { method: 'PATCH', body: { preview_source } })
    // What is typed right before the page is left, and whose request is lost, is saved on the next visit.
    await page.route(
      '**/draft',
      (route) => void (route.request().method() === 'PUT' ? route.abort() : route.continue()),
    )
    await field('Name').fill('Ada')
    await page.reload()
    await page.unroute('**/draft')
    await editor.drawn()
    await expect.poll(stored).toMatchObject({ Name: 'Ada' })
    await page.getByRole('tab', { name: 'Data' }).click()
    await fieldIn(editor, 'Name').getByText(LONG).waitFor()
    expect(await field('Name').count()).toBe(0)
    await panel.getByRole('button', { name: 'Sample values', exact: true }).click()
    await expect.poll(() => field('Name').inputValue()).toBe('Ada')
    await expect.poll(isBlue).toBe(true)
    await panel.getByRole('list', { name: 'Fields' }).getByText('EAN').waitFor()
    await page.close()
  })

  test('92: images of chosen records are exported, what fails is named, the image shown is copied, the JSON is saved', async () => {
    const { visitor, dashboard } = opened
    const { context, page } = visitor
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { table, connection, baseId } = await shop()
    const strict = { ...card.layers[5], onMissing: 'fail' }
    const id = await createTemplate(visitor, dashboard.origin, {
      ...card,
      layers: [...card.layers.slice(0, 5), strict],
    })
    const source = { connection_id: connection.id, base_id: baseId, table_id: table.id, table_name: table.name }
    const preview_source = { ...source, view_id: null, view_name: null }
    await ask(visitor, `${dashboard.origin}/v1/templates/${id}`, { method: 'PATCH', body: { preview_source } })
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    await editor.saved()
    await page.getByRole('button', { name: 'Next record' }).waitFor()
    // What is not published is exported as well.
    await editor.drag([330, 320], [330, 310])
    await page.keyboard.press('Control+Shift+e')
    const dialog = page.getByRole('dialog', { name: 'Export images' })
    const downloaded = async (name: string) => {
      const waits = page.waitForEvent('download')
      await dialog.getByRole('button', { name }).click()
      const file = await waits
      return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
    }
    const choose = async (field: string, option: string) => {
      await dialog.getByRole('combobox', { name: field }).click()
      await page.getByRole('option', { name: option }).click()
    }
    await choose('Size', '2× · 1200 × 800')
    const one = await downloaded('Download image')
    expect(await sharp(one.bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 800 })
    await choose('Format', 'JPEG')
    await dialog.getByLabel('Quality').fill('101')
    await dialog.getByText('Enter a whole number from 1 to 100.').waitFor()
    await dialog.getByLabel('Quality').fill('60')
    for (const name of ['Teapot', 'כוס', LONG]) await dialog.getByRole('checkbox', { name, exact: true }).check()
    const several = await downloaded('Download 3 images (ZIP)')
    expect(several.name).toBe('Card.zip')
    const text = several.bytes.toString('utf8')
    expect([text.includes('Teapot.jpg'), text.includes(`${LONG}.jpg`), text.includes('כוס')]).toEqual([
      true,
      true,
      false,
    ])
    await dialog.getByText('1 image could not be rendered').waitFor()
    await dialog
      .getByRole('listitem')
      .filter({ hasText: 'כוס' })
      .getByText(/Thumb|Photo/)
      .waitFor()
    await page.keyboard.press('Escape')
    await closes(dialog)
    await page.getByRole('button', { name: 'Template options' }).click()
    await page.getByRole('menuitem', { name: 'Copy image' }).click()
    await page.getByText('Image copied.').waitFor()
    const copied = await page.evaluate(async () => (await navigator.clipboard.read()).map(({ types }) => types))
    expect(copied).toEqual([['image/png']])
    await page.getByRole('button', { name: 'Template options' }).click()
    const waits = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Download JSON' }).click()
    const json = await readFile(await (await waits).path(), 'utf8')
    expect(JSON.parse(json)).toEqual((await editor.draft()).design)
    expect(json.startsWith('{\n  "schema": 1,')).toBe(true)
  })

  test('92: the curl line of the editor renders what is seen', async () => {
    const { visitor, dashboard } = opened
    const { context, page } = visitor
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { table, connection, baseId } = await shop()
    const id = await createTemplate(visitor, dashboard.origin, card)
    const source = { connection_id: connection.id, base_id: baseId, table_id: table.id, table_name: table.name }
    const preview_source = { ...source, view_id: null, view_name: null }
    await ask(visitor, `${dashboard.origin}/v1/templates/${id}`, { method: 'PATCH', body: { preview_source } })
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    await editor.saved()
    await page.getByRole('button', { name: 'Next record' }).waitFor()
    await page.getByRole('button', { name: 'API', exact: true }).click()
    const samples = page.getByRole('dialog', { name: 'Render by API' })
    await samples.getByRole('button', { name: 'Copy', exact: true }).click()
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(copied).toMatch(/^curl /)
    const key = { name: 'For the line', scopes: ['trigger', 'read'] }
    const { secret } = await ask(visitor, `${dashboard.origin}/v1/api-keys`, { method: 'POST', body: key })
    const env = { PATH: process.env.PATH, PICTABLE_KEY: secret }
    const { stdout } = await promisify(execFile)('sh', ['-c', `${await copied()} -sS`], { env })
    const rendered = await context.request.get(JSON.parse(stdout).url)
    await page.keyboard.press('Escape')
    await closes(samples)
    await page.keyboard.press('Control+Shift+e')
    const waits = page.waitForEvent('download')
    await page.getByRole('dialog', { name: 'Export images' }).getByRole('button', { name: 'Download image' }).click()
    const seen = await readFile(await (await waits).path())
    expect(await rendered.body()).toEqual(seen)
  })
})
