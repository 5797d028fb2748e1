import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import type { Bench } from '#bench/bench.ts'
import { type Checkout, checkOutBase, nodeOf, ownCheckout } from '#bench/gate/checkout.ts'
import { type ServerLife, startLife } from '#bench/gate/server-life.ts'
import { openSqlTable, type SqlTable } from '#bench/sql-table.ts'
import { cardDesign } from '#test/chaos/design.ts'

const TRIGGERS = 3
const idOf = (answer: unknown) => String(Object(answer).id)

/** Actions over a table of another database, which run whenever it changes. */
async function watchTable(life: ServerLife, { settings }: SqlTable): Promise<void> {
  const template = await life.ask('POST', '/v1/templates', { design: cardDesign, publish: true })
  const connection = await life.ask('POST', '/v1/connections', { name: 'Shop', source: 'postgres', settings })
  for (let n = 1; n <= TRIGGERS; n++) {
    const action = await life.ask('POST', '/v1/actions', {
      ...{ title: `Cards ${n}`, connection_id: idOf(connection), base_id: 'public', table: 'products' },
      ...{ template_id: idOf(template), output: { formats: ['jpeg'] } },
    })
    await life.ask('POST', '/v1/triggers', { action_id: idOf(action), kind: 'table_change' })
  }
}

interface Counts {
  transactions: number
  sessions: number
}

interface Watched {
  client: Client
  /** The database of the processes. */
  database: string
  /** That of the table. */
  source: string
}

async function countsOf({ client, database }: Watched): Promise<Counts> {
  const { rows } = await client.query<Counts>(
    `select (xact_commit + xact_rollback)::int as transactions, sessions::int from pg_stat_database where datname = $1`,
    [database],
  )
  return rows[0] ?? { transactions: Number.NaN, sessions: Number.NaN }
}

async function connectionsTo({ client }: Watched, database: string, user: string): Promise<number> {
  const text = 'select count(*)::int as count from pg_stat_activity where datname = $1 and usename = $2'
  const { rows } = await client.query<{ count: number }>(text, [database, user])
  return rows[0]?.count ?? 0
}

/** What processes at rest ask of their database, by how many there are. */
async function measure(
  { name, root }: Pick<Checkout, 'name' | 'root'>,
  { counts, settleMs, seconds }: { counts: readonly number[]; settleMs: number; seconds: number },
): Promise<Record<string, number>> {
  await using closing = new AsyncDisposableStack()
  const table = await openSqlTable(10)
  closing.defer(table.close)
  const url = await table.createDatabase()
  const client = new Client({ connectionString: url.replace(/\/[^/?]+\?/, '/postgres?') })
  await client.connect()
  closing.defer(() => client.end())
  const folder = await mkdtemp(join(tmpdir(), 'pictable-scale-'))
  closing.defer(() => rm(folder, { recursive: true, force: true }))
  const settings = {
    ...{ PICTABLE_DATABASE_URL: url, PICTABLE_DATA_DIR: join(folder, 'data'), HOME: folder },
    ...{ PICTABLE_SECRET_KEY: 'a secret key of this bench', PICTABLE_PUBLIC_URL: 'http://127.0.0.1:4400' },
    ...{ PICTABLE_EGRESS_ALLOW: '127.0.0.0/8', PICTABLE_SEED_SAMPLE: 'false', PICTABLE_RENDER_PROCESSES: '1' },
  }
  const watched = { client, database: new URL(url).pathname.slice(1), source: table.settings.database }
  const program = nodeOf({ root })
  const command = { program, args: [join(root, 'packages/server/bin/pictable.js'), 'serve'], cwd: folder }
  const figures: Record<string, number> = {}
  let started = 0
  for (const count of counts) {
    for (; started < count; started++) {
      const life = await startLife(command, settings)
      closing.defer(life.end)
      if (started === 0) await watchTable(life, table)
    }
    await setTimeout(settleMs)
    const before = await countsOf(watched)
    await setTimeout(seconds * 1000)
    const after = await countsOf(watched)
    const taken = {
      transactions_per_s: (after.transactions - before.transactions) / seconds,
      sessions_per_min: ((after.sessions - before.sessions) * 60) / seconds,
      connections: await connectionsTo(watched, watched.database, 'postgres'),
      source_connections: await connectionsTo(watched, watched.source, table.settings.user),
    }
    console.log(`  ${name}, ${count} processes: ${JSON.stringify(taken)}`)
    for (const [key, value] of Object.entries(taken)) figures[`${name}_${count}_${key}`] = value
  }
  return figures
}

/** Processes on one PostgreSQL database, at rest, that listen to the table of another one; beside an older version when one is named. */
export const scale: Bench = {
  name: 'scale',
  summary:
    'transactions, sessions and connections of 4, 8 and 16 processes at rest on one PostgreSQL, also of --base <commit>',
  async run({ quick, base: wanted }) {
    const options = quick
      ? { counts: [1, 2], settleMs: 15_000, seconds: 20 }
      : { counts: [4, 8, 16], settleMs: 45_000, seconds: 60 }
    const figures = await measure(ownCheckout, options)
    if (wanted === undefined) return { figures }
    const base = await checkOutBase(wanted)
    try {
      return { figures: { ...figures, ...(await measure({ name: 'base', root: base.root }, options)) } }
    } finally {
      await base.remove()
    }
  },
}
