import { fieldKinds } from '@pictable/model/field'
import { fieldFormat } from '@pictable/model/field-format'
import { sortDirections, viewOperators } from '@pictable/model/table'
import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { LinkingTable, NewRow, RowPage, RowQuery, TableData } from '#core/ports/data/tables.ts'
import type { FieldValue } from '#core/ports/source.ts'
import type { Table, TableRow } from '#core/table/table.ts'
import { jsonb, mapperOf, plain } from '#database/columns.ts'
import { decodeCursor, isCut, type Sized, sized, toListing } from '#database/cursor.ts'
import { type Executor, inTransaction } from '#database/database.ts'
import { deleteMatching, deleteOwned, executeInBatches, goneOwners } from '#database/in-batches.ts'
import { json } from '#database/parameters.ts'
import { type EditableTable, editableResources } from '#database/resources.ts'
import { type RowWindow, windowsOf } from '#database/row-windows.ts'
import { rowOf, rowsOf } from '#database/statement.ts'
import { isSeen, placesOf, rowsLinking, titledRows, titlesOf, withTitles } from './row-cells.ts'
import { createParameters, type Parameters, rowConditions, sortKey } from './table-view.ts'

const fields = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(fieldKinds),
    format: fieldFormat.exactOptional(),
    linkedTableId: z.string().exactOptional(),
  }),
)
const views = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    filters: z.array(
      z.object({
        fieldId: z.string(),
        operator: z.enum(viewOperators),
        value: z.union([z.string(), z.number(), z.boolean()]).exactOptional(),
      }),
    ),
    sort: z.object({ fieldId: z.string(), direction: z.enum(sortDirections) }).nullable(),
  }),
)

const tables: EditableTable<Table> = {
  name: 'tables',
  inUse: 'An action reads this table. Delete the action first, or choose another table in it',
  ...mapperOf<Table>({
    id: plain,
    name: plain,
    fields: jsonb(fields),
    views: jsonb(views),
    revision: plain,
    createdAt: plain,
    updatedAt: plain,
  }),
}

const { fromRow: toTableRow } = mapperOf<TableRow>({
  id: plain,
  position: plain,
  fields: jsonb(),
  createdAt: plain,
  updatedAt: plain,
})

interface ImportPlaces {
  tableId: string
  pastPosition: number
}

/** Ids and fields of rows, as the columns of a parameter each. */
const columnsOf = (rows: readonly NewRow[]) => [rows.map(({ id }) => id), rows.map(({ fields }) => json(fields))]

/** The counter of the table's row gives the positions: inserts at once wait for each other there. */
const insertRows = `
with places as (
  update tables set next_position = next_position + cardinality($2::text[]) where id = $1
  returning next_position - cardinality($2::text[]) as first
)
insert into table_rows (table_id, id, position, fields, created_at, updated_at)
select $1, news.id, places.first + news.place - 1, news.fields, now(), now()
from places, unnest($2::text[], $3::jsonb[]) with ordinality as news (id, fields, place)
returning id`

const deletedColumns = 'table_id, id, position, fields, created_at, updated_at'

const deleteRows = `
with gone as (
  delete from table_rows where table_id = $1 and id = any($2::text[]) returning *
), kept as (
  insert into deleted_rows (${deletedColumns}, deleted_at) select ${deletedColumns}, now() from gone
)
select id from gone`

const restoreRows = `
with back as (
  delete from deleted_rows where table_id = $1 and id = any($2::text[]) returning *
)
insert into table_rows (${deletedColumns}) select ${deletedColumns} from back returning id`

const patchRows = `
update table_rows r set fields = r.fields || patch.fields, updated_at = now()
from unnest($2::text[], $3::jsonb[]) as patch (id, fields)
where r.table_id = $1 and r.id = patch.id and r.id = any($2::text[]) and ${isSeen('r')}
returning r.id`

const rowsOfTable = { table: 'table_rows', owner: 'table_id', key: 'id' }
const deleteRowsOf = deleteOwned(rowsOfTable)
const deleteDeletedOf = deleteOwned({ ...rowsOfTable, table: 'deleted_rows' })

/** Rows of an import may come before their table. */
const goneTables = goneOwners(
  rowsOfTable,
  `not exists (select 1 from tables t where t.id = o.id) and not exists (select 1 from row_imports i where i.table_id = o.id)`,
)

const usedByAction = `
select a.id from actions a join connections c on c.id = a.connection_id
where c.source = 'table' and a.table_id = $1 limit 1`

const usedByForm = 'select title from forms where table_id = $1 order by id limit 1'

const links = `tables t, jsonb_array_elements(t.fields) as links (field) where links.field ->> 'kind' = 'link' and links.field ->> 'linkedTableId' = $1`

const linksTo = `
select t.id as table_id, array_agg(links.field ->> 'id') as field_ids from ${links} group by t.id order by t.id`

const usedByLink = `
select links.field ->> 'name' as name, t.name as table_name from ${links} and t.id <> $1 limit 1`

const startImport = `
with places as (
  update tables set next_position = next_position + $3 where id = $1 returning next_position - $3 as first
), starting as (select coalesce((select first from places), 0) as first)
insert into row_imports (id, table_id, first_position, past_position, started_at)
select $2, $1, first, first + $3, now() from starting
returning first_position`

const insertImported = `
with places as (update row_imports set started_at = now() where id = $1 returning table_id)
insert into table_rows (table_id, id, position, fields, created_at, updated_at)
select places.table_id, news.id, $2 + news.place - 1, news.fields, now(), now()
from places, unnest($3::text[], $4::jsonb[]) with ordinality as news (id, fields, place)
returning id`

const interrupted = () => new AppError('unavailable', 'The import was interrupted. Send the file again.')

/** All rows but those of imports, the one that is finished among them, are not to be seen from now on. */
const hideOthers = `
with taken as (
  select first_position as first, past_position as past from row_imports where table_id = $1
  union all select next_position, next_position from tables where id = $1
), gaps as (
  select coalesce(max(past) over (order by first, past rows between unbounded preceding and 1 preceding), 0) as first,
    first as past, row_number() over (order by first, past) as n
  from taken
)
insert into row_imports (id, table_id, first_position, past_position, started_at)
select $2 || '_' || n, $1, first, past, now() from gaps where first < past`

const rowsAtOnce = 2000

const removeSlice = (condition: string) => `
delete from table_rows where (table_id, id) in (
  select r.table_id, r.id from row_imports i join table_rows r on ${placesOf('r')} where ${condition} limit ${rowsAtOnce}
) returning id`

/** Removes imports that match, and their rows: these piece by piece, so that everybody else has a turn in between. */
async function sweepImports(executor: Executor, condition: string, parameters: readonly unknown[]): Promise<void> {
  // Under another name first: from then on it adds no more rows, and cannot be finished.
  const rename = `update row_imports i set id = i.id || '_gone' where ${condition} and right(i.id, 5) <> '_gone'`
  await rowsOf(executor, rename, parameters)
  let removed: unknown[]
  do removed = await rowsOf(executor, removeSlice(condition), parameters)
  while (removed.length === rowsAtOnce)
  await rowsOf(executor, `delete from row_imports i where ${condition}`, parameters)
}

const cursorKey = z.union([z.tuple([z.int()]), z.tuple([z.int(), z.string()])])

type QueriedTable = Pick<Table, 'id' | 'fields'>

const conditionsOf = ({ fields }: QueriedTable, query: RowQuery, parameters: Parameters): string =>
  [...rowConditions(query, fields, parameters), isSeen('r')].map((condition) => `and ${condition}`).join(' ')

const within = ({ after, to }: RowWindow, parameters: Parameters): string =>
  `r.position > ${parameters.add(after)} and r.position <= ${parameters.add(to)}`

/** The part of a statement behind what it selects: the rows behind the cursor, in their order. */
function pageOf(table: QueriedTable, options: RowPage & RowQuery, among: (parameters: Parameters) => string) {
  const { view, limit, after, skip = 0 } = options
  const parameters = createParameters(table.id, limit + 1, skip)
  const where = conditionsOf(table, options, parameters)
  const sort = view?.sort ? sortKey(view.sort, table.fields, parameters) : null
  const behind: string[] = []
  if (after !== undefined) {
    const allowed = cursorKey.refine(([, key]) => key === undefined || sort?.accepts(key))
    const [position, key = null] = decodeCursor(after, allowed)
    behind.push(`and ${sort ? sort.behind({ key, position }) : `r.position > ${parameters.add(position)}`}`)
  }
  const order = sort ? `sorted.key ${sort.direction} nulls last, ` : ''
  const text = `from table_rows r ${sort?.join ?? ''} where r.table_id = $1 ${where} ${behind.join('')} ${among(parameters)}
    order by ${order}r.position limit $2 offset $3`
  return { sortKey: sort ? 'sorted.key::text' : 'null', text, values: parameters.values }
}

/** Whether a page may have to examine all of the table. */
const examinesAll = ({ view, search, skip = 0 }: RowPage & RowQuery): boolean =>
  skip === 0 && (search !== undefined || (view !== undefined && (view.filters.length > 0 || view.sort !== null)))

/** Positions of the rows of a page, the best of each window held against those before; null when one statement reads it all. */
async function findPage(
  executor: Executor,
  table: QueriedTable,
  options: RowPage & RowQuery,
): Promise<number[] | null> {
  const { view, limit, after, signal } = options
  const isSorted = view?.sort != null
  const [behind] = after === undefined || isSorted ? [-1] : decodeCursor(after, cursorKey)
  let found: number[] = []
  for await (const window of windowsOf(executor, table.id, { after: behind, signal })) {
    if (window.isLast && window.after === behind) return null
    const { text, values } = pageOf(
      table,
      options,
      (parameters) => `and (r.position = any(${parameters.add(found)}::int[]) or (${within(window, parameters)}))`,
    )
    const rows = await rowsOf<{ position: number }>(executor, `select r.position ${text}`, values)
    found = rows.map(({ position }) => position)
    if (!isSorted && found.length > limit) break
  }
  return found
}

/** The rows of a table, through a view or in the order of the table. */
async function listRows(executor: Executor, table: QueriedTable, options: RowPage & RowQuery) {
  const found = examinesAll(options) ? await findPage(executor, table, options) : null
  const { sortKey, text, values } = pageOf(table, options, (parameters) =>
    found === null ? '' : `and r.position = any(${parameters.add(found)}::int[])`,
  )
  const page = `select r.id, r.position, r.fields, r.created_at, r.updated_at, ${sortKey} as sort_key ${text}`
  const numbered = `select *, row_number() over () as place from (${page}) r`
  const rows = await rowsOf<Sized & { position: number; sortKey: string | null }>(
    executor,
    sized(numbered, 'order by place'),
    values,
  )
  return toListing(
    rows,
    { ...options, isCut: isCut(rows) },
    {
      item: toTableRow,
      key: ({ position, sortKey: key }) => (key === null ? [position] : [position, key]),
    },
  )
}

async function countRows(executor: Executor, table: QueriedTable, query: RowQuery): Promise<number> {
  let count = 0
  for await (const window of windowsOf(executor, table.id, { signal: query.signal })) {
    const parameters = createParameters(table.id)
    const where = `${conditionsOf(table, query, parameters)} and ${within(window, parameters)}`
    const text = `select count(*)::int as count from table_rows r where r.table_id = $1 ${where}`
    count += (await rowOf<{ count: number }>(executor, text, parameters.values))?.count ?? 0
  }
  return count
}

/** @throws AppError `conflict` */
async function refuseUsed(executor: Executor, id: string): Promise<void> {
  if ((await rowOf(executor, usedByAction, [id])) !== null) throw new AppError('conflict', tables.inUse)
  const form = await rowOf<{ title: string }>(executor, usedByForm, [id])
  if (form !== null) {
    const message = `The form "${form.title}" adds rows to this table. Delete the form, or choose another table in it first.`
    throw new AppError('conflict', message)
  }
  const link = await rowOf<{ name: string; tableName: string }>(executor, usedByLink, [id])
  if (link === null) return
  const message = `The field "${link.name}" of the table "${link.tableName}" links to this table. Delete the field or change its kind first.`
  throw new AppError('conflict', message)
}

export function tableData(executor: Executor): TableData {
  const resources = editableResources(executor, tables)
  const queried = async (id: string): Promise<QueriedTable> => ({
    id,
    fields: (await resources.get(id))?.fields ?? [],
  })
  return {
    ...resources,
    async lock(id) {
      const row = await rowOf<object>(executor, 'select * from tables where id = $1 for no key update', [id])
      return row && tables.fromRow(row)
    },
    async delete(id) {
      await refuseUsed(executor, id)
      // Else they would go with the table, in one statement.
      await executeInBatches(executor, deleteDeletedOf, { parameters: [id] })
      const wasThere = await inTransaction(executor, async (transaction) => {
        // A field that is being made to link to it keeps it until then.
        await rowOf(transaction, 'select id from tables where id = $1 for update', [id])
        await refuseUsed(transaction, id)
        return (await rowOf(transaction, 'delete from tables where id = $1 returning id', [id])) !== null
      })
      if (wasThere) await executeInBatches(executor, deleteRowsOf, { parameters: [id] })
      return wasThere
    },
    async deleteRowsOfGone() {
      for (const { id } of await rowsOf<{ id: string }>(executor, goneTables, []))
        await executeInBatches(executor, deleteRowsOf, { parameters: [id] })
    },
    async rows(tableId, options) {
      const table = await queried(tableId)
      const { results, next } = await listRows(executor, table, options)
      return { results: await withTitles(executor, table.fields, results), next }
    },
    async countRows(tableId, query) {
      return countRows(executor, await queried(tableId), query)
    },
    async rowsById(tableId, rowIds, query = {}) {
      const table = await queried(tableId)
      const parameters = createParameters(table.id, rowIds)
      const where = conditionsOf(table, query, parameters)
      const text = `select * from table_rows r where r.table_id = $1 and r.id = any($2::text[]) ${where} order by r.position`
      const rows = await rowsOf<object>(executor, text, parameters.values)
      return withTitles(executor, table.fields, rows.map(toTableRow))
    },
    titles: (tableId, rowIds) => titlesOf(executor, tableId, rowIds),
    findTitles: (tableId, titles) => titledRows(executor, tableId, titles),
    linksTo: (tableId) => rowsOf<LinkingTable>(executor, linksTo, [tableId]),
    linkingRows: (linking, rowIds) => rowsLinking(executor, linking, rowIds),
    async insertRows(tableId, rows) {
      if (rows.length === 0) return
      const added = await rowsOf(executor, insertRows, [tableId, ...columnsOf(rows)])
      if (added.length === 0) throw new AppError('not_found', `There is no table ${tableId}`)
    },
    async patchRows(tableId, patches) {
      const merged = new Map<string, Record<string, FieldValue>>()
      for (const { recordId, fields } of patches) merged.set(recordId, { ...merged.get(recordId), ...fields })
      const rows = await rowsOf<{ id: string }>(executor, patchRows, [
        tableId,
        [...merged.keys()],
        [...merged.values()].map(json),
      ])
      return new Set(rows.map(({ id }) => id))
    },
    async deleteRows(tableId, rowIds) {
      return new Set((await rowsOf<{ id: string }>(executor, deleteRows, [tableId, rowIds])).map(({ id }) => id))
    },
    async restoreRows(tableId, rowIds) {
      return new Set((await rowsOf<{ id: string }>(executor, restoreRows, [tableId, rowIds])).map(({ id }) => id))
    },
    async forgetRows(which) {
      if ('tableId' in which) await executeInBatches(executor, deleteDeletedOf, { parameters: [which.tableId] })
      else
        await executeInBatches(executor, deleteMatching('deleted_rows', 'deleted_at < $3'), {
          parameters: [which.deletedBefore],
        })
    },
    async startImport(tableId, { importId, rowCount }) {
      await sweepImports(executor, `i.started_at < now() - interval '1 hour'`, [])
      const started = await rowOf<{ firstPosition: number }>(executor, startImport, [tableId, importId, rowCount])
      return started?.firstPosition ?? 0
    },
    async insertImported(importId, first, rows) {
      if (rows.length === 0) return
      const added = await rowsOf(executor, insertImported, [importId, first, ...columnsOf(rows)])
      if (added.length === 0) throw interrupted()
    },
    async finishImport(importId, options) {
      return inTransaction(executor, async (transaction) => {
        const own = 'select * from row_imports where id = $1 for update'
        const places = await rowOf<ImportPlaces>(transaction, own, [importId])
        if (places === null) throw interrupted()
        const { tableId, pastPosition: past } = places
        const keep = 'update tables set next_position = greatest(next_position, $2), updated_at = now() where id = $1'
        await rowsOf(transaction, keep, [tableId, past])
        let removed = 0
        if (options.removeOthers) {
          removed = await countRows(transaction, { id: tableId, fields: [] }, {})
          await rowsOf(transaction, hideOthers, [tableId, importId])
        }
        await rowsOf(transaction, 'delete from row_imports where id = $1', [importId])
        return removed
      })
    },
    dropImport: (importId) => sweepImports(executor, 'starts_with(i.id, $1)', [importId]),
  }
}
