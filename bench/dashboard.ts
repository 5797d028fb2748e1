import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { App } from '@pictable/server/app.ts'
import { createLink } from '@pictable/server/core/access/login-link.ts'
import { createFreeRenderer } from '@pictable/server/core/fakes/free-renderer.ts'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { type Bench, median, quantile } from '#bench/bench.ts'
import { benchAction, benchKey, timedRun, withApp } from '#bench/bench-app.ts'
import { framesPerSecond, type Seen, type Watched, watchPage } from '#bench/dashboard/page-watch.ts'
import { openBrowser } from '#test/browser/chromium.ts'
import { cardDesign } from '#test/chaos/design.ts'
import { setup as buildDashboard } from '#test/dashboard/built.ts'
import { openDashboard, ownerLogIn } from '#test/dashboard/open-dashboard.ts'

const patiently = { timeout: 120_000 }
const renderMs = 10
const concurrency = 8

/** Every image is the same small JPEG: what is measured is the page. */
async function sameImage() {
  const background = '#10243e'
  const bytes = await sharp({ create: { width: 320, height: 180, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const free = createFreeRenderer({
    concurrency,
    before: () => new Promise((resolve) => setTimeout(resolve, renderMs)),
  })
  return {
    ...free,
    async render(...job: Parameters<typeof free.render>) {
      const { files, report } = await free.render(...job)
      return { report, files: files.map((file) => ({ ...file, bytes: new Uint8Array(bytes) })) }
    },
  }
}

/** A built-in table of that many rows, as an import makes it. */
async function importTable({ url }: App, count: number): Promise<string> {
  const rows = Array.from({ length: count }, (_, n) => `Record ${n + 1},${n % 97},Group ${n % 12},a note on ${n + 1},`)
  const response = await fetch(`${url}/v1/tables/import?name=Many`, {
    method: 'POST',
    headers: { authorization: `Bearer ${benchKey}`, 'content-type': 'text/csv' },
    body: ['Name,Price,Group,Note,Image', ...rows].join('\n'),
  })
  if (!response.ok) throw new Error(`the import failed: ${await response.text()}`)
  const { table } = await response.json()
  return table.id
}

async function openOwner({ url, world }: App, browser: Browser): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: 'en-GB' })
  const token = new URL((await createLink(world, null)).url).searchParams.get('token')
  const answer = await context.request.post(`${url}/v1/setup`, { data: { ...ownerLogIn, token } })
  if (!answer.ok()) throw new Error(`logging in failed: ${await answer.text()}`)
  return watchPage(await context.newPage())
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

const many = (key: string, count: number) => Array.from({ length: count }, () => key)

async function useRun(page: Page): Promise<void> {
  await page.getByRole('row', { name: /Record 3\b/ }).click()
  await page.getByRole('dialog').waitFor(patiently)
  await press(page, 'Escape')
  await page.getByRole('row', { name: /Record 1\b/ }).focus()
  await press(page, ...many('ArrowDown', 20), ...many('PageDown', 10), 'End', 'Home')
  await page.mouse.wheel(0, 4000)
  await page.getByRole('link', { name: /^Rendered/ }).click()
  await page.waitForURL('**outcome=**')
  await page.getByRole('row').nth(5).waitFor(patiently)
}

async function useImages(page: Page): Promise<void> {
  const tiles = page.getByRole('main').getByRole('listitem').getByRole('button')
  await tiles.nth(2).click()
  await page.getByRole('dialog').waitFor(patiently)
  await press(page, ...many('ArrowRight', 8), 'Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached', ...patiently })
  await tiles.first().focus()
  await press(page, ...many('ArrowDown', 12), 'End', 'Home')
  for (let turn = 0; turn < 8; turn++) await page.mouse.wheel(0, 1500)
}

async function useTable(page: Page): Promise<void> {
  const cell = (row: number, column: number) =>
    page.locator(`[role=row][aria-rowindex="${row + 1}"] [aria-colindex="${column + 1}"]`)
  await cell(2, 1).click()
  await cell(5, 3).click()
  for (let line = 0; line < 4; line++) {
    await page.keyboard.type('typed')
    await press(page, 'Enter')
  }
  await press(page, ...many('ArrowDown', 20), ...many('ArrowRight', 4), ...many('PageDown', 5))
  await press(page, 'Control+End')
  await cell(10_000, 1).or(cell(2000, 1)).first().waitFor(patiently)
  await press(page, 'Control+Home', 'Control+a', 'ArrowDown', ' ', 'Escape')
  for (let turn = 0; turn < 8; turn++) await page.mouse.wheel(0, 2500)
  await page.getByRole('searchbox', { name: 'Search' }).pressSequentially('Record 77')
  await page.waitForURL('**search=**')
}

interface Walk {
  name: string
  path: string
  ready: string
  use: (page: Page) => Promise<void>
}

/** Opens the page and uses it, some rounds. @returns figures of it */
async function walked(
  { page, seen }: Watched,
  origin: string,
  { name, path, ready, use }: Walk,
): Promise<[Seen, Seen]> {
  await page.goto(origin + path)
  await page.locator(ready).first().waitFor(patiently)
  const opened = await seen()
  await use(page)
  const used = await seen()
  const worst = (values: readonly number[]) => `${Math.round(Math.max(0, ...values))} ms`
  console.log(
    `  ${name}: slowest paint ${worst(used.paintsMs)}, longest task ${worst(used.longTasksMs)} (opening ${worst(opened.longTasksMs)}), ${used.threadMsEach.toFixed(1)} ms of the main thread each`,
  )
  return [opened, used]
}

interface LiveRun {
  app: App
  actionId: string
  forMs: number
}

/** Frames of the page of a run while its records are made, and once it is at rest. */
async function liveFrames({ page, seen }: Watched, { app, actionId, forMs }: LiveRun) {
  const ended = timedRun(app.world, actionId, { force: true })
  await page.goto(`${app.url}/runs`)
  await page.getByRole('main').getByRole('row').nth(1).getByRole('link').first().click(patiently)
  await page.getByRole('row', { name: /Record 1\b/ }).waitFor(patiently)
  await seen()
  const live = await framesPerSecond(page, forMs)
  const { longTasksMs } = await seen()
  const isLive = await page.getByRole('progressbar').isVisible()
  if (!isLive) console.log('  the run ended while its frames were counted: take more records')
  await ended
  const atRest = await framesPerSecond(page, forMs)
  return { live, atRest, longestTaskMs: Math.max(0, ...longTasksMs) }
}

/** From `npm start` on an empty folder until the first image is seen. */
async function firstImageSeconds(): Promise<number> {
  const startedAt = performance.now()
  const dashboard = await openDashboard()
  try {
    const { page } = await dashboard.visitor()
    await page.goto(dashboard.setupLink)
    await page.getByLabel('Your name').fill(ownerLogIn.name)
    await page.getByLabel('E-mail').fill(ownerLogIn.email)
    await page.getByLabel('Password', { exact: true }).fill(ownerLogIn.password)
    await page.getByRole('button', { name: 'Go to my images' }).click()
    const first = page.getByRole('img', { name: /^Image of/ }).first()
    await first.waitFor(patiently)
    await first.evaluate((image) => (image instanceof HTMLImageElement ? image.decode() : undefined))
    return (performance.now() - startedAt) / 1000
  } finally {
    await dashboard.close()
  }
}

async function buildSeconds(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'pictable-built-'))
  const vite = join('node_modules', '.bin', 'vite')
  const startedAt = performance.now()
  await promisify(execFile)(vite, ['build', 'packages/dashboard', '--outDir', folder, '--emptyOutDir'])
  const seconds = (performance.now() - startedAt) / 1000
  await rm(folder, { recursive: true, force: true })
  return seconds
}

async function measurePages(count: number, liveMs: number, rounds: number) {
  const browser = await openBrowser()
  try {
    return await withApp({ renderer: await sameImage() }, async (app) => {
      const tableId = await importTable(app, count)
      const place = { source: 'table', settings: {}, baseId: 'built-in', table: tableId }
      const actionId = await benchAction(app.world, cardDesign, place)
      const { run } = await timedRun(app.world, actionId)
      console.log(`  ${run.rendered} images are there`)
      const owner = await openOwner(app, browser)
      const walks: readonly Walk[] = [
        { name: 'run', path: `/runs/${run.id}`, ready: 'main tr[data-index="3"]', use: useRun },
        { name: 'images', path: '/gallery', ready: 'main li button', use: useImages },
        { name: 'table', path: `/tables/${tableId}`, ready: '[role=gridcell]', use: useTable },
      ]
      const seen: [Seen, Seen][] = []
      for (let round = 0; round < rounds; round++)
        for (const walk of walks) seen.push(await walked(owner, app.url, walk))
      return { seen, frames: await liveFrames(owner, { app, actionId, forMs: liveMs }) }
    })
  } finally {
    await browser.close()
  }
}

/** In Debian's Chromium without a window, against a real server with the built dashboard. */
export const dashboard: Bench = {
  name: 'dashboard',
  summary: 'paint after keys and presses with 10,000 records, frames of a live run, start to first image seen',
  async run({ quick }) {
    await buildDashboard()
    const { seen, frames } = await measurePages(quick ? 2000 : 10_000, quick ? 2000 : 5000, quick ? 1 : 3)
    const paintsMs = seen.flatMap(([, used]) => used.paintsMs)
    const first = [await firstImageSeconds(), ...(quick ? [] : [await firstImageSeconds(), await firstImageSeconds()])]
    const build = await buildSeconds()
    return {
      figures: {
        paint_p98_ms: quantile(paintsMs, 0.98),
        paint_slowest_ms: Math.max(...paintsMs),
        main_thread_ms_each: Math.max(...seen.map(([, used]) => used.threadMsEach)),
        longest_task_ms: Math.max(0, ...seen.flatMap(([, used]) => used.longTasksMs)),
        longest_task_of_opening_ms: Math.max(0, ...seen.flatMap(([opened]) => opened.longTasksMs)),
        live_frames_per_second: frames.live,
        frames_per_second_at_rest: frames.atRest,
        longest_task_live_ms: frames.longestTaskMs,
        first_image_seconds: median(first),
        first_image_with_build_seconds: median(first) + build,
      },
      ratios: { live_frames_vs_at_rest: frames.live / frames.atRest },
    }
  },
}
