import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { until } from '#test/until.ts'
import { createTemplate, DRAWN, markDrawn } from './editor/editor.test-kit.ts'
import { useDashboard } from './open-dashboard.ts'

const dist = join(import.meta.dirname, '..', '..', 'packages', 'dashboard', 'dist')
const MOST_BYTES = 200_000
/** Of what the editor asks for beyond other pages, until its template is drawn. */
const MOST_BYTES_OF_EDITOR = 100_000
/** With each file. */
const HEADER_BYTES = 640
const patiently = { timeout: 60_000 }

/** Every page inside the frame but the editor. */
const pages: Readonly<Record<string, string>> = {
  home: '/',
  actions: '/actions',
  'new action': '/actions/new',
  action: '/actions/:action',
  runs: '/runs',
  run: '/runs/:run',
  batches: '/batches',
  batch: '/batches/:batch',
  images: '/gallery',
  templates: '/templates',
  template: '/templates/:template',
  sources: '/sources',
  connect: '/sources/new',
  source: '/sources/:connection',
  tables: '/tables',
  table: '/tables/:table',
  webhooks: '/webhooks',
  webhook: '/webhooks/:webhook',
  developers: '/developers',
  settings: '/settings',
  'audit log': '/audit-log',
}

/** What a file takes on the way: text goes as brotli, fonts and pictures as they are. */
async function bytesOf(path: string): Promise<number> {
  const file = join(dist, path)
  const sent = await stat(`${file}.br`).catch(() => stat(file))
  return sent.size
}

/** Code, styles and fonts, by path, until the page shows all that it has; what the person made is not counted. */
async function loaded(page: Page, url: string, mark = 'page-shown'): Promise<string[]> {
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).waitFor(patiently)
  await page.waitForFunction((name) => performance.getEntriesByName(name).length > 0, mark)
  const asked = await page.evaluate((name) => {
    const [shown] = performance.getEntriesByName(name)
    const entries = performance.getEntriesByType('resource')
    return entries.filter(({ startTime }) => startTime < (shown?.startTime ?? 0)).map(({ name }) => name)
  }, mark)
  const paths = asked.map((name) => new URL(name).pathname).filter((path) => /\.(js|css|woff2)$/.test(path))
  return [...new Set(['/index.html', ...paths])]
}

describe.skipIf(chromiumPath === undefined)('the first load', () => {
  const ids: Record<string, string> = {}
  const opened = useDashboard({ settings: { PICTABLE_WEBHOOKS_ALLOW_HTTP: 'true' } })

  beforeAll(async () => {
    const { dashboard, visitor } = opened
    const { origin } = dashboard
    const api = visitor.context.request
    const send = async (path: string, data: object) =>
      (await api.post(`${origin}/v1/${path}`, { headers: { origin }, data })).json()
    for (const [name, list] of Object.entries({
      ...{ action: 'actions', run: 'runs', template: 'templates', connection: 'connections', table: 'tables' },
    })) {
      const first = async (): Promise<string | undefined> =>
        (await (await api.get(`${origin}/v1/${list}?limit=1`)).json()).results[0]?.id
      ids[name] = await until(`the first of ${list}`, first)
    }
    const webhook = await send('webhooks', { name: 'Shop', url: 'http://127.0.0.1:9/', events: ['run.completed'] })
    ids.webhook = webhook.id
    const template = { schema: 1, width: 30, height: 20, background: '#fde68a', layers: [] }
    const batch = await send('images/batch', { items: [{ template, values: {} }] })
    ids.batch = batch.id
  })

  test.each(Object.entries(pages))('of %s is light', async (_, path) => {
    const { dashboard, visitor } = opened
    const page = await visitor.context.newPage()
    const here = path.replace(/:(\w+)/, (_, kind: string) => ids[kind] ?? 'missing')
    const files = await loaded(page, dashboard.origin + here)
    const sizes = await Promise.all(files.map(async (file) => [await bytesOf(file), file] as const))
    await page.close()
    const bytes = sizes.reduce((sum, [size]) => sum + size, 0)
    expect(files.length).toBeGreaterThan(5)
    expect(bytes, sizes.toSorted(([one], [other]) => other - one).join('\n')).toBeLessThan(MOST_BYTES)
  })

  test('of the editor adds little to that of other pages', async () => {
    const { dashboard, visitor } = opened
    const page = await visitor.context.newPage()
    const known = await loaded(page, `${dashboard.origin}/webhooks`)
    await page.close()
    const editor = await visitor.context.newPage()
    await markDrawn(editor)
    const id = await createTemplate({ page: editor, context: visitor.context }, dashboard.origin)
    const all = await loaded(editor, `${dashboard.origin}/templates/${id}/edit`, DRAWN)
    await editor.close()
    const own = all.filter((path) => /\.(js|css)$/.test(path) && !known.includes(path))
    const sizes = await Promise.all(own.map(async (file) => [(await bytesOf(file)) + HEADER_BYTES, file] as const))
    const bytes = sizes.reduce((sum, [size]) => sum + size, 0)
    expect(own.some((file) => file.includes('/engine-'))).toBe(true)
    expect(bytes, sizes.toSorted(([one], [other]) => other - one).join('\n')).toBeLessThan(MOST_BYTES_OF_EDITOR)
  })
})
