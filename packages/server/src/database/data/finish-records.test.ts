import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RecordOutcome } from '#core/ports/data/runs.ts'
import type { Database } from '#database/database.ts'
import { openPrepared } from '#database/prepared-cluster.test-kit.ts'
import { rowOf, rowsOf } from '#database/statement.ts'
import { runData } from './run-data.ts'

let database: Database

beforeAll(async () => {
  database = await openPrepared()
})
afterAll(() => database.close())

/** As a run has them: a row of several hundred bytes each. */
const records = Array.from({ length: 100 }, (_, index) => ({
  id: `rec_${index}`,
  label: `Record ${index}`,
  fields: { Name: `Name ${index} `.repeat(30) },
  emptied: [],
}))

const reason = { code: 'text_missing', message: 'No text' }

const outcomeOf = (n: number): RecordOutcome => ({
  n,
  recordId: `rec_${n}`,
  state: n % 10 === 0 ? 'failed' : n % 2 === 0 ? 'skipped' : 'rendered',
  fingerprint: `fingerprint ${n}`,
  imageId: `img_${n}`,
  writtenBack: true,
  reason: n % 10 === 0 ? reason : null,
})

test('finishRecords() changes records that did not fail without writing to an index', async () => {
  const at = new Date()
  const updated = await database.kysely.transaction().execute(async (transaction) => {
    // The run needs no action here.
    await rowsOf(transaction, 'set local session_replication_role = replica', [])
    await rowsOf(
      transaction,
      `insert into runs (id, action_id, state, force, total, rendered, skipped, failed, cancelled, written_back, webhook_ids, created_at)
       values ('run_1', 'act_1', 'active', false, 0, 0, 0, 0, 0, 0, '[]', $1)`,
      [at],
    )
    const runs = runData(transaction)
    await runs.addPage('run_1', { records, cursor: null, at })
    await runs.finishRecords(
      'run_1',
      records.map((_, n) => outcomeOf(n)),
      at,
    )
    return rowOf<{ all: number; heapOnly: number }>(
      transaction,
      `select pg_stat_get_xact_tuples_updated(oid)::int as all, pg_stat_get_xact_tuples_hot_updated(oid)::int as heap_only
       from pg_class where relname = 'run_records'`,
      [],
    )
  })
  expect(updated).toEqual({ all: 100, heapOnly: 90 })
})
