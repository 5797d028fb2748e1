import type { Request, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { closes } from './at-rest.ts'
import type { Visitor } from './browser.ts'
import { focused, keepsFocus, pressAt, tabTo } from './by-keyboard.ts'
import { type Dashboard, openDashboard } from './open-dashboard.ts'

const patiently = { timeout: 60_000 }

const hostile = '<img src=x onerror="document.title=1">'

const pasted = [
  'Name\tPrice\tSold\tDay\tTags',
  `Teapot\t24.5\ttrue\t2026-11-20\tred`,
  `${hostile}\t7\tfalse\t2026-11-21\tblue`,
  'Bowl\t12\tfalse\t2026-11-22\tred',
].join('\n')

describe.skipIf(chromiumPath === undefined)('tables', () => {
  let dashboard: Dashboard
  let visitor: Visitor

  beforeAll(async () => {
    dashboard = await openDashboard({ PICTABLE_SEED_SAMPLE: 'false' })
    visitor = await dashboard.owner(['400', '412'])
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  })
  afterAll(() => dashboard?.close())

  /** The cell of a row and a column, both from 1. */
  const cell = (row: number, column: number) =>
    visitor.page.locator(`[role=row][aria-rowindex="${row + 1}"] [aria-colindex="${column + 1}"]`)
  const shows = async (row: number, column: number, text: string) =>
    expect.poll(() => cell(row, column).innerText(), patiently).toBe(text)
  const saved = async () => {
    await visitor.page.getByText('Saving…').waitFor({ state: 'detached', ...patiently })
  }
  const tableId = () => /tables\/([\w-]+)/.exec(visitor.page.url())?.[1] ?? ''
  /** What the server has. */
  const rows = async () => {
    const answer = await visitor.context.request.get(`${dashboard.origin}/v1/tables/${tableId()}/rows?limit=100`)
    const { results } = await answer.json()
    return results
  }
  const names = async () => (await rows()).map(({ fields }: { fields: { Name: string } }) => fields.Name)
  const press = async (...keys: string[]) => {
    for (const key of keys) await visitor.page.keyboard.press(key)
  }

  /** Of "Get started" on Home. */
  const steps = async (done: string) => {
    await visitor.visit('/')
    const list = visitor.page.getByRole('region', { name: 'Get started' })
    await list.getByText(done, { exact: true }).waitFor(patiently)
    return list
  }

  test('Home of an empty server names no sample, and folds the command below the button', async () => {
    const { page } = visitor
    const list = await steps('0 of 4 done')
    expect(await list.innerText()).not.toMatch(/sample/i)
    await page.getByRole('link', { name: 'New action' }).waitFor(patiently)
    const command = page.getByText(/^curl -X POST/)
    expect(await command.isVisible()).toBe(false)
    expect(await visitor.look('home-empty')).toEqual([])
    await page.getByText('From a terminal').click()
    await command.waitFor(patiently)
    expect(await visitor.axe()).toEqual([])
  })

  test('rows of a spreadsheet become a table', async () => {
    const { page } = visitor
    await visitor.visit('/tables')
    await page.getByText('No tables yet').waitFor(patiently)
    expect(await visitor.look('tables-empty')).toEqual([])
    await page.getByRole('button', { name: 'New table' }).click()
    await page.getByRole('tab', { name: 'Paste' }).click()
    expect(new URL(page.url()).searchParams.get('make')).toBe('paste')
    await page.getByLabel('Name', { exact: true }).fill('Products')
    const dialog = page.getByRole('dialog', { name: 'New table' })
    const widthOf = async () => (await dialog.boundingBox())?.width
    const width = await widthOf()
    await page.getByLabel('Rows of a spreadsheet').fill('Name\n"never closed')
    await page.getByRole('button', { name: 'Create table' }).click()
    await dialog.getByText('a double quote is never closed').waitFor(patiently)
    expect([await widthOf(), await dialog.getByRole('checkbox').count()]).toEqual([width, 0])
    await page.getByLabel('Rows of a spreadsheet').fill(pasted)
    expect(await visitor.look('tables-paste')).toEqual([])
    // Whoever leaves before it is there gets no table.
    await page.route('**/v1/tables/import?*', () => {})
    await Promise.all([
      page.waitForRequest('**/v1/tables/import?*', patiently),
      page.getByRole('button', { name: 'Create table' }).click(),
    ])
    const isImport = (request: Request) => request.url().includes('/v1/tables/import?')
    await Promise.all([page.waitForEvent('requestfailed', { predicate: isImport, ...patiently }), press('Escape')])
    await page.unroute('**/v1/tables/import?*')
    await page.goto(`${dashboard.origin}/tables?make=paste`)
    await page.getByLabel('Name', { exact: true }).fill('Products')
    await page.getByLabel('Rows of a spreadsheet').fill(pasted)
    await page.getByRole('button', { name: 'Create table' }).click()
    await page.getByRole('grid', { name: 'Products' }).waitFor(patiently)
    await shows(2, 1, hostile)
    await shows(3, 2, '12')
    await expect.poll(() => page.title()).toContain('Products')
  })

  test('cells are changed by keyboard, with undo and redo', async () => {
    const { page } = visitor
    await tabTo(page, /^Products$/)
    await press('F2')
    await page.getByRole('textbox', { name: 'Name' }).fill('Big teapot')
    await press('Tab')
    await page.keyboard.type('30')
    await press('Enter')
    await shows(1, 2, '30')
    await expect.poll(async () => (await rows())[0].fields).toMatchObject({ Name: 'Big teapot', Price: 30 })
    await press('Control+z')
    await shows(1, 2, '24.5')
    await press('Control+Shift+z')
    await shows(1, 2, '30')
    await press('ArrowRight', ' ')
    await expect.poll(async () => (await rows())[1].fields.Sold).toBe(true)
    await press('ArrowDown', 'Home', 'Delete')
    await shows(3, 1, '')
    await press('Control+z')
    await shows(3, 1, 'Bowl')
  })

  test('a cell that is refused says why, and keeps what was typed', async () => {
    const { page } = visitor
    await press('ArrowUp', 'ArrowRight')
    await page.keyboard.type('cheap')
    await press('Enter')
    await page.getByText('1 cell was not saved').waitFor(patiently)
    await shows(2, 2, '7')
    await press('ArrowUp')
    await page.getByText('“cheap” was not saved').waitFor(patiently)
    await expect.poll(() => cell(2, 2).getAttribute('aria-invalid')).toBe('true')
    expect(await visitor.look('table-refused')).toEqual([])
    await press('F2')
    await expect.poll(() => page.getByRole('textbox', { name: 'Price' }).inputValue()).toBe('cheap')
    await page.getByRole('textbox', { name: 'Price' }).fill('8')
    await press('Enter')
    await page.getByText('1 cell was not saved').waitFor({ state: 'detached', ...patiently })
  })

  test('a block is copied and pasted beyond the last row, and filled', async () => {
    await press('Control+Home', 'Shift+ArrowDown', 'Shift+ArrowRight', 'Control+c')
    await press('ArrowDown', 'ArrowDown', 'Control+v')
    await shows(4, 1, hostile)
    await expect.poll(names).toEqual(['Big teapot', hostile, 'Big teapot', hostile])
    await press('Control+z')
    await shows(3, 1, 'Bowl')
    await expect.poll(async () => (await rows()).length, patiently).toBe(3)
    await press('Control+Home', 'End', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Control+d')
    await shows(3, 5, 'red')
    await shows(2, 5, 'red')
    await saved()
  })

  test('rows go by many and come back, sorted and searched by the address', async () => {
    const { page } = visitor
    await press('Shift+ ', 'ArrowDown', 'ArrowDown', 'Shift+ ')
    await page.getByText('2 rows selected').waitFor()
    expect(await visitor.look('table-chosen')).toEqual([])
    // A box is not typed into: shortcuts go on.
    await page.getByRole('checkbox', { name: 'Select row 1' }).focus()
    await press('?')
    await page.getByRole('dialog').waitFor(patiently)
    await press('Escape')
    await closes(page.getByRole('dialog'))
    await press('Escape')
    await pressAt(page, /^Delete rows$/, 'Shift+Tab')
    // A pointer above the message keeps it there.
    const undo = page.getByRole('button', { name: 'Undo' }).last()
    await undo.hover()
    await page.getByText('1 row', { exact: true }).waitFor(patiently)
    await keepsFocus(page)
    await undo.click()
    await page.getByText('3 rows', { exact: true }).waitFor(patiently)
    await shows(3, 1, 'Bowl')
    await page.getByRole('columnheader', { name: 'Price' }).getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Sort descending' }).click()
    await shows(2, 1, 'Bowl')
    expect(new URL(page.url()).searchParams.get('sort')).toBe('-Price')
    await tabTo(page, /^Products$/)
    await press('Control+a')
    await page.getByRole('searchbox', { name: 'Search' }).fill('bowl')
    await page.getByText('1 row', { exact: true }).waitFor(patiently)
    // What was chosen is more than is left: no rows come of it.
    await tabTo(page, /^Products$/)
    await press('Delete')
    await shows(1, 1, '')
    await press('Control+z')
    await shows(1, 1, 'Bowl')
    await saved()
    await expect.poll(names).toContain('Bowl')
    await expect.poll(() => rows()).toHaveLength(3)
    await page.reload()
    await shows(1, 1, 'Bowl')
    await page.goto(`${dashboard.origin}/tables/${tableId()}`)
    await shows(1, 1, 'Big teapot')
  })

  test('a view is made of what is looked at, changed and deleted', async () => {
    const { page } = visitor
    const ask = async (item: string | RegExp) => {
      await page.getByRole('button', { name: 'Views' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await page.getByRole('columnheader', { name: 'Price' }).getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Sort descending' }).click()
    await ask('New view')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Dear')
    await dialog.getByRole('button', { name: 'Add condition' }).click()
    await dialog.getByRole('combobox', { name: 'Field' }).click()
    await page.getByRole('option', { name: 'Price' }).click()
    await dialog.getByRole('combobox', { name: 'Comparison' }).click()
    await page.getByRole('option', { name: 'is greater than' }).click()
    await dialog.getByRole('textbox', { name: 'Value' }).fill('10')
    expect(await visitor.look('table-view')).toEqual([])
    await dialog.getByRole('button', { name: 'Add view' }).click()
    await page.getByText('2 rows', { exact: true }).waitFor(patiently)
    expect(new URL(page.url()).searchParams.get('view')).toMatch(/^viw_/)
    await shows(1, 1, 'Big teapot')
    await ask('Edit “Dear”')
    await dialog.getByLabel('Name', { exact: true }).fill('Cheap')
    await dialog.getByRole('textbox', { name: 'Value' }).fill('11')
    await dialog.getByRole('combobox', { name: 'Comparison' }).click()
    await page.getByRole('option', { name: 'is less than' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('1 row', { exact: true }).waitFor(patiently)
    await ask('Delete “Cheap”')
    await dialog.getByRole('button', { name: 'Delete view' }).click()
    await page.getByText('3 rows', { exact: true }).waitFor(patiently)
    expect(new URL(page.url()).searchParams.get('view')).toBeNull()
    await page.goto(`${dashboard.origin}/tables/${tableId()}`)
    await shows(1, 1, 'Big teapot')
  })

  test('fields are added, moved, changed and deleted; pictures are uploaded', async () => {
    const { page } = visitor
    await pressAt(page, /^Add field$/)
    const dialog = page.getByRole('dialog')
    await dialog.waitFor(patiently)
    await tabTo(page, /^Name$/)
    await page.keyboard.type('price')
    await press('Enter')
    await dialog.getByText('The name "price" occurs twice').waitFor(patiently)
    await expect.poll(() => dialog.getByRole('alert').allInnerTexts()).toEqual(['The name "price" occurs twice.'])
    await press('Control+a')
    await page.keyboard.type('Photo')
    await pressAt(page, /^Kind$/)
    await page.getByRole('option', { name: 'Pictures' }).waitFor(patiently)
    // Keys go to the list from here on.
    await page.locator('[role=option][data-highlighted]').waitFor(patiently)
    await page.keyboard.type('Pict')
    await page.locator('[role=option][data-highlighted]').getByText('Pictures').waitFor(patiently)
    await press('Enter')
    expect(await visitor.look('table-field')).toEqual([])
    const theirs = await visitor.context.request.patch(`${dashboard.origin}/v1/tables/${tableId()}`, {
      data: { views: [{ name: 'Theirs', filters: [], sort: null }] },
      headers: { origin: dashboard.origin },
    })
    expect(theirs.status()).toBe(200)
    await pressAt(page, /^Save field$/)
    await dialog.getByText('Someone else changed this table').waitFor(patiently)
    await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Photo')
    await pressAt(page, /^Save field$/)
    await page.getByRole('columnheader', { name: 'Photo' }).waitFor(patiently)
    await expect.poll(() => focused(page), patiently).toBe('Add field')
    await page.getByRole('columnheader', { name: 'Tags' }).getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Move towards the start' }).click()
    const names = () => page.getByRole('columnheader').allInnerTexts()
    await expect.poll(names, patiently).toEqual(['Row', 'Name', 'Price', 'Sold', 'Tags', 'Day', 'Photo'])
    await tabTo(page, /^Products$/)
    await press('Control+Home', 'End', 'Enter')
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const uploading = Promise.withResolvers<Route>()
    await page.route('**/v1/assets?*', uploading.resolve, { times: 1 })
    await page.locator('input[type=file]').setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: png })
    const upload = await uploading.promise
    await page.getByRole('button', { name: 'Save', disabled: true }).waitFor(patiently)
    await upload.continue()
    await page.getByRole('dialog').getByText('dot.png').waitFor(patiently)
    await pressAt(page, /^Save$/)
    await cell(1, 6).locator('img').waitFor(patiently)
    await expect.poll(() => focused(page), patiently).toBe('Products')
    await expect.poll(async () => (await rows())[0].fields.Photo).toMatchObject([{ filename: 'dot.png' }])
    await press('ArrowLeft', 'ArrowLeft', 'ArrowUp', 'Enter')
    await page.getByRole('menuitem', { name: 'Delete field' }).waitFor(patiently)
    await pressAt(page, /^Delete field$/, 'ArrowDown')
    await dialog.waitFor(patiently)
    await pressAt(page, /^Delete field$/)
    await page.getByRole('columnheader', { name: 'Tags' }).waitFor({ state: 'detached', ...patiently })
    await keepsFocus(page)
  })

  test('a row opens with all of it, and its address', async () => {
    const { page } = visitor
    await tabTo(page, /^Products$/)
    await press('Control+Home', 'ArrowDown', 'ArrowDown', 'Enter', 'Escape', ' ')
    const panel = page.getByRole('dialog', { name: 'Bowl' })
    await panel.waitFor(patiently)
    expect(new URL(page.url()).searchParams.get('row')).toMatch(/^row_/)
    await panel.getByLabel('Name').fill('Bowl, small')
    await press('Tab')
    await page.getByRole('dialog', { name: 'Bowl, small' }).waitFor(patiently)
    expect(await visitor.look('table-row')).toEqual([])
    await page.getByRole('dialog').getByLabel('Name').fill('Bowl, tiny')
    await press('Escape')
    await shows(3, 1, 'Bowl, tiny')
    await expect.poll(() => focused(page), patiently).toBe('Products')
  })

  test('a cell is saved in its own row, also when rows move while it is edited', async () => {
    const { page } = visitor
    await press('Control+Home', 'Shift+ ')
    const deleting = Promise.withResolvers<Route>()
    await page.route('**/rows/delete', deleting.resolve, { times: 1 })
    await page.getByRole('button', { name: 'Delete rows' }).click()
    const held = await deleting.promise
    await cell(2, 1).dblclick()
    await page.getByRole('textbox', { name: 'Name' }).fill('Mug')
    await held.continue()
    await page.getByText('2 rows', { exact: true }).waitFor(patiently)
    await press('Enter')
    await shows(1, 1, 'Mug')
    await expect.poll(names).toEqual(['Mug', 'Bowl, tiny'])
    await press('Control+z')
    await shows(1, 1, hostile)
    await press('Control+z')
    await page.getByText('3 rows', { exact: true }).waitFor(patiently)
    await shows(3, 1, 'Bowl, tiny')
  })

  test('what is typed in a row or a cell is saved when Back leaves it', async () => {
    const { page } = visitor
    const here = page.url()
    const nameOfThird = async () => (await rows())[2].fields.Name
    await cell(3, 1).click()
    await press(' ')
    await page.getByRole('dialog').getByLabel('Name').fill('Bowl, large')
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await shows(3, 1, 'Bowl, large')
    await expect.poll(nameOfThird, patiently).toBe('Bowl, large')
    await visitor.visit('/tables')
    await page.getByText('Products', { exact: true }).first().click()
    await shows(3, 1, 'Bowl, large')
    await cell(3, 1).dblclick()
    await page.getByRole('textbox', { name: 'Name' }).fill('Bowl')
    await Promise.all([page.waitForRequest((request) => request.method() === 'PATCH'), page.goBack()])
    await page.goto(here)
    await shows(3, 1, 'Bowl')
  })

  test('a row that is added where it is not in sight opens', async () => {
    const { page } = visitor
    await page.getByRole('searchbox', { name: 'Search' }).fill('bowl')
    await page.getByText('1 row', { exact: true }).waitFor(patiently)
    await page.getByRole('button', { name: 'Add row' }).click()
    const panel = page.getByRole('dialog', { name: 'Row' })
    await panel.getByLabel('Name').fill('Plate')
    await press('Escape')
    await panel.waitFor({ state: 'detached' })
    await page.getByRole('searchbox', { name: 'Search' }).fill('')
    await page.getByText('4 rows', { exact: true }).waitFor(patiently)
    await shows(3, 1, 'Bowl')
    await shows(4, 1, 'Plate')
    await page.getByRole('button', { name: 'Add row' }).click()
    await page.getByText('5 rows', { exact: true }).waitFor(patiently)
    await expect.poll(() => cell(5, 1).getAttribute('aria-selected'), patiently).toBe('true')
  })

  test('rows are shown when the field that sorted them has another name', async () => {
    const { page } = visitor
    await page.getByRole('columnheader', { name: 'Price' }).getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Sort descending' }).click()
    await shows(2, 1, 'Bowl')
    await page.getByRole('columnheader', { name: 'Price' }).getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Edit field' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Cost')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('columnheader', { name: 'Cost' }).waitFor(patiently)
    await shows(1, 1, 'Big teapot')
    await shows(3, 1, 'Bowl')
  })

  test('a long, wide file comes in, and only what is in sight is there', async () => {
    const { page } = visitor
    await page.goto(`${dashboard.origin}/tables?make=file`)
    const names = Array.from({ length: 60 }, (_, at) => `F${at + 1}`)
    const line = (n: number) => names.map((_, at) => n * 100 + at).join(',')
    const text = [names.join(','), ...Array.from({ length: 2000 }, (_, n) => line(n + 1))].join('\n')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'Long.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Long')
    await expect.poll(() => page.locator('input[type=file]').inputValue()).toBe('')
    await page.getByRole('button', { name: 'Create table' }).click()
    await page.getByText('2,000 rows').waitFor(patiently)
    await shows(1, 1, '100')
    await cell(1, 1).click()
    await press('Control+End')
    await shows(2000, 60, '200,059')
    expect(await page.locator('[role=gridcell]').count()).toBeLessThan(1500)
    expect(await visitor.look('table-long')).toEqual([])
    // Rows out of sight have moved up: what is done to all of them is done to each.
    await press('Control+Home', 'Shift+ ')
    await page.getByRole('button', { name: 'Delete rows' }).click()
    await page.getByText('1,999 rows').waitFor(patiently)
    await cell(1, 1).click()
    await press('Control+Shift+ArrowDown', 'Delete')
    const firstOfLast = async () => {
      const last = `${dashboard.origin}/v1/tables/${tableId()}/rows?limit=1&skip=1998`
      const { results } = await (await visitor.context.request.get(last)).json()
      return results[0].fields
    }
    await expect.poll(async () => (await firstOfLast()).F1 ?? null, patiently).toBe(null)
    await expect.poll(() => firstOfLast()).toMatchObject({ F2: 200_001 })

    await page.getByRole('button', { name: 'Table options' }).click()
    await page.getByRole('menuitem', { name: 'Import file' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import into “Long”' })
    const choose = (name: string, text: string) =>
      dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
    const start = dialog.getByRole('button', { name: 'Import', exact: true })
    const skip = dialog.getByRole('checkbox', { name: /^Skip rows with errors/ })
    await choose('First.csv', 'F1\nmany')
    await start.click()
    await skip.click(patiently)
    // What was agreed to for one file does not hold for the next.
    await choose('Second.csv', 'F1\n7\nmore')
    await skip.waitFor({ state: 'detached' })
    await start.click()
    await skip.waitFor(patiently)
    expect(await skip.isChecked()).toBe(false)
    // The person who leaves when the server has the file learns what came of it.
    const debug = await visitor.context.newCDPSession(page)
    await debug.send('Fetch.enable', { patterns: [{ urlPattern: '*/import?*', requestStage: 'Response' }] })
    const answer = Promise.withResolvers<string>()
    debug.once('Fetch.requestPaused', ({ requestId }) => answer.resolve(requestId))
    await choose('Third.csv', 'F1\n7')
    await start.click()
    const requestId = await answer.promise
    await dialog.getByText('Uploaded. Reading the rows…').waitFor(patiently)
    await press('Escape')
    await closes(dialog)
    await debug.send('Fetch.continueRequest', { requestId })
    await page.getByText('Imported into “Long”: 1 row added').waitFor(patiently)
    await page.getByText('2,000 rows').waitFor(patiently)
    await debug.detach()
    // The first table is one's own.
    await steps('1 of 4 done')
    expect(visitor.troubles).toEqual([])
  })
})
