import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { atRest } from './at-rest.ts'
import { focused, tabTo } from './by-keyboard.ts'
import { useDashboard } from './open-dashboard.ts'

const patiently = { timeout: 60_000 }

const size = 10_000

const underWay = {
  ...{ state: 'active', total: size, rendered: 4000, failed: 0, pending: 6000, finished_at: null },
  ...{
    rate_per_second: 25,
    eta_seconds: 240,
    waiting_for: {
      ...{ code: 'source_rate_limited', message: 'Airtable asked us to slow down.', until: '2026-01-10T12:00:07Z' },
    },
  },
}

const cancelled = { state: 'cancelled', pending: 0, cancelled: 6000, eta_seconds: null, waiting_for: null }

/** A page of the records of a long run. */
function recordsBehind(address: string) {
  const query = new URL(address).searchParams
  const from = Number(query.get('after') ?? 0)
  const until = Math.min(size, from + Number(query.get('limit')))
  const results = Array.from({ length: until - from }, (_, offset) => ({
    ...{ n: from + offset, record_id: `rec${from + offset}`, label: `Record ${from + offset + 1}`, state: 'pending' },
    ...{
      reason: null,
      image_id: null,
      image_url: null,
      preview_url: null,
      warnings: [],
      written_back: false,
      finished_at: null,
    },
  }))
  return { results, next: until < size ? String(until) : null }
}

describe.skipIf(chromiumPath === undefined)('runs', () => {
  const opened = useDashboard()

  test('are listed with what came of them, filtered by the address', async () => {
    const { page, context } = opened.visitor
    await opened.visitor.visit('/runs')
    await page.getByText('11 rendered · 1 failed').last().waitFor(patiently)
    await page.getByText('11 written back').last().waitFor()
    await page.getByText('Completed').first().waitFor(patiently)
    expect(await opened.visitor.look('runs')).toEqual([])
    await opened.visitor.visit('/runs?state=cancelled')
    await page.getByText('No runs match these filters').waitFor(patiently)
    expect(await opened.visitor.axe()).toEqual([])
    await page.getByRole('link', { name: 'Clear filters' }).click()
    const link = page.getByRole('link', { name: 'Product social cards' })
    await link.waitFor(patiently)
    const [tab] = await Promise.all([context.waitForEvent('page'), link.click({ modifiers: ['ControlOrMeta'] })])
    await tab.getByRole('heading', { level: 1 }).waitFor(patiently)
    expect([new URL(tab.url()).pathname, page.url()]).toEqual([
      expect.stringMatching(/^\/runs\/run_/),
      `${opened.dashboard.origin}/runs`,
    ])
    await tab.close()
  })

  test('one run shows its records, filtered by outcome and by warning', async () => {
    const { page } = opened.visitor
    await page.getByRole('link', { name: 'Product social cards' }).click()
    await page.getByRole('row', { name: /Stoneware Teapot/ }).waitFor(patiently)
    const main = page.getByRole('main')
    await expect
      .poll(() => main.getByRole('link', { name: 'Product social cards' }).getAttribute('href'))
      .toMatch(/^\/actions\//)
    await expect.poll(() => main.getByRole('link', { name: 'Products' }).getAttribute('href')).toMatch(/^\/tables\//)
    expect(await opened.visitor.look('run')).toEqual([])
    await page.getByRole('link', { name: /^Failed/ }).click()
    await page.getByRole('row', { name: /Pocket Speaker.*The image in field Photo is incomplete/ }).waitFor(patiently)
    await expect.poll(() => page.getByRole('row').count(), patiently).toBe(2)
    expect(page.url()).toContain('outcome=failed')
    await page.goBack()
    await page.getByRole('link', { name: /^Text was cut off/ }).click()
    await page.getByRole('row', { name: /Nordic Lounge Chair.*Text was cut off/ }).waitFor(patiently)
    await page.reload()
    await expect.poll(() => page.getByRole('row').count(), patiently).toBe(2)
  })

  test('a record opens its details by keyboard, which the address keeps', async () => {
    const { page } = opened.visitor
    await page.getByRole('link', { name: /^Text was cut off/ }).click()
    const first = page.getByRole('row', { name: /Stoneware Teapot/ })
    await first.waitFor(patiently)
    await first.focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), patiently).toContain('Mug')
    await page.keyboard.press('Enter')
    const details = page.getByRole('dialog', { name: /Good Morning Mug/ })
    await details.waitFor(patiently)
    expect(await opened.visitor.look('run-record')).toEqual([])
    await page.reload()
    await details.waitFor(patiently)
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'detached' })
    expect(page.url()).not.toContain('record=')
  })

  test('the focus returns to the row of a record after the page was laid out again', async () => {
    const { page } = opened.visitor
    const desktop = page.viewportSize() ?? { width: 1280, height: 860 }
    await opened.visitor.visit('/runs')
    await page
      .getByRole('row', { name: /Product social cards/ })
      .first()
      .click(patiently)
    await page.getByRole('row', { name: /Pocket Speaker/ }).waitFor(patiently)
    await tabTo(page, /Stoneware Teapot/)
    await page.keyboard.press('End')
    await expect.poll(() => focused(page), patiently).toMatch(/^Pocket Speaker/)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Pocket Speaker' }).waitFor(patiently)
    // A list without height shows no row.
    await page.setViewportSize({ width: 390, height: 1 })
    await page.waitForFunction(() => innerHeight === 1)
    await atRest(page)
    await page.setViewportSize(desktop)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached', ...patiently })
    await expect.poll(() => focused(page), patiently).toMatch(/^Pocket Speaker/)
  })

  test('by keyboard alone: an action is run, its failed record is opened, fixed and tried again', async () => {
    const { page } = opened.visitor
    const press = (key: string) => page.keyboard.press(key)
    await opened.visitor.visit('/actions')
    await page.getByRole('row', { name: /Product social cards/ }).waitFor(patiently)
    await tabTo(page, /Product social cards/)
    await press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Product social cards' }).waitFor(patiently)
    await expect
      .poll(
        () =>
          page.getByRole('main', { name: 'Product social cards' }).evaluate((main) => main === document.activeElement),
        patiently,
      )
      .toBe(true)
    await tabTo(page, /^Run now$/)
    await press('Enter')
    await page.getByRole('dialog').waitFor(patiently)
    await tabTo(page, /^Start$/)
    await press('Enter')
    await page.waitForURL(/\/runs\/run_/, patiently)
    const before = page.url()
    await page.getByRole('link', { name: /^Skipped 11/ }).waitFor(patiently)
    const failed = page.getByRole('row', { name: /Pocket Speaker.*Failed/ })
    await failed.waitFor(patiently)
    await tabTo(page, /Stoneware Teapot/)
    await press('End')
    await expect.poll(() => focused(page), patiently).toMatch(/^Pocket Speaker/)
    await press('Enter')
    await page
      .getByText(/image in field Photo is incomplete: its end is missing/)
      .last()
      .waitFor(patiently)
    await tabTo(page, /^Fix and retry$/)
    await press('Enter')
    await page.getByRole('button', { name: 'Save and retry' }).waitFor(patiently)
    expect(await opened.visitor.look('run-fix')).toEqual([])
    await press('Escape')
    await expect.poll(() => focused(page), patiently).toBe('Fix and retry')
    await press('Escape')
    // It has the name of the row, and the focus until it has gone.
    await page.getByRole('dialog').waitFor({ state: 'detached', ...patiently })
    await expect.poll(() => focused(page), patiently).toMatch(/^Pocket Speaker/)
    await press('Enter')
    await page.getByRole('dialog', { name: 'Pocket Speaker' }).waitFor(patiently)
    await tabTo(page, /^Fix and retry$/)
    await press('Enter')
    await page.getByRole('button', { name: 'Save and retry' }).waitFor(patiently)
    await tabTo(page, /^Save and retry$/)
    await press('Enter')
    await page.waitForURL((url) => url.href.includes('/runs/run_') && !before.includes(url.pathname), patiently)
    await page.getByText('1 selected record').waitFor(patiently)
    await page.getByRole('link', { name: /^Failed 1/ }).waitFor(patiently)
    expect(opened.visitor.troubles).toEqual([])
  })

  test('Retry leads to the new run, which is told live until it ends', async () => {
    const { page } = opened.visitor
    const before = page.url()
    await page.getByRole('button', { name: 'Retry failed' }).click()
    await page.waitForURL((url) => url.href !== before)
    await page.getByText('A retry of failed records').waitFor(patiently)
    await page.getByRole('link', { name: /^Failed 1/ }).waitFor(patiently)
    await page.getByRole('link', { name: 'the previous run' }).waitFor(patiently)
    expect(opened.visitor.troubles).toEqual([])
  })

  test('a run that ends before the event stream is open is shown as it ended', async () => {
    const { page } = opened.visitor
    const gate = Promise.withResolvers<void>()
    await page.route('**/v1/events*', async (route) => {
      await gate.promise
      await route.continue()
    })
    await opened.visitor.visit('/runs')
    await page.getByRole('row').nth(1).waitFor(patiently)
    const before = await page.getByRole('row').count()
    await page.evaluate(async () => {
      const actions = await (await fetch('/v1/actions')).json()
      const run = await (await fetch(`/v1/actions/${actions.results[0].id}/runs`, { method: 'POST' })).json()
      const ended = async () => (await (await fetch(`/v1/runs/${run.id}`)).json()).finished_at !== null
      while (!(await ended())) await new Promise((resolve) => setTimeout(resolve, 50))
    })
    gate.resolve()
    await expect.poll(() => page.getByRole('row').count(), patiently).toBe(before + 1)
    await page.unroute('**/v1/events*')
  })

  test('10,000 records of a run that goes on: only those in sight are there, and it is cancelled once confirmed', async () => {
    const { page, context } = opened.visitor
    const { results } = await (await context.request.get(`${opened.dashboard.origin}/v1/runs`)).json()
    const run = { ...results.at(-1), ...underWay }
    const path = `/runs/${run.id}`
    let isCancelled = false
    // No live event may tell how this run really stands.
    await page.route('**/v1/events', () => {})
    await page.route(`**/v1${path}`, (route) => route.fulfill({ json: isCancelled ? { ...run, ...cancelled } : run }))
    await page.route(`**/v1${path}/records?*`, (route) => route.fulfill({ json: recordsBehind(route.request().url()) }))
    await page.route(`**/v1${path}/cancel`, (route) => {
      isCancelled = true
      return route.fulfill({ json: { ...run, ...cancelled } })
    })
    await opened.visitor.visit(path)
    await page.getByText('4,000 of 10,000 records · 25 per second · about 4 mins left').waitFor(patiently)
    await page.getByText(/^Airtable asked us to slow down\. It continues at \d+:00:07/).waitFor(patiently)
    const rows = page.getByRole('row')
    await rows.nth(1).focus()
    const atTheEnd = async () => {
      await page.keyboard.press('End')
      const shown = await page.getByText(/^Record \d+$/).allTextContents()
      return Math.max(...shown.map((label) => Number(label.replace('Record ', ''))))
    }
    await expect.poll(atTheEnd, patiently).toBeGreaterThanOrEqual(400)
    expect(await rows.count()).toBeLessThan(60)
    expect(await opened.visitor.look('run-active')).toEqual([])
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Cancel run' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => isCancelled, patiently).toBe(true)
    const over = { ...run, state: 'completed', rendered: 9850, failed: 150, pending: 0, finished_at: run.created_at }
    await page.route('**/v1/runs?*', (route) => route.fulfill({ json: { results: [over], next: null } }))
    await opened.visitor.visit('/')
    await page.getByText('Latest run: 9,850 rendered · 150 failed').waitFor(patiently)
    await page.getByRole('link', { name: 'See all failures' }).waitFor()
    const counts = { total: 0, rendered: 0, skipped: 0, failed: 0, cancelled: 0, pending: 0, written_back: 0 }
    const message = 'The field "Photo" (mapped to "Photo") is no longer in the table "Products". Map another field.'
    const stopped = {
      ...over,
      ...counts,
      state: 'failed',
      outcome: 'failed',
      error: { code: 'source_not_found', message },
    }
    await page.unroute('**/v1/runs?*')
    await page.route('**/v1/runs?*', (route) => route.fulfill({ json: { results: [stopped], next: null } }))
    await opened.visitor.visit('/runs')
    await page.getByRole('row').getByText(message).last().waitFor(patiently)
    expect(await opened.visitor.look('runs-stopped')).toEqual([])
    expect(opened.visitor.troubles).toEqual([])
  })

  test('an address of no run says so', async () => {
    const strange = await opened.dashboard.owner(['404'])
    await strange.visit('/runs/run_nothing')
    await strange.page.getByRole('alert').waitFor(patiently)
    expect(await strange.axe()).toEqual([])
    expect(strange.troubles).toEqual([])
  })
})
