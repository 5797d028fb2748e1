import { rm } from 'node:fs/promises'
import { type Client, createClient } from '@pictable/client'
import { makeDataDirectory } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { cardDesign } from '#test/chaos/design.ts'
import { createHistory, type History } from '#test/chaos/history.ts'
import { type OpenShop, openBuiltInShop, type Shop } from '#test/chaos/shop.ts'
import { type Receiver, startReceiver, status } from '#test/scenarios/receiver.ts'
import { freePort, type ServerProcess, startServerProcess } from '#test/server-process.ts'

export const adminKey = 'chaos-admin-key-0123456789'

/** Real processes with an action, a receiver of its events, and the history of what is seen of them. */
export interface Installation {
  /** Of the first process. */
  client: Client
  url: string
  processes: ServerProcess[]
  history: History
  receiver: Receiver
  shop: Shop
  dataDir: string
  /** With which events are signed. */
  webhookSecret: string
  /** Starts the process again that has ended. */
  restart(index: number): Promise<void>
  /** @returns the id of the run, once the trigger is acknowledged; null when it was refused or no one answered */
  trigger(): Promise<string | null>
  /** Asks for one image. */
  render(signal: AbortSignal): Promise<Response>
  close(): Promise<void>
}

export interface InstallationOptions {
  records: number
  roles: readonly string[]
  settings?: (role: string) => Readonly<Record<string, string>>
  /** The module that each process runs instead of `pictable serve`. */
  main?: string
  /** Before the first process starts. */
  prepare?: (dataDir: string) => void | Promise<void>
  /** Default: a built-in table. */
  openShop?: OpenShop
  /** How long a receiver may take to answer. Default: a second, so that one that never answers holds up nothing for long. */
  receiverTimeoutMs?: number
  /** That events are sent with. */
  headers?: Readonly<Record<string, string>>
  /** Where events go instead of to the receiver itself, such as a proxy before it. */
  receiverUrl?: (url: string) => string | Promise<string>
}

/** Of a server that is killed: what it is asked for and what it tells stays on this machine. */
export const settingsFor = (dataDir: string) => ({
  PICTABLE_DATA_DIR: dataDir,
  PICTABLE_ADMIN_KEY: adminKey,
  PICTABLE_SEED_SAMPLE: 'false',
  PICTABLE_LOG_LEVEL: 'warn',
  PICTABLE_RENDER_PROCESSES: '1',
  PICTABLE_EGRESS_ALLOW: '127.0.0.0/8',
  PICTABLE_WEBHOOKS_ALLOW_HTTP: 'true',
})

/** `startInstallation()` starts a process for each role. */
export async function startInstallation(options: InstallationOptions): Promise<Installation> {
  const {
    records,
    roles,
    main,
    settings = () => ({}),
    openShop = openBuiltInShop,
    receiverUrl = (url) => url,
  } = options
  const dataDir = makeDataDirectory('pictable-chaos-')
  await options.prepare?.(dataDir)
  const shared = settingsFor(dataDir)
  const ports = await Promise.all(roles.map(async () => String(await freePort())))
  // All processes tell the same addresses of images.
  const url = `http://127.0.0.1:${ports[0]}`
  const start = (index: number) => {
    const [port = '', role = 'both'] = [ports[index], roles[index]]
    const own = { PICTABLE_PORT: port, PICTABLE_PUBLIC_URL: url }
    return startServerProcess({ ...shared, ...settings(role), ...own }, { role, ...(main && { main }) })
  }
  const ask = (path: string, { body, signal }: { body: unknown; signal: AbortSignal }) =>
    fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    })
  const receiver = await startReceiver()
  const processes: ServerProcess[] = []
  const close = async () => {
    await Promise.all(processes.map((one) => one.end('SIGKILL')))
    await receiver.close()
    // A process of a killed server may still write its cache.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
  }
  try {
    for (const index of roles.keys()) processes.push(await start(index))
    const client = createClient({ baseUrl: url, apiKey: adminKey })
    const shop = await openShop(client, records)
    const hook = await receiverUrl(receiver.url)
    const hooked = await client.webhooks.create({
      body: {
        name: 'Chaos',
        url: hook,
        headers: { ...options.headers },
        secret: 'generate',
        timeout_ms: options.receiverTimeoutMs ?? 1000,
        actions: [shop.actionId],
      },
    })
    const history = createHistory()
    receiver.answer = (response, received) => {
      history.take(received)
      status(204)(response, received)
    }
    return {
      client,
      url,
      processes,
      history,
      receiver,
      shop,
      dataDir,
      webhookSecret: hooked.secret ?? '',
      async restart(index) {
        processes[index] = await start(index)
      },
      async trigger() {
        history.attempt()
        const signal = AbortSignal.timeout(20_000)
        const path = `/v1/tablesources/${shop.actionId}`
        const answer = await ask(path, { body: { force: true }, signal }).catch(() => null)
        await answer?.arrayBuffer().catch(() => null)
        const runId = answer?.headers.get('x-run-id') ?? null
        if (answer?.status !== 200 || runId === null) return null
        history.accept(runId)
        return runId
      },
      async render(signal) {
        const answer = await ask('/v1/images', { body: { template: cardDesign, values: { Name: 'One' } }, signal })
        await answer.arrayBuffer()
        return answer
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
