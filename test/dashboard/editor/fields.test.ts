import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { closes, getsFocus } from '#test/dashboard/at-rest.ts'
import { useDashboard } from '#test/dashboard/open-dashboard.ts'
import { ask, createRecords, createTemplate, openEditor } from './editor.test-kit.ts'

/** So near to the lower edge that its list of fields has only the room where the style bar is. */
const words = { type: 'text', name: 'Words', x: 40, y: 300, width: 500, height: 80, fontSize: 30, text: '**One**' }
const design = { schema: 1, name: 'Fields', width: 600, height: 400, background: '#ffffff', layers: [words] }

describe.skipIf(chromiumPath === undefined)('fields and names', { timeout: 300_000 }, () => {
  const opened = useDashboard({ settings: { PICTABLE_SEED_SAMPLE: 'false' } })

  test('52: a built-in table that nothing reads yet is connected by one press', async () => {
    const { visitor, dashboard } = opened
    const fields = [{ name: 'Name', kind: 'text' }]
    const made = await ask(visitor, `${dashboard.origin}/v1/tables`, {
      method: 'POST',
      body: { name: 'Vases', fields },
    })
    const rows = `${dashboard.origin}/v1/tables/${made.id}/rows`
    await ask(visitor, rows, { method: 'POST', body: { rows: [{ Name: 'Vase' }, { Name: 'Bowl' }] } })
    const id = await createTemplate(visitor, dashboard.origin, design)
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    await editor.saved()
    const { page } = editor
    await page.getByRole('tab', { name: 'Data' }).click()
    const connect = page.getByRole('region', { name: 'Connect your table' })
    await connect.getByRole('button', { name: 'Vases Built-in tables' }).click()
    await page.getByText('1 of 2').waitFor()
    const { results } = await ask(visitor, `${dashboard.origin}/v1/connections`)
    expect(results).toMatchObject([{ name: 'Built-in tables', source: 'table' }])
  })

  test('52, 55: a table is connected by one press, its fields are listed; a drag inserts; the bar renames', async () => {
    const { visitor, dashboard } = opened
    const { page } = visitor
    const fields = ['Name', 'Price'].map((name) => ({ name, kind: 'text' }))
    const table = await createRecords(visitor, dashboard.origin, { fields, rows: [{ Name: 'Vase', Price: '24' }] })
    const id = await createTemplate(visitor, dashboard.origin, design)
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    await editor.saved()
    const template = () => ask(visitor, `${dashboard.origin}/v1/templates/${id}`)

    await page.getByRole('tab', { name: 'Data' }).click()
    const connect = page.getByRole('region', { name: 'Connect your table' })
    await connect.getByRole('button', { name: new RegExp(`^${table.table_name}`) }).click()
    await expect.poll(async () => (await template()).preview_source).toMatchObject({ table_id: table.table_id })
    await closes(connect)
    await page.getByText('1 of 1').waitFor()

    const at = await editor.at(60, 320)
    await page.mouse.dblclick(at.x, at.y)
    const text = page.getByRole('textbox', { name: 'Text of Words' })
    await getsFocus(text)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('{{')
    const list = page.getByRole('listbox', { name: 'Fields' })
    const options = list.getByRole('option')
    await expect.poll(() => options.count()).toBe(2)
    const isInFront = await options.evaluateAll((all) =>
      all.map((option) => {
        const { x, y, width, height } = option.getBoundingClientRect()
        return option.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      }),
    )
    expect(isInFront).toEqual([true, true])
    await page.keyboard.type('pri')
    await expect.poll(() => options.allInnerTexts()).toEqual([expect.stringContaining('Price')])
    await page.keyboard.press('Enter')
    await closes(list)
    await page.keyboard.press('Escape')
    await expect.poll(async () => String((await editor.stored('Words'))?.text)).toContain('{{Price}}')

    // What is dragged from Insert is put where it is let go.
    await page.getByRole('tab', { name: 'Insert' }).click()
    const offer = page.getByRole('tabpanel', { name: 'Insert' }).getByRole('button', { name: 'Rectangle', exact: true })
    const from = await offer.boundingBox()
    const to = await editor.at(300, 150)
    if (!from) throw new Error('Insert offers no rectangle')
    await page.mouse.move(from.x + 20, from.y + 20)
    await page.mouse.down()
    await page.mouse.move((from.x + to.x) / 2, to.y, { steps: 3 })
    await page.mouse.move(to.x, to.y, { steps: 3 })
    await editor.canvas.getByText('Insert Rectangle').waitFor()
    await page.mouse.up()
    await editor.saved()
    const { x, y, width, height } = Object(await editor.stored('Rectangle'))
    expect([x + width / 2, y + height / 2].map((place) => Math.round(place / 10))).toEqual([30, 15])

    await page.getByRole('heading', { level: 1 }).getByRole('button', { name: 'Fields' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rename “Fields”' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Prices')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('heading', { level: 1, name: 'Prices' }).waitFor()
    await expect.poll(async () => (await template()).name).toBe('Prices')
  })
})
