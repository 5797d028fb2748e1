import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Bench } from '#bench/bench.ts'
import { startPostgres } from '#test/chaos/postgres.ts'
import { needs } from '#test/needs.ts'
import { startWholeApp, type WholeApp } from '#test/scenarios/whole-app.ts'

const key = 'the-operators-key-of-the-tests'
const ROWS_AT_ONCE = 5000
/** As long a client waits before it goes away. */
const PATIENCE_MS = 1500

const paths = {
  export: 'export?format=csv',
  sorted_export: 'export?format=csv&sort=-Name',
  rare_search: 'rows?search=nothing%20has%20it',
  count: 'rows/count?search=nothing%20has%20it',
}

async function fillTable({ client, world }: WholeApp, rowCount: number): Promise<string> {
  const { id } = await client.tables.create({ body: { name: 'Large', fields: [{ name: 'Name', kind: 'text' }] } })
  const [field] = (await world.data.tables.get(id))?.fields ?? []
  for (let from = 0; from < rowCount; from += ROWS_AT_ONCE) {
    const rows = Array.from({ length: ROWS_AT_ONCE }, (_, index) => ({
      id: world.newId('row'),
      fields: { [field?.id ?? '']: `Row ${(from + index) % 1013} of ${rowCount}` },
    }))
    await world.data.tables.insertRows(id, rows)
  }
  return id
}

/** Time from the disconnect of a client until the server has ended what it read for it. */
async function measureEnds(app: WholeApp, tableId: string): Promise<Record<string, number>> {
  const { tables } = app.world.data
  let pending = 0
  const watched = <Parameters extends unknown[], Result>(read: (...parameters: Parameters) => Promise<Result>) => {
    return (...parameters: Parameters): Promise<Result> => {
      pending++
      return read(...parameters).finally(() => pending--)
    }
  }
  tables.rows = watched(tables.rows)
  tables.countRows = watched(tables.countRows)
  const figures: Record<string, number> = {}
  for (const [name, path] of Object.entries(paths)) {
    const { hostname, port } = new URL(app.url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(
      `GET /v1/tables/${tableId}/${path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${key}\r\n\r\n`,
    )
    await setTimeout(PATIENCE_MS)
    const isUnderWay = pending > 0
    const began = performance.now()
    socket.destroy()
    await setTimeout(1)
    while (pending > 0) await setTimeout(5)
    figures[`${name}_ended_after_ms`] = isUnderWay ? performance.now() - began : Number.NaN
    console.log(`  ${name}: ${figures[`${name}_ended_after_ms`]} ms`)
  }
  return figures
}

async function onDatabase(name: string, settings: Record<string, string>, rowCount: number) {
  const app = await startWholeApp({ PICTABLE_SEED_SAMPLE: 'false', ...settings })
  try {
    const tableId = await fillTable(app, rowCount)
    console.log(`  ${name}: ${rowCount} rows are there`)
    const figures = await measureEnds(app, tableId)
    return Object.fromEntries(Object.entries(figures).map(([key, value]) => [`${name}_${key}`, value]))
  } finally {
    await app.close()
  }
}

/** Clients that go away while a large table is read for them. NaN: the answer was complete before. */
export const disconnects: Bench = {
  name: 'disconnects',
  summary: 'how soon exports, searches and counts of a large table end when their client is gone',
  async run({ quick, long }) {
    const rowCount = quick ? 50_000 : long ? 2_000_000 : 200_000
    const installed = needs('postgresql')
    const embedded = await onDatabase('embedded', {}, rowCount)
    if (!installed.found) return { figures: { rows: rowCount, ...embedded } }
    const { cluster, url } = await startPostgres(installed.path)
    try {
      const postgres = await onDatabase('postgresql', { PICTABLE_DATABASE_URL: url }, rowCount)
      return { figures: { rows: rowCount, ...embedded, ...postgres } }
    } finally {
      await cluster.stop()
    }
  },
}
