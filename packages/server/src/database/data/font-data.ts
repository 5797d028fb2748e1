import { type Font, fontFactsSchema } from '#core/font/font.ts'
import type { FontData } from '#core/ports/data/fonts.ts'
import { jsonb, mapperOf, plain } from '#database/columns.ts'
import type { Executor } from '#database/database.ts'
import { json } from '#database/parameters.ts'
import { type ResourceTable, resources } from '#database/resources.ts'
import { rowOf, rowsOf } from '#database/statement.ts'
import { isInDesign } from './designs.ts'
import { dropping } from './dropped-file-data.ts'

const fonts: ResourceTable<Font> = {
  name: 'fonts',
  ...mapperOf<Font>({
    id: plain,
    family: plain,
    weight: plain,
    style: plain,
    filename: plain,
    contentType: plain,
    hash: plain,
    sizeBytes: plain,
    facts: jsonb(fontFactsSchema),
    createdAt: plain,
  }),
}

const remove = `
with gone as (delete from fonts where id = $1 returning hash),
dropped as (${dropping("select hash, 'font', $2::timestamptz from gone")})
select hash from gone`

const replace = `
with old as materialized (select id, hash from fonts where id = $1 for update),
dropped as (${dropping("select hash, 'font', $7::timestamptz from old where hash <> $4")})
update fonts set filename = $2, content_type = $3, hash = $4, size_bytes = $5, facts = $6, created_at = $7
from old where fonts.id = old.id`

const usersOf = `select t.name from templates t where ${isInDesign} order by t.id limit 5`

export function fontData(executor: Executor): FontData {
  return {
    ...resources(executor, fonts),
    async all() {
      return (await rowsOf<object>(executor, 'select * from fonts order by id', [])).map(fonts.fromRow)
    },
    async find({ family, weight, style }) {
      const text = 'select * from fonts where family = $1 and weight = $2 and style = $3'
      const row = await rowOf<object>(executor, text, [family, weight, style])
      return row && fonts.fromRow(row)
    },
    async replace({ id, filename, contentType, hash, sizeBytes, facts, createdAt }) {
      await rowsOf(executor, replace, [id, filename, contentType, hash, sizeBytes, json(facts), createdAt])
    },
    async delete(id, at) {
      return (await rowOf(executor, remove, [id, at])) !== null
    },
    async usersOf(family) {
      const written = JSON.stringify(family)
      const names = new Set<string>()
      // A property, or a text in an expression.
      for (const each of [written, JSON.stringify(written).slice(1, -1), `'${written.slice(1, -1)}'`]) {
        const rows = await rowsOf<{ name: string }>(executor, usersOf, [each])
        for (const { name } of rows) names.add(name)
      }
      return [...names].slice(0, 5)
    },
  }
}
