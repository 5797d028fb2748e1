import { escapeDesign, type TextSyntax, templateSchema } from '@pictable/renderer/template'
import { z } from 'zod'
import { firstIdAt } from '#core/ids.ts'
import type { Image, MadeImage } from '#core/image/image.ts'
import { ORIGINAL_KEY } from '#core/output/outputs-of.ts'
import type { ImageData, ImageFilter, Output, OutputData } from '#core/ports/data/runs.ts'
import { boolean, int, jsonb, manyRows, mapperOf, plain, timestamp } from '#database/columns.ts'
import { countRecords, sampleRecords } from '#database/count-records.ts'
import type { Executor } from '#database/database.ts'
import { executeInBatches, recordsOfActions } from '#database/in-batches.ts'
import { conditionsOf, examine, listPage, type Where, whereText } from '#database/list-page.ts'
import { json } from '#database/parameters.ts'
import { rowOf, rowsOf } from '#database/statement.ts'
import { dropping } from './dropped-file-data.ts'

/** As stored. */
interface ImageRow extends Omit<Image, 'design'>, TextSyntax {
  design: object | null
}

const { columns, fromRow } = mapperOf<ImageRow>({
  id: plain,
  templateId: plain,
  templateVersion: int,
  design: jsonb(),
  actionId: plain,
  runId: plain,
  recordId: plain,
  output: plain,
  fileName: plain,
  values: { ...jsonb(), name: 'inputs' },
  modifications: jsonb(),
  sequence: jsonb(),
  metadata: jsonb(),
  files: jsonb(),
  thumbnail: jsonb(),
  preview: jsonb(),
  report: jsonb(),
  webhookIds: jsonb(),
  unpublishedAt: { ...timestamp, read: (at) => at ?? undefined },
  createdAt: timestamp,
  expressions: boolean,
  links: boolean,
})

/** A design that this release cannot read is left out: the image can still be listed, shown and deleted. */
function toImage(row: object): Image {
  const { expressions, links, design, ...image } = fromRow(row)
  if (design === null) return { ...image, design }
  const { data = null } = templateSchema.safeParse(escapeDesign(design, { expressions, links }))
  return { ...image, design: data }
}

const images = { name: 'images', columns, fromRow: toImage }

const made = mapperOf<MadeImage>({
  id: plain,
  templateId: plain,
  templateVersion: int,
  files: jsonb(),
  thumbnail: jsonb(),
  preview: jsonb(),
  createdAt: timestamp,
})

const getFiles = `select ${made.columns.map(({ name }) => name).join(', ')} from images where id = any($1::text[])`

const ofRun = 'select * from images where run_id = $1 and id >= $2 and id < $3 and record_id = any($4::text[])'

const { names, rows: newRows, parametersOf } = manyRows(images.columns)

const insert = `insert into images (${names}) select * from ${newRows} on conflict (id) do nothing`

/** Their records are then made anew, instead of being skipped for an image that is gone. */
const deleteImages = `
with gone as (delete from images where id = any($1::text[]) returning id, action_id, record_id, files, thumbnail, preview),
forgotten as (
  delete from outputs o using gone where (o.action_id, o.record_id, o.image_id) = (gone.action_id, gone.record_id, gone.id)
),
forgotten_too as (
  delete from more_outputs o using gone
  where (o.action_id, o.record_id, o.image_id) = (gone.action_id, gone.record_id, gone.id)
),
dropped as (${dropping(`
  select distinct file->>'hash', file->>'format', $2::timestamptz
  from gone, jsonb_array_elements(files || coalesce(thumbnail, '[]') || coalesce(preview, '[]')) as file`)}
)
select count(*)::int as count from gone`

/** Unless it has one by now, or is gone: the bytes then go like those of a deleted image. */
const addPreview = `
with added as (update images set preview = $2 where id = $1 and preview is null returning id)
${dropping('select $3, $4, $5::timestamptz where not exists (select from added)')}`

/**
 * While a newer image has not come into the table, any older one may be the one that stands there: also one with a name that
 * no output has now.
 */
const expired = `
select page.id, (page.created_at < $4::timestamptz or coalesce(page.has_newer, false)) and not page.is_current as may_go
from (
  select i.id, i.created_at,
    $6::boolean and exists (
      select from (
        select '${ORIGINAL_KEY}' as output, image_id, written_back, written_to from outputs o
        where (o.action_id, o.record_id) = (i.action_id, i.record_id)
        union all
        select output, image_id, written_back, written_to from more_outputs o
        where (o.action_id, o.record_id) = (i.action_id, i.record_id)
      ) o where o.image_id = i.id or (not o.written_back or o.written_to = '[]') and exists (
        select from actions a where a.id = i.action_id
        and (a.write_back is not null or a.more_outputs @> '[{"writeBack": {}}]')
        and (o.output = a.output_key or i.output is distinct from a.output_name)
        and not exists (
          select from jsonb_array_elements(a.more_outputs) m
          where m->>'name' = i.output and coalesce(m->>'key', m->>'name') <> o.output
        )
      )
    ) as is_current,
    exists (
      select from images n where n.record_id = i.record_id and n.action_id = i.action_id and n.id > i.id
      and (n.output = i.output or n.output is null or i.output is null)
      order by n.id offset $5::int - 1
    ) and $5::int is not null as has_newer
  from images i where i.id > $1 and ($2::text is null or i.id < $2) order by i.id limit $3
) page order by page.id`

interface SizeRow {
  id: string
  bytes: number
}

const sizes = {
  name: `(
    select ctid, id, action_id, run_id, template_id, record_id, output, modifications, created_at,
      coalesce((select sum((file->>'sizeBytes')::bigint) from jsonb_array_elements(files) file), 0)::float8 as bytes
    from images
  ) sizes`,
  fromRow: ({ bytes }: SizeRow) => bytes,
}

/** By the statistics of the database. */
async function estimateCount(executor: Executor, { where, checked }: ReturnType<typeof queryOf>): Promise<number> {
  const parameters: unknown[] = []
  const conditions = conditionsOf({ ...where, ...checked }, parameters)
  const text = `explain (format json) select from images ${whereText(conditions)}`
  const row = await rowOf<{ 'QUERY PLAN': unknown }>(executor, text, parameters)
  const plan = row?.['QUERY PLAN']
  return explained.parse(typeof plan === 'string' ? JSON.parse(plan) : plan)[0].Plan['Plan Rows']
}

const explained = z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })])

/** Images that are read to find out whether more match, when conditions remain that no index serves. */
const MAX_EXAMINED = 50_000

const countUpTo = (where: readonly string[], checks: readonly string[]) => `
select count(*)::int as count from (
  select from (
    select ${checks.join(' and ') || 'true'} as matches from images ${whereText(where)} order by id desc limit ${MAX_EXAMINED}
  ) examined where matches limit $1
) matching`

const labels = `
select i.id, r.label from images i join run_records r on (r.run_id, r.record_id) = (i.run_id, i.record_id)
where i.id = any($1::text[])`

/** No run lasts longer. The id of an image begins with the time at which its run was asked for. */
const MAX_RUN_MS = 31 * 24 * 3_600_000

/** The narrowest index, and what is left to check in its rows. */
function queryOf(filter: ImageFilter): { where: Where; checked: Where } {
  const { recordId, runId, actionId, templateId, output, modifiedLayer, createdFrom, createdUntil } = filter
  const equal: Where = { record_id: recordId, run_id: runId, action_id: actionId, template_id: templateId }
  const [indexed, ...others] = Object.entries(equal).filter(([, value]) => value !== undefined)
  const earliest = createdFrom && new Date(createdFrom.getTime() - MAX_RUN_MS)
  return {
    where: {
      ...Object.fromEntries(indexed === undefined ? [] : [indexed]),
      'id >=': earliest && firstIdAt('image', earliest),
      'id <': createdUntil && firstIdAt('image', createdUntil),
    },
    checked: {
      ...Object.fromEntries(others),
      output,
      'modifications @>': modifiedLayer === undefined ? undefined : json([{ name: modifiedLayer }]),
      'created_at >=': createdFrom,
      'created_at <': createdUntil,
    },
  }
}

export function imageData(executor: Executor): ImageData {
  return {
    async get(id) {
      const row = await rowOf<object>(executor, 'select * from images where id = $1', [id])
      return row && images.fromRow(row)
    },
    async insert(news) {
      if (news.length === 0) return
      await rowsOf(executor, insert, parametersOf(news.map((image) => ({ ...image, expressions: true, links: true }))))
    },
    list: (options) =>
      listPage(executor, images, {
        ...options,
        ...queryOf(options),
      }),
    async count(filter) {
      const query = queryOf(filter)
      let [count, bytes] = [0, 0]
      for await (const { rows, lastKey } of examine(executor, sizes, query)) {
        count += rows.length
        for (const row of rows) bytes += row.bytes
        if (lastKey === null) return { count, bytes, accuracy: 'exact' }
      }
      // The database has no statistics of names inside of modifications.
      if (filter.modifiedLayer !== undefined) return { count, bytes, accuracy: 'at_least' }
      const estimate = await estimateCount(executor, query)
      if (estimate <= count) return { count, bytes, accuracy: 'at_least' }
      return { count: estimate, bytes: Math.round((bytes / Math.max(count, 1)) * estimate), accuracy: 'estimate' }
    },
    async isMoreThan(most, filter) {
      const parameters: unknown[] = [most + 1]
      const { where, checked } = queryOf(filter)
      const text = countUpTo(conditionsOf(where, parameters), conditionsOf(checked, parameters))
      return ((await rowOf<{ count: number }>(executor, text, parameters))?.count ?? 0) > most
    },
    async labels(ids) {
      const rows = await rowsOf<{ id: string; label: string }>(executor, labels, [ids])
      return new Map(rows.map(({ id, label }) => [id, label]))
    },
    async getMany(ids) {
      const rows = await rowsOf<object>(executor, 'select * from images where id = any($1::text[])', [ids])
      return new Map(rows.map(images.fromRow).map((image) => [image.id, image]))
    },
    async ofRun(runId, { recordIds, fromId, untilId }) {
      const rows = await rowsOf<object>(executor, ofRun, [runId, fromId, untilId, recordIds])
      return new Map(rows.map(images.fromRow).map((image) => [image.id, image]))
    },
    async getFiles(ids) {
      const rows = await rowsOf<object>(executor, getFiles, [ids])
      return new Map(rows.map(made.fromRow).map((image) => [image.id, image]))
    },
    async addPreview(id, preview, at) {
      await rowsOf(executor, addPreview, [id, json(preview), preview.hash, preview.format, at])
    },
    async delete(ids, at) {
      if (ids.length === 0) return 0
      return (await rowOf<{ count: number }>(executor, deleteImages, [ids, at]))?.count ?? 0
    },
    async expired({ after, endId, limit, createdBefore, perRecord, keepCurrent }) {
      const rules = [after, endId, limit, createdBefore, perRecord, keepCurrent]
      const rows = await rowsOf<{ id: string; mayGo: boolean | null }>(executor, expired, rules)
      const ids = rows.filter(({ mayGo }) => mayGo === true).map(({ id }) => id)
      return { ids, next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) }
    },
  }
}

/** The release before reads and writes `writtenBack` alone: where it has written is unknown. */
type OutputRow = Output & { writtenBack: boolean }

/** Rows of the output with `ORIGINAL_KEY` are in `outputs`, as those of every action were when it had one. */
const { columns: outputColumns, fromRow: toOutputRow } = mapperOf<OutputRow>({
  actionId: plain,
  recordId: plain,
  output: plain,
  fingerprint: plain,
  imageId: plain,
  writtenBack: boolean,
  writtenTo: jsonb(),
})

function toOutput(row: object): Output {
  const { writtenBack, writtenTo, ...output } = toOutputRow(row)
  return { ...output, writtenTo: writtenBack ? (writtenTo ?? []) : null }
}

/** Sorted, so that two at once never wait for each other in a ring. */
function upsertInto(table: string, key: string) {
  const {
    names: columns,
    rows,
    parametersOf: ofRows,
  } = manyRows(table === 'outputs' ? outputColumns.filter(({ property }) => property !== 'output') : outputColumns)
  const text = `
insert into ${table} as o (${columns}, first_image_id)
select *, image_id from ${rows} as news (${columns})
order by ${key}
on conflict (${key}) do update
set first_image_id = coalesce(o.first_image_id, o.image_id), fingerprint = excluded.fingerprint,
  image_id = excluded.image_id, written_back = excluded.written_back, written_to = excluded.written_to`
  return async (executor: Executor, outputs: readonly Output[]) => {
    const last = new Map(outputs.map((output) => [`${output.actionId} ${output.recordId} ${output.output}`, output]))
    const stored = [...last.values()].map((output) => ({ ...output, writtenBack: output.writtenTo !== null }))
    if (stored.length > 0) await rowsOf(executor, text, ofRows(stored))
  }
}

const upsertOriginal = upsertInto('outputs', 'action_id, record_id')
const upsertMore = upsertInto('more_outputs', 'action_id, record_id, output')

const tables = ['outputs', 'more_outputs']

const isOriginal = (key: string) => key === ORIGINAL_KEY

const forgetWritten = (table: string) => `
with batch as materialized (
  select record_id from ${table} where action_id = $3 and record_id > $1 order by record_id limit $2
), forgotten as (
  update ${table} set written_to = '[]'
  where action_id = $3 and written_back and written_to is distinct from '[]'
  and record_id = any(array(select record_id from batch))
)
select max(record_id) as last_key from batch`

const noteGone = `update actions set gone_outputs = gone_outputs || to_jsonb($2::text[]) where id = $1`

/** None is left of actions that are deleted. */
const goneOutputs = "select id as action_id, gone_outputs as keys from actions where gone_outputs <> '[]'"

/** By a range: without statistics, a list of records is compared with each row. */
const deleteOutputs = (table: string, ofThem: string) => `
with batch as (
  select max(record_id) as last_key from (
    select record_id from ${table} where action_id = $3 and record_id > $1 order by record_id limit $2
  ) page
), gone as (
  delete from ${table}
  where action_id = $3 and record_id > $1 and record_id <= (select last_key from batch) and ${ofThem}
)
select last_key from batch`

const deleteOriginal = deleteOutputs('outputs', 'true')
const deleteMore = deleteOutputs('more_outputs', 'output = any($4::text[])')

/** No output gets the key of another one, so no row is added for it. */
const forgetGone = 'update actions set gone_outputs = gone_outputs - $2::text[] where id = $1'

const findOriginal = `select *, '${ORIGINAL_KEY}' as output from outputs where action_id = $1 and record_id = any($2::text[])`
const findMore = `
select * from more_outputs
where action_id = $1 and record_id = any($2::text[]) and ($3::text[] is null or output = any($3))`

export function outputData(executor: Executor): OutputData {
  return {
    async find(actionId, recordIds, keys) {
      const found = new Map<string, Map<string, Output>>()
      const [original, more] = keys === undefined ? [true, true] : [keys.some(isOriginal), !keys.every(isOriginal)]
      const rows = [
        ...(original ? await rowsOf<object>(executor, findOriginal, [actionId, recordIds]) : []),
        ...(more ? await rowsOf<object>(executor, findMore, [actionId, recordIds, keys ?? null]) : []),
      ]
      for (const output of rows.map(toOutput))
        found.set(output.recordId, (found.get(output.recordId) ?? new Map()).set(output.output, output))
      return found
    },
    countRecords: (actionId, of) => countRecords(executor, actionId, of),
    sampleRecords: (actionId, of) => sampleRecords(executor, actionId, of),
    async forgetWritten(actionId) {
      for (const table of tables) await executeInBatches(executor, forgetWritten(table), { parameters: [actionId] })
    },
    async noteGone(actionId, keys) {
      await rowsOf(executor, noteGone, [actionId, keys])
    },
    async deleteGone() {
      for (const { actionId, keys } of await rowsOf<{ actionId: string; keys: string[] }>(executor, goneOutputs, [])) {
        const more = keys.filter((key) => !isOriginal(key))
        if (more.length < keys.length) await executeInBatches(executor, deleteOriginal, { parameters: [actionId] })
        if (more.length > 0) await executeInBatches(executor, deleteMore, { parameters: [actionId, more] })
        await rowsOf(executor, forgetGone, [actionId, keys])
      }
    },
    ...recordsOfActions(executor, tables),
    async upsert(outputs) {
      await upsertOriginal(
        executor,
        outputs.filter(({ output }) => isOriginal(output)),
      )
      await upsertMore(
        executor,
        outputs.filter(({ output }) => !isOriginal(output)),
      )
    },
  }
}
