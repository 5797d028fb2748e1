import { ORIGINAL_KEY } from '#core/output/outputs-of.ts'
import type { DuplicateKey, KeyedImages, RecordKey, RecordKeyData } from '#core/ports/data/record-keys.ts'
import { manyRows, mapperOf, plain } from '#database/columns.ts'
import type { Executor } from '#database/database.ts'
import { recordsOfActions } from '#database/in-batches.ts'
import { rowOf, rowsOf } from '#database/statement.ts'

const { columns } = mapperOf<RecordKey & { actionId: string }>({
  actionId: plain,
  recordId: plain,
  label: plain,
  key: plain,
  slug: plain,
  since: plain,
})

const { names, rows, parametersOf } = manyRows(columns)

/** Sorted, so that two at once never wait for each other in a ring. */
const upsert = `
insert into record_keys as k (${names})
select * from ${rows} as news (${names})
order by record_id
on conflict (action_id, record_id) do update
set label = excluded.label, key = excluded.key, slug = excluded.slug,
  since = case when k.slug = excluded.slug then k.since else excluded.since end
where (k.label, k.key, k.slug) is distinct from (excluded.label, excluded.key, excluded.slug)`

const firstOf = (slug: string) => `
select f.record_id, f.label, f.key from record_keys f where f.action_id = $1 and f.slug = ${slug} order by f.since, f.record_id limit 1`

const firsts = `select s.slug, f.record_id from unnest($2::text[]) s (slug), lateral (${firstOf('s.slug')}) f`

/** One row by its key, for each record: statistics that are out of date must not make it a scan of the action. */
const imageOf = `select o.image_id from outputs o where o.action_id = $1 and o.record_id = k.record_id limit 1`
const otherImageOf = `select o.image_id from more_outputs o where o.action_id = $1 and o.record_id = k.record_id limit 1`

const isListed = 'select true from run_records r where r.run_id = $2 and r.record_id = k.record_id limit 1'
const isDeleted = `
select true from deleted_records d where d.action_id = $1 and d.record_id = k.record_id and d.state = 'deleted' limit 1`

/** Of these records, which have no image, were deleted from the table, or were not listed by the run that listed all others. */
const deleteGone = `
delete from record_keys k where k.action_id = $1 and k.record_id = any($3::text[]) and (
  ((${imageOf}) is null and (${otherImageOf}) is null)
  or (${isDeleted}) is not null
  or ($2::text is not null and (${isListed}) is null)
)
returning k.record_id`

/** Of those that the run did not list, where it listed another with their slug, or where they have none. */
const deleteUnlisted = `
delete from record_keys k where k.action_id = $1 and k.slug = any(array(
  select '' union all
  select k.slug from record_keys k where k.action_id = $1 and k.is_duplicate and (${isListed}) is not null
)) and (${isListed}) is null`

const markDuplicates = `
update record_keys set is_duplicate = record_id = any($3::text[])
where action_id = $1 and record_id = any($2::text[]) and is_duplicate <> (record_id = any($3::text[]))`

const findImage = {
  original: `select image_id from outputs where action_id = $1 and record_id = (select record_id from (${firstOf('$2')}) first)`,
  more: `
select image_id from more_outputs
where action_id = $1 and record_id = (select record_id from (${firstOf('$2')}) first) and output = $3`,
}

/** Marks of records whose key leads to them by now go when they are claimed again; this many are read. */
const MAX_MARKS = 1000

const duplicates = `
select k.key, k.slug, k.record_id, k.label, f.record_id as first_id, f.label as first_label, f.key as first_key
from (
  select * from record_keys where action_id = $1 and is_duplicate order by record_id limit ${MAX_MARKS}
) k, lateral (${firstOf('k.slug')}) f
where f.record_id <> k.record_id order by k.record_id limit $2`

const withoutSlug = `
select record_id as id, label from record_keys where action_id = $1 and slug = '' order by since, record_id limit $2`

const page = `
select k.slug, k.key, case when (${isDeleted}) is null then coalesce((
  select jsonb_agg(jsonb_build_object('output', o.output, 'files', i.files))
  from (
    select '${ORIGINAL_KEY}' as output, image_id from outputs where action_id = $1 and record_id = k.record_id
    union all
    select output, image_id from more_outputs where action_id = $1 and record_id = k.record_id
  ) o, lateral (
    select files from images where id = o.image_id and unpublished_at is null limit 1
  ) i
), '[]') else '[]' end as images
from (
  select distinct on (slug) slug, key, record_id from record_keys where action_id = $1 and slug > $2
  order by slug, since, record_id limit $3
) k
order by k.slug`

interface DuplicateRow extends Pick<RecordKey, 'key' | 'slug' | 'recordId' | 'label'> {
  firstId: string
  firstLabel: string
  firstKey: string
}

export function recordKeyData(executor: Executor): RecordKeyData {
  /** Of these keys, which lead to other records; those of records without an image or that are gone give way. */
  async function otherFirsts(
    actionId: string,
    keys: readonly RecordKey[],
    listedBy: string | null,
  ): Promise<Set<string>> {
    const ours = new Set(keys.map(({ recordId }) => recordId))
    const slugs = [...new Set(keys.map(({ slug }) => slug))]
    for (;;) {
      const found = await rowsOf<{ slug: string; recordId: string }>(executor, firsts, [actionId, slugs])
      const firstBySlug = new Map(found.map(({ slug, recordId }) => [slug, recordId]))
      const others = [...firstBySlug.values()].filter((recordId) => !ours.has(recordId))
      const gone = others.length === 0 ? [] : await rowsOf(executor, deleteGone, [actionId, listedBy, others])
      if (gone.length > 0) continue
      const behind = keys.filter(({ slug, recordId }) => firstBySlug.get(slug) !== recordId)
      return new Set(behind.map(({ recordId }) => recordId))
    }
  }

  return {
    async claim(actionId, keys, listedBy = null) {
      if (keys.length === 0) return new Set()
      await rowsOf(executor, upsert, parametersOf(keys.map((key) => ({ ...key, actionId }))))
      const slugged = keys.filter(({ slug }) => slug !== '')
      const behind = slugged.length === 0 ? new Set<string>() : await otherFirsts(actionId, slugged, listedBy)
      await rowsOf(executor, markDuplicates, [actionId, keys.map(({ recordId }) => recordId), [...behind]])
      return behind
    },
    async deleteUnlisted(actionId, listedBy) {
      await rowsOf(executor, deleteUnlisted, [actionId, listedBy])
    },
    async slugs(actionId, recordIds) {
      const text = 'select record_id, slug from record_keys where action_id = $1 and record_id = any($2::text[])'
      const found = await rowsOf<{ recordId: string; slug: string }>(executor, text, [actionId, recordIds])
      return new Map(found.map(({ recordId, slug }) => [recordId, slug]))
    },
    async findImage(actionId, { slug, output }) {
      const isOriginal = output === ORIGINAL_KEY
      const text = isOriginal ? findImage.original : findImage.more
      const row = await rowOf<{ imageId: string }>(executor, text, [actionId, slug, ...(isOriginal ? [] : [output])])
      return row?.imageId ?? null
    },
    async someSlug(actionId) {
      const text = "select slug from record_keys where action_id = $1 and slug > '' order by slug limit 1"
      return (await rowOf<{ slug: string }>(executor, text, [actionId]))?.slug ?? null
    },
    async page(actionId, { after, limit }) {
      const results = await rowsOf<KeyedImages>(executor, page, [actionId, after, limit])
      return { results, next: results.length < limit ? null : (results.at(-1)?.slug ?? null) }
    },
    async duplicates(actionId, limit) {
      const found = await rowsOf<DuplicateRow>(executor, duplicates, [actionId, limit])
      return found.map(({ key, slug, recordId, label, ...first }): DuplicateKey => {
        const { firstId, firstLabel, firstKey } = first
        const record = { id: recordId, label }
        return { key, slug, record, first: { id: firstId, label: firstLabel, key: firstKey } }
      })
    },
    withoutSlug: (actionId, limit) => rowsOf(executor, withoutSlug, [actionId, limit]),
    ...recordsOfActions(executor, ['record_keys']),
  }
}
