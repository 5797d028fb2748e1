import { ORIGINAL_KEY } from '#core/output/outputs-of.ts'
import type { OutputData, RecordCount } from '#core/ports/data/runs.ts'
import type { Executor } from '#database/database.ts'
import { rowOf } from '#database/statement.ts'

/** A template is looked up row by row: a join might read all images. */
const count = `
with page as (
  (select record_id, '${ORIGINAL_KEY}' as output, image_id from outputs where action_id = $1 limit $4::int)
  union all
  (select record_id, output, image_id from more_outputs where action_id = $1 limit $4::int)
)
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
