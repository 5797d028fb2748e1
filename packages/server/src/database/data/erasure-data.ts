import { firstIdAt } from '#core/ids.ts'
import { FILE_NAME_NOTICE } from '#core/output/file-name-notices.ts'
import type { ErasedRecords, ErasureData } from '#core/ports/data/erasure.ts'
import { OTHER_GROUP, STOPPED_AND_ERASED, STOPPED_BY_FIRST } from '#core/run/failure-group.ts'
import { erasedIdPrefix } from '#core/run/run.ts'
import type { Executor } from '#database/database.ts'
import { rowsOf } from '#database/statement.ts'
import { deleteDeliveriesOfRecords } from './deletes/delete-deliveries.ts'
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
  and runs.id >= $3 and runs.id < $4
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
error = case when error->>'message' like '${STOPPED_BY_FIRST}%' then jsonb_set(error, '{message}', '"${STOPPED_AND_ERASED}"')
  else error end
where id = any($1::text[]) and failure_groups <> '{}'`

/** Those that name records, by now perhaps an erased one. */
const withdrawNotices = `
update runs set notices = (
  select coalesce(jsonb_agg(notice order by place), '[]')
  from jsonb_array_elements_text(notices) with ordinality as each_notice (notice, place)
  where notice not like '${FILE_NAME_NOTICE}%'
)
where id = any($1::text[]) and notices <> '[]'`

const imagesOf = `
select id from images where action_id = $1 and record_id = any($2::text[]) and id >= $3 and id < $4
  and ($5 or unpublished_at is not null) order by id`

const forgetOutputs = (table: string) => `
delete from ${table} where action_id = $1 and record_id = any($2::text[]) and image_id >= $3 and image_id < $4`

/** What belongs to a record that its action has no image of any more. */
const forgetRest = (table: string) => `
delete from ${table} r where action_id = $1 and record_id = any($2::text[])
  and not exists (select from outputs o where (o.action_id, o.record_id) = (r.action_id, r.record_id))
  and not exists (select from more_outputs o where (o.action_id, o.record_id) = (r.action_id, r.record_id))`

/** That they were deleted counts for a while, without saying which they were. */
const anonymise = `
update deleted_records d set record_id = '${erasedIdPrefix}' || gen_random_uuid(), state = 'candidate', answer = 'erased'
where action_id = $1 and record_id = any($2::text[]) and coalesce(answer, state) = 'deleted' and not is_confirmed
  and not exists (select from outputs o where (o.action_id, o.record_id) = (d.action_id, d.record_id))
  and not exists (select from more_outputs o where (o.action_id, o.record_id) = (d.action_id, d.record_id))`

const noteDeliveries = `
insert into erasures as e (action_id, record_id, from_delivery_id, until_delivery_id)
select $1, record_id, $3, $4 from unnest($2::text[]) record_id group by record_id
on conflict (action_id, record_id) do update set
  from_delivery_id = least(e.from_delivery_id, excluded.from_delivery_id),
  until_delivery_id = greatest(e.until_delivery_id, excluded.until_delivery_id)`

const noted = `
select record_id, from_delivery_id, until_delivery_id from erasures where action_id = $1 order by record_id limit $2`

/** Unless more of them was noted by now. */
const finish = `
delete from erasures e using unnest($2::text[], $3::text[], $4::text[]) as done (record_id, from_id, until_id)
where e.action_id = $1 and (e.record_id, e.from_delivery_id, e.until_delivery_id) = (done.record_id, from_id, until_id)`

/** Of one statement. */
const MAX_IMAGES = 1000
const MAX_RECORDS = 1000

interface NotedDeliveries {
  recordId: string
  fromDeliveryId: string
  untilDeliveryId: string
}

const columnsOf = (rows: readonly NotedDeliveries[]) =>
  (['recordId', 'fromDeliveryId', 'untilDeliveryId'] as const).map((key) => rows.map((row) => row[key]))

/** From the id (included) to the other (excluded): no id of the kind sorts behind "~". */
const between = (kind: 'image' | 'run' | 'delivery', { from, until }: Pick<ErasedRecords, 'from' | 'until'>) => [
  from === undefined ? '' : firstIdAt(kind, from),
  until === undefined ? '~' : firstIdAt(kind, until),
]

export function erasureData(executor: Executor): ErasureData {
  return {
    async images(erased, at) {
      const { actionId, recordIds, until } = erased
      const named = [actionId, recordIds]
      const ofImages = [...named, ...between('image', erased)]
      const records = await rowsOf<{ runId: string }>(executor, eraseRunRecords, [...named, ...between('run', erased)])
      const runIds = [...new Set(records.map(({ runId }) => runId))]
      for (const text of [regroupFailures, withdrawNotices]) await rowsOf(executor, text, [runIds])
      const ids = (await rowsOf<{ id: string }>(executor, imagesOf, [...ofImages, until === undefined])).map(
        (r) => r.id,
      )
      for (const table of ['outputs', 'more_outputs']) await rowsOf(executor, forgetOutputs(table), ofImages)
      await rowsOf(executor, anonymise, named)
      for (const table of ['exceptions', 'record_keys', 'deleted_records'])
        await rowsOf(executor, forgetRest(table), named)
      await rowsOf(executor, markActions, [actionId])
      await rowsOf(executor, noteDeliveries, [...named, ...between('delivery', erased)])
      let images = 0
      for (let from = 0; from < ids.length; from += MAX_IMAGES)
        images += await imageData(executor).delete(ids.slice(from, from + MAX_IMAGES), at)
      return { images, runRecords: records.length }
    },
    async unfinished() {
      const text = 'select distinct action_id as id from erasures order by 1'
      return (await rowsOf<{ id: string }>(executor, text, [])).map(({ id }) => id)
    },
    async deliveries(actionId) {
      let deleted = 0
      for (;;) {
        const rows = await rowsOf<NotedDeliveries>(executor, noted, [actionId, MAX_RECORDS])
        if (rows.length === 0) return deleted
        const parameters = [actionId, ...columnsOf(rows)]
        deleted += await deleteDeliveriesOfRecords(executor, parameters)
        await rowsOf(executor, finish, parameters)
      }
    },
  }
}
