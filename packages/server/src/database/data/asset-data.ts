import { z } from 'zod'
import type { Asset } from '#core/image/image.ts'
import type { AssetData, AssetUse } from '#core/ports/data/assets.ts'
import { checked, mapperOf, plain } from '#database/columns.ts'
import type { Executor } from '#database/database.ts'
import { type ResourceTable, resources } from '#database/resources.ts'
import { rowOf, rowsOf } from '#database/statement.ts'
import { isInDesign } from './designs.ts'
import { dropping } from './dropped-file-data.ts'

const usesOf = `
(select 'template' as kind, t.id, t.name from templates t where strpos(t.sample::text, $1) > 0 or ${isInDesign}
order by t.id limit $2)
union all
(select 'action', a.id, a.title from actions a where strpos(a.mapping::text, $1) > 0 order by a.id limit $2)
union all
(select 'table', t.id, t.name from tables t where exists (
  select from table_rows r where r.table_id = t.id and strpos(r.fields::text, $1) > 0
) order by t.id limit $2)`

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
    async delete(id, at) {
      return (await rowOf(executor, remove, [id, at])) !== null
    },
    async filenames(ids) {
      const text = 'select id, filename from assets where id = any($1::text[])'
      const rows = await rowsOf<{ id: string; filename: string }>(executor, text, [ids])
      return new Map(rows.map(({ id, filename }) => [id, filename]))
    },
    usesOf: (id, most) => rowsOf<AssetUse>(executor, usesOf, [`asset:${id}`, most]),
  }
}
