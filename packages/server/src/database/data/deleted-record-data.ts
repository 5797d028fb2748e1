import type { DeletedRecordData } from '#core/ports/data/deleted-records.ts'
import { type Executor, inTransaction } from '#database/database.ts'
import { executeInBatches, recordsOfActions } from '#database/in-batches.ts'
import { rowOf, rowsOf } from '#database/statement.ts'

/** An answer of the table says more than `state`, in which releases before know four words. */
const stateOf = 'coalesce(answer, state)'

const setStateTo = (state: string) => `
state = case when ${state} in ('outside', 'missing') then 'candidate' else ${state} end,
answer = case when ${state} in ('outside', 'missing') then ${state} end`

/** When its view was last read to the end, all were there. */
const insertCandidates = (action: string, at: string) => `
insert into deleted_records (action_id, record_id, state, noticed_at, missing_since)
select ${action}, record_id, 'candidate', ${at}, coalesce((select listed_at from actions where id = ${action}), ${at})
from news on conflict do nothing`

/** Of each table, as a record may have images in only one of them. */
const addUnlisted = (table: string) => `
with batch as materialized (
  select distinct record_id from (
    select record_id from ${table} where action_id = $3 and record_id > $1 order by record_id limit $2
  ) page
), news as (
  select record_id from batch b
  where exists (select from ${table} o where o.action_id = $3 and o.record_id = b.record_id and o.image_id >= $6)
    and not exists (select from run_records r where r.run_id = $4 and r.record_id = b.record_id)
), added as (${insertCandidates('$3::text', '$5::timestamptz')})
select max(record_id) as last_key from batch`

const add = `
with news as (select unnest($2::text[]) as record_id)
${insertCandidates('$1::text', '$3::timestamptz')} returning record_id`

const noteListed = 'update actions set listed_at = greatest(listed_at, $2) where id = $1'

const forgetListing = 'update actions set listed_at = null where id = $1 and listed_at is not null'

/** Of each table a page in the order of its key: together, they have the next records. */
const known = `
select record_id from (
  (select record_id from outputs where action_id = $1 and image_id >= $2 and record_id > $3 order by record_id limit $4)
  union
  (select distinct record_id from more_outputs
    where action_id = $1 and image_id >= $2 and record_id > $3 order by record_id limit $4)
) each_output order by record_id limit $4`

const knownAmong = `
select distinct record_id from (
  select record_id from outputs where action_id = $1 and image_id >= $2 and record_id = any($3::text[])
  union all
  select record_id from more_outputs where action_id = $1 and image_id >= $2 and record_id = any($3::text[])
) each_output order by record_id`

const first = `
select record_id from deleted_records
where action_id = $1 and ${stateOf} = $2 and ($4::timestamptz is null or noticed_at <= $4) order by record_id limit $3`

const deletedAmong = `
select record_id from deleted_records
where action_id = $1 and record_id = any($2::text[]) and ${stateOf} = 'deleted' order by record_id`

const due = `
select record_id from deleted_records
where action_id = $1 and ${stateOf} = 'deleted' and noticed_at < $2 and record_id > $3 order by record_id limit $4`

const lockDue = `
select record_id from deleted_records
where action_id = $1 and ${stateOf} = 'deleted' and noticed_at < $2 and record_id = any($3::text[])
order by record_id for update`

const setState = `
update deleted_records set ${setStateTo('$4')}, noticed_at = $5, is_confirmed = ${stateOf} = 'held',
  missing_since = case when $4 = 'outside' then $5 else missing_since end
where action_id = $1 and record_id = any($2::text[]) and ${stateOf} = $3`

/** The images of a record whose mark has gone by now stay: it was found in the table. */
const unpublish = `
with marked as (
  update deleted_records set ${setStateTo("'deleted'")}, noticed_at = $4, is_confirmed = ${stateOf} = 'held'
  where action_id = $1 and record_id = any($2::text[]) and ${stateOf} = $3 returning record_id
)
update images set unpublished_at = $4
where record_id = any(array(select record_id from marked)) and action_id = $1 and id >= $5 and unpublished_at is null`

const unmark = `
delete from deleted_records where action_id = $1 and record_id = any($2::text[]) returning record_id`

const markOutside = `
update deleted_records set ${setStateTo("'outside'")}, noticed_at = $3, missing_since = $3
where action_id = $1 and record_id = any($2::text[]) and ${stateOf} <> 'outside' returning record_id`

const publishThose = `
update images set unpublished_at = null
where record_id = any($2::text[]) and action_id = $1 and id >= $3 and unpublished_at is not null`

const publish = `
with news as (
  update images set unpublished_at = null where id = any(array(
    select id from images where action_id = $1 and unpublished_at is not null order by id limit $2
  )) returning id
)
select count(*)::int as count from news`

const count = `
select count(*)::int as count from (
  select from deleted_records where action_id = $1 and ${stateOf} = $2 limit $3
) page`

const countMissing = `
select count(*)::int as count, min(since) as since from (
  select coalesce(missing_since, noticed_at) as since from deleted_records
  where action_id = $1 and (
    ${stateOf} in ('found', 'held') or ${stateOf} in ('deleted', 'erased') and not is_confirmed and noticed_at > $2
  ) limit $3
) page`

const hadBefore = (table: string) => `
select record_id from ${table}
where action_id = $3 and record_id > $1 and record_id <= (select last_key from batch)
  and image_id >= $4 and coalesce(first_image_id, image_id) < $5`

/** By a range of records: the most of them may not match. A page of rows has at most as many records. */
const countOthers = `
with batch as (
  select max(record_id) as last_key from (
    (select record_id from outputs where action_id = $3 and record_id > $1 order by record_id limit $2)
    union all
    (select record_id from more_outputs where action_id = $3 and record_id > $1 order by record_id limit $2)
    order by record_id limit $2
  ) page
), had as (
  ${hadBefore('outputs')} union ${hadBefore('more_outputs')}
)
select (select last_key from batch), (
  select count(*)::int from had where not exists (
    select from deleted_records d
    where (d.action_id, d.record_id) = ($3, had.record_id) and ${stateOf} <> 'outside'
      and d.record_id > $1 and d.record_id <= (select last_key from batch)
  )
) as count`

const deleting = "select id from actions where deleted_records = 'delete' order by id"

const waiting = `
select distinct action_id as id from deleted_records
where ${stateOf} in ('candidate', 'missing', 'found') and noticed_at <= $1 or ${stateOf} = 'outside' and noticed_at <= $2
order by 1`

const ofEarlierTables = `
select distinct record_id from images
where action_id = $1 and id < $2 and unpublished_at < $3 and record_id is not null order by record_id limit $4`

/** A record of the new table with the id of one that was deleted gets images of its own. */
const forgetTable = `
with batch as materialized (
  select record_id, state from deleted_records where action_id = $3 and record_id > $1 order by record_id limit $2
), unmarked as (
  delete from deleted_records where action_id = $3 and record_id = any(array(select record_id from batch))
), forgotten as (
  delete from outputs
  where action_id = $3 and record_id = any(array(select record_id from batch where state = 'deleted'))
), forgotten_too as (
  delete from more_outputs
  where action_id = $3 and record_id = any(array(select record_id from batch where state = 'deleted'))
)
select max(record_id) as last_key from batch`

const forgetErased = `delete from deleted_records where ${stateOf} = 'erased' and noticed_at <= $1`

export function deletedRecordData(executor: Executor): DeletedRecordData {
  const idsOf = async (text: string, parameters: readonly unknown[]) =>
    (await rowsOf<{ recordId: string }>(executor, text, parameters)).map(({ recordId }) => recordId)
  const countOf = async (text: string, parameters: readonly unknown[]) =>
    (await rowOf<{ count: number }>(executor, text, parameters))?.count ?? 0
  const actionsOf = async (text: string, parameters: readonly unknown[]) =>
    (await rowsOf<{ id: string }>(executor, text, parameters)).map(({ id }) => id)
  return {
    async addUnlisted({ actionId, sinceImageId, runId, at }) {
      const parameters = [actionId, runId, at, sinceImageId]
      for (const table of ['outputs', 'more_outputs'])
        await executeInBatches(executor, addUnlisted(table), { parameters })
    },
    async add(actionId, recordIds, at) {
      return recordIds.length === 0 ? 0 : (await rowsOf(executor, add, [actionId, recordIds, at])).length
    },
    async noteListed(actionId, at) {
      await rowsOf(executor, noteListed, [actionId, at])
    },
    async forgetListing(actionId) {
      await rowsOf(executor, forgetListing, [actionId])
    },
    known: ({ actionId, sinceImageId, after, limit }) => idsOf(known, [actionId, sinceImageId, after, limit]),
    knownAmong: ({ actionId, sinceImageId }, recordIds) => idsOf(knownAmong, [actionId, sinceImageId, recordIds]),
    first: (actionId, state, limit, by) => idsOf(first, [actionId, state, limit, by ?? null]),
    deletedAmong: (actionId, recordIds) => idsOf(deletedAmong, [actionId, recordIds]),
    due: (actionId, before, { after, limit }) => idsOf(due, [actionId, before, after, limit]),
    lockDue: (actionId, before, recordIds) => idsOf(lockDue, [actionId, before, recordIds]),
    async setState(actionId, recordIds, { from, state, at }) {
      await rowsOf(executor, setState, [actionId, recordIds, from, state, at])
    },
    async unpublish({ actionId, sinceImageId }, recordIds, { from, at }) {
      await rowsOf(executor, unpublish, [actionId, recordIds, from, at, sinceImageId])
    },
    async restore({ actionId, sinceImageId }, recordIds, outsideAt) {
      if (recordIds.length === 0) return
      const [text, more] = outsideAt === undefined ? [unmark, []] : [markOutside, [outsideAt]]
      // The second statement sees also what another process unpublished while the first waited for it.
      await inTransaction(executor, async (inside) => {
        const back = await rowsOf<{ recordId: string }>(inside, text, [actionId, recordIds, ...more])
        const ids = back.map(({ recordId }) => recordId)
        if (ids.length > 0) await rowsOf(inside, publishThose, [actionId, ids, sinceImageId])
      })
    },
    publish: (actionId, limit) => countOf(publish, [actionId, limit]),
    count: (actionId, state, limit) => countOf(count, [actionId, state, limit]),
    async countMissing(actionId, after, limit) {
      const row = await rowOf<{ count: number; since: Date | null }>(executor, countMissing, [actionId, after, limit])
      return row ?? { count: 0, since: null }
    },
    async countOthers({ actionId, sinceImageId, beforeImageId, limit }) {
      const parameters = [actionId, sinceImageId, beforeImageId]
      return Math.min(await executeInBatches(executor, countOthers, { parameters, most: limit }), limit)
    },
    deleting: () => actionsOf(deleting, []),
    waiting: (since) => actionsOf(waiting, [since.waiting, since.outside]),
    ofEarlierTables: ({ actionId, sinceImageId, before, limit }) =>
      idsOf(ofEarlierTables, [actionId, sinceImageId, before, limit]),
    async forgetTable(actionId) {
      await rowsOf(executor, forgetListing, [actionId])
      await executeInBatches(executor, forgetTable, { parameters: [actionId] })
    },
    async forgetErased(before) {
      await rowsOf(executor, forgetErased, [before])
    },
    ...recordsOfActions(executor, ['deleted_records']),
  }
}
