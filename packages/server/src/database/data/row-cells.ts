import { MAX_TITLE_CHARACTERS } from '#core/table/link-reader.ts'
import type { TableField, TableRow } from '#core/table/table.ts'
import type { Executor } from '#database/database.ts'
import { windowsOf } from '#database/row-windows.ts'
import { rowsOf } from '#database/statement.ts'

/** A cell as people read it; NULL when it is empty. */
export const textOf = (cell: string) => `nullif(case jsonb_typeof(${cell}) when 'array' then (
  select string_agg(coalesce(item ->> 'label', item ->> 'filename', item #>> '{}'), ', ' order by place)
  from jsonb_array_elements(${cell}) with ordinality as items (item, place)
) else ${cell} #>> '{}' end, '')`

/** Places that an import has kept. */
export const placesOf = (row: string) =>
  `${row}.table_id = i.table_id and ${row}.position >= i.first_position and ${row}.position < i.past_position`

/** Whether a row is none of an import that has not ended. */
export const isSeen = (row: string) => `not exists (select 1 from row_imports i where ${placesOf(row)})`

/** The field that is the title of the rows of a table. */
const titleFieldOf = (tableId: string) => `(select t.fields -> 0 ->> 'id' as id from tables t where t.id = ${tableId})`

/** What people know a row by, without the blanks around it; NULL when it has no title. */
const titleOf = (row: string, fieldId = 'title_field.id') =>
  `nullif(left(btrim(${textOf(`(${row}.fields -> ${fieldId})`)}, E' \\n\\r\\t'), ${MAX_TITLE_CHARACTERS}), '')`

/** What a cell links to, as a list. */
const listIn = (cell: string) => `case jsonb_typeof(${cell}) when 'array' then ${cell} else '[]' end`

/**
 * The titles of the rows that a cell links to, as one text; NULL when it links to none. Each row is looked up by its key:
 * joined, PostgreSQL may read all of the linked table for each cell, since it expects a small part of `table_rows` there.
 */
export const linkedTextOf = (cell: string, tableId: string) => `(
  select string_agg(named.title, ', ' order by named.place)
  from (
    select links.place, (
      select coalesce(${titleOf('l', titleFieldOf(tableId))}, l.id)
      from table_rows l where l.table_id = ${tableId} and l.id = links.id and ${isSeen('l')}
    ) as title
    from jsonb_array_elements_text(${listIn(cell)}) with ordinality as links (id, place)
  ) named)`

const titlesById = `
select l.id, coalesce(${titleOf('l')}, l.id) as title
from table_rows l cross join ${titleFieldOf('$1')} as title_field
where l.table_id = $1 and l.id = any($2::text[]) and ${isSeen('l')}`

const findTitles = `
select id, title from (
  select l.id, ${titleOf('l')} as title from table_rows l cross join ${titleFieldOf('$1')} as title_field
  where l.table_id = $1 and l.position > $2 and l.position <= $3 and ${isSeen('l')}
) as titled where title is not null and ($4::text[] is null or title in (select unnest($4::text[])))`

/** So many are found without looking at each link. */
const FEW_IDS = 5

const linkingRows = `
select distinct r.id from table_rows r
cross join unnest($4::text[]) as links (field_id)
cross join lateral jsonb_array_elements_text(${listIn('r.fields -> links.field_id')}) as named (id)
join unnest($5::text[]) as wanted (id) on wanted.id = named.id
where r.table_id = $1 and r.position > $2 and r.position <= $3
  and (cardinality($5::text[]) > ${FEW_IDS} or (r.fields -> links.field_id) ?| $5::text[])`

/** Rows whose titles one statement reads. */
const TITLES_AT_ONCE = 5000

interface Titled {
  id: string
  title: string
}

export async function titlesOf(executor: Executor, tableId: string, ids: readonly string[]) {
  const titles = new Map<string, string>()
  for (let from = 0; from < ids.length; from += TITLES_AT_ONCE) {
    const part = ids.slice(from, from + TITLES_AT_ONCE)
    for (const { id, title } of await rowsOf<Titled>(executor, titlesById, [tableId, part])) titles.set(id, title)
  }
  return titles
}

export async function* titledRows(
  executor: Executor,
  tableId: string,
  titles: readonly string[] | null,
): AsyncGenerator<readonly Titled[]> {
  for await (const { after, to } of windowsOf(executor, tableId, { signal: undefined }))
    yield await rowsOf<Titled>(executor, findTitles, [tableId, after, to, titles])
}

/** Ids of rows whose cells name one of these rows. */
export async function* rowsLinking(
  executor: Executor,
  { tableId, fieldIds }: { tableId: string; fieldIds: readonly string[] },
  rowIds: readonly string[],
): AsyncGenerator<string[]> {
  for await (const { after, to } of windowsOf(executor, tableId, { signal: undefined })) {
    const rows = await rowsOf<{ id: string }>(executor, linkingRows, [tableId, after, to, fieldIds, rowIds])
    yield rows.map(({ id }) => id)
  }
}

const idsIn = (cell: unknown): string[] =>
  Array.isArray(cell) ? cell.flatMap((id: unknown) => (typeof id === 'string' ? id : [])) : []

/** The rows, in whose links the rows that are there have their titles. */
export async function withTitles(
  executor: Executor,
  fields: readonly TableField[],
  rows: readonly TableRow[],
): Promise<TableRow[]> {
  const links = fields.flatMap(({ id, linkedTableId }) => (linkedTableId === undefined ? [] : { id, linkedTableId }))
  const byTable = new Map<string, ReadonlyMap<string, string>>()
  for (const tableId of new Set(links.map(({ linkedTableId }) => linkedTableId))) {
    const toIt = links.filter(({ linkedTableId }) => linkedTableId === tableId)
    const ids = new Set(rows.flatMap((row) => toIt.flatMap(({ id }) => idsIn(row.fields[id]))))
    byTable.set(tableId, await titlesOf(executor, tableId, [...ids]))
  }
  if (links.length === 0) return [...rows]
  return rows.map((row) => {
    const cells = links.flatMap(({ id, linkedTableId }): [string, TableRow['fields'][string]][] => {
      if (row.fields[id] == null) return []
      const labels = idsIn(row.fields[id]).flatMap((rowId) => {
        const label = byTable.get(linkedTableId)?.get(rowId)
        return label === undefined ? [] : { id: rowId, label }
      })
      return [[id, labels.length === 0 ? null : labels]]
    })
    return { ...row, fields: { ...row.fields, ...Object.fromEntries(cells) } }
  })
}
