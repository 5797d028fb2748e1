import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@pictable/client'
import type { Locator, Page } from 'playwright-core'
import { chromiumPath, openBrowser } from '#test/browser/chromium.ts'
import { setup as buildDashboard } from '#test/dashboard/built.ts'
import { freePort, startServerProcess } from '#test/server-process.ts'
import { until } from '#test/until.ts'
import { Film } from './film.ts'
import { addFonts } from './fonts.ts'
import { Hand } from './hand.ts'
import { addPointer } from './pointer.ts'

/** Until the editor shows the server's picture of the design. */
export const untilExact = (page: Page): Promise<void> =>
  page.getByText('As it will be rendered', { exact: true }).waitFor()

interface Size {
  width: number
  height: number
}

/** A window that is filmed, and the product behind it. */
export interface Stage {
  page: Page
  hand: Hand
  film: Film
  client: Client
  visit(path: string): Promise<void>
  close(): Promise<void>
}

/** Of what a machine under load takes. */
const [STARTS_WITHIN_MS, WITHIN_MS] = [300_000, 120_000]

const owner = { name: 'Ada Lovelace', email: 'ada@example.com', password: 'four words of my own' }

export interface Product {
  /** A window in which the owner is logged in. It has no movements of its own: what moves in a film is what the hand moves. */
  openWindow(viewport: Size, deviceScaleFactor?: number): Promise<Stage>
  close(): Promise<void>
}

/** A server with its sample. @returns where it is, a key of its API, and the token of the link that sets up its owner */
async function startServer(opened: AsyncDisposableStack) {
  const folder = await mkdtemp(join(tmpdir(), 'pictable-recording-'))
  opened.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  const server = await startServerProcess({ PICTABLE_PORT: String(await freePort()), PICTABLE_DATA_DIR: folder })
  opened.defer(() => server.end('SIGTERM').then(() => {}))
  const printed = async (pattern: RegExp) => {
    const what = () => `the server did not print ${pattern}:\n${server.output()}`
    const [, found = ''] = await until(what, () => pattern.exec(server.output()), { withinMs: STARTS_WITHIN_MS })
    return found
  }
  return { url: server.url, apiKey: await printed(/(pct_\w+)/), token: await printed(/\/setup\?token=([\w-]+)/) }
}

/** A fresh installation with its sample, and a browser. */
export async function openProduct(): Promise<Product> {
  if (chromiumPath === undefined) throw new Error('Recordings need a browser: install the Debian package "chromium".')
  await buildDashboard()
  await using opened = new AsyncDisposableStack()
  const { url, apiKey, token } = await startServer(opened)
  const client = createClient({ baseUrl: url, apiKey })
  const browser = await openBrowser()
  opened.defer(() => browser.close())
  const first = await browser.newContext()
  const answer = await first.request.post(`${url}/v1/setup`, { data: { ...owner, token } })
  if (!answer.ok()) throw new Error(`the owner could not be set up: ${await answer.text()}`)
  const storageState = await first.storageState()
  const all = opened.move()
  return {
    async openWindow(viewport, deviceScaleFactor = 1) {
      const context = await browser.newContext({
        ...{ viewport, deviceScaleFactor, storageState, locale: 'en-GB', timezoneId: 'Europe/London' },
        ...{ colorScheme: 'light', reducedMotion: 'reduce' },
      })
      context.setDefaultTimeout(WITHIN_MS)
      await addFonts(context)
      await context.addInitScript(addPointer)
      const page = await context.newPage()
      const film = new Film()
      const hand = new Hand(page, await context.newCDPSession(page), film)
      const visit = async (path: string) => void (await page.goto(url + path))
      return { page, film, hand, client, visit, close: () => context.close() }
    },
    close: () => all.disposeAsync(),
  }
}

/** Free room around a page that fits its window, in CSS pixels. */
const MARGIN_PX = 48

/** The editor of a template, open in the window. */
export interface Editor {
  canvas: Locator
  inspector: Locator
  /** Where a point of the page is in the window. */
  at(x: number, y: number): Promise<{ x: number; y: number }>
  /** Waits until the picture of the server is shown, and everything is saved. */
  settled(): Promise<void>
}

/** Opens a template in the editor; `search` is such as `layer=Title`. */
export async function openEditor({ page, visit }: Stage, { id, width, height }: Size & { id: string }, search = '') {
  await visit(`/templates/${id}/edit?${search}`)
  const canvas = page.getByRole('application', { name: 'Canvas' })
  const editor: Editor = {
    canvas,
    inspector: page.getByRole('region', { name: 'Inspector' }),
    async at(x, y) {
      const box = await canvas.boundingBox()
      if (!box) throw new Error('the canvas is not shown')
      const zoom = Math.min((box.width - 2 * MARGIN_PX) / width, (box.height - 2 * MARGIN_PX) / height)
      return { x: box.x + box.width / 2 + (x - width / 2) * zoom, y: box.y + box.height / 2 + (y - height / 2) * zoom }
    },
    async settled() {
      await page.getByRole('status', { name: 'Draft' }).getByText('Saved', { exact: true }).waitFor()
      await untilExact(page)
    },
  }
  await editor.inspector.waitFor()
  // Until something was pressed, browsers draw a ring around what is dragged on the canvas.
  await page.getByRole('tab', { name: 'Layers' }).click()
  await editor.settled()
  return editor
}
