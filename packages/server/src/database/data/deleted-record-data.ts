import type { DeletedRecordData } from '#core/ports/data/deleted-records.ts'
import { type Executor, inTransaction } from '#database/database.ts'
import { executeInBatches, recordsOfActions } from '#database/in-batches.ts'
import { rowOf, rowsOf } from '#database/statement.ts'

/** The records of `outputs` and of `more_outputs`: the first output of a record may have failed. */
const addUnlisted = (table: string) => `
with batch as materialized (
  select distinct record_id from (
    select record_id from ${table} where action_id = $3 and record_id > $1 order by record_id limit $2
  ) page
), news as (
  insert into deleted_records (action_id, record_id, state, noticed_at)
  select $3, b.record_id, 'candidate', $5::timestamptz from batch b
  where exists (select from ${table} o where o.action_id = $3 and o.record_id = b.record_id and o.image_id >= $6)
    and not exists (select from run_records r where r.run_id = $4 and r.record_id = b.record_id)
  on conflict do nothing
)
select max(record_id) as last_key from batch`

const add = `
insert into deleted_records (action_id, record_id, state, noticed_at)
select $1, unnest($2::text[]), 'candidate', $3::timestamptz on conflict do nothing returning record_id`

const known = `
select record_id from outputs where action_id = $1 and image_id >= $2 and record_id > $3 order by record_id limit $4`

const knownAmong = `
select distinct record_id from (
  select record_id from outputs where action_id = $1 and image_id >= $2 and record_id = any($3::text[])
  union all
  select record_id from more_outputs where action_id = $1 and image_id >= $2 and record_id = any($3::text[])
) each_output order by record_id`

const first = `
select record_id from deleted_records
where action_id = $1 and state = $2 and ($4::timestamptz is null or noticed_at <= $4) order by record_id limit $3`

const due = `
select record_id from deleted_records
where action_id = $1 and state = 'deleted' and noticed_at < $2 and record_id > $3 order by record_id limit $4`

const lockDue = `
select record_id from deleted_records
where action_id = $1 and state = 'deleted' and noticed_at < $2 and record_id = any($3::text[]) order by record_id for update`

const setState = `
update deleted_records set state = $4, noticed_at = $5
where action_id = $1 and record_id = any($2::text[]) and state = $3`

/** The images of a record whose mark has gone by now stay: it was found in the table. */
const unpublish = `
with marked as (
  update deleted_records set state = 'deleted', noticed_at = $4
  where action_id = $1 and record_id = any($2::text[]) and state = $3 returning record_id
)
update images set unpublished_at = $4
where record_id = any(array(select record_id from marked)) and action_id = $1 and unpublished_at is null`

const unmark = `
delete from deleted_records where action_id = $1 and record_id = any($2::text[]) returning record_id`

const publish = `
update images set unpublished_at = null
where record_id = any($2::text[]) and action_id = $1 and unpublished_at is not null`

const count = `
select count(*)::int as count from (
  select from deleted_records
  where action_id = $1 and state = $2 and ($4::timestamptz is null or noticed_at > $4) limit $3
) page`

const countOthers = `
select count(*)::int as count from (
  select from outputs o where o.action_id = $1 and o.image_id >= $2
    and not exists (select from deleted_records d where (d.action_id, d.record_id) = (o.action_id, o.record_id))
  limit $3
) page`

const deleting = "select id from actions where deleted_records = 'delete' order by id"

const forgetUndecided = `
with batch as materialized (
  select record_id from deleted_records
  where action_id = $3 and state <> 'deleted' and record_id > $1 order by record_id limit $2
), gone as (
  delete from deleted_records
  where action_id = $3 and state <> 'deleted' and record_id = any(array(select record_id from batch))
)
select max(record_id) as last_key from batch`

export function deletedRecordData(executor: Executor): DeletedRecordData {
  const idsOf = async (text: string, parameters: readonly unknown[]) =>
    (await rowsOf<{ recordId: string }>(executor, text, parameters)).map(({ recordId }) => recordId)
  const countOf = async (text: string, parameters: readonly unknown[]) =>
    (await rowOf<{ count: number }>(executor, text, parameters))?.count ?? 0
  return {
    async addUnlisted({ actionId, sinceImageId, runId, at }) {
      const parameters = [actionId, runId, at, sinceImageId]
      for (const table of ['outputs', 'more_outputs'])
        await executeInBatches(executor, addUnlisted(table), { parameters })
    },
    async add(actionId, recordIds, at) {
      return recordIds.length === 0 ? 0 : (await rowsOf(executor, add, [actionId, recordIds, at])).length
    },
    known: ({ actionId, sinceImageId, after, limit }) => idsOf(known, [actionId, sinceImageId, after, limit]),
    knownAmong: ({ actionId, sinceImageId }, recordIds) => idsOf(knownAmong, [actionId, sinceImageId, recordIds]),
    first: (actionId, state, limit, by) => idsOf(first, [actionId, state, limit, by ?? null]),
    due: (actionId, before, { after, limit }) => idsOf(due, [actionId, before, after, limit]),
    lockDue: (actionId, before, recordIds) => idsOf(lockDue, [actionId, before, recordIds]),
    async setState(actionId, recordIds, { from, state, at }) {
      await rowsOf(executor, setState, [actionId, recordIds, from, state, at])
    },
    async unpublish(actionId, recordIds, { from, at }) {
      await rowsOf(executor, unpublish, [actionId, recordIds, from, at])
    },
    async restore(actionId, recordIds) {
      if (recordIds.length === 0) return
      // The second statement sees also what another process unpublished while the first waited for it.
      await inTransaction(executor, async (inside) => {
        const gone = await rowsOf<{ recordId: string }>(inside, unmark, [actionId, recordIds])
        const ids = gone.map(({ recordId }) => recordId)
        if (ids.length > 0) await rowsOf(inside, publish, [actionId, ids])
      })
    },
    count: (actionId, state, limit, since) => countOf(count, [actionId, state, limit, since ?? null]),
    countOthers: ({ actionId, sinceImageId, limit }) => countOf(countOthers, [actionId, sinceImageId, limit]),
    async deleting() {
      return (await rowsOf<{ id: string }>(executor, deleting, [])).map(({ id }) => id)
    },
    async forgetUndecided(actionId) {
      await executeInBatches(executor, forgetUndecided, { parameters: [actionId] })
    },
    ...recordsOfActions(executor, ['deleted_records']),
  }
}
