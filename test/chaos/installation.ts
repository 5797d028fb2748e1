import { rm } from 'node:fs/promises'
import { type Client, createClient } from '@pictable/client'
import { makeDataDirectory } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { cardDesign } from '#test/chaos/design.ts'
import { createHistory, type History } from '#test/chaos/history.ts'
import { type Receiver, startReceiver, status } from '#test/scenarios/receiver.ts'
import { makeAction } from '#test/scenarios/whole-app.ts'
import { freePort, type ServerProcess, startServerProcess } from '#test/server-process.ts'

const adminKey = 'chaos-admin-key-0123456789'

/** Real processes with an action, a receiver of its events, and the history of what is seen of them. */
export interface Installation {
  /** Of the first process. */
  client: Client
  url: string
  processes: ServerProcess[]
  history: History
  receiver: Receiver
  actionId: string
  tableId: string
  /** Starts the process again that has ended. */
  restart(index: number): Promise<void>
  /** @returns the id of the run, once the trigger is acknowledged; null when it was refused or nobody answered */
  trigger(): Promise<string | null>
  close(): Promise<void>
}

export interface InstallationOptions {
  records: number
  roles: readonly string[]
  settings?: Readonly<Record<string, string>>
  /** A program that starts each process, such as `prlimit`. */
  through?: readonly string[]
  /** Where events go instead of to the receiver itself, such as a proxy before it. */
  receiverUrl?: (url: string) => Promise<string>
}

const fields: Parameters<Client['tables']['create']>[0]['body']['fields'] = [
  { name: 'Name', kind: 'text' },
  { name: 'Image', kind: 'url' },
]

/** `startInstallation()` starts a process for each role. */
export async function startInstallation(options: InstallationOptions): Promise<Installation> {
  const { records, roles, settings = {}, through = [], receiverUrl = async (url) => url } = options
  const dataDir = makeDataDirectory('pictable-chaos-')
  const shared = {
    PICTABLE_DATA_DIR: dataDir,
    PICTABLE_ADMIN_KEY: adminKey,
    PICTABLE_SEED_SAMPLE: 'false',
    PICTABLE_LOG_LEVEL: 'warn',
    PICTABLE_RENDER_PROCESSES: '1',
    PICTABLE_EGRESS_ALLOW: '127.0.0.0/8',
    PICTABLE_WEBHOOKS_ALLOW_HTTP: 'true',
    ...settings,
  }
  const ports = await Promise.all(roles.map(async () => String(await freePort())))
  // All processes tell the same addresses of images.
  const url = `http://127.0.0.1:${ports[0]}`
  const start = (index: number) =>
    startServerProcess(
      { ...shared, PICTABLE_PORT: ports[index] ?? '', PICTABLE_PUBLIC_URL: url },
      { role: roles[index] ?? 'both', through },
    )
  const receiver = await startReceiver()
  const processes: ServerProcess[] = []
  const close = async () => {
    await Promise.all(processes.map((one) => one.end('SIGKILL')))
    await receiver.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    for (const index of roles.keys()) processes.push(await start(index))
    const client = createClient({ baseUrl: url, apiKey: adminKey })
    const rows = Array.from({ length: records }, (_, index) => ({ Name: `Record ${index}` }))
    const made = await makeAction(client, { fields, rows, design: cardDesign, writeBack: { url: 'Image' } })
    const hook = await receiverUrl(receiver.url)
    await client.webhooks.create({ body: { name: 'Chaos', url: hook, timeout_ms: 1000 } })
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
      actionId: made.actionId,
      tableId: made.tableId,
      async restart(index) {
        processes[index] = await start(index)
      },
      async trigger() {
        history.attempt()
        const answer = await fetch(`${url}/v1/tablesources/${made.actionId}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
          body: '{"force":true}',
          signal: AbortSignal.timeout(20_000),
        }).catch(() => null)
        await answer?.arrayBuffer().catch(() => null)
        const runId = answer?.headers.get('x-run-id') ?? null
        if (answer?.status !== 200 || runId === null) return null
        history.accept(runId)
        return runId
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
