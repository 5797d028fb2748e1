import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type Bench, median } from '#bench/bench.ts'
import { createRecords, openSheet, timeEdits } from '#bench/editor/contact-sheet.ts'
import { crowdedDesign, middleOf } from '#bench/editor/designs.ts'
import { type Received, watchBytes } from '#bench/editor/received.ts'
import { missedShare, p95, type Recorded, record } from '#bench/editor/trace.ts'
import { openBrowser } from '#test/browser/chromium.ts'
import { setup as buildDashboard } from '#test/dashboard/built.ts'
import {
  ask,
  createTemplate,
  DRAWN,
  DRAWN_CANVAS,
  type EditorScreen,
  markDrawn,
  markWhen,
  openEditor,
} from '#test/dashboard/editor/editor.test-kit.ts'
import { type Dashboard, openDashboard } from '#test/dashboard/open-dashboard.ts'

const viewport = { width: 1440, height: 900 }
const patiently = { timeout: 120_000 }
/** A rectangle: texts are not painted in the middle of their box, so a press there would miss them. */
const DRAGGED = 17

/** The parts of a bench, around one server and the log-in of its owner. */
interface Scene {
  browser: Browser
  dashboard: Dashboard
  logIn: Awaited<ReturnType<BrowserContext['storageState']>>
  /** As many as a contact sheet shows. */
  records: object
}

async function openContext({ browser, logIn }: Scene, deviceScaleFactor = 1): Promise<BrowserContext> {
  return browser.newContext({ viewport, deviceScaleFactor, storageState: logIn, locale: 'en-GB' })
}

interface EditorOptions {
  layers: number
  dpr?: number
  /** With the contact sheet open. */
  hasSheet?: boolean
}

/** A design in the editor, in a browser of its own. */
async function withEditor<Result>(
  scene: Scene,
  { layers, dpr = 1, hasSheet = false }: EditorOptions,
  use: (editor: EditorScreen, page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await openContext(scene, dpr)
  try {
    const page = await context.newPage()
    const { origin } = scene.dashboard
    const id = await createTemplate({ page, context }, origin, crowdedDesign(layers, { isBound: hasSheet }))
    if (hasSheet) {
      const body = { preview_source: scene.records }
      await ask({ page, context }, `${origin}/v1/templates/${id}`, { method: 'PATCH', body })
    }
    const editor = await openEditor({ page, context }, { origin, id })
    if (hasSheet) await openSheet(editor)
    return await use(editor, page)
  } finally {
    await context.close()
  }
}

/** Moves the pointer in circles, once a frame of the screen. */
async function circle(page: Page, [x, y]: readonly [number, number], frames: number): Promise<void> {
  for (let frame = 0; frame < frames; frame++) {
    const angle = frame / 12
    await Promise.all([
      page.mouse.move(x + 60 * Math.cos(angle), y + 60 * Math.sin(angle)),
      page.evaluate(() => new Promise(requestAnimationFrame)),
    ])
  }
}

async function drag(scene: Scene, dpr: number, frames: number): Promise<Recorded> {
  const layers = 40
  return withEditor(scene, { layers, dpr, hasSheet: true }, async (editor, page) => {
    const before = JSON.stringify((await editor.draft()).design)
    const start = await editor.at(...middleOf(DRAGGED, layers))
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await circle(page, [start.x, start.y], 30)
    const recorded = await record(page, () => circle(page, [start.x, start.y], frames))
    await page.mouse.up()
    await editor.saveStatus.filter({ hasText: /^Saved$/ }).waitFor(patiently)
    if (JSON.stringify((await editor.draft()).design) === before) throw new Error('the drag moved nothing')
    return recorded
  })
}

/** Draws one rectangle at the pointer, on a canvas as large as that of the editor. Runs in the page. */
function followPointer(): void {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 920, height: 820 })
  document.body.append(canvas)
  const draw = ({ offsetX, offsetY }: PointerEvent) => {
    canvas.getContext('2d')?.clearRect(0, 0, 920, 820)
    canvas.getContext('2d')?.fillRect(offsetX, offsetY, 100, 100)
  }
  for (const type of ['pointerdown', 'pointermove', 'pointerup'] as const) canvas.addEventListener(type, draw)
}

/** The ends of drags on an otherwise empty page: below this no editor gets on this machine. */
async function leastCommits(scene: Scene, count: number): Promise<number[]> {
  const context = await openContext(scene)
  const page = await context.newPage()
  await page.goto('about:blank')
  await page.evaluate(followPointer)
  await page.mouse.click(400, 400)
  const { interactionsMs } = await record(
    page,
    async () => {
      for (let n = 0; n < count; n++) {
        await page.mouse.move(400, 400)
        await page.mouse.down()
        await page.mouse.move(415, 410, { steps: 4 })
        await page.mouse.move(430, 420, { steps: 4 })
        await page.mouse.up()
      }
    },
    'interactions',
  )
  await context.close()
  return interactionsMs
}

/** From each key, and from each end of a drag, to the paint that shows it. */
async function answers(scene: Scene, count: number, hasSheet: boolean) {
  const layers = 40
  return withEditor(scene, { layers, hasSheet }, async (editor, page) => {
    const middle = middleOf(DRAGGED, layers)
    const moved = [middle[0] + 30, middle[1] + 20] as const
    await editor.click(...middle)
    await page.keyboard.press('ArrowRight')
    const keys = await record(
      page,
      async () => {
        for (let n = 0; n < count; n++) await page.keyboard.press(n % 2 ? 'ArrowLeft' : 'ArrowDown', { delay: 30 })
      },
      'interactions',
    )
    const commits = await record(
      page,
      async () => {
        for (let n = 0; n < count / 5; n++) await (n % 2 ? editor.drag(moved, middle) : editor.drag(middle, moved))
      },
      'interactions',
    )
    return { keysMs: keys.interactionsMs, commitsMs: commits.interactionsMs }
  })
}

/** From an edit to the last tile, and the work of each slice in which tiles are drawn. */
async function contactSheet(scene: Scene, count: number): Promise<{ editsMs: number[]; slicesMs: number[] }> {
  const layers = 40
  return withEditor(scene, { layers, hasSheet: true }, async (editor, page) => {
    const [x, y] = middleOf(DRAGGED, layers)
    await editor.click(x, y)
    let editsMs: number[] = []
    const { idleTasksMs } = await record(page, async () => {
      editsMs = await timeEdits(page, [x / 1080, y / 1080], count)
    })
    return { editsMs, slicesMs: idleTasksMs }
  })
}

async function wheel(page: Page, frames: number, { zooms = true } = {}): Promise<void> {
  for (let frame = 0; frame < frames; frame++) {
    const isZoom = zooms && Math.floor(frame / 60) % 2 === 1
    const forth = Math.floor(frame / 30) % 2 ? -1 : 1
    if (isZoom && frame % 60 === 0) await page.keyboard.down('Control')
    if (!isZoom && frame % 60 === 0) await page.keyboard.up('Control')
    await Promise.all([page.mouse.wheel(0, 24 * forth), page.evaluate(() => new Promise(requestAnimationFrame))])
  }
  await page.keyboard.up('Control')
}

async function panAndZoom(scene: Scene, dpr: number, frames: number) {
  return withEditor(scene, { layers: 100, dpr }, async (_, page) => {
    await page.mouse.move(viewport.width / 2, viewport.height / 2)
    await wheel(page, 60)
    const recorded = await record(page, () => wheel(page, frames))
    await page.goto(`${scene.dashboard.origin}/webhooks`)
    await page.getByRole('heading', { level: 1 }).waitFor(patiently)
    const empty = await record(page, () => wheel(page, frames))
    return { recorded, extraMissed: missedShare(recorded) - missedShare(empty) }
  })
}

/** The share of frames that the tree of many layers misses while it scrolls, beyond those of an empty page. */
async function scrollTree(scene: Scene, frames: number): Promise<number> {
  return withEditor(scene, { layers: 500 }, async ({ layers }, page) => {
    await layers.hover()
    const recorded = await record(page, () => wheel(page, frames, { zooms: false }))
    await page.goto(`${scene.dashboard.origin}/webhooks`)
    await page.getByRole('heading', { level: 1 }).waitFor(patiently)
    const empty = await record(page, () => wheel(page, frames, { zooms: false }))
    return missedShare(recorded) - missedShare(empty)
  })
}

/**
 * Seconds until a page has an element, and of the processor, in a browser that was there before. The page itself notes the
 * time: who asks from outside does so in steps of up to 500 ms.
 */
async function opening(context: BrowserContext, url: string, selector: string) {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const mark = 'opened'
  await markWhen(page, selector, mark)
  await page.goto(url)
  const times = await page.waitForFunction((name) => performance.getEntriesByName(name)[0]?.startTime, mark, patiently)
  const openedMs = (await times.jsonValue()) ?? Number.NaN
  const { metrics } = await session.send('Performance.getMetrics')
  const cpuSeconds = metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN
  await page.close()
  return { seconds: openedMs / 1000, cpuSeconds }
}

async function warmOpenings(scene: Scene, pairs: number) {
  const context = await openContext(scene)
  const page = await context.newPage()
  const { origin } = scene.dashboard
  const id = await createTemplate({ page, context }, origin, crowdedDesign(40))
  const all = []
  for (let pair = 0; pair <= pairs; pair++) {
    const empty = await opening(context, `${origin}/webhooks`, 'h1')
    const editor = await opening(context, `${origin}/templates/${id}/edit`, DRAWN_CANVAS)
    all.push({ ratio: editor.seconds / empty.seconds, cpuSeconds: editor.cpuSeconds })
  }
  await context.close()
  // What came first filled the caches.
  const warm = all.slice(1)
  return { ratio: median(warm.map(({ ratio }) => ratio)), cpuSeconds: median(warm.map(({ cpuSeconds }) => cpuSeconds)) }
}

/**
 * Bytes as sent, of a first visit until the page is drawn: of the scripts and styles that only the editor asks for, and
 * of all.
 */
async function firstVisit(scene: Scene): Promise<{ route: number; all: number }> {
  const load = async (path: string, isThere: (page: Page) => Promise<void>): Promise<Received[]> => {
    const context = await openContext(scene)
    const page = await context.newPage()
    const received = await watchBytes(page)
    await markDrawn(page)
    await page.goto(scene.dashboard.origin + path)
    await isThere(page)
    const all = received()
    const drawnAtMs = await page.evaluate((mark) => {
      const [drawn] = performance.getEntriesByName(mark)
      return drawn ? performance.timeOrigin + drawn.startTime : Number.MAX_VALUE
    }, DRAWN)
    await context.close()
    return all.filter(({ askedAtMs }) => askedAtMs <= drawnAtMs)
  }
  const { owner, origin } = scene.dashboard
  const visitor = await owner()
  const id = await createTemplate(visitor, origin)
  const known = await load('/webhooks', (page) => page.getByRole('heading', { level: 1 }).waitFor(patiently))
  const drawn = await load(`/templates/${id}/edit`, (page) =>
    page.getByRole('application', { name: 'Canvas' }).and(page.locator('[aria-busy="false"]')).waitFor(patiently),
  )
  const isKnown = new Set(known.map(({ path }) => path))
  const code = drawn.filter(({ path }) => /\.(js|css)$/.test(path) && !isKnown.has(path))
  for (const { path, bytes } of code.toSorted((one, other) => other.bytes - one.bytes).slice(0, 12))
    console.log(`  ${bytes.toLocaleString('en').padStart(8)} bytes ${path}`)
  const sum = (list: readonly Received[]) => list.reduce((total, { bytes }) => total + bytes, 0)
  return { route: sum(code), all: sum(drawn) }
}

async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 2 ** 20
}

/** Growth of the heap over the second half of many edits, by when the history is full. */
async function memory(scene: Scene, edits: number): Promise<{ halfMb: number; wholeMb: number }> {
  return withEditor(scene, { layers: 40, hasSheet: true }, async (editor, page) => {
    await editor.click(...middleOf(DRAGGED, 40))
    const edit = async (count: number) => {
      for (let n = 0; n < count; n++) {
        await page.keyboard.press(n % 2 ? 'ArrowLeft' : 'ArrowRight')
        await page.keyboard.press('Tab')
      }
      await editor.saveStatus.filter({ hasText: /^Saved$/ }).waitFor(patiently)
      return heapMb(page)
    }
    const halfMb = await edit(edits / 2)
    return { halfMb, wholeMb: await edit(edits / 2) }
  })
}

/** In Debian's Chromium without a graphics card, against a real server with the built dashboard. */
export const editor: Bench = {
  name: 'editor',
  summary:
    'drag, keys, contact sheet, pan and zoom, opening, bytes and memory of the template editor (--long: 10,000 edits)',
  async run({ quick, long }) {
    await buildDashboard()
    const [browser, dashboard] = await Promise.all([openBrowser(), openDashboard({ PICTABLE_SEED_SAMPLE: 'false' })])
    try {
      const owner = await dashboard.owner()
      const records = await createRecords(owner, dashboard.origin)
      const scene: Scene = { browser, dashboard, logIn: await owner.context.storageState(), records }
      const frames = quick ? 120 : 600
      const bytes = await firstVisit(scene)
      const warm = await warmOpenings(scene, quick ? 3 : 15)
      const drags = [await drag(scene, 1, frames), await drag(scene, 2, frames)]
      const { keysMs, commitsMs } = await answers(scene, quick ? 50 : 300, false)
      const besideSheet = await answers(scene, quick ? 50 : 300, true)
      const sheet = await contactSheet(scene, quick ? 10 : 40)
      const leastCommitsMs = await leastCommits(scene, Math.floor((quick ? 50 : 300) / 5))
      const pans = [await panAndZoom(scene, 1, frames), await panAndZoom(scene, 2, frames)]
      const treeExtraMissed = await scrollTree(scene, frames)
      const edits = long ? 10_000 : quick ? 200 : 2000
      const heap = await memory(scene, edits)
      const [dragOnce, dragTwice] = drags.map(({ frameIntervalsMs }) => p95(frameIntervalsMs))
      const [dragWork, dragWorkTwice] = drags.map(({ frameWorkMs }) => p95(frameWorkMs))
      const [panOnce, panTwice] = pans.map(({ recorded }) => p95(recorded.frameWorkMs))
      return {
        figures: {
          drag_p95_ms: dragOnce ?? Number.NaN,
          drag_dpr2_p95_ms: dragTwice ?? Number.NaN,
          drag_work_p95_ms: dragWork ?? Number.NaN,
          drag_dpr2_work_p95_ms: dragWorkTwice ?? Number.NaN,
          key_to_pixel_p95_ms: p95(keysMs),
          commit_p95_ms: p95(commitsMs),
          sheet_key_to_pixel_p95_ms: p95(besideSheet.keysMs),
          sheet_commit_p95_ms: p95(besideSheet.commitsMs),
          contact_sheet_ms: median(sheet.editsMs),
          contact_sheet_p95_ms: p95(sheet.editsMs),
          contact_sheet_slice_p95_ms: p95(sheet.slicesMs),
          contact_sheet_slice_max_ms: Math.max(0, ...sheet.slicesMs),
          empty_page_commit_p95_ms: p95(leastCommitsMs),
          pan_zoom_work_p95_ms: panOnce ?? Number.NaN,
          pan_zoom_dpr2_work_p95_ms: panTwice ?? Number.NaN,
          pan_zoom_extra_missed_percent: 100 * Math.max(...pans.map(({ extraMissed }) => extraMissed)),
          tree_extra_missed_percent: 100 * treeExtraMissed,
          open_cpu_seconds: warm.cpuSeconds,
          route_bytes: bytes.route,
          first_frame_bytes: bytes.all,
          edits,
          heap_after_half_mb: heap.halfMb,
          heap_after_all_mb: heap.wholeMb,
        },
        ratios: { open_warm_ratio: warm.ratio, heap_all_vs_half: heap.wholeMb / heap.halfMb },
      }
    } finally {
      await dashboard.close()
      await browser.close()
    }
  },
}
