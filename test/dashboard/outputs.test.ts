import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { useDashboard } from './open-dashboard.ts'

const patiently = { timeout: 60_000 }

describe.skipIf(chromiumPath === undefined)('the outputs of an action', () => {
  const opened = useDashboard({ expected: ['400'] })
  let id = ''
  let other = ''

  async function ask(method: string, path: string, data?: object) {
    const { dashboard, visitor } = opened
    const answer = await visitor.context.request.fetch(dashboard.origin + path, {
      ...{ method, headers: { 'sec-fetch-site': 'same-origin' } },
      ...(data && { data }),
    })
    if (!answer.ok()) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return answer.json()
  }
  const outputs = async () => (await ask('GET', `/v1/actions/${id}`)).outputs
  const names = async () => (await outputs()).map(({ name }: { name: string }) => name)
  const button = (name: string | RegExp) => opened.visitor.page.getByRole('button', { name, exact: true })
  const pick = async (name: string, option: string) => {
    const { page } = opened.visitor
    await page.getByRole('combobox', { name }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  const save = async () => {
    await button('Save').click()
    await opened.visitor.page.getByText('You have unsaved changes.').waitFor({ state: 'detached', ...patiently })
  }

  test('are added, named, sized, moved and removed, each with formats and a cell of its own', async () => {
    const { page } = opened.visitor
    const [action] = (await ask('GET', '/v1/actions')).results
    id = action.id
    const table = await ask('GET', `/v1/tables/${action.table_id}`)
    const fields = [...table.fields, { name: 'Small image', kind: 'url' }, { name: 'Kind', kind: 'text' }]
    await ask('PATCH', `/v1/tables/${action.table_id}`, { fields })
    await opened.visitor.visit(`/actions/${id}?tab=output`)
    await button('Add output').click(patiently)
    await page.getByLabel('Name of the output').fill('small')
    await page.getByLabel('Width').first().fill('200')
    await page.getByRole('checkbox', { name: 'WEBP' }).click()
    await pick('Image URL', 'Small image')
    await button('Add output').click()
    await page.getByLabel('Name of the output').fill('tiny')
    await page.getByLabel('Scale').first().fill('0.2')
    await button('Move before small').click()
    await expect.poll(() => button('tiny').getAttribute('aria-pressed')).toBe('true')
    expect(await opened.visitor.look('action-outputs')).toEqual([])
    await save()
    await expect
      .poll(() => outputs())
      .toMatchObject([
        { name: 'main' },
        { name: 'tiny', scale: 0.2, write_back: null },
        { name: 'small', width: 200, write_back: { url: { name: 'Small image' } } },
      ])
    await button('Move after small').click()
    await save()
    await expect.poll(() => names()).toEqual(['main', 'small', 'tiny'])
    await button('Remove output').click()
    await save()
    await expect.poll(() => names()).toEqual(['main', 'small'])
  })

  test('show at their row what the server refuses', async () => {
    const { page } = opened.visitor
    await button('small').click()
    await page.getByLabel('Width').first().fill('3')
    await button('Save').click()
    await page.getByText(/times the template's/).waitFor(patiently)
    await page.getByLabel('Width').first().fill('200')
    await page.getByLabel('Name of the output').fill('MAIN')
    await button('Save').click()
    await page.getByText(/Another output already has the name "MAIN"/).waitFor(patiently)
    expect(await opened.visitor.axe()).toEqual([])
    await button('Discard').click()
  })

  test('get their template by a field', async () => {
    const { page } = opened.visitor
    other = (await ask('GET', '/v1/templates')).results.find(
      (template: { id: string; published_version: number | null }) => template.published_version !== null,
    ).name
    await button('small').click()
    await pick('Template by field', 'Kind')
    await page.getByRole('textbox', { name: 'Value' }).fill('Sale')
    await button('Choose template').click()
    await page.getByRole('dialog').getByRole('button', { name: other }).first().click(patiently)
    await page.getByRole('dialog').waitFor({ state: 'detached', ...patiently })
    await pick('Other values', 'The record fails')
    await pick('Image URL', 'Small image')
    expect(await opened.visitor.look('action-template-by')).toEqual([])
    await save()
    await expect
      .poll(() => outputs())
      .toMatchObject([
        { template_by: null },
        {
          template_by: {
            field: { name: 'Kind' },
            templates: { Sale: expect.stringMatching(/^tpl_/) },
            otherwise: 'fail',
          },
        },
      ])
    await pick('Template by field', 'Same template for all records')
    await save()
    await expect.poll(() => outputs()).toMatchObject([{ template_by: null }, { template_by: null }])
  })

  test('filter the gallery', async () => {
    const { page } = opened.visitor
    const { id: run } = await ask('POST', `/v1/actions/${id}/runs`, { limit: 2 })
    await expect.poll(async () => (await ask('GET', `/v1/runs/${run}`)).finished_at !== null, patiently).toBe(true)
    await opened.visitor.visit(`/gallery?run=${run}`)
    const tiles = page.getByRole('button', { name: /^Image of/ })
    await expect.poll(() => tiles.count(), patiently).toBeGreaterThan(1)
    await pick('Output', 'small')
    await expect.poll(() => tiles.count(), patiently).toBe(2)
    expect(page.url()).toContain('output=small')
    await expect.poll(() => tiles.first().textContent()).toContain('small')
  })
})
