import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { ask as askAs } from './editor/editor.test-kit.ts'
import { useDashboard } from './open-dashboard.ts'

const patiently = { timeout: 60_000 }
const names = ['Price', 'Tax', 'Length', 'Made']

const design = {
  ...{ schema: 1, name: 'Card', width: 300, height: 200, locale: 'de' },
  layers: names.map((name, at) => ({
    ...{ type: 'text', name, x: 0, y: at * 40, width: 300, height: 30, fontSize: 20, text: { bind: name } },
  })),
}

const date = { type: 'date', dateStyle: 'medium', timeZone: 'Europe/Warsaw' }
const fields = [
  { name: 'Title', kind: 'text' },
  { name: 'Price', kind: 'number', format: { type: 'currency', currency: 'USD' } },
  { name: 'Tax', kind: 'number', format: { type: 'number', style: 'percent' } },
  { name: 'Length', kind: 'number', format: { type: 'duration', form: 'h:mm' } },
  { name: 'Made', kind: 'date_time', format: date },
  { name: 'Stock', kind: 'number' },
]
const row = { Title: 'Mug', Price: 12.5, Tax: 0.19, Length: 5400, Made: '2026-01-30T23:00:00.000Z', Stock: 1200.5 }

describe.skipIf(chromiumPath === undefined)('formats of fields', () => {
  const opened = useDashboard()
  const ask = (method: 'GET' | 'POST', path: string, body?: object) =>
    askAs(opened.visitor, opened.dashboard.origin + path, { method, ...(body && { body }) })

  test('are those of the table in its records, and those of the image in a mapping', async () => {
    const { visitor } = opened
    const { page } = visitor
    const table = await ask('POST', '/v1/tables', { name: 'Cups', fields })
    await ask('POST', `/v1/tables/${table.id}/rows`, { rows: [row] })
    const connection = await ask('POST', '/v1/connections', { name: 'Ours', source: 'table', settings: {} })
    // In the locale of the browser.
    const asShown = ['US$12.50', '19%', '1:30', '31 Jan 2026']

    await visitor.visit(`/sources/${connection.id}?base=built-in&table=${table.id}`)
    for (const words of [...asShown, '1,200.5']) await page.getByText(words, { exact: true }).waitFor(patiently)
    expect(await visitor.look('formats-first-records')).toEqual([])
    await visitor.visit(`/tables/${table.id}`)
    for (const words of asShown) await page.getByText(words, { exact: true }).waitFor(patiently)

    const template = await ask('POST', '/v1/templates', { design, publish: true })
    const formatted = names.map((name) => [name, { field: name, ...(name !== 'Length' && { formatted: true }) }])
    const action = await ask('POST', '/v1/actions', {
      ...{ title: 'Cards', connection_id: connection.id, base_id: 'built-in', table: table.id },
      ...{ template_id: template.id, mapping: Object.fromEntries(formatted) },
    })
    await visitor.visit(`/actions/${action.id}?tab=records`)
    for (const words of asShown) await page.getByText(words, { exact: true }).waitFor(patiently)

    await visitor.visit(`/actions/${action.id}?tab=mapping`)
    const item = (name: string) => page.getByRole('listitem').filter({ has: page.getByTitle(name, { exact: true }) })
    // In the locale of the template.
    await item('Price').getByText('12,50 $', { exact: true }).waitFor(patiently)
    await item('Tax').getByText('19 %', { exact: true }).waitFor(patiently)
    await item('Made').getByText('31.01.2026', { exact: true }).waitFor(patiently)
    const tick = item('Length').getByRole('checkbox', { name: 'Formatted as in the table' })
    await item('Length').getByText('5,400', { exact: true }).waitFor(patiently)
    await tick.click()
    await item('Length').getByText('1:30', { exact: true }).waitFor(patiently)
    expect(await visitor.look('formats-mapping')).toEqual([])
  })
})
