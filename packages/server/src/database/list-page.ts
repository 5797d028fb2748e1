import { z } from 'zod'
import type { Listing, ListOptions } from '#core/ports/data/page.ts'
import { bytesOf, decodeCursor, encodeCursor, isCut, MAX_PAGE_BYTES, type Sized, sized, toListing } from './cursor.ts'
import type { Executor } from './database.ts'
import { rowsOf } from './statement.ts'

/** `{ state: 'active', 'created_at <': time }`: an undefined value is no condition. */
export type Where = Readonly<Record<string, unknown>>

/** Bound on the database pages that one request reads to find matches of conditions that no index serves. */
const MAX_BUFFERS = 190
/** An index is descended from its root, then read along its leaves. */
const DESCENT_BUFFERS = 6
const MIN_ROWS_PER_LEAF = 25
/** Fewer rows are not worth another statement. */
const MIN_EXAMINED_ROWS = 20

/** A table, or a subquery with an alias, that is listed by a unique key. A subquery selects `ctid` too. */
export interface ListedTable<Item, Row> {
  name: string
  fromRow: (row: Row) => Item
  /** Default: `id`, newest first. */
  key?: { column: keyof Row & string; schema: z.ZodType<string | number>; order: 'asc' | 'desc' }
}

export interface ListQuery extends ListOptions {
  /** An index serves these conditions together with the key; rows that match any one of several are merged. */
  where?: Where | readonly Where[]
  /** Checked row by row, within MAX_BUFFERS: the page can hold fewer rows than its limit. */
  checked?: Where
}

/** As SQL; the values are added to `parameters`. */
export function conditionsOf(where: Where, parameters: unknown[]): string[] {
  return Object.entries(where)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key.includes(' ') ? key : `${key} =`} $${parameters.push(value)}`)
}

export const whereText = (conditions: readonly string[]) =>
  conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`

type Key = string | number

/** How the statements of a list read its table. */
function readerOf<Item, Row extends object>(table: ListedTable<Item, Row>) {
  const { column, schema, order } = table.key ?? { column: 'id', schema: z.string(), order: 'desc' }
  const keyOf = (row: object): [Key] => [schema.parse(Reflect.get(row, column))]
  const sorted = `order by ${column} ${order}`
  return {
    sorted,
    /** Null where there is no row: a key never is. */
    isRow: (row: object) => Reflect.get(row, column) !== null,
    lastKey: `${order === 'asc' ? 'max' : 'min'}(${column})`,
    parseKey: (key: unknown) => schema.parse(key),
    keyIn: (cursor: string | undefined) =>
      cursor === undefined ? undefined : decodeCursor(cursor, z.tuple([schema]))[0],
    from(where: Where, after: Key | undefined, parameters: unknown[]) {
      const behind = { [`${column} ${order === 'asc' ? '>' : '<'}`]: after }
      return `from ${table.name} ${whereText(conditionsOf({ ...where, ...behind }, parameters))} ${sorted}`
    },
    toPage: (rows: readonly Row[], options: ListOptions, isCut: boolean) =>
      toListing(rows, { ...options, isCut }, { item: table.fromRow, key: keyOf }),
  }
}

const heapPage = '(place::text::point)[0]'

interface Examined {
  examined: number
  lastKey: Key | null
  heapPages: number
}

/** Reads rows that match every condition by their index, from as many branches as there are. */
async function readIndexed<Item, Row extends object>(
  executor: Executor,
  table: ListedTable<Item, Row>,
  { where = {}, ...options }: ListQuery,
): Promise<Listing<Item>> {
  const reader = readerOf(table)
  const after = reader.keyIn(options.after)
  const parameters: unknown[] = [options.limit + 1]
  const branches = (Array.isArray(where) ? where : [where]).map(
    (branch: Where) => `select * ${reader.from(branch, after, parameters)}`,
  )
  const [only, ...others] = branches
  const text =
    others.length === 0
      ? only
      : `select * from (${branches.map((branch) => `(${branch})`).join(' union all ')}) page ${reader.sorted}`
  const rows = await rowsOf<Row & Sized>(executor, sized(`${text} limit $1`, reader.sorted), parameters)
  return reader.toPage(rows, options, isCut(rows))
}

interface Step<Row> {
  /** That match, in the order of the list. */
  rows: Row[]
  /** Of the rows examined; null at the end of the table. */
  lastKey: Key | null
  /** Rows that match were left out, as they are too large. */
  isCut: boolean
  bytes: number
}

interface Examination {
  where: Where
  checked: Where
  after?: Key | undefined
  /** Of the rows of a step. */
  limit?: number
  /** A step ends after MAX_PAGE_BYTES. */
  isPage?: boolean
}

/**
 * Examines row by row, and reads MAX_BUFFERS at most. In a table whose rows were rewritten each row may be on a heap page of
 * its own: a statement examines as many rows as pages are left, and the next one has what it did not use.
 */
export async function* examine<Item, Row extends object>(
  executor: Executor,
  table: ListedTable<Item, Row>,
  { where, checked, after, limit = MAX_BUFFERS, isPage = false }: Examination,
): AsyncGenerator<Step<Row>> {
  const reader = readerOf(table)
  let key = after
  for (let left = MAX_BUFFERS - DESCENT_BUFFERS; left >= MIN_EXAMINED_ROWS; ) {
    const rows = Math.floor(left / (1 + 1 / MIN_ROWS_PER_LEAF))
    const parameters: unknown[] = [limit, rows]
    const matches = conditionsOf(checked, parameters).join(' and ') || 'true'
    const all = `
      with candidates as materialized (
        select *, ctid as place, coalesce(${matches}, false) as matches ${reader.from(where, key, parameters)} limit $2
      )
      select * from (
        select count(*)::int as examined, count(*) filter (where is_other_page)::int as heap_pages,
          ${reader.lastKey} as last_key
        from (select *, ${heapPage} is distinct from lag(${heapPage}) over (${reader.sorted}) as is_other_page from candidates) each
      ) edge left join candidates on matches ${reader.sorted} limit $1`
    const text = isPage ? sized(all, reader.sorted) : all
    const found = await rowsOf<Row & Examined & Sized>(executor, text, parameters)
    const [edge] = found
    const isLast = edge === undefined || edge.lastKey === null || edge.examined < rows
    const lastKey = isLast ? null : reader.parseKey(edge.lastKey)
    yield { rows: found.filter(reader.isRow), lastKey, isCut: isPage && isCut(found), bytes: bytesOf(found) }
    if (isLast) return
    key = reader.parseKey(edge.lastKey)
    left -= DESCENT_BUFFERS + edge.examined / MIN_ROWS_PER_LEAF + edge.heapPages
  }
}

async function readChecked<Item, Row extends object>(
  executor: Executor,
  table: ListedTable<Item, Row>,
  { where, checked, ...options }: ListOptions & { where: Where; checked: Where },
): Promise<Listing<Item>> {
  const reader = readerOf(table)
  const found: Row[] = []
  let next: string | null = null
  let bytesLeft = MAX_PAGE_BYTES
  const examination = { where, checked, after: reader.keyIn(options.after), limit: options.limit + 1, isPage: true }
  for await (const { rows, lastKey, ...step } of examine(executor, table, examination)) {
    found.push(...rows)
    if (step.isCut) return reader.toPage(found, options, true)
    next = lastKey === null ? null : encodeCursor([lastKey])
    bytesLeft -= step.bytes
    if (found.length > options.limit || bytesLeft < 0) break
  }
  const page = reader.toPage(found, options, false)
  return page.next === null ? { ...page, next } : page
}

/** One page of a list. It reads the rows of the page, or pages of the database up to a bound. */
export async function listPage<Item, Row extends object>(
  executor: Executor,
  table: ListedTable<Item, Row>,
  query: ListQuery,
): Promise<Listing<Item>> {
  const { where = {}, checked = {} } = query
  if (Object.values(checked).every((value) => value === undefined)) return readIndexed(executor, table, query)
  if (isBranches(where)) throw new Error('Branches are merged by their indexes: they have no further conditions')
  return readChecked(executor, table, { ...query, where, checked })
}

const isBranches = (where: Where | readonly Where[]): where is readonly Where[] => Array.isArray(where)
