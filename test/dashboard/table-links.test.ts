import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { ask as askAs } from './editor/editor.test-kit.ts'
import { useDashboard } from './open-dashboard.ts'

const patiently = { timeout: 60_000 }

describe.skipIf(chromiumPath === undefined)('a field that links to rows', () => {
  const opened = useDashboard({ isShared: true, expected: ['400'] })

  const ask = (method: 'GET' | 'POST', path: string, body?: object) =>
    askAs(opened.visitor, opened.dashboard.origin + path, { method, ...(body && { body }) })

  test('is made of a table, and its cells of rows that are searched and ticked by keyboard', async () => {
    const { page } = opened.visitor
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    const lines = await ask('POST', '/v1/tables', { name: 'Linked lines', fields: [{ name: 'Item', kind: 'text' }] })
    const rows = [{ Item: 'Teapot' }, { Item: 'Cup, small' }, { Item: 'Cup, large' }]
    await ask('POST', `/v1/tables/${lines.id}/rows`, { rows })
    // More tables than a page of them has, all newer.
    for (let n = 0; n < 100; n++)
      await ask('POST', '/v1/tables', { name: `Unlinked ${n}`, fields: [{ name: 'Item', kind: 'text' }] })
    const orders = await ask('POST', '/v1/tables', { name: 'Linking', fields: [{ name: 'Order', kind: 'text' }] })
    await ask('POST', `/v1/tables/${orders.id}/rows`, { rows: [{ Order: 'A-1' }] })
    const linked = async () => {
      const { results } = await ask('GET', `/v1/tables/${orders.id}/rows`)
      return (results[0].fields.Lines ?? []).map(({ label }: { label: string }) => label)
    }

    await opened.visitor.visit(`/tables/${orders.id}`)
    await page.getByRole('button', { name: 'Add field' }).click(patiently)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Lines')
    await dialog.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'Link to rows' }).click()
    await dialog.getByRole('button', { name: 'Save field' }).click()
    await dialog
      .getByText(/needs the id of the table/)
      .first()
      .waitFor(patiently)
    await dialog.getByRole('combobox', { name: 'Linked table' }).click()
    await page.keyboard.type('Linked li')
    await page.getByRole('option', { name: 'Linked lines' }).click()
    expect(await opened.visitor.look('table-link-field')).toEqual([])
    await dialog.getByRole('button', { name: 'Save field' }).click()
    await page.getByRole('columnheader', { name: 'Lines' }).waitFor(patiently)

    const cell = page.locator('[role=row][aria-rowindex="2"] [aria-colindex="3"]')
    await page.getByRole('grid', { name: 'Linking' }).focus()
    await press('Control+Home', 'ArrowRight')
    await page.keyboard.type('t')
    const search = page.getByRole('searchbox', { name: 'Search rows of “Linked lines”' })
    await search.waitFor(patiently)
    await search.fill('cup')
    const box = (name: string) =>
      page.getByRole('dialog', { name: 'Lines' }).getByRole('checkbox', { name, exact: true })
    await box('Cup, small').waitFor(patiently)
    await box('Teapot').waitFor({ state: 'detached', ...patiently })
    await press('ArrowDown', 'ArrowDown', 'Space', 'ArrowUp', 'Space')
    expect([await box('Cup, small').isChecked(), await box('Cup, large').isChecked()]).toEqual([true, true])
    expect(await opened.visitor.look('table-links')).toEqual([])
    await page.getByRole('dialog', { name: 'Lines' }).getByRole('button', { name: 'Save' }).click()
    await cell.getByText('Cup, small').waitFor(patiently)
    await expect.poll(linked, patiently).toEqual(['Cup, large', 'Cup, small'])

    // What is linked comes first, and is unticked in the row's panel as well.
    await cell.click()
    await press('Space')
    const panel = page.getByRole('dialog', { name: 'A-1' })
    await panel.getByRole('button', { name: 'Lines' }).click(patiently)
    await box('Cup, large').click(patiently)
    await box('Teapot').click()
    await page.getByRole('dialog', { name: 'Lines' }).getByRole('button', { name: 'Save' }).click()
    await expect.poll(linked, patiently).toEqual(['Cup, small', 'Teapot'])
    await press('Escape')
    await panel.waitFor({ state: 'detached', ...patiently })

    // What is cleared comes back; titles are pasted as text.
    await page.getByRole('grid', { name: 'Linking' }).focus()
    await press('Delete')
    await expect.poll(linked, patiently).toEqual([])
    await press('Control+z')
    await expect.poll(linked, patiently).toEqual(['Cup, small', 'Teapot'])
    await opened.visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate(() => navigator.clipboard.writeText('Teapot, "Cup, large"'))
    await press('Control+v')
    await expect.poll(linked, patiently).toEqual(['Teapot', 'Cup, large'])
  })
})
