import type { WarningCode } from '@pictable/renderer/template'
import { z } from 'zod'
import type { RunData } from '#core/ports/data/runs.ts'
import type { Failure, RunRecord, RunRecordState } from '#core/run/run.ts'
import { decodeCursor, toListing } from './cursor.ts'
import type { Executor } from './database.ts'
import { rowsOf } from './statement.ts'

const placeKey = z.tuple([z.int()])

interface RecordRow {
  run_id: string
  n: number
  record_id: string
  label: string
  state: RunRecordState
  reason: Failure | null
  image_id: string | null
  warnings: WarningCode[] | null
  written_back: boolean
  finished_at: Date | null
}

function toRecord(row: RecordRow): RunRecord {
  return {
    runId: row.run_id,
    n: row.n,
    recordId: row.record_id,
    label: row.label,
    state: row.state,
    reason: row.reason,
    imageId: row.image_id,
    warnings: row.warnings ?? [],
    writtenBack: row.written_back,
    finishedAt: row.finished_at,
  }
}

const records = `
select run_id, n, record_id, label, state, reason, image_id, warnings, written_back, finished_at from run_records
where run_id = $1 and n > $2 and ($4::text is null or state = $4)
  and ($5::text is null or warnings is not null and ($5 = 'true' or warnings @> to_jsonb($5::text)))
  and ($6::text is null or failure_group = $6)
order by n limit $3`

/** The records of runs, for those who look at them. */
export function recordData(executor: Executor): Pick<RunData, 'records' | 'recordIds'> {
  return {
    async records(runId, options) {
      const [after] = options.after === undefined ? [-1] : decodeCursor(options.after, placeKey)
      const { limit, state = null, warnings = null, failureGroup = null } = options
      const rows = await rowsOf<RecordRow>(executor, records, [runId, after, limit + 1, state, warnings, failureGroup])
      return toListing(rows, options, { item: toRecord, key: ({ n }) => [n] })
    },
    async recordIds(runId, state) {
      const text = 'select record_id from run_records where run_id = $1 and state = $2 order by n'
      const rows = await rowsOf<{ record_id: string }>(executor, text, [runId, state])
      return rows.map((row) => row.record_id)
    },
  }
}
