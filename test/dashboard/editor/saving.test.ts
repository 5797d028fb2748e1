import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Request, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { useDashboard } from '#test/dashboard/open-dashboard.ts'
import { freePort } from '#test/server-process.ts'
import { createTemplate, editorOn, openEditor, stopClock, stopFrames } from './editor.test-kit.ts'

describe.skipIf(chromiumPath === undefined)('the editor', { timeout: 300_000 }, () => {
  const opened = useDashboard({ isShared: true })

  test('1, 2: opens fitted with 48 px around the page, on its last picture, and nothing jumps', async () => {
    const { visitor, dashboard } = opened
    const { page } = visitor
    const id = await createTemplate(visitor, dashboard.origin)
    const waiting: Route[] = []
    await page.route('**/v1/template-fonts', (route) => void waiting.push(route))
    await visitor.visit(`/templates/${id}/edit`)
    const { canvas } = editorOn(visitor, id)
    const picture = canvas.locator('img')
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    const before = await picture.boundingBox()
    const around = await canvas.boundingBox()
    for (const route of waiting) await route.continue()
    await page.unroute('**/v1/template-fonts')
    await editorOn(visitor, id).drawn()
    if (!before || !around) throw new Error('nothing is shown')
    const margins = [before.x - around.x, around.x + around.width - before.x - before.width]
    expect(Math.min(...margins, before.y - around.y)).toBeCloseTo(48, 0)
    const drawn = await canvas.locator('canvas').first().boundingBox()
    expect([drawn?.x, drawn?.y].map((place) => Math.round(place ?? 0))).toEqual([before.x, before.y].map(Math.round))
    expect(drawn?.width).toBeCloseTo(before.width, 0)
    const again = await openEditor(visitor, { origin: dashboard.origin, id })
    await again.layer('Red').waitFor()
  })

  test('`npm run dashboard` edits as the built dashboard does', async () => {
    const { visitor, dashboard } = opened
    const origin = `http://127.0.0.1:${await freePort()}`
    const flags = ['--host', '127.0.0.1', '--port', new URL(origin).port]
    const vite = spawn('node_modules/.bin/vite', ['packages/dashboard', ...flags], {
      cwd: join(import.meta.dirname, '..', '..', '..'),
      env: { ...process.env, PICTABLE_URL: dashboard.origin },
    })
    try {
      let said = ''
      vite.stdout.setEncoding('utf8').on('data', (words) => {
        said += words
      })
      await expect.poll(() => said).toContain('ready in')
      const id = await createTemplate(visitor, dashboard.origin)
      const tab = { context: visitor.context, page: await visitor.context.newPage() }
      const editor = await openEditor(tab, { origin, id })
      await editor.saved()
      await editor.drag([160, 120], [180, 130])
      await expect.poll(async () => (await editor.stored('Red'))?.x).toBe(80)
      await tab.page.close()
    } finally {
      vite.kill()
    }
  })

  test('87, 88: saves each step within 1 s, also after sleep and in a killed tab, and undo survives a reload', async () => {
    const { dashboard } = opened
    const visitor = await dashboard.owner(['ERR_INTERNET_DISCONNECTED'])
    const { page, context } = visitor
    const id = await createTemplate(visitor, dashboard.origin)
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    await editor.saved()
    const isSave = (request: Request) => request.method() === 'PUT' && request.url().endsWith('/draft')
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 10_000)
    const save = page.waitForRequest(isSave)
    await editor.drag([160, 120], [180, 130])
    // No timer of a second or more has fired when it is sent.
    await page.clock.runFor(999)
    await save
    await page.clock.resume()
    await expect.poll(async () => (await editor.stored('Red'))?.x).toBe(80)
    await editor.saved()

    // The lid is closed for two hours, and the session goes on.
    await page.keyboard.press('ArrowRight')
    await page.clock.fastForward('02:00:00')
    await expect.poll(async () => (await editor.stored('Red'))?.x).toBe(81)
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await editor.stored('Red'))?.x).toBe(80)
    await editor.saved()

    await page.reload()
    await editor.drawn()
    await editor.saved()
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await editor.stored('Red'))?.x).toBe(60)
    await expect.poll(() => editor.layer('Red').getAttribute('aria-selected')).toBe('true')

    await context.setOffline(true)
    await editor.click(440, 280)
    await stopClock(page)
    await stopFrames(page)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => editor.saveStatus.innerText()).toBe('Offline: saved in this browser')
    const killed = page.waitForEvent('crash')
    const devTools = await context.newCDPSession(page)
    void devTools.send('Page.crash').catch(() => {})
    await killed
    await page.close()
    await context.setOffline(false)
    const tab = { context, page: await context.newPage() }
    const again = editorOn(tab, id)
    await tab.page.goto(dashboard.origin)
    await expect.poll(() => again.stored('Blue')).toMatchObject({ x: 340, y: 220 })
    await openEditor(tab, { origin: dashboard.origin, id })
    await again.saved()
    await expect.poll(() => again.stored('Blue')).toMatchObject({ x: 341, y: 221 })
    await tab.page.keyboard.press('Control+z')
    await expect.poll(async () => (await again.stored('Blue'))?.x).toBe(340)
  })

  test('87, 72: what is typed into a number is kept by a reload, saved once it rests, and stays one step', async () => {
    const { visitor, dashboard } = opened
    const { page } = visitor
    const id = await createTemplate(visitor, dashboard.origin)
    const editor = await openEditor(visitor, { origin: dashboard.origin, id, search: 'layer=Red' })
    await editor.saved()
    const width = editor.inspector.getByRole('textbox', { name: 'Width', exact: true })
    await width.fill('300')
    await page.reload()
    await editor.drawn()
    await editor.saved()
    await expect.poll(() => editor.stored('Red')).toMatchObject({ width: 300 })

    await editor.layer('Red').click()
    await width.fill('310')
    await expect.poll(async () => (await editor.stored('Red'))?.width).toBe(310)
    await width.fill('+20')
    await expect.poll(async () => (await editor.stored('Red'))?.width).toBe(320)
    await width.press('Escape')
    await expect.poll(() => width.inputValue()).toBe('300')
    await expect.poll(async () => (await editor.stored('Red'))?.width).toBe(300)
    await width.fill('330')
    await expect.poll(async () => (await editor.stored('Red'))?.width).toBe(330)
    await width.fill('340')
    await width.press('Enter')
    await expect.poll(async () => (await editor.stored('Red'))?.width).toBe(340)
    await editor.canvas.focus()
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await editor.stored('Red'))?.width).toBe(300)
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await editor.stored('Red'))?.width).toBe(200)
  })

  test('87: opens the draft of the server where an edit could not be stored in the browser', async () => {
    const { visitor, dashboard } = opened
    const { page } = visitor
    const id = await createTemplate(visitor, dashboard.origin)
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    await editor.saved()
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype
      IDBObjectStore.prototype.put = function (...written) {
        if (this.name === 'entries') throw new DOMException('The disk is full.', 'QuotaExceededError')
        return put.apply(this, written)
      }
    })
    await editor.drag([160, 120], [180, 130])
    await expect.poll(async () => (await editor.stored('Red'))?.x).toBe(80)
    await editor.saved()
    await page.reload()
    await editor.drawn()
    await editor.saved()
    await editor.click(440, 280)
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await editor.stored('Blue'))?.x).toBe(341)
    expect((await editor.stored('Red'))?.x).toBe(80)
  })

  test('88: undo survives an update that stores the history elsewhere', async () => {
    const { visitor, dashboard } = opened
    const { page } = visitor
    const id = await createTemplate(visitor, dashboard.origin)
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    await editor.saved()
    await editor.drag([160, 120], [180, 130])
    await expect.poll(async () => (await editor.stored('Red'))?.x).toBe(80)
    await editor.saved()
    await page.goto(`${dashboard.origin}/templates`)
    await page.evaluate(storeAsFirstVersion)

    await openEditor(visitor, { origin: dashboard.origin, id })
    await editor.saved()
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await editor.stored('Red'))?.x).toBe(60)
  })
})

/** Runs in the page: the journal as the first version of its database had it, with the history in the head. */
async function storeAsFirstVersion(): Promise<void> {
  const done = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const present = await done(indexedDB.open('pictable-editor'))
  const storeOf = (name: string) => present.transaction(name).objectStore(name)
  const all = async (name: string) => ({
    keys: await done(storeOf(name).getAllKeys()),
    values: await done(storeOf(name).getAll()),
  })
  const [heads, histories, entries] = [await all('heads'), await all('histories'), await all('entries')]
  present.close()
  await done(indexedDB.deleteDatabase('pictable-editor'))
  const request = indexedDB.open('pictable-editor', 1)
  request.onupgradeneeded = () => {
    const headStore = request.result.createObjectStore('heads')
    for (const [at, key] of heads.keys.entries())
      headStore.put({ ...heads.values[at], history: histories.values[histories.keys.indexOf(key)] }, key)
    const entryStore = request.result.createObjectStore('entries')
    for (const [at, key] of entries.keys.entries()) entryStore.put(entries.values[at], key)
  }
  const first = await done(request)
  first.close()
}
