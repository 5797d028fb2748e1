import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Visitor } from '#test/dashboard/browser.ts'

/** Free room that a fitted page has around it, in CSS pixels. */
const MARGIN_PX = 48
/** A phone shows no panels. */
const PANELS_FROM_PX = 640
const PATIENTLY = { timeout: 60_000 }

interface Draft {
  revision: number
  base_version: number
  has_changes: boolean
  editing: { session: string; name: string } | null
  design: { width: number; height: number; layers: Record<string, unknown>[] }
}

/** A template that is open in the editor, found as assistive technology finds it. */
export interface EditorScreen {
  page: Page
  id: string
  canvas: Locator
  layers: Locator
  inspector: Locator
  /** The words in the bar: "Saved", "Saving". */
  saveStatus: Locator
  /** A layer in the tree. */
  layer(name: string): Locator
  /** Where a point of the page is in the window, while the page is fitted. */
  at(x: number, y: number): Promise<{ x: number; y: number }>
  click(x: number, y: number): Promise<void>
  drag(from: readonly [number, number], to: readonly [number, number]): Promise<void>
  /** Waits until the browser has drawn the page, and the panels beside it are there. */
  drawn(): Promise<void>
  /** Waits until every change is on the server. */
  saved(): Promise<void>
  draft(): Promise<Draft>
  /** The layer of a name in the draft. */
  stored(name: string): Promise<Record<string, unknown> | undefined>
}

interface AskOptions {
  method?: string
  body?: object
  headers?: Readonly<Record<string, string>>
}

/** One tab of a person's browser. */
type Tab = Pick<Visitor, 'page' | 'context'>

const originOf = (page: Page) => new URL(page.url()).origin

/** Asks the API with the session of the page. */
export async function ask(visitor: Tab, url: string, { method = 'GET', body, headers }: AskOptions = {}) {
  const answer = await visitor.context.request.fetch(url, {
    method,
    ...(body && { data: body }),
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
  })
  if (!answer.ok()) throw new Error(`${method} ${url}: ${await answer.text()}`)
  return answer.status() === 204 ? null : answer.json()
}

/** Two rectangles, "Red" behind "Blue", on a white page of 600 x 400. */
export const twoBoxes = {
  schema: 1,
  name: 'Two boxes',
  width: 600,
  height: 400,
  background: '#ffffff',
  layers: [
    { type: 'rectangle', name: 'Red', x: 60, y: 60, width: 200, height: 120, fill: '#dd3322' },
    { type: 'rectangle', name: 'Blue', x: 340, y: 220, width: 200, height: 120, fill: '#2244cc' },
  ],
}

/** A template of its own, and its id. */
export async function createTemplate(visitor: Tab, origin: string, design: object = twoBoxes): Promise<string> {
  return (await ask(visitor, `${origin}/v1/templates`, { method: 'POST', body: { design, publish: true } })).id
}

interface NewRecords {
  fields: readonly { name: string; kind: string }[]
  rows: readonly object[]
}

/** A table of its own; as a template takes it to show its records. */
export async function createRecords(visitor: Tab, origin: string, { fields, rows }: NewRecords) {
  const post = (path: string, body: object) => ask(visitor, origin + path, { method: 'POST', body })
  const table_name = `Products ${Date.now()}`
  const { id: table_id } = await post('/v1/tables', { name: table_name, fields })
  await post(`/v1/tables/${table_id}/rows`, { rows })
  const body = { name: table_name, source: 'table', settings: {} }
  const { id: connection_id } = await post('/v1/connections', body)
  const { results } = await ask(visitor, `${origin}/v1/connections/${connection_id}/bases`)
  return { connection_id, base_id: results[0].id, table_id, table_name, view_id: null, view_name: null }
}

interface OpenOptions {
  origin: string
  id: string
  /** Such as `layer=Red`. */
  search?: string
}

/** Opens a template in the editor and waits until the browser has drawn it. */
export async function openEditor(visitor: Tab, { origin, id, search = '' }: OpenOptions): Promise<EditorScreen> {
  await visitor.page.goto(`${origin}/templates/${id}/edit?${search}`)
  const screen = editorOn(visitor, id)
  await screen.drawn()
  return screen
}

/** The mark in the timeline of a page that the browser has drawn a template. */
export const DRAWN = 'template-drawn'
/** What is there once it has. */
export const DRAWN_CANVAS = '[role="application"][aria-busy="false"]'

/** Marks when a page that is opened from now on first has the element. */
export async function markWhen(page: Page, selector: string, mark: string): Promise<void> {
  await page.addInitScript(
    ([awaited, name]) => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector(awaited)) return
        observer.disconnect()
        performance.mark(name)
      }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-busy'] })
    },
    [selector, mark] as const,
  )
}

/** Marks when the editor has drawn its page. */
export const markDrawn = (page: Page) => markWhen(page, DRAWN_CANVAS, DRAWN)

/**
 * Steps that follow each other within a second become one: until the page is left, all of them do, however slow the
 * machine is.
 */
export function stopClock(page: Page): Promise<void> {
  return page.evaluate(() => {
    const stoppedMs = Date.now()
    Date.now = () => stoppedMs
  })
}

/** As on a machine that is too busy to draw: what waits for a frame waits until the page is left. */
export function stopFrames(page: Page): Promise<void> {
  return page.evaluate(() => {
    window.requestAnimationFrame = () => 0
  })
}

/** What comes after it is a new step, however fast the machine is. */
export function advanceClock(page: Page): Promise<void> {
  return page.evaluate(() => {
    const { now } = Date
    Date.now = () => now() + 10_000
  })
}

/** The editor that a page shows. */
export function editorOn(visitor: Tab, id: string): EditorScreen {
  const { page } = visitor
  const canvas = page.getByRole('application', { name: 'Canvas' })
  const layers = page.getByRole('tree', { name: 'Layers' })
  const inspector = page.getByRole('region', { name: 'Inspector' })
  const saveStatus = page.getByRole('status', { name: 'Draft' })
  const draft = (): Promise<Draft> => ask(visitor, `${originOf(page)}/v1/templates/${id}/draft`)
  async function at(x: number, y: number) {
    const box = await canvas.boundingBox()
    const { width, height } = (await draft()).design
    if (!box) throw new Error('the canvas is not shown')
    const zoom = Math.min((box.width - 2 * MARGIN_PX) / width, (box.height - 2 * MARGIN_PX) / height)
    const from = { x: box.x + (box.width - width * zoom) / 2, y: box.y + (box.height - height * zoom) / 2 }
    return { x: from.x + x * zoom, y: from.y + y * zoom }
  }
  return {
    page,
    id,
    canvas,
    layers,
    inspector,
    saveStatus,
    layer: (name) => layers.getByRole('treeitem', { name, exact: true }),
    at,
    async click(x, y) {
      const point = await at(x, y)
      await page.mouse.click(point.x, point.y)
    },
    async drag(from, to) {
      const [start, end] = [await at(...from), await at(...to)]
      await page.mouse.move(start.x, start.y)
      await page.mouse.down()
      await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 })
      await page.mouse.move(end.x, end.y, { steps: 4 })
      await page.mouse.up()
    },
    async drawn() {
      await canvas.and(page.locator('[aria-busy="false"]')).waitFor(PATIENTLY)
      // Gestures and keys come after the first picture.
      await page.getByRole('status', { name: 'Announcements' }).waitFor({ ...PATIENTLY, state: 'attached' })
      if ((page.viewportSize()?.width ?? 0) >= PANELS_FROM_PX) await inspector.waitFor(PATIENTLY)
    },
    saved: () => expect.poll(() => saveStatus.innerText(), PATIENTLY).toBe('Saved'),
    draft,
    stored: async (name) => (await draft()).design.layers.find((layer) => layer.name === name),
  }
}
