import { rm } from 'node:fs/promises'
import { type Client, createClient } from '@pictable/client'
import { makeDataDirectory } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { cardDesign } from '#test/chaos/design.ts'
import { freePort, type ServerProcess, startServerProcess } from '#test/server-process.ts'

const adminKey = 'chaos-admin-key-0123456789'

export interface KillReport {
  records: number
  kills: number
  seconds: number
  /** Records of the run without an image, or whose row lacks its URL, or whose picture is not served. */
  lost: string[]
  /** Records with more than one image. */
  doubled: string[]
  counts: { total: number; rendered: number; skipped: number; failed: number; cancelled: number; pending: number }
  statusAfter: string | null
  /** Every content that any client saw at an image URL stayed the same. */
  changedUrls: string[]
}

async function makeAction(client: Client, records: number): Promise<{ actionId: string; tableId: string }> {
  const csv = ['Name,Image', ...Array.from({ length: records }, (_, index) => `Record number ${index},`)].join('\n')
  const { table } = await client.tables.importNew({ query: { name: 'Chaos' }, body: csv })
  const template = await client.templates.create({ body: { design: cardDesign, publish: true } })
  const connection = await client.connections.create({ body: { name: 'Chaos', source: 'table', settings: {} } })
  const [base] = (await client.connections.bases({ params: { id: connection.id } })).results
  const action = await client.actions.create({
    body: {
      title: 'Chaos',
      connection_id: connection.id,
      base_id: base?.id ?? '',
      table: table.id,
      template_id: template.id,
      write_back: { url: 'Image' },
    },
  })
  return { actionId: action.id, tableId: table.id }
}

async function all<Item>(page: (after: string | undefined) => Promise<{ results: Item[]; next: string | null }>) {
  const items: Item[] = []
  let after: string | undefined
  do {
    const { results, next } = await page(after)
    items.push(...results)
    after = next ?? undefined
  } while (after !== undefined)
  return items
}

/** Looks at everything a user can see: rows, records of the run, images and their bytes. */
async function inspect(
  client: Client,
  ids: { runId: string; tableId: string; url: string },
  seen: Map<string, string>,
) {
  const rows = await all((after) =>
    client.tables.rows({ params: { id: ids.tableId }, query: { limit: 100, ...(after ? { after } : {}) } }),
  )
  const images = await all((after) =>
    client.images.list({ query: { run_id: ids.runId, limit: 100, ...(after ? { after } : {}) } }),
  )
  const byRecord = Map.groupBy(images, (image) => image.record_id)
  const lost: string[] = []
  for (const row of rows) {
    const [image] = byRecord.get(row.id) ?? []
    if (!image || row.fields.Image !== image.url)
      lost.push(`${row.id}: ${String(row.fields.Image)} is not ${image?.url}`)
    else if (!(await fetch(image.url)).ok) lost.push(`${row.id}: ${image.url} is not served`)
  }
  return {
    lost,
    doubled: [...byRecord].filter(([, made]) => made.length > 1).map(([id]) => String(id)),
    changedUrls: rows.flatMap((row) => {
      const before = seen.get(row.id)
      return before !== undefined && before !== row.fields.Image
        ? [`${row.id}: ${before} became ${String(row.fields.Image)}`]
        : []
    }),
  }
}

/** URLs as a user's table shows them at this moment. */
async function look(client: Client, tableId: string, seen: Map<string, string>): Promise<void> {
  const { results } = await client.tables.rows({ params: { id: tableId }, query: { limit: 100 } })
  for (const row of results) {
    if (typeof row.fields.Image === 'string' && !seen.has(row.id)) seen.set(row.id, row.fields.Image)
  }
}

/**
 * Runs an action over `records` records and kills the server with SIGKILL `kills` times on the way, each time when the next
 * part of the records is done, then starts it again on the same data.
 */
export async function killRun(options: {
  records: number
  kills: number
  log?: (line: string) => void
}): Promise<KillReport> {
  const { records, kills, log = () => {} } = options
  const dataDir = makeDataDirectory('pictable-chaos-')
  const settings = {
    PICTABLE_PORT: String(await freePort()),
    PICTABLE_DATA_DIR: dataDir,
    PICTABLE_ADMIN_KEY: adminKey,
    PICTABLE_SEED_SAMPLE: 'false',
    PICTABLE_LOG_LEVEL: 'warn',
  }
  let server: ServerProcess = await startServerProcess(settings)
  try {
    const client = createClient({ baseUrl: server.url, apiKey: adminKey })
    const { actionId, tableId } = await makeAction(client, records)
    const startedAt = performance.now()
    await client.tablesources.trigger({ params: { id: actionId } })
    const [{ id: runId } = { id: '' }] = (await client.runs.list({ query: { action_id: actionId } })).results
    const seen = new Map<string, string>()
    for (let kill = 0; ; ) {
      const run = await client.runs.get({ params: { id: runId } })
      if (run.finished_at !== null) break
      const done = run.total - run.pending
      if (kill < kills && done >= (records * kill) / (kills + 1)) {
        await look(client, tableId, seen)
        kill++
        log(`kill ${kill} of ${kills} at ${done} of ${records} records`)
        await server.end('SIGKILL')
        server = await startServerProcess(settings)
      } else {
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      if (performance.now() - startedAt > 900_000) throw new Error(`the run is stuck: ${JSON.stringify(run)}`)
    }
    const seconds = (performance.now() - startedAt) / 1000
    const run = await client.runs.get({ params: { id: runId } })
    const { status } = await client.tablesources.get({ params: { id: actionId } })
    const { total, rendered, skipped, failed, cancelled, pending } = run
    return {
      records,
      kills,
      seconds,
      counts: { total, rendered, skipped, failed, cancelled, pending },
      statusAfter: status,
      ...(await inspect(client, { runId, tableId, url: server.url }, seen)),
    }
  } finally {
    await server.end('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
  }
}
