import type { Response, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { getsFocus } from './at-rest.ts'
import type { Visitor } from './browser.ts'
import { type Dashboard, openDashboard } from './open-dashboard.ts'

const patiently = { timeout: 60_000 }

describe.skipIf(chromiumPath === undefined)('actions', () => {
  let dashboard: Dashboard
  let visitor: Visitor
  let id = ''

  /** The same session, beside the page: what somebody else does. */
  async function ask(method: string, path: string, data?: object) {
    const answer = await visitor.context.request.fetch(dashboard.origin + path, {
      method,
      ...(data && { data }),
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    if (!answer.ok()) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return answer.status() === 204 ? null : answer.json()
  }
  const combobox = (name: string | RegExp) => visitor.page.getByRole('combobox', { name })
  const pick = async (name: string | RegExp, option: string | RegExp) => {
    await combobox(name).click()
    await visitor.page.getByRole('option', { name: option }).click()
  }
  const save = async () => {
    await visitor.page.getByRole('button', { name: 'Save', exact: true }).click()
    await visitor.page.getByText('You have unsaved changes.').waitFor({ state: 'detached', ...patiently })
  }
  const openTab = (name: string) => visitor.page.getByRole('tab', { name }).click()

  beforeAll(async () => {
    dashboard = await openDashboard()
    visitor = await dashboard.owner(['400', '412'])
  })
  afterAll(() => dashboard?.close())

  test('are listed with their picture, last run and what starts them', async () => {
    const { page } = visitor
    await visitor.visit('/actions')
    const row = page.getByRole('row', { name: /Product social cards/ })
    await row.getByText('Completed').last().waitFor(patiently)
    await row.getByText('Manual').waitFor()
    expect(await visitor.look('actions')).toEqual([])
  })

  test('a new one matches by name, in a wizard whose address keeps what is chosen', async () => {
    const { page } = visitor
    await page.getByRole('link', { name: 'New action' }).click()
    await pick('Connection', 'Built-in tables')
    await pick('Table', 'Products')
    await pick('View', 'Bestsellers')
    // The designs to start from are many: to draw them all is another test's matter.
    const picture = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    await page.route('**/v1/starters/*/picture*', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: picture }),
    )
    await page.getByRole('button', { name: 'New template' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Square product/i })
      .click()
    await page.getByRole('button', { name: /Square product/i, pressed: true }).waitFor(patiently)
    await page.goBack()
    await page.goForward()
    await expect.poll(() => combobox('View').inputValue()).toBe('Bestsellers')
    await page.getByLabel('Title').fill('Bestsellers <b>bold</b>')
    expect(await visitor.look('actions-new')).toEqual([])
    await page.getByRole('button', { name: 'Create action' }).click()
    await page.getByRole('heading', { level: 1, name: 'Bestsellers <b>bold</b>' }).waitFor(patiently)
    id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    expect(id).toMatch(/^act_/)
  })

  test('a row of the mapping takes a text made of fields, and an empty value', async () => {
    const { page } = visitor
    await pick(/^Value for .*name/i, 'A text with fields')
    const text = page.getByRole('textbox', { name: /^Text for .*name/i })
    await getsFocus(text)
    await expect.poll(() => text.inputValue()).toBe('{{Name}}')
    await text.fill('{{Name | upper}} {{Prize}}')
    await page
      .getByText(/at character 20: the table "Products" has no field "Prize". Did you mean "Price"/)
      .first()
      .waitFor(patiently)
    await text.fill('{{Name | upper}} {{Price | currency:EUR}}')
    await page.getByText(/^[A-Z ]+ €\d+\.\d\d$/).waitFor(patiently)
    expect(await visitor.look('action-mapping-text')).toEqual([])
    await save()
    expect((await ask('GET', `/v1/actions/${id}`)).mapping.Name).toMatchObject({
      text: '{{Name | upper}} {{Price | currency:EUR}}',
      fields: { Price: { name: 'Price' } },
    })
    await pick(/^Value for .*name/i, 'A fixed value')
    const value = page.getByRole('textbox', { name: /^Fixed value of .*name/i })
    await value.fill('')
    await save()
    expect((await ask('GET', `/v1/actions/${id}`)).mapping.Name).toEqual({ value: '' })
    await pick(/^Value for .*name/i, 'Name')
    await save()
  })

  test('the mapping shows values and picture of each record, and says what does not fit', async () => {
    const { page } = visitor
    const toldToOtherTabs: string[] = []
    await page.exposeFunction('tell', (message: string) => toldToOtherTabs.push(message))
    await page.evaluate("(window.told = new BroadcastChannel('pictable')).onmessage = ({ data }) => tell(data)")
    await page.getByRole('img', { name: /^Image of/ }).waitFor(patiently)
    await page.getByText('1 of', { exact: false }).first().waitFor()
    await page.getByRole('button', { name: /^Next record/ }).click()
    await page.getByText(/^2 of/).waitFor(patiently)
    expect(page.url()).toContain('record=')
    await pick(/^Value for .*photo/i, 'Price')
    await page.getByText(/The template needs a picture or its URL/).waitFor(patiently)
    await pick(/^Value for .*name/i, 'A fixed value')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')), patiently)
      .toMatch(/^Fixed value of/)
    await page.keyboard.type('Teatime')
    await page.getByText('You have unsaved changes.').waitFor()
    expect(await visitor.look('action-mapping')).toEqual([])
    await page.getByRole('link', { name: 'Actions' }).first().click()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await page.getByRole('button', { name: 'Match by name' }).click()
    await save()
    expect((await ask('GET', `/v1/actions/${id}`)).mapping).toMatchObject({ Name: { value: 'Teatime' } })
    // Nothing that was only looked at makes other tabs read again.
    await expect.poll(() => toldToOtherTabs).toEqual(['saved'])
    await page.getByRole('switch', { name: 'Worst cases' }).click()
    await page.getByText(/^longest text/).waitFor(patiently)
    await page.getByRole('switch', { name: 'Worst cases' }).click()
  })

  test('a filter is built of conditions, and counts at once', async () => {
    const { page } = visitor
    await openTab('Records')
    await page.getByRole('button', { name: 'Add condition' }).click()
    await pick('Field', 'Price')
    await page.getByRole('combobox', { name: 'Comparison' }).click()
    await page.getByRole('option', { name: 'is greater than' }).click()
    await page.getByLabel('Value').fill('many')
    await page.getByText(/must be a number/).waitFor(patiently)
    await page.getByLabel('Value').fill('1')
    await page.getByText(/^\d+ of \d+ records$/).waitFor(patiently)
    const isSample = (answer: Response) => answer.url().endsWith('/sample')
    const [answer] = await Promise.all([page.waitForResponse(isSample, patiently), pick('Comparison', 'is one of')])
    expect(answer.status()).toBe(200)
    await page.getByLabel('Value').fill('1, 2,')
    await expect.poll(() => page.getByLabel('Value').inputValue()).toBe('1, 2,')
    await page.getByRole('button', { name: 'Add group' }).click()
    await page.getByRole('button', { name: 'Add condition' }).first().click()
    await page.getByLabel('Value').last().fill('tea')
    expect(await visitor.look('action-records')).toEqual([])
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  test('the output is asked for by its schema; a field that cannot take it is not offered', async () => {
    const { page } = visitor
    await openTab('Output')
    await page.getByRole('checkbox', { name: 'WEBP' }).click()
    await page.getByLabel('Quality').fill('70')
    await page.getByRole('combobox', { name: 'Image URL' }).click()
    await page.getByRole('option', { name: 'Image' }).waitFor()
    expect(await page.getByRole('option').allInnerTexts()).not.toContain('Price')
    await page.getByRole('option', { name: 'Image' }).click()
    await page.getByText(/^Needs a file field that is not mapped to the template/).waitFor()
    expect(await visitor.look('action-output')).toEqual([])
    await save()
    await expect
      .poll(() => ask('GET', `/v1/actions/${id}`))
      .toMatchObject({
        output: { formats: ['png', 'webp'], quality: 70 },
        write_back: { url: { name: 'Image' } },
      })
    await page.getByLabel('Quality').fill('')
    await save()
    expect((await ask('GET', `/v1/actions/${id}`)).output.quality).toBeUndefined()
  })

  test('what somebody else saved meanwhile is merged, place by place', async () => {
    const { page } = visitor
    await openTab('Mapping')
    await page.getByLabel('Title').fill('Mine')
    await ask('PATCH', `/v1/actions/${id}`, { title: 'Theirs', output: { formats: ['jpeg'] } })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: /^Someone else changed/ })
    await dialog.getByText('Theirs').waitFor(patiently)
    expect(await visitor.look('action-merge')).toEqual([])
    await page.route('**/v1/actions/*', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 400 }) : route.fallback(),
    )
    await dialog.getByRole('button', { name: 'Save merged' }).click()
    await dialog.getByRole('alert').waitFor(patiently)
    await page.unroute('**/v1/actions/*')
    await dialog.getByRole('button', { name: 'Save merged' }).click()
    await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor(patiently)
    await expect
      .poll(() => ask('GET', `/v1/actions/${id}`))
      .toMatchObject({ title: 'Mine', output: { formats: ['jpeg'] } })
  })

  test('a quick double save sends one request, with the last draft', async () => {
    const { page } = visitor
    // As on a busy machine: a timer of no time fires later than the second click.
    await page.addInitScript(() => {
      const { setTimeout: start } = globalThis
      const late = (run: () => void, ms = 0, ...rest: unknown[]) => start(run, ms === 0 ? 500 : ms, ...rest)
      Object.assign(globalThis, { setTimeout: late })
    })
    await visitor.visit(`/actions/${id}`)
    const sent: unknown[] = []
    page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.postDataJSON()))
    const type = (title: string) => page.getByLabel('Title').fill(title)
    const saved = () => expect.poll(async () => (await ask('GET', `/v1/actions/${id}`)).title, patiently)
    await type('Mine again')
    await page.getByRole('button', { name: 'Save', exact: true }).dblclick()
    await saved().toBe('Mine again')
    await type('Mine at last')
    for (let press = 0; press < 2; press++) await page.keyboard.press('Control+s')
    await saved().toBe('Mine at last')
    await page.getByText('You have unsaved changes.').waitFor({ state: 'detached', ...patiently })
    expect(sent).toEqual([{ title: 'Mine again' }, { title: 'Mine at last' }])
  })

  test('triggers of any kind are added, tried, paused; an address is shown when asked for', async () => {
    const { page } = visitor
    await openTab('Triggers')
    await page.getByRole('button', { name: 'Add trigger' }).click()
    await page.getByLabel('Cron').fill('nonsense')
    await page.getByRole('button', { name: 'Add trigger' }).last().click()
    await page.getByText(/must be five parts/).waitFor(patiently)
    await page.getByLabel('Cron').fill('0 9 * * 1-5')
    expect(await visitor.look('action-trigger-new')).toEqual([])
    await page.getByRole('button', { name: 'Add trigger' }).last().click()
    const schedule = page.getByRole('region', { name: 'Schedule' })
    await schedule.getByRole('button', { name: 'Test' }).click()
    await schedule.getByText(/09:00/).first().waitFor(patiently)
    await schedule.getByRole('switch').click()
    await schedule.getByText('Paused').waitFor(patiently)
    await page.getByRole('button', { name: 'Add trigger' }).click()
    await pick('Trigger kind', 'Incoming hook')
    await page.getByRole('button', { name: 'Add trigger' }).last().click()
    const shown = page.getByRole('dialog', { name: 'Trigger URL' })
    await shown.getByText(/RECORD_ID\(\)/).waitFor(patiently)
    await shown.getByRole('button', { name: 'Airtable script' }).click()
    await shown.getByText(/base\.getTable\("tbl_\w+"\).+\/v1\/hooks\/.+record_ids/s).waitFor(patiently)
    expect(await visitor.look('action-hook')).toEqual([])
    await shown.getByRole('button', { name: 'Close' }).last().click()
    await shown.waitFor({ state: 'detached' })
    expect(await page.content()).not.toContain('/v1/hooks/')
    expect(await visitor.look('action-triggers')).toEqual([])
  })

  test('a run is estimated, started, and told on its own page; the history lists it', async () => {
    const { page } = visitor
    await page.evaluate(`window.ear = new BroadcastChannel('pictable')
      window.heard = []
      ear.onmessage = ({ data }) => heard.push(data)`)
    await page.getByRole('button', { name: 'Run now' }).click()
    const dialog = page.getByRole('dialog', { name: /^Run/ })
    await dialog.getByText('Duration', { exact: true }).waitFor(patiently)
    await pick('Records to render', 'Selected records')
    await dialog.getByRole('checkbox').first().click()
    await dialog.getByText('1 record selected').waitFor()
    expect(await visitor.look('action-run')).toEqual([])
    // One that is left while it is sent starts all the same, and takes no one away from another page.
    const starting = Promise.withResolvers<Route>()
    await page.route('**/v1/actions/*/runs', (route) =>
      route.request().postDataJSON().dry_run ? route.continue() : starting.resolve(route),
    )
    await dialog.getByRole('button', { name: 'Start' }).click()
    const held = await starting.promise
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await held.continue()
    await page.unroute('**/v1/actions/*/runs')
    const open = page.getByRole('button', { name: 'Open run' })
    await open.waitFor(patiently)
    expect(new URL(page.url()).pathname).toBe(`/actions/${id}`)
    // No estimate made other tabs read again: each would do so for the other, for ever.
    expect(await page.evaluate('heard')).toEqual(['saved'])
    await open.click()
    await page.waitForURL(/\/runs\/run_/)
    await page.getByText('Completed').first().waitFor(patiently)
    await visitor.visit(`/actions/${id}?tab=history`)
    await page.getByText('1 rendered').last().waitFor(patiently)
    expect(await visitor.axe()).toEqual([])
  })

  test('a field that no longer accepts the image URL is told in the settings, before a run and on its page', async () => {
    const { page } = visitor
    const { table_id: table, write_back } = await ask('GET', `/v1/actions/${id}`)
    const { fields } = await ask('GET', `/v1/tables/${table}`)
    const target = write_back.url.name
    const setKind = (kind: string) =>
      ask('PATCH', `/v1/tables/${table}?misfits=empty`, {
        fields: fields.map((field: { name: string }) => (field.name === target ? { ...field, kind } : field)),
      })
    await visitor.visit(`/actions/${id}?tab=output`)
    await page.getByText('All fields can be written.').waitFor(patiently)
    await setKind('number')
    await page.getByRole('button', { name: 'Check again' }).click()
    const told = `Cannot be written: ${target}`
    await page.getByText(told).waitFor(patiently)
    await page.getByText(/must be a number/).waitFor()
    expect(await visitor.look('action-write-check')).toEqual([])
    await page.getByRole('button', { name: 'Run now' }).click()
    const dialog = page.getByRole('dialog', { name: /^Run/ })
    await dialog.getByText(told).waitFor(patiently)
    await expect.poll(() => dialog.getByRole('button', { name: 'Start' }).getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('Escape')
    await ask('POST', `/v1/tablesources/${id}`)
    const { results } = await ask('GET', `/v1/runs?action_id=${id}&limit=1`)
    await visitor.visit(`/runs/${results[0].id}`)
    await page.getByText(/cannot be written into the table/).waitFor(patiently)
    expect(await visitor.look('run-not-written')).toEqual([])
    await page.getByRole('link', { name: 'Check write-back' }).click()
    await page.getByText(told).waitFor(patiently)
    await setKind('url')
    await page.getByRole('button', { name: 'Check again' }).click()
    await page.getByText('All fields can be written.').waitFor(patiently)
    // Where nothing is known yet, what is on can be seen and turned off, and the table can be asked.
    await page.route(`**/v1/actions/${id}`, async (route) => {
      const response = await route.fetch()
      const action = await response.json()
      const changed = { write_check: null, write_back: { ...action.write_back, ignore_check: true } }
      await route.fulfill({ response, json: { ...action, ...changed } })
    })
    await visitor.visit(`/actions/${id}?tab=output`)
    await page.getByRole('switch', { name: 'Run anyway', checked: true }).waitFor(patiently)
    await page.getByRole('button', { name: 'Check write-back' }).waitFor(patiently)
    await page.unroute(`**/v1/actions/${id}`)
  })

  test('a field that is gone is said with the cure; a copy is made and deleted', async () => {
    const { page } = visitor
    const { table_id: table, mapping } = await ask('GET', `/v1/actions/${id}`)
    const { fields } = await ask('GET', `/v1/tables/${table}`)
    const gone = mapping.Photo?.field.name ?? mapping.photo?.field.name
    const isOfCopy = (url: string) => url.endsWith('/preview') && !url.includes(id)
    const previewed = page.waitForResponse((response) => isOfCopy(response.url()), patiently)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await page.getByRole('heading', { level: 1, name: 'Copy of Mine' }).waitFor(patiently)
    // What the page still asks for would be answered that it is gone.
    await previewed
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete action' }).click()
    await page.waitForURL(/\/actions$/)
    await page.getByRole('heading', { level: 1, name: 'Actions' }).waitFor(patiently)
    await page.getByRole('link', { name: 'Copy of Mine' }).waitFor({ state: 'detached', ...patiently })
    await ask('PATCH', `/v1/tables/${table}`, {
      fields: fields.filter(({ name }: { name: string }) => name !== gone),
    })
    await visitor.visit(`/actions/${id}`)
    await page
      .getByText(`The field “${gone}” no longer exists in the table.`, { exact: false })
      .first()
      .waitFor(patiently)
    await page.getByRole('img', { name: /^Image of/ }).waitFor(patiently)
    expect(await visitor.look('action-field-gone')).toEqual([])
  })

  test('another table takes what has the same name there, and tells first what has not', async () => {
    const { page } = visitor
    const fields = ['Name', 'Price', 'Image'].map((name) => ({ name, kind: name === 'Price' ? 'number' : 'text' }))
    const shoes = await ask('POST', '/v1/tables', { name: 'Shoes', fields })
    await ask('POST', `/v1/tables/${shoes.id}/rows`, { rows: [{ Name: 'Boot', Price: 12 }] })
    await openTab('Records')
    await page.getByRole('button', { name: 'Use another table' }).click()
    await pick('Table', 'Shoes')
    await page.getByText('There is no view “Bestsellers”: all records are used.').waitFor(patiently)
    await page.getByText(/stays empty: there is no field “Photo”/).waitFor()
    expect(await visitor.look('action-table')).toEqual([])
    await page.getByRole('button', { name: 'Use this table' }).click()
    await page.getByText('1 of 1 records').waitFor(patiently)
    await expect.poll(() => ask('GET', `/v1/actions/${id}`)).toMatchObject({ table_name: 'Products' })
    await save()
    await expect
      .poll(() => ask('GET', `/v1/actions/${id}`))
      .toMatchObject({
        ...{ table_id: shoes.id, view_name: null, write_back: { url: { name: 'Image' } } },
        mapping: { Name: { value: 'Teatime' }, Photo: { value: null } },
      })
    expect(visitor.troubles).toEqual([])
  })
})
