import type { RunRecordState, WarningCode } from '@pictable/model/run'
import { z } from 'zod'
import type { RunData } from '#core/ports/data/runs.ts'
import { erasedIdPrefix, type RunRecord } from '#core/run/run.ts'
import { jsonb, mapperOf, plain } from '#database/columns.ts'
import type { Executor } from '#database/database.ts'
import { isOverTime } from '#database/errors/database-error.ts'
import { type ListedTable, listPage, type Where } from '#database/list-page.ts'
import { json } from '#database/parameters.ts'
import { rowOf, rowsOf } from '#database/statement.ts'

const { fromRow } = mapperOf<RunRecord>({
  runId: plain,
  n: plain,
  recordId: plain,
  label: plain,
  state: plain,
  reason: jsonb(),
  imageId: plain,
  outputs: { read: (outputs) => outputs ?? [] },
  warnings: { read: (codes) => codes ?? [] },
  writtenBack: plain,
  finishedAt: plain,
})

const records: ListedTable<RunRecord, { n: number }> = {
  name: `(
    select ctid, run_id, n, record_id, label, state, reason, image_id, outputs, warnings, written_back, finished_at, failure_group
    from run_records
  ) records`,
  fromRow,
  key: { column: 'n', schema: z.int(), order: 'asc' },
}

interface RecordFilter {
  state: RunRecordState | undefined
  warnings: WarningCode | 'true' | undefined
  failureGroup: string | undefined
}

/**
 * The narrowest index, and what is left to check in its rows. No index holds the state, which changes with every record
 * that ends; a failed one has a reason.
 */
function queryOf(runId: string, { state, warnings, failureGroup }: RecordFilter): { where: Where; checked: Where } {
  const warned = warnings === undefined ? undefined : json(warnings === 'true' ? [] : warnings)
  const checked = { state, 'warnings @>': warned }
  if (failureGroup !== undefined) return { where: { run_id: runId, failure_group: failureGroup }, checked }
  if (warnings !== undefined) return { where: { run_id: runId, 'warnings @>': '[]' }, checked }
  if (state === 'failed') return { where: { run_id: runId, 'reason @>': '{}' }, checked }
  return { where: { run_id: runId }, checked }
}

function labelAt(n: string): string {
  return `(select coalesce(nullif(label, ''), record_id) from run_records where run_id = $1 and n = ${n})`
}

interface NamedRow {
  same: number
  name: string | null
  one: string
  other: string
  nameless: number
  namelessExample: string | null
}

/**
 * Images of earlier runs keep the names that they got then. Archives keep names apart whose letters differ in case alone.
 */
const namedRecords = `
with named as (
  select r.n, i.file_name as name from run_records r join images i on i.id = r.image_id
  where r.run_id = $1 and i.run_id = $1
), same as (
  select min(name) as name, count(*) as records, min(n) as one, max(n) as other
  from named where name is not null group by lower(name) having count(*) > 1
), most as (
  select * from same order by records desc, one limit 1
), nameless as (
  select count(*) as records, min(n) as example from named where name is null
)
select coalesce((select sum(records) from same), 0)::int as same, most.name,
  ${labelAt('most.one')} as one, ${labelAt('most.other')} as other,
  nameless.records::int as nameless, ${labelAt('nameless.example')} as nameless_example
from nameless left join most on true`

/** The records of runs, for those who look at them. */
export function recordData(executor: Executor): Pick<RunData, 'records' | 'namedRecords' | 'recordIds'> {
  return {
    records: (runId, { state, warnings, failureGroup, ...options }) =>
      listPage(executor, records, {
        ...options,
        ...queryOf(runId, { state, warnings, failureGroup }),
      }),
    async namedRecords(runId) {
      const row = await rowOf<NamedRow>(executor, namedRecords, [runId]).catch((error: unknown) => {
        if (isOverTime(error)) return undefined
        throw error
      })
      if (row === undefined) return null
      const { same = 0, name = null, one = '', other = '', nameless = 0, namelessExample = null } = row ?? {}
      return { same, example: name === null ? null : { name, records: [one, other] }, nameless, namelessExample }
    },
    async recordIds(runId, state) {
      const text = `select record_id from run_records
        where run_id = $1 and state = $2 and record_id not like '${erasedIdPrefix}%' order by n`
      const rows = await rowsOf<{ recordId: string }>(executor, text, [runId, state])
      return rows.map(({ recordId }) => recordId)
    },
  }
}
