import type { ErasureData } from '#core/ports/data/erasure.ts'
import { OTHER_GROUP, STOPPED_BY_FIRST } from '#core/run/failure-group.ts'
import { erasedIdPrefix } from '#core/run/run.ts'
import type { Executor } from '#database/database.ts'
import { rowsOf } from '#database/statement.ts'
import { deleteDeliveriesOfRecords } from './delete-deliveries.ts'
import { markActions } from './exception-data.ts'
import { imageData } from './image-data.ts'

/** The place in the run stays, so that its counts are true. */
const eraseRunRecords = `
update run_records r
set record_id = '${erasedIdPrefix}' || r.n, label = '', fields = null, fingerprint = null, image_id = null, outputs = null,
  reason = case when r.reason is not null
    then jsonb_build_object('code', r.reason->>'code', 'message', 'The record was erased.') end,
  failure_group = case when r.failure_group is not null then (r.reason->>'code') || ': erased' end
from runs where runs.action_id = $1 and r.run_id = runs.id and r.record_id = any($2::text[])
returning r.run_id`

/** Failures are counted by reasons that may quote a value, as one of the records has it: by now perhaps an erased one. */
const regroupFailures = `
update runs set failure_groups = coalesce((
  select jsonb_object_agg(key, jsonb_build_object('code', code, 'records', records, 'message', case
    when key = code || ': erased' then 'The record was erased.'
    else coalesce(nullif(substr(key, length(code) + 3), ''), 'Various reasons') end))
  from (
    select case when failure_groups ? failure_group or failure_group = (reason->>'code') || ': erased'
      then failure_group else '${OTHER_GROUP}' end as key,
      min(reason->>'code') as code, count(*)::int as records
    from run_records r where r.run_id = runs.id and r.state = 'failed' and r.reason is not null group by 1
  ) grouped
), '{}'),
error = case when error->>'message' like '${STOPPED_BY_FIRST}%' then jsonb_set(error, '{message}', '"${STOPPED_BY_FIRST}records failed for the same reason."')
  else error end
where id = any($1::text[]) and failure_groups <> '{}'`

/** Of one statement. */
const MAX_IMAGES = 1000

export function erasureData(executor: Executor): ErasureData {
  return {
    async images(actionId, recordIds, at) {
      const parameters = [actionId, recordIds]
      const records = await rowsOf<{ runId: string }>(executor, eraseRunRecords, parameters)
      await rowsOf(executor, regroupFailures, [[...new Set(records.map(({ runId }) => runId))]])
      for (const table of ['outputs', 'more_outputs', 'exceptions', 'record_keys', 'deleted_records'])
        await rowsOf(executor, `delete from ${table} where action_id = $1 and record_id = any($2::text[])`, parameters)
      await rowsOf(executor, markActions, [actionId])
      const text = 'select id from images where action_id = $1 and record_id = any($2::text[]) order by id'
      const ids = (await rowsOf<{ id: string }>(executor, text, parameters)).map(({ id }) => id)
      let images = 0
      for (let from = 0; from < ids.length; from += MAX_IMAGES)
        images += await imageData(executor).delete(ids.slice(from, from + MAX_IMAGES), at)
      return { images, runRecords: records.length }
    },
    deliveries: (actionId, recordIds) => deleteDeliveriesOfRecords(executor, actionId, recordIds),
  }
}
