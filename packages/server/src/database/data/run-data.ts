import type { RunOutcome, RunState } from '@pictable/model/run'
import { AppError } from '#core/errors.ts'
import { firstIdAt } from '#core/ids.ts'
import type { PlannedRecord, RecordOutcome, RunData, RunProgress, WatchedRun } from '#core/ports/data/runs.ts'
import type { BareRun, PendingRecord, Run } from '#core/run/run.ts'
import { jsonb, mapperOf, plain } from '#database/columns.ts'
import { type Executor, inTransaction } from '#database/database.ts'
import { executeInBatches } from '#database/in-batches.ts'
import { listPage } from '#database/list-page.ts'
import { json, jsonOrNull } from '#database/parameters.ts'
import { resources } from '#database/resources.ts'
import { rowOf, rowsOf } from '#database/statement.ts'
import { tellOfChange } from './changes.ts'
import { deleteRuns, type GoneRun } from './deletes/delete-runs.ts'
import { ownAndTakenIds, recordIdsOf, runsWithCalls, takenCalls } from './run-calls.ts'
import { recordData } from './run-record-data.ts'
import { summedFailures, summedOutputs, summedWarnings } from './run-sums.ts'
import { waitingCalls } from './waiting-calls.ts'

const runs = {
  name: 'runs',
  ...mapperOf<Run>({
    id: plain,
    actionId: plain,
    state: plain,
    retryOf: plain,
    startedBy: jsonb(),
    recordIds: jsonb(),
    force: plain,
    limit: { name: 'record_limit' },
    metadata: jsonb(),
    webhookIds: jsonb(),
    templateVersion: plain,
    templateVersions: jsonb(),
    cursor: plain,
    error: jsonb(),
    waitingFor: jsonb(),
    warnings: jsonb(),
    notices: jsonb(),
    failureGroups: jsonb(),
    outputs: jsonb(),
    outputNames: jsonb(),
    total: plain,
    rendered: plain,
    skipped: plain,
    failed: plain,
    cancelled: plain,
    writtenBack: plain,
    createdAt: plain,
    activatedAt: plain,
    startedAt: plain,
    plannedAt: plain,
    finishedAt: plain,
  }),
}

interface PendingRow extends Omit<PendingRecord, 'fields'> {
  fields: string
}

/** With the records that calls have added to a waiting run. */
function toRun(row: { calls: string[][] | null }): Run {
  const run = runs.fromRow(row)
  return { ...run, recordIds: recordIdsOf(run.recordIds, row.calls) }
}

function toBareRun(row: { isWhole: boolean }): BareRun {
  const { recordIds: _, ...run } = runs.fromRow(row)
  return { ...run, isWhole: row.isWhole }
}

const get = `select * from ${runsWithCalls} where id = $1`

/** Without the records that they name. */
const bare = `
select ${runs.columns
  .map(({ name }) => name)
  .filter((name) => name !== 'record_ids')
  .join(', ')}, record_ids is null as is_whole
from runs`

const watched = `
select id, action_id, state, started_at, total, rendered, skipped, failed, cancelled, written_back from runs
where id = any(array(
  (select id from runs order by id desc limit $1)
  union (select id from runs where state = 'active' order by id desc limit $1)
  union select unnest($2::text[])
))`

const lastTotals = `
select action_id, total from unnest($1::text[]) as asked (action_id), lateral (
  select r.total from runs r
  where r.action_id = asked.action_id and r.state = 'completed' and r.record_ids is null and r.record_limit is null
  order by r.id desc limit 1
) last`

const open = `${bare} where action_id = $1 and state in ('active', 'waiting')`

/**
 * Records, labels and fields come as arrays in listing order. New ones take the places behind `total`. The subquery for
 * each record keeps the search for known ones narrow: as a join, it reads the whole run while there are no statistics.
 */
const addPage = `
with page as materialized (
  select record_id, label, fields, emptied, row_number() over (order by place)::int as place
  from unnest($2::text[], $3::text[], $4::text[], $5::jsonb[]) with ordinality
    as listed (record_id, label, fields, emptied, place)
  where (select true from run_records known where known.run_id = $1 and known.record_id = listed.record_id) is null
), run as (
  update runs
  set cursor = $6, waiting_for = null, started_at = coalesce(started_at, $7), total = total + (select count(*)::int from page)
  where id = $1 and state = 'active'
  returning total - (select count(*)::int from page) as from_n, total as to_n
), added as (
  insert into run_records (run_id, n, record_id, label, state, fields, emptied)
  select $1, run.from_n + page.place - 1, page.record_id, page.label, 'pending', page.fields, page.emptied
  from run, page
)
select from_n, to_n, ${tellOfChange} from run`

const pendingRecords = `
select n, record_id, label, fields, coalesce(emptied, '[]') as emptied from run_records
where run_id = $1 and n >= $2 and n < $3 and state = 'pending'
and exists (select 1 from runs where id = $1 and state = 'active')
order by n`

const progress = 'state, planned_at, total, rendered, skipped, failed, cancelled, written_back, failure_groups, outputs'

/**
 * Takes the run's row before those of its records, as everything does that changes both. Each record is found by its key
 * and joined by its address: without statistics, any other join compares each record with each outcome.
 */
const finishRecords = `
with run as materialized (
  select id from runs where id = $1 for update
), outcomes as materialized (
  select o.*, (select r.ctid from run_records r where r.run_id = run.id and r.n = o.n) as address
  from run, unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::boolean[], $8::jsonb[], $9::jsonb[], $10::text[], $11::text[], $12::jsonb[])
    as o (n, state, fingerprint, image_id, written_back, reason, warnings, failure_group, failure_message, outputs)
), done as (
  update run_records r
  set state = o.state, fingerprint = o.fingerprint, image_id = o.image_id, written_back = o.written_back,
    reason = o.reason, warnings = o.warnings, failure_group = o.failure_group, outputs = o.outputs, fields = null, finished_at = $2
  from outcomes o
  where r.ctid = o.address and r.state = 'pending'
  returning r.n, r.state, r.written_back, r.warnings, r.reason, r.failure_group, r.outputs, o.failure_message
)
update runs
set rendered = runs.rendered + news.rendered, skipped = runs.skipped + news.skipped, failed = runs.failed + news.failed,
  written_back = runs.written_back + news.written_back, waiting_for = null,
  warnings = case when news.warned = 0 then runs.warnings else ${summedWarnings} end,
  failure_groups = case when news.failed = 0 then runs.failure_groups else ${summedFailures} end,
  outputs = case when news.with_outputs = 0 then runs.outputs else ${summedOutputs} end
from (
  select count(*) filter (where state = 'rendered')::int as rendered,
    count(*) filter (where state = 'skipped')::int as skipped,
    count(*) filter (where state = 'failed')::int as failed,
    count(*) filter (where written_back)::int as written_back,
    count(warnings)::int as warned,
    count(outputs)::int as with_outputs,
    coalesce(array_agg(n), '{}') as finished
  from done
) news
where id = $1
returning state, planned_at, total, runs.rendered, runs.skipped, runs.failed, cancelled, runs.written_back,
  runs.failure_groups, runs.outputs, news.finished, ${tellOfChange}`

const cancelPending = `
with run as materialized (
  select id from runs where id = $3 for update
), batch as materialized (
  select n from run, run_records where run_id = $3 and run_records.state = 'pending' and n > $1::int order by n limit $2
), gone as (
  update run_records r set state = 'cancelled', fields = null, finished_at = $4
  where r.run_id = $3 and r.n = any(array(select n from batch)) and r.state = 'pending'
  returning r.n
), counted as (
  update runs set cancelled = cancelled + (select count(*)::int from gone) where id = $3
)
select max(n) as last_key, ${tellOfChange} from batch`

function parametersOfPage(records: readonly PlannedRecord[]): unknown[] {
  const first = new Map<string, PlannedRecord>()
  for (const record of records) if (!first.has(record.id)) first.set(record.id, record)
  const unique = [...first.values()]
  return [
    unique.map(({ id }) => id),
    unique.map(({ label }) => label),
    unique.map(({ fields }) => json(fields)),
    unique.map(({ emptied }) => (emptied.length === 0 ? null : json(emptied))),
  ]
}

function parametersOfOutcomes(outcomes: readonly RecordOutcome[]): unknown[] {
  return [
    outcomes.map(({ n }) => n),
    outcomes.map(({ state }) => state),
    outcomes.map(({ fingerprint }) => fingerprint),
    outcomes.map(({ imageId }) => imageId),
    outcomes.map(({ writtenBack }) => writtenBack),
    outcomes.map(({ reason }) => jsonOrNull(reason)),
    outcomes.map(({ warnings = null }) => jsonOrNull(warnings)),
    outcomes.map(({ group }) => group?.key ?? null),
    outcomes.map(({ group }) => group?.message ?? null),
    outcomes.map(({ outputs = null }) => jsonOrNull(outputs)),
  ]
}

/** What `progress` and `finishRecords` select. */
function toProgress(row: RunProgress | null, id: string): RunProgress {
  if (row === null) throw new AppError('not_found', `There is no run ${id}`)
  const { state, plannedAt, total, rendered, skipped, failed, cancelled, writtenBack, failureGroups, outputs } = row
  const counts = { total, rendered, skipped, failed, cancelled, writtenBack }
  return { state, plannedAt, ...counts, failureGroups, outputs, finished: row.finished ?? [] }
}

const toPlaces = (row: { fromN: number; toN: number } | null) => ({ fromN: row?.fromN ?? 0, toN: row?.toN ?? 0 })

const ended = `state in ('completed', 'failed', 'cancelled')`

const endedBefore = `
select r.id, r.total from runs r
where r.${ended} and r.id < $1 and r.finished_at < $2
and exists (select 1 from runs newer where newer.action_id = r.action_id and newer.id > r.id and newer.${ended})
order by r.id limit 500`

/** The state of every run with this outcome, for the index; absent where it is one of several. */
function stateOf(outcome: RunOutcome | undefined): RunState | undefined {
  return outcome === 'completed_with_failures' ? 'completed' : outcome === 'failed' ? undefined : outcome
}

export function runData(executor: Executor): RunData {
  const oneBare = async (text: string, id: string) => {
    const row = await rowOf<{ isWhole: boolean }>(executor, text, [id])
    return row && toBareRun(row)
  }
  const { insert } = resources(executor, runs)
  return {
    async get(id) {
      const row = await rowOf<{ calls: string[][] | null }>(executor, get, [id])
      return row && toRun(row)
    },
    getBare: (id) => oneBare(`${bare} where id = $1`, id),
    async watched(limit, ids) {
      return rowsOf<WatchedRun>(executor, watched, [limit, ids])
    },
    lock: (id) => oneBare(`${bare} where id = $1 for update`, id),
    calls: waitingCalls(executor, { table: 'run_calls', owner: 'run_id' }),
    async insert(run) {
      await insert(run)
      await rowsOf(executor, `select ${tellOfChange}`, [])
    },
    ...recordData(executor),
    list: (options) =>
      listPage(
        executor,
        { name: runsWithCalls, fromRow: toRun },
        {
          ...options,
          where: { action_id: options.actionId, state: options.state ?? stateOf(options.outcome) },
          checked: { outcome: options.outcome },
        },
      ),
    async lastTotals(actionIds) {
      const rows = await rowsOf<{ actionId: string; total: number }>(executor, lastTotals, [actionIds])
      return new Map(rows.map(({ actionId, total }) => [actionId, total]))
    },
    async findOpen(actionId) {
      const found = (await rowsOf<{ isWhole: boolean }>(executor, open, [actionId])).map(toBareRun)
      const find = (wanted: RunState) => found.find(({ state }) => state === wanted) ?? null
      return { active: find('active'), waiting: find('waiting') }
    },
    async update(id, change) {
      const changes = runs.columns.filter(({ property }) => Reflect.get(change, property) !== undefined)
      if (changes.length === 0) return
      const assignments = changes.map(({ name }, index) => `${name} = $${index + 2}`)
      const values = changes.map(({ property, store }) => store(Reflect.get(change, property)))
      const takes = change.state !== undefined && change.recordIds === undefined
      if (takes) assignments.push(`record_ids = ${ownAndTakenIds}`)
      const text = `update runs set ${assignments.join(', ')} where id = $1 returning ${tellOfChange}`
      await rowsOf(executor, takes ? `with ${takenCalls} ${text}` : text, [id, ...values])
    },
    async addPage(id, { records, cursor, at }) {
      return inTransaction(executor, async (transaction) => {
        // A statement sees what was there when it began: only a lock taken before shows it another page's records.
        await rowOf(transaction, 'select id from runs where id = $1 for update', [id])
        const parameters = [id, ...parametersOfPage(records), cursor, at]
        return toPlaces(await rowOf(transaction, addPage, parameters))
      })
    },
    async pendingRecords(id, fromN, toN) {
      const rows = await rowsOf<PendingRow>(executor, pendingRecords, [id, fromN, toN])
      return rows.map((row): PendingRecord => ({ ...row, fields: parseFields(row.fields) }))
    },
    async finishRecords(id, outcomes, at) {
      if (outcomes.length === 0)
        return toProgress(await rowOf(executor, `select ${progress} from runs where id = $1`, [id]), id)
      return toProgress(await rowOf(executor, finishRecords, [id, at, ...parametersOfOutcomes(outcomes)]), id)
    },
    async deleteEnded(before) {
      for (;;) {
        const gone = await rowsOf<GoneRun>(executor, endedBefore, [firstIdAt('run', before), before])
        if (gone.length === 0) return
        await deleteRuns(executor, gone)
      }
    },
    async cancelPending(id, at) {
      await executeInBatches(executor, cancelPending, { parameters: [id, at], after: -1 })
    },
  }
}

/** Written by `addPage()` alone. */
function parseFields(text: string): PendingRecord['fields'] {
  return JSON.parse(text)
}
