import { parseExposition } from '@pictable/server/telemetry/exposition.test-kit.ts'
import type { BrowserContext, Locator, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, openBrowser } from '#test/browser/chromium.ts'
import { freePort } from '#test/server-process.ts'
import { type Dashboard, openDashboard, ownerLogIn } from './open-dashboard.ts'

const patiently = { timeout: 60_000 }

const adminKey = 'a key for these tests alone'.replaceAll(' ', '-')

describe.skipIf(chromiumPath === undefined)('many tabs', () => {
  let dashboard: Dashboard
  let context: BrowserContext
  let adminPort: number
  let tabs: Page[] = []
  let actionId = ''
  /** Requests for the event stream that are open. */
  const streams = new Set<Request>()

  beforeAll(async () => {
    adminPort = await freePort()
    dashboard = await openDashboard({ PICTABLE_ADMIN_PORT: String(adminPort), PICTABLE_ADMIN_KEY: adminKey })
    context = (await dashboard.owner()).context
    for (const page of context.pages()) await page.close()
    const isStream = (request: Request) => request.url().endsWith('/v1/events')
    context.on('request', (request) => isStream(request) && streams.add(request))
    context.on('requestfailed', (request) => streams.delete(request))
    context.on('requestfinished', (request) => streams.delete(request))
    const actions = await (await context.request.get(`${dashboard.origin}/v1/actions`)).json()
    actionId = actions.results[0].id
  })
  afterAll(() => dashboard?.close())

  async function openStreams(): Promise<number | undefined> {
    const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text()
    return parseExposition(text).get('event_streams_open')?.samples[0]?.value
  }

  async function openTab(path = '/runs', origin = dashboard.origin): Promise<Page> {
    const page = await context.newPage()
    await page.goto(origin + path)
    await page.getByRole('heading', { level: 1 }).waitFor(patiently)
    return page
  }

  /** Starts a run beside the browser: only the event stream tells the tabs of it. */
  async function startRun(): Promise<string> {
    const answer = await fetch(`${dashboard.origin}/v1/actions/${actionId}/runs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminKey}` },
    })
    return (await answer.json()).id
  }

  async function logIn(form: Locator): Promise<void> {
    await form.getByLabel('Email').fill(ownerLogIn.email)
    await form.getByLabel('Password', { exact: true }).fill(ownerLogIn.password)
    await form.getByRole('button', { name: 'Log in' }).click()
  }

  const showsRun = (page: Page, id: string) => page.locator(`a[href="/runs/${id}"]`).first().waitFor(patiently)

  async function allShowNextRun(pages: readonly Page[]): Promise<void> {
    const id = await startRun()
    await Promise.all(pages.map((page) => showsRun(page, id)))
  }

  /** The tabs that have a stream. */
  const holders = () => [...streams].map((request) => request.frame().page()).filter((page) => !page.isClosed())

  /** The one tab that has the stream: of two leaders one gives way. */
  async function findLeader(): Promise<Page> {
    await expect.poll(() => holders().length, { ...patiently, interval: 100 }).toBe(1)
    const [page] = holders()
    if (page === undefined) throw new Error('no tab has the stream')
    return page
  }

  const until = (count: number) => expect.poll(openStreams, { ...patiently, interval: 100 }).toBe(count)

  test('20 tabs are all live by one stream', async () => {
    for (let opened = 0; opened < 20; opened++) tabs.push(await openTab())
    await until(1)
    await allShowNextRun(tabs)
    await until(1)
  })

  test('closing tabs hands the stream over, and the rest stay live', async () => {
    while (tabs.length > 4) await tabs.shift()?.close()
    await allShowNextRun(tabs)
    await until(1)
  })

  test('a tab that stops running without a word is replaced, and fits in again when it goes on', async () => {
    const still = await findLeader()
    const debug = await context.newCDPSession(still)
    await debug.send('Debugger.enable')
    await debug.send('Debugger.pause')
    still.evaluate('1').catch(() => {})
    await allShowNextRun(tabs.filter((tab) => tab !== still))
    await expect.poll(() => holders().length, { ...patiently, interval: 100 }).toBe(2)
    await debug.send('Debugger.resume')
    await debug.detach()
    await until(1)
    await allShowNextRun(tabs)
  })

  test('a tab that crashes is replaced within seconds', async () => {
    const crashed = await findLeader()
    const isGone = crashed.waitForEvent('crash', patiently)
    const debug = await context.newCDPSession(crashed)
    debug.send('Page.crash').catch(() => {})
    await isGone
    tabs = tabs.filter((tab) => tab !== crashed)
    for (const request of streams) if (request.frame().page() === crashed) streams.delete(request)
    await expect.poll(() => holders().length, { ...patiently, interval: 100 }).toBe(1)
    await until(1)
    await allShowNextRun(tabs)
    await crashed.close()
  })

  test('a tab that the browser freezes hands over, and reads what it has missed when it goes on', async () => {
    const frozen = await findLeader()
    // Chromium freezes hidden tabs alone, and without a window none is hidden.
    await frozen.evaluate(() => document.dispatchEvent(new Event('freeze')))
    await expect.poll(() => holders().includes(frozen), patiently).toBe(false)
    await allShowNextRun(tabs.filter((tab) => tab !== frozen))
    const missed = await startRun()
    await frozen.evaluate(() => document.dispatchEvent(new Event('resume')))
    await showsRun(frozen, missed)
    await until(1)
  })

  test('logging out in one tab ends the session of all, and logging in again makes all live', async () => {
    const out = await findLeader()
    await out.goto(`${dashboard.origin}/log-out`)
    await out.getByRole('button', { name: 'Log out' }).click()
    tabs = tabs.filter((tab) => tab !== out)
    const ended = (tab: Page) => tab.getByRole('dialog', { name: 'Your session has ended' })
    await Promise.all(tabs.map((tab) => ended(tab).waitFor(patiently)))
    await expect.poll(openStreams, patiently).toBe(0)
    await logIn(ended(tabs[0] ?? out))
    await Promise.all(tabs.map((tab) => ended(tab).waitFor({ state: 'detached', ...patiently })))
    await allShowNextRun(tabs)
    await until(1)
    for (const tab of tabs) await tab.close()
    await out.close()
    await until(0)
  })

  test('where tabs cannot talk, each has a stream while it is in sight, and catches up when it is again', async () => {
    await context.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'BroadcastChannel')
      // Without a window no tab is hidden.
      const look = (isHidden: boolean) => {
        Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden })
        document.dispatchEvent(new Event('visibilitychange'))
      }
      Object.assign(globalThis, { look })
    })
    const look = (tab: Page, isHidden: boolean) =>
      tab.evaluate((value) => Reflect.get(globalThis, 'look')(value), isHidden)
    tabs = []
    for (let opened = 0; opened < 8; opened++) {
      const tab = await openTab()
      tabs.push(tab)
      await until(1)
      if (opened < 7) await look(tab, true)
    }
    const [first, last] = [tabs[0], tabs.at(-1)]
    if (first === undefined || last === undefined) throw new Error('no tab is open')
    await until(1)
    const id = await startRun()
    await showsRun(last, id)
    await look(last, true)
    await until(0)
    await look(first, false)
    await showsRun(first, id)
    await allShowNextRun([first])
    await until(1)
    for (const tab of tabs) await tab.close()
    await until(0)
  })

  test('over http by another name, and with pages kept for going back, there is one stream too', async () => {
    const browser = await openBrowser({
      flags: ['--host-resolver-rules=MAP pictable.test 127.0.0.1'],
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    })
    try {
      context = await browser.newContext()
      const origin = `http://pictable.test:${new URL(dashboard.origin).port}`
      const first = await openTab('/log-in', origin)
      await expect.poll(() => first.evaluate(() => [isSecureContext, 'locks' in navigator])).toEqual([false, false])
      await logIn(first.getByRole('main'))
      await first.getByRole('heading', { level: 1, name: 'Home' }).waitFor(patiently)
      const others = [await openTab('/runs', origin), await openTab('/runs', origin)]
      for (const path of ['/actions', '/tables', '/templates', '/webhooks', '/gallery', '/sources', '/runs']) {
        await first.goto(origin + path)
        await first.getByRole('heading', { level: 1 }).waitFor(patiently)
      }
      await until(1)
      const id = await startRun()
      await Promise.all([first, ...others].map((tab) => showsRun(tab, id)))
      await first.evaluate(() => history.back())
      await first.getByRole('heading', { level: 1, name: 'Sources' }).waitFor(patiently)
      const missed = await startRun()
      await first.evaluate(() => history.forward())
      await showsRun(first, missed)
      await until(1)
    } finally {
      await browser.close()
    }
  })
})
