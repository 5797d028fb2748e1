import { ORIGINAL_KEY } from '#core/output/outputs-of.ts'
import type { OutputData, RecordCount } from '#core/ports/data/runs.ts'
import type { Executor } from '#database/database.ts'
import { rowOf, rowsOf } from '#database/statement.ts'

const page = `
with page as (
  (select record_id, '${ORIGINAL_KEY}' as output, image_id from outputs where action_id = $1 limit $4::int)
  union all
  (select record_id, output, image_id from more_outputs where action_id = $1 limit $4::int)
)`

/** A template is looked up row by row: a join might read all images. */
const count = `${page}
select
  count(distinct record_id) filter (
    where output = any($2::text[])
    and ($3::text is null or (select i.template_id from images i where i.id = image_id) = $3)
  )::int as count,
  count(*) filter (where output = '${ORIGINAL_KEY}') < $4::int
  and count(*) filter (where output <> '${ORIGINAL_KEY}') < $4::int as is_all
from page`

export async function countRecords(
  executor: Executor,
  actionId: string,
  { keys, templateId, mostRows }: Parameters<OutputData['countRecords']>[1],
): Promise<RecordCount> {
  const row = await rowOf<RecordCount>(executor, count, [actionId, keys, templateId, mostRows])
  return row ?? { count: 0, isAll: true }
}

/** In the order of their hashes, which has nothing to do with that of the table. */
const sample = `${page}
select record_id from page where output = any($2::text[])
group by record_id order by hashtextextended(record_id, 0) limit $3::int`

export async function sampleRecords(
  executor: Executor,
  actionId: string,
  { keys, size, mostRows }: Parameters<OutputData['sampleRecords']>[1],
): Promise<string[]> {
  const rows = await rowsOf<{ recordId: string }>(executor, sample, [actionId, keys, size, mostRows])
  return rows.map(({ recordId }) => recordId)
}
