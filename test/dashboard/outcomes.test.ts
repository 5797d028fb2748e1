import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import type { Visitor } from './browser.ts'
import { type Dashboard, openDashboard } from './open-dashboard.ts'

const patiently = { timeout: 60_000 }

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe.skipIf(chromiumPath === undefined)('from a starter to images', () => {
  let dashboard: Dashboard
  let visitor: Visitor
  let pictures: Server
  let isForbidden = true
  let ownConnection = ''
  let actionId = ''

  async function ask(method: string, path: string, data?: object) {
    const answer = await visitor.context.request.fetch(dashboard.origin + path, {
      method,
      ...(data && { data }),
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    if (!answer.ok()) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return answer.json()
  }

  beforeAll(async () => {
    pictures = createServer((_request, response) => {
      if (isForbidden) response.writeHead(403).end()
      else response.writeHead(200, { 'content-type': 'image/png' }).end(pixel)
    })
    await new Promise<void>((resolve) => pictures.listen(0, '127.0.0.1', resolve))
    dashboard = await openDashboard({ PICTABLE_EGRESS_ALLOW: '127.0.0.0/8' })
    visitor = await dashboard.owner(['409'])
    const { results } = await ask('GET', '/v1/connections')
    ownConnection = results.find(({ source }: { source: string }) => source === 'table').id
  })
  afterAll(async () => {
    await dashboard?.close()
    pictures?.close()
  })

  /** A table of products whose pictures lie on another host. */
  async function addTable(count: number): Promise<string> {
    const table = await ask('POST', '/v1/tables', {
      name: 'Shop',
      fields: [
        { name: 'Name', kind: 'text' },
        { name: 'Photo', kind: 'url' },
      ],
    })
    const address = pictures.address()
    const port = typeof address === 'object' ? address?.port : 0
    const rows = Array.from({ length: count }, (_, n) => ({
      Name: `Product ${n + 1}`,
      Photo: `http://127.0.0.1:${port}/${n}.png`,
    }))
    await ask('POST', `/v1/tables/${table.id}/rows`, { rows })
    return table.id
  }

  const press = (name: string | RegExp) => visitor.page.getByRole('button', { name }).click()

  test('a starter is published, and the run of its action has no dead end', async () => {
    const { page } = visitor
    const tableId = await addTable(60)
    await visitor.visit('/templates')
    await press('New template')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Square product/ })
      .click()
    await page.getByRole('heading', { level: 1, name: 'Square product' }).waitFor(patiently)
    const [, , templateId] = new URL(page.url()).pathname.split('/')
    await expect.poll(() => ask('GET', `/v1/templates/${templateId}`)).toMatchObject({ published_version: 1 })
    const place = `connection=${ownConnection}&base=built-in&table=${tableId}`
    await visitor.visit(`/actions/new?${place}&template=${templateId}`)
    await press('Create action')
    await page.getByRole('heading', { level: 1, name: /Square product.* for Shop/ }).waitFor(patiently)
    actionId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await expect.poll(() => ask('GET', `/v1/actions/${actionId}`)).toMatchObject({ stop_after_failures: 20 })
    await press('Run now')
    await press('Start')
    await page.waitForURL(/\/runs\/run_/, patiently)
  })

  test('a run whose first 20 records fail alike stops, groups them, and runs the rest', async () => {
    const { page } = visitor
    await page.getByText('The run ended early:').waitFor(patiently)
    const main = page.getByRole('main')
    await main.getByText('Failed', { exact: true }).first().waitFor(patiently)
    await page.getByRole('link', { name: /^Failed 20/ }).waitFor(patiently)
    await page.getByRole('link', { name: /^Cancelled 40/ }).waitFor()
    const reasons = page.getByRole('region', { name: 'Reasons' })
    await reasons.getByText('20 records', { exact: true }).waitFor(patiently)
    await reasons.getByText(/^The image in field Photo returned 403/).waitFor()
    await expect
      .poll(() => reasons.getByRole('link', { name: 'Open table' }).getAttribute('href'))
      .toMatch(/^\/tables\/tbl_\w+\?row=row_/)
    await reasons.getByRole('button', { name: 'Records' }).click()
    await reasons.getByRole('link', { name: 'Product 20', exact: true }).waitFor(patiently)
    expect(await visitor.look('run-stopped')).toEqual([])
    await reasons.getByRole('link', { name: 'Product 2', exact: true }).click()
    await page.getByRole('dialog', { name: 'Product 2' }).waitFor(patiently)
    await page.keyboard.press('Escape')
    const stopped = page.url()
    isForbidden = false
    await press('Run the rest')
    await page.waitForURL((url) => !stopped.includes(url.pathname), patiently)
    await page.getByText('A run of cancelled records').waitFor(patiently)
    await page.getByText('40 selected records').waitFor(patiently)
    await page.getByRole('link', { name: /^Rendered 40/ }).waitFor({ timeout: 110_000 })
    await main.getByText('Completed', { exact: true }).first().waitFor(patiently)
  })

  test('lists say how a run came out, not that it went to its end', async () => {
    const { page } = visitor
    isForbidden = true
    await ask('PATCH', `/v1/actions/${actionId}`, { stop_after_failures: null })
    const { id } = await ask('POST', `/v1/actions/${actionId}/runs`, { force: true, limit: 3 })
    await visitor.visit(`/runs/${id}`)
    await page.getByRole('link', { name: /^Failed 3/ }).waitFor(patiently)
    await expect.poll(() => ask('GET', `/v1/runs/${id}`)).toMatchObject({ state: 'completed', outcome: 'failed' })
    await visitor.visit('/runs')
    const rows = page.getByRole('row', { name: /Square product.* for Shop/ })
    await rows.first().getByText('Failed', { exact: true }).waitFor(patiently)
    await page
      .getByRole('row', { name: /Product social cards/ })
      .getByText('Completed with failures')
      .waitFor(patiently)
    expect(await visitor.look('runs-outcomes')).toEqual([])
    const filter = page.getByRole('combobox', { name: 'State' })
    for (const outcome of ['Completed with failures', 'Failed']) {
      await filter.click()
      await page.getByRole('option', { name: outcome, exact: true }).click()
      const badges = page.getByRole('row').filter({ has: page.getByRole('link') })
      // While the list is read there are no rows at all.
      const wrong = badges.filter({ hasNotText: outcome })
      await expect.poll(async () => [await wrong.count(), (await badges.count()) > 0], patiently).toEqual([0, true])
    }
    await visitor.visit(`/actions/${actionId}?tab=records`)
    await page.getByRole('link', { name: /^Failed/ }).waitFor(patiently)
    const stop = page.getByRole('switch', { name: 'Stop a run when its first 20 records fail for the same reason' })
    await stop.click()
    expect(await visitor.look('action-stop')).toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('You have unsaved changes.').waitFor({ state: 'detached', ...patiently })
    await expect.poll(() => ask('GET', `/v1/actions/${actionId}`)).toMatchObject({ stop_after_failures: 20 })
  })

  test('a template that is not published is offered with the run, and named wherever a run starts', async () => {
    const { page } = visitor
    isForbidden = false
    const { design } = await ask('GET', `/v1/templates/${(await ask('GET', `/v1/actions/${actionId}`)).template_id}`)
    const draft = await ask('POST', '/v1/templates', { name: 'Draft', design: { ...design, name: 'Draft' } })
    await ask('PATCH', `/v1/actions/${actionId}`, { template_id: draft.id })
    await visitor.visit('/')
    await press('Run again')
    await page.getByText(/The template "Draft" has no published version\. Publish version 1/).waitFor(patiently)
    await press('Open action')
    await page.getByRole('heading', { level: 1, name: /Square product.* for Shop/ }).waitFor(patiently)
    await page.getByText('The template “Draft” is not published yet.').waitFor(patiently)
    await page.getByRole('button', { name: 'Publish version 1' }).waitFor()
    expect(await visitor.look('action-unpublished')).toEqual([])
    await press('Run now')
    await page.getByLabel('Maximum records').fill('2')
    await page.getByRole('button', { name: 'Publish version 1 and run' }).waitFor(patiently)
    expect(await visitor.look('run-unpublished')).toEqual([])
    await press('Publish version 1 and run')
    await page.waitForURL(/\/runs\/run_/, patiently)
    await page.getByRole('link', { name: /^Rendered 2/ }).waitFor(patiently)
    await expect.poll(() => ask('GET', `/v1/templates/${draft.id}`)).toMatchObject({ published_version: 1 })
    expect(visitor.troubles).toEqual([])
  })
})
