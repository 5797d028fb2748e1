import { z } from 'zod'
import type { Asset } from '#core/image/image.ts'
import type { AssetData, AssetUse } from '#core/ports/data/assets.ts'
import { checked, mapperOf, plain } from '#database/columns.ts'
import type { Executor } from '#database/database.ts'
import { executeInBatches } from '#database/in-batches.ts'
import { listPage } from '#database/list-page.ts'
import { type ResourceTable, resources } from '#database/resources.ts'
import { rowOf, rowsOf } from '#database/statement.ts'
import { isInDesign } from './designs.ts'
import { dropping } from './dropped-file-data.ts'

const usesOutsideOfRows = `
(select 'template' as kind, t.id, t.name from templates t where strpos(t.sample::text, $1) > 0 or ${isInDesign}
order by t.id limit $2)
union all
(select 'action', a.id, a.title from actions a where strpos(a.mapping::text, $1) > 0 order by a.id limit $2)`

/** No index finds a text in rows, so a large table is searched in batches, up to the first row that has it. */
const rowsWithText = `
with batch as materialized (
  select id, strpos(fields::text, $4) > 0 as is_use from table_rows where table_id = $3 and id > $1 order by id limit $2
)
select case when not bool_or(is_use) then max(id) end as last_key, count(*) filter (where is_use)::int as count
from batch`

const remove = `
with gone as (delete from assets where id = $1 returning hash),
dropped as (${dropping("select hash, 'asset', $2::timestamptz from gone")})
select hash from gone`

const assets: ResourceTable<Asset> = {
  name: 'assets',
  ...mapperOf<Asset>({
    id: plain,
    filename: plain,
    contentType: plain,
    hash: plain,
    // The driver returns a bigint as text.
    sizeBytes: checked(z.coerce.number()),
    createdAt: plain,
  }),
}

export function assetData(executor: Executor): AssetData {
  return {
    ...resources(executor, assets),
    list: ({ hash, ...options }) => listPage(executor, assets, { ...options, where: { hash } }),
    async delete(id, at) {
      return (await rowOf(executor, remove, [id, at])) !== null
    },
    async filenames(ids) {
      const text = 'select id, filename from assets where id = any($1::text[])'
      const rows = await rowsOf<{ id: string; filename: string }>(executor, text, [ids])
      return new Map(rows.map(({ id, filename }) => [id, filename]))
    },
    async usesOf(id, { most, signal }) {
      const src = `asset:${id}`
      const others = await rowsOf<AssetUse>(executor, usesOutsideOfRows, [src, most])
      const used: AssetUse[] = []
      const tables = await rowsOf<Pick<AssetUse, 'id' | 'name'>>(
        executor,
        'select id, name from tables order by id',
        [],
      )
      for (const table of tables) {
        if (used.length === most) break
        const found = await executeInBatches(executor, rowsWithText, { parameters: [table.id, src], signal })
        if (found > 0) used.push({ kind: 'table', ...table })
      }
      return [...others, ...used]
    },
  }
}
