import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { makeDataDirectory } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { afterAll, beforeAll } from 'vitest'
import { sharedBrowser } from '#test/browser/chromium.ts'
import { freePort, startServerProcess } from '#test/server-process.ts'
import { openVisitor, type Visitor } from './browser.ts'

export interface Dashboard {
  origin: string
  /** The one-time link that the server printed. */
  setupLink: string
  /** Somebody who is not logged in. */
  visitor(expected?: readonly string[]): Promise<Visitor>
  /** The first user, logged in. */
  owner(expected?: readonly string[]): Promise<Visitor>
  /** Someone who may only read, logged in. */
  viewer(expected?: readonly string[]): Promise<Visitor>
  /** Closes what its visitors have open. */
  leave(): Promise<void>
  close(): Promise<void>
  /** For a process that has no time left. */
  endNow(): void
}

export const ownerLogIn = { name: 'Ada Lovelace', email: 'ada@example.com', password: 'four words of my own' }

async function printedLink(output: () => string): Promise<string> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const link = /https?:\/\/\S+\/setup\?token=[\w-]+/.exec(output())
    if (link) return link[0]
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`the server printed no link:\n${output()}`)
}

/** A real server with the sample, serving the built dashboard. Close it in `afterAll`. */
export async function openDashboard(
  more: Readonly<Record<string, string>> = {},
  findBrowser = sharedBrowser,
): Promise<Dashboard> {
  const folder = makeDataDirectory('pictable-dashboard-')
  const settings = {
    PICTABLE_PORT: String(await freePort()),
    PICTABLE_DATA_DIR: folder,
    PICTABLE_RENDER_PROCESSES: '1',
    ...more,
  }
  const [server, browser] = await Promise.all([startServerProcess(settings), findBrowser()])
  const setupLink = await printedLink(server.output)
  const visitors: Visitor[] = []
  let viewers = 0
  async function leave(): Promise<void> {
    for (const { context } of visitors.splice(0)) await context.close()
  }
  async function visitor(expected?: readonly string[]): Promise<Visitor> {
    const opened = await openVisitor(browser, server.url, expected)
    visitors.push(opened)
    return opened
  }
  async function viewer(expected?: readonly string[]): Promise<Visitor> {
    const inviting = await owner()
    const email = `vera${viewers++}@example.com`
    const data = { name: 'Vera', email, role: 'viewer' }
    const invited = await inviting.context.request.post(`${server.url}/v1/users`, {
      data,
      headers: { origin: server.url },
    })
    const token = new URL((await invited.json()).link).searchParams.get('token')
    const opened = await visitor(expected)
    const redeemed = { token, password: 'five words of my very own' }
    const answer = await opened.context.request.post(`${server.url}/v1/links/redeem`, { data: redeemed })
    if (!answer.ok()) throw new Error(`logging in failed: ${await answer.text()}`)
    return opened
  }
  let isSetUp = false
  async function owner(expected?: readonly string[]): Promise<Visitor> {
    const opened = await visitor(expected)
    const { email, password } = ownerLogIn
    const token = new URL(setupLink).searchParams.get('token')
    const answer = isSetUp
      ? await opened.context.request.post(`${server.url}/v1/session`, { data: { email, password } })
      : await opened.context.request.post(`${server.url}/v1/setup`, { data: { ...ownerLogIn, token } })
    if (!answer.ok()) throw new Error(`logging in failed: ${await answer.text()}`)
    isSetUp = true
    return opened
  }
  return {
    origin: server.url,
    setupLink,
    visitor,
    owner,
    viewer,
    leave,
    async close() {
      await leave()
      await server.end('SIGTERM')
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
    endNow() {
      server.end('SIGKILL')
      spawn('rm', ['-rf', folder], { detached: true, stdio: 'ignore' })
    },
  }
}

let shared: Promise<Dashboard> | undefined

/** One for all test files of this process, which ends with it. A file that closes it closes what it has opened. */
async function openShared(): Promise<Dashboard> {
  if (shared === undefined) {
    shared = openDashboard({ PICTABLE_SEED_SAMPLE: 'false' })
    const { endNow } = await shared
    // So Vitest ends it.
    process.once('SIGTERM', () => {
      endNow()
      process.exit()
    })
  }
  const dashboard = await shared
  return { ...dashboard, close: dashboard.leave }
}

interface UseOptions {
  settings?: Readonly<Record<string, string>>
  /** One without the sample that other files have used before: for tests that look only at what they make. */
  isShared?: boolean
  /** Answers that the tests provoke on purpose, such as `401`. */
  expected?: readonly string[]
}

/** `const opened = useDashboard()` inside a `describe`: one dashboard and its owner, logged in, for all of its tests. */
export function useDashboard(options: UseOptions = {}): { dashboard: Dashboard; visitor: Visitor } {
  const { settings, expected, isShared = false } = options
  let opened: { dashboard: Dashboard; visitor: Visitor } | undefined
  beforeAll(async () => {
    const dashboard = await (isShared ? openShared() : openDashboard(settings))
    opened = { dashboard, visitor: await dashboard.owner(expected) }
  })
  afterAll(() => opened?.dashboard.close())
  const known = () => {
    if (opened === undefined) throw new Error('the dashboard is open from the first test on')
    return opened
  }
  return {
    get dashboard() {
      return known().dashboard
    },
    get visitor() {
      return known().visitor
    },
  }
}
