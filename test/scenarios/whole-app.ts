import { rm } from 'node:fs/promises'
import { type Client, createClient } from '@pictable/client'
import { startApp } from '@pictable/server/app.ts'
import type { World } from '@pictable/server/core/ports/world.ts'
import { makeDataDirectory } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { parseConfig } from '@pictable/server/settings/config.ts'
import { cardDesign } from '#test/chaos/design.ts'
import { freePort } from '#test/server-process.ts'

export type Run = Awaited<ReturnType<Client['runs']['get']>>
export type RunRecord = Awaited<ReturnType<Client['runs']['records']>>['results'][number]

/** The whole product in this process: embedded database and images on disk, real render processes, real network rules. */
export interface WholeApp {
  url: string
  client: Client
  world: World
  close(): Promise<void>
}

export const adminKey = 'the-operators-key-of-the-tests'

/** `startWholeApp()` starts it on a data directory of its own, which goes with it. */
export async function startWholeApp(settings: Readonly<Record<string, string>> = {}): Promise<WholeApp> {
  const dataDir = makeDataDirectory('pictable-whole-')
  const config = parseConfig({
    PICTABLE_PORT: String(await freePort()),
    PICTABLE_DATA_DIR: dataDir,
    PICTABLE_ADMIN_KEY: adminKey,
    PICTABLE_LOG_LEVEL: 'silent',
    PICTABLE_RENDER_PROCESSES: '2',
    ...settings,
  })
  const { url, world, close } = await startApp(config)
  return {
    url,
    world,
    client: createClient({ baseUrl: url, apiKey: adminKey }),
    async close() {
      await close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export interface ActionParts {
  fields: Parameters<Client['tables']['create']>[0]['body']['fields']
  rows: Record<string, unknown>[]
  design: Record<string, unknown>
  writeBack?: NonNullable<Parameters<Client['actions']['create']>[0]['body']['write_back']>
  formats?: ('png' | 'jpeg' | 'webp' | 'pdf')[]
}

export interface MadeAction {
  actionId: string
  tableId: string
  rowIds: string[]
}

/** Pieces that fit into a request. */
function piecesOf(rows: readonly Record<string, unknown>[]): Record<string, unknown>[][] {
  const pieces: Record<string, unknown>[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const row of rows) {
    const more = Buffer.byteLength(JSON.stringify(row)) + 1
    bytes += more
    const last = pieces.at(-1)
    if (last !== undefined && bytes < 1_000_000 && last.length < 1000) {
      last.push(row)
      continue
    }
    pieces.push([row])
    bytes = more
  }
  return pieces
}

/** An action over a new built-in table with these rows. */
export async function makeAction(client: Client, parts: ActionParts): Promise<MadeAction> {
  const { fields, rows, design, writeBack, formats = ['png'] } = parts
  const table = await client.tables.create({ body: { name: `Table ${rows.length} ${Math.random()}`, fields } })
  const rowIds: string[] = []
  for (const piece of piecesOf(rows)) {
    const added = await client.tables.addRows({ params: { id: table.id }, body: { rows: piece } })
    rowIds.push(...added.results.map(({ id }) => id))
  }
  const template = await client.templates.create({ body: { design, publish: true } })
  const connection = await client.connections.create({ body: { name: 'Ours', source: 'table', settings: {} } })
  const action = await client.actions.create({
    body: {
      title: 'Cards',
      connection_id: connection.id,
      base_id: 'built-in',
      table: table.id,
      template_id: template.id,
      output: { formats },
      ...(writeBack && { write_back: writeBack }),
    },
  })
  return { actionId: action.id, tableId: table.id, rowIds }
}

/** An action that makes a small card of each record and writes its address back. `records` are their names, or how many. */
export function makeCards(client: Client, records: number | readonly string[]): Promise<MadeAction> {
  const names = typeof records === 'number' ? Array.from({ length: records }, (_, n) => `Record ${n}`) : records
  return makeAction(client, {
    fields: [
      { name: 'Name', kind: 'text' },
      { name: 'Image', kind: 'url' },
    ],
    rows: names.map((Name) => ({ Name })),
    design: cardDesign,
    writeBack: { url: 'Image' },
  })
}

/** Triggers the action as the contract says. @returns the id of its newest run */
export async function trigger(client: Client, actionId: string): Promise<string> {
  await client.tablesources.trigger({ params: { id: actionId } })
  const { results } = await client.runs.list({ query: { action_id: actionId, limit: 1 } })
  const [run] = results
  if (run === undefined) throw new Error('no run')
  return run.id
}

/** A run may take long on a machine under load. One whose counts do not change for so long hangs. */
const HANGS_AFTER_MS = 120_000

/** Asks until the run is like this. @throws Error when it hangs */
export async function untilRun(client: Client, runId: string, isSo: (run: Run) => boolean): Promise<Run> {
  let counts = ''
  for (let changedAtMs = performance.now(); ; ) {
    const run = await client.runs.get({ params: { id: runId } })
    if (isSo(run)) return run
    const before = counts
    counts = JSON.stringify([run.state, run.total, run.rendered, run.skipped, run.failed])
    if (counts !== before) changedAtMs = performance.now()
    if (performance.now() - changedAtMs > HANGS_AFTER_MS) throw new Error(`the run stays ${JSON.stringify(run)}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export const untilEnded = (client: Client, runId: string): Promise<Run> =>
  untilRun(client, runId, ({ finished_at }) => finished_at !== null)

interface Page<Item> {
  results: Item[]
  next: string | null
}

/** Every item of a list, piece by piece. */
export async function all<Item>(
  page: (query: { limit: number; after?: string }) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = []
  for (let after: string | null | undefined; after !== null; ) {
    const piece = await page({ limit: 100, ...(after && { after }) })
    items.push(...piece.results)
    after = piece.next
  }
  return items
}

export const recordsOf = (client: Client, runId: string): Promise<RunRecord[]> =>
  all((query) => client.runs.records({ params: { id: runId }, query }))
