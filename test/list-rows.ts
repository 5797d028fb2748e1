import { firstIdAt, type IdKind } from '@pictable/server/core/ids.ts'
import type { Database } from '@pictable/server/database/database.ts'
import { rowsOf } from '@pictable/server/database/statement.ts'

/** Ids of now, in the order of their numbers. */
const id = (kind: IdKind, n: string) => `'${firstIdAt(kind, madeAt)}' || lpad((${n})::text, 10, '0')`
const madeAt = new Date()

/** The run that holds all records. */
export const filledRunId = `${firstIdAt('run', madeAt)}0000000001`

/** Rows of a table by their number `n`; `$1` is how many there will be. */
interface Rows {
  table: string
  /** For each image. */
  times: number
  columns: string
  values: string
}

/** What is frequent among the newest rows, and rare among the oldest: the worst case for a filter without an index. */
const rowsFor = ({ webhookId, actionId }: Filled): readonly Rows[] => [
  {
    table: 'runs',
    times: 0.01,
    columns: `id, action_id, state, force, total, rendered, skipped, failed, cancelled, written_back, webhook_ids, warnings,
      created_at, started_at, planned_at, finished_at`,
    values: `${id('run', 'n')}, '${actionId}', case when n < 3 then 'failed' else 'completed' end, false, 1, 1, 0, 0, 0, 0,
      '[]', '{}', now(), now(), now(), now()`,
  },
  {
    table: 'run_records',
    times: 1,
    columns: 'run_id, n, record_id, label, state, reason, warnings, finished_at',
    values: `${id('run', '1')}, n, 'rec_' || n, 'Record ' || n, case when n > $1::int - 3 then 'failed' else 'skipped' end,
      case when n > $1::int - 3 then '{"code":"text_missing","message":"No text"}'::jsonb end,
      case when n > $1::int - 6 then '["truncated"]'::jsonb when n % 2 = 0 then '["shrunk"]'::jsonb end, now()`,
  },
  {
    table: 'images',
    times: 1,
    columns: `id, template_id, template_version, action_id, run_id, record_id, inputs, modifications, files, report,
      webhook_ids, created_at`,
    values: `${id('image', 'n')}, 'tpl_frequent', 1, case when n < 3 then 'act_rare' else 'act_frequent' end,
      case when n < 3 then 'run_rare' else ${id('run', '1 + n / 1000')} end, 'rec_' || n, '{"Name":"Record"}', '[]',
      '[{"format":"png","hash":"h","widthPx":1,"heightPx":1,"sizeBytes":70000}]', '{}', '[]', now()`,
  },
  {
    table: 'deliveries',
    times: 3,
    columns: `id, webhook_id, event_id, event, run_id, is_test, body, state, is_stuck, attempts, replayed_after,
      next_attempt_at, created_at`,
    values: `${id('delivery', 'n')}, '${webhookId}', ${id('event', 'n')},
      case when n < 5 then 'run.failed' when n % 50 = 0 then 'image.failed' else 'image.created' end,
      ${id('run', '1 + n / 1000')}, false, '{}', case when n < 3 then 'failed' else 'delivered' end, n < 3, 1, 0, now(), now()`,
  },
]

export interface Filled {
  webhookId: string
  actionId: string
}

/** A statement has a minute. */
const BATCH_ROWS = 50_000

/** How rows are stored: one after the other, or scattered, as after many updates. */
export type RowOrder = 'inserted' | 'scattered'

/** Fills the growing tables with `count` images and records and three times as many deliveries. */
export async function fillLists(
  database: Database,
  { count, order }: { count: number; order: RowOrder },
  filled: Filled,
): Promise<void> {
  const sorted = order === 'scattered' ? 'order by md5(n::text)' : ''

  for (const { table, times, columns, values } of rowsFor(filled)) {
    const total = count * times
    const text = `insert into ${table} (${columns}) select ${values} from generate_series($2::int, $3::int) n where $1::int > 0 ${sorted}`
    for (let from = 1; from <= total; from += BATCH_ROWS)
      await rowsOf(database.kysely, text, [total, from, Math.min(total, from + BATCH_ROWS - 1)])
    await rowsOf(database.kysely, `vacuum analyze ${table}`, [])
  }
}
