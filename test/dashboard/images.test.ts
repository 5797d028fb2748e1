import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { getsFocus } from './at-rest.ts'
import { useDashboard } from './open-dashboard.ts'

type Image = Record<'id' | 'action_id' | 'record_id' | 'template_id', string> & { values: Record<string, unknown> }

const patiently = { timeout: 60_000 }

describe.skipIf(chromiumPath === undefined)('images', () => {
  const opened = useDashboard({ expected: ['400'] })

  test('fill a gallery as they are made, filtered by the address', async () => {
    const { page } = opened.visitor
    await opened.visitor.visit('/gallery')
    const tiles = page.getByRole('button', { name: /^Image of/ })
    await expect.poll(() => tiles.count(), patiently).toBe(11)
    expect(await opened.visitor.look('images')).toEqual([])
    await opened.visitor.visit('/gallery?template=tpl_nothing')
    await page.getByText('No images match these filters').waitFor(patiently)
    expect(await opened.visitor.axe()).toEqual([])
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await expect.poll(() => tiles.count(), patiently).toBe(11)
  })

  test('by keyboard: arrows walk, Enter opens, arrows step, Escape leads back', async () => {
    const { page } = opened.visitor
    const tiles = page.getByRole('button', { name: /^Image of/ })
    await tiles.first().focus()
    await page.keyboard.press('ArrowRight')
    const second = (await tiles.nth(1).textContent()) ?? ''
    const third = (await tiles.nth(2).textContent()) ?? ''
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), patiently).toBe(second)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: second }).waitFor(patiently)
    await page.keyboard.press('ArrowRight')
    const viewer = page.getByRole('dialog', { name: third })
    await viewer.getByText('Social card · version 1').waitFor(patiently)
    await viewer.getByRole('link', { name: 'Product social cards' }).waitFor(patiently)
    expect(await opened.visitor.look('image')).toEqual([])
    await page.reload()
    await getsFocus(viewer)
    await page.keyboard.press('Escape')
    await viewer.waitFor({ state: 'detached' })
  })

  test('the viewer steps through all of a long list', async () => {
    const { page, context } = opened.visitor
    const answer = await context.request.get(`${opened.dashboard.origin}/v1/images?limit=1`)
    const [image] = (await answer.json()).results
    const imagesFrom = (first: number, count: number) =>
      Array.from({ length: count }, (_, at) => ({ ...image, id: `img_${first + at}` }))
    const isList = ({ pathname }: URL) => pathname === '/v1/images'
    await page.route(isList, (route) => {
      const isFirst = !new URL(route.request().url()).searchParams.has('after')
      const json = isFirst
        ? { results: imagesFrom(0, 100), next: 'more' }
        : { results: imagesFrom(100, 50), next: null }
      return route.fulfill({ json })
    })
    // The viewer hides the heading of the page, which `visit()` waits for.
    await page.goto(`${opened.dashboard.origin}/gallery?image=img_99`)
    await page.getByRole('button', { name: 'Next image' }).click(patiently)
    await page.waitForURL('**/gallery?image=img_100', patiently)
    await page.unroute(isList)
    await opened.visitor.visit('/gallery')
  })

  test('a file is kept under the name of what it shows', async () => {
    const { page } = opened.visitor
    await page.getByRole('button', { name: 'Image of Stoneware Teapot' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download', patiently),
      page.getByRole('link', { name: 'Download JPEG file' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('Stoneware Teapot.jpg')
  })

  test('the run is a press away, and leads back to its images', async () => {
    const { page } = opened.visitor
    await page.getByRole('link', { name: 'Open run' }).click()
    await page.getByRole('link', { name: 'Images of this run' }).click()
    await page.waitForURL('**/gallery?run=*')
    await page
      .getByRole('button', { name: /^Image of/ })
      .nth(10)
      .waitFor(patiently)
  })

  test('all that match come as one file, also as one PDF where each has one; a day without images has none', async () => {
    const { page, context } = opened.visitor
    await opened.visitor.visit('/gallery')
    await page.getByRole('button', { name: 'Download 11 images' }).click(patiently)
    await page.getByRole('dialog', { name: 'Download 11 images' }).waitFor(patiently)
    expect(await opened.visitor.look('images-archive')).toEqual([])
    const [download] = await Promise.all([
      page.waitForEvent('download', patiently),
      page.getByRole('link', { name: 'Download archive' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^pictable-images-\d{4}-\d\d-\d\d\.zip$/)
    expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK')
    const headers = { origin: opened.dashboard.origin }
    const made = await context.request.post(`${opened.dashboard.origin}/v1/starters/event-badge`, { headers })
    const { id } = await made.json()
    const data = { template_id: id, version: 1, formats: ['pdf'] }
    expect((await context.request.post(`${opened.dashboard.origin}/v1/images`, { headers, data })).status()).toBe(201)
    await opened.visitor.visit(`/gallery?template=${id}`)
    const chooseAPdf = async (name: string) => {
      await page.getByRole('button', { name }).click(patiently)
      await page.getByRole('combobox', { name: 'As' }).click(patiently)
      await page.getByRole('option', { name: 'One PDF' }).click()
    }
    await chooseAPdf('Download 1 image')
    const [joined] = await Promise.all([
      page.waitForEvent('download', patiently),
      page.getByRole('link', { name: 'Download PDF' }).click(patiently),
    ])
    expect((await readFile(await joined.path())).subarray(0, 5).toString()).toBe('%PDF-')
    await opened.visitor.visit('/gallery')
    await chooseAPdf('Download 12 images')
    await page.getByRole('alert').getByText('11 of 12 images have no PDF').waitFor(patiently)
    expect(await opened.visitor.axe()).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Render date' }).click()
    await page.getByRole('option', { name: 'Custom range…' }).click()
    await page.getByLabel('Until').fill('2020-02-29')
    await page.waitForURL('**/gallery?made=range&until=2020-02-29')
    await page.getByLabel('From').focus()
    await page.keyboard.type('11112011')
    await page.waitForURL('**/gallery?made=range&until=2020-02-29&from=2011-11-11')
    await page.getByText('No images match these filters').waitFor(patiently)
    expect(await opened.visitor.look('images-range')).toEqual([])
    await page.getByRole('combobox', { name: 'Render date' }).click()
    await page.getByRole('option', { name: 'Last 7 days' }).click()
    await page.getByRole('button', { name: 'Download 12 images' }).waitFor(patiently)
  })

  test('Home leads to each image and to the run', async () => {
    const { page } = opened.visitor
    await opened.visitor.visit('/')
    await page.getByRole('link', { name: 'Stoneware Teapot', exact: true }).click(patiently)
    await page.waitForURL('**/gallery?image=img_*')
    await page.getByRole('dialog', { name: 'Stoneware Teapot' }).waitFor(patiently)
    await page.goBack()
    await page.getByRole('link', { name: 'Open run' }).click()
    await page.waitForURL('**/runs/run_*')
    await page.goBack()
    expect(await opened.visitor.axe()).toEqual([])
    await opened.visitor.visit('/gallery')
  })

  test('one is deleted once that is confirmed, also when the list loses it before the answer comes', async () => {
    const { page } = opened.visitor
    const isLost = Promise.withResolvers<void>()
    await page.route('**/v1/images/img_*', async (route) => {
      if (route.request().method() !== 'DELETE') return route.fallback()
      const response = await route.fetch()
      await startRunOfOther(page, 'Gift Card')
      await isLost.promise
      await route.fulfill({ response })
    })
    const tiles = page.getByRole('button', { name: /^Image of/, includeHidden: true })
    await page.getByRole('button', { name: 'Image of Gift Card' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    expect(await opened.visitor.axe()).toEqual([])
    await page.getByRole('button', { name: 'Delete image' }).click()
    await expect.poll(() => tiles.count(), patiently).toBe(11)
    await page.getByRole('dialog', { name: 'Gift Card' }).waitFor(patiently)
    isLost.resolve()
    await page.getByText('Image deleted').waitFor(patiently)
    // Keys go to the confirmation until it has closed.
    await expect.poll(() => page.getByRole('dialog').count(), patiently).toBe(1)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('button', { name: /^Image of/ }).count(), patiently).toBe(11)
    expect(opened.visitor.troubles).toEqual([])
  })

  test('what cannot be read says so', async () => {
    const other = await opened.dashboard.owner(['404'])
    await other.page.route('**/images/img_*/*', (route) => route.fulfill({ status: 404 }))
    await other.visit('/gallery')
    await other.page.getByRole('img', { name: 'The file cannot be read: Stoneware Teapot' }).waitFor(patiently)
    expect(await other.look('images-unreadable')).toEqual([])
    await other.page.goto(`${opened.dashboard.origin}/gallery?image=img_nothing`)
    await other.page.getByRole('dialog').getByRole('alert').waitFor(patiently)
    expect(other.troubles).toEqual([])
  })

  test('one is changed alone, listed at its action, and as its template says again', async () => {
    const { page } = opened.visitor
    await opened.visitor.visit('/gallery')
    await page
      .getByRole('button', { name: /^Image of Stoneware/ })
      .first()
      .click(patiently)
    await page.getByRole('button', { name: 'Change this image only' }).click(patiently)
    const dialog = page.getByRole('dialog', { name: 'Change this image only' })
    await dialog.getByRole('img').waitFor(patiently)
    await dialog.getByRole('combobox', { name: 'Layer' }).fill('Tit')
    await page.getByRole('option', { name: 'Title', exact: true }).click()
    await dialog.getByLabel('Text').fill('Sold out')
    const colour = dialog.getByRole('textbox', { name: 'Colour', exact: true })
    await colour.fill('bluish')
    await dialog.getByRole('alert').getByText('fill').waitFor(patiently)
    await dialog.getByLabel('Pick Colour').fill('#c0392b')
    await expect.poll(() => colour.inputValue()).toBe('#c0392b')
    await dialog.getByRole('img', { name: 'Image of Stoneware Teapot' }).waitFor(patiently)
    await dialog.locator('[aria-busy="false"]').waitFor(patiently)
    expect(await opened.visitor.look('image-change')).toEqual([])
    await dialog.getByRole('button', { name: 'Save and render' }).click()
    await dialog.waitFor({ state: 'detached', ...patiently })
    await page.getByRole('link', { name: 'Product social cards' }).click()
    await page.getByRole('tab', { name: 'Records' }).click(patiently)
    const list = page.getByRole('list', { name: 'Changes to single images' })
    await list.getByText('Title: fill, text').waitFor(patiently)
    expect(await opened.visitor.look('action-exceptions')).toEqual([])
    await opened.visitor.visit('/gallery')
    await page.getByText('Changed', { exact: true }).waitFor(patiently)
    expect(await opened.visitor.look('images-changed')).toEqual([])
    await page.goBack()
    await list.getByRole('button', { name: /^Remove change of/ }).click(patiently)
    await list.waitFor({ state: 'detached', ...patiently })
  })

  test('a change whose layer is gone is shown with its reason, and removed alone', async () => {
    const { page, context } = opened.visitor
    const { origin } = opened.dashboard
    const send = async (method: string, path: string, data?: object) => {
      const answer = await context.request.fetch(`${origin}/v1${path}`, { method, data, headers: { origin } })
      expect(`${path} ${answer.status()}`).toMatch(/ 20\d$/)
      return answer.json()
    }
    const newest = async (): Promise<Image | undefined> => {
      const { results }: { results: Image[] } = await send('GET', '/images?limit=100')
      return results.find((each) => each.action_id !== null)
    }
    await expect.poll(newest, patiently).toBeDefined()
    const image = await newest()
    if (!image) throw new Error('there is no image')
    const exception = `/actions/${image.action_id}/exceptions/${image.record_id}`
    const title = { name: 'Title', text: 'Sold out' }
    await send('PUT', exception, { modifications: [{ name: 'Star', fill: '#c0392b' }, title] })
    const { design } = await send('GET', `/templates/${image.template_id}`)
    const names = design.layers.map(({ name }: { name: string }) => name)
    expect(names).toContain('Star')
    const layers = design.layers.filter(({ name }: { name: string }) => name !== 'Star')
    await send('PATCH', `/templates/${image.template_id}`, { design: { ...design, layers } })
    await send('POST', `/templates/${image.template_id}/publish`, {})
    await page.goto(`${opened.dashboard.origin}/gallery?image=${image.id}`)
    await page.getByRole('button', { name: 'Change this image only' }).click(patiently)
    const dialog = page.getByRole('dialog', { name: 'Change this image only' })
    const unused = dialog.getByRole('list', { name: 'Unused changes' })
    await unused.getByText('Star · Colour: #c0392b').waitFor(patiently)
    await unused.getByText('There is no layer "Star".').waitFor()
    await dialog.getByLabel('Text').fill('Sold out!')
    await dialog.locator('[aria-busy="false"] img').waitFor(patiently)
    expect(await opened.visitor.look('image-change-unused')).toEqual([])
    await dialog.getByRole('button', { name: 'Save and render' }).click()
    await dialog.waitFor({ state: 'detached', ...patiently })
    const changed = { ...title, text: 'Sold out!' }
    const star = { name: 'Star', fill: '#c0392b' }
    expect((await send('GET', exception)).modifications).toEqual([star, changed])
    await page.getByRole('button', { name: 'Change this image only' }).click(patiently)
    await unused.getByRole('button', { name: 'Remove change of Star' }).click(patiently)
    await unused.waitFor({ state: 'detached' })
    const layer = dialog.getByRole('combobox', { name: 'Layer' })
    await getsFocus(layer)
    await dialog.getByRole('button', { name: 'Save and render' }).click()
    await dialog.waitFor({ state: 'detached', ...patiently })
    expect((await send('GET', exception)).modifications).toEqual([changed])
  })

  test('batches are listed with their images, and one shows each item, in order, and its error', async () => {
    const { page, context } = opened.visitor
    await opened.visitor.visit('/batches')
    await page.getByText('No batches yet').waitFor(patiently)
    expect(await opened.visitor.look('batches-empty')).toEqual([])
    const { origin } = opened.dashboard
    const post = async (items: object[]) => {
      const options = { data: { items }, headers: { origin } }
      return (await context.request.post(`${origin}/v1/images/batch`, options)).json()
    }
    const title = { type: 'text', name: 'Title', text: { bind: 'Name' }, width: 300, height: 100 }
    const photo = { type: 'image', name: 'Photo', src: { bind: 'Photo' }, width: 50, height: 50 }
    const template = { schema: 1, width: 300, height: 150, background: '#fde68a', layers: [title, photo] }
    const named = (Name: string) => ({ template, values: { Name } })
    const missing = { template, values: { Photo: 'asset:ast_none' } }
    const { id } = await post([named('Ada'), missing, named('Grace'), { ...named('Hedy'), formats: ['pdf'] }])
    const row = page.getByRole('row', { name: new RegExp(id) })
    await row.getByText('3 rendered · 1 failed').last().waitFor(patiently)
    await expect.poll(() => row.getByRole('presentation').count(), patiently).toBe(3)
    expect(await opened.visitor.look('batches')).toEqual([])
    await row.click()
    const failed = page.getByRole('row', { name: /^1 .*Failed.*ast_none/ })
    await failed.waitFor(patiently)
    await page.getByRole('row', { name: /^0 .*Rendered.*300 × 150 px, PNG/ }).waitFor()
    await page.getByRole('row', { name: /^3 .*Rendered.*PDF/ }).waitFor()
    await page.getByText(`/v1/images/batch/${id} -H`).waitFor()
    expect(await opened.visitor.look('batch')).toEqual([])
    await page.getByRole('link', { name: 'Failed 1' }).click()
    await expect.poll(() => page.getByRole('row').count(), patiently).toBe(2)
    await failed.click()
    const details = page.getByRole('dialog', { name: 'Item 1' })
    await details.getByText(/ast_none/).waitFor(patiently)
    await page.goBack()
    await page.getByRole('link', { name: 'All 4' }).click()
    await page.getByRole('row', { name: /^2 / }).click()
    expect(await opened.visitor.look('batch-item')).toEqual([])
    await page.getByRole('link', { name: 'Open image' }).click()
    await page.getByRole('dialog', { name: 'Grace' }).waitFor(patiently)
  })

  test('a batch is cancelled while it is rendered', async () => {
    const { page } = opened.visitor
    const isBatch = ({ pathname }: URL) => pathname === '/v1/images/batch/bat_long'
    const ids = { id: 'bat_long', created_at: '2026-01-10T12:00:00Z' }
    const active = { ...ids, state: 'active', total: 1000, rendered: 400, failed: 0, cancelled: 0, pending: 600 }
    let batch: object = { ...active, finished_at: null }
    await page.route(isBatch, (route) => route.fulfill({ json: { ...batch, results: [], next: null } }))
    await page.route(`**/v1/images/batch/bat_long/cancel`, (route) => {
      batch = { ...batch, state: 'cancelled', cancelled: 600, pending: 0, finished_at: '2026-01-10T12:01:00Z' }
      return route.fulfill({ json: batch })
    })
    await opened.visitor.visit('/batches/bat_long')
    await page.getByText('400 of 1,000 images').waitFor(patiently)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Cancel batch' }).click()
    await page.getByRole('link', { name: 'Cancelled 600' }).waitFor(patiently)
    await expect.poll(() => page.getByRole('button', { name: 'Cancel' }).count()).toBe(0)
  })
})

/** Each event of a run has the lists of images read again. */
function startRunOfOther(page: Page, label: string): Promise<void> {
  return page.evaluate(async (name) => {
    const { results }: { results: Image[] } = await (await fetch('/v1/images')).json()
    const other = results.find(({ action_id, values }) => action_id && !Object.values(values).includes(name))
    if (other === undefined) throw new Error(`all images are of ${name}`)
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ record_ids: [other.record_id] })
    await fetch(`/v1/actions/${other.action_id}/runs`, { method: 'POST', headers, body })
  }, label)
}
