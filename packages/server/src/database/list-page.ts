import { z } from 'zod'
import type { Listing, ListOptions } from '#core/ports/data/page.ts'
import { decodeCursor, encodeCursor, toListing } from './cursor.ts'
import type { Executor } from './database.ts'
import { rowsOf } from './statement.ts'

/** `{ state: 'active', 'created_at <': time }`: an undefined value is no condition. */
export type Where = Readonly<Record<string, unknown>>

/** Rows that one request reads to find matches of conditions that no index serves. */
export const MAX_EXAMINED_ROWS = 2000

/** A table, or a subquery with an alias, that is listed by a unique key. */
export interface ListedTable<Item, Row> {
  name: string
  fromRow: (row: Row) => Item
  /** Default: `id`, newest first. */
  key?: { column: keyof Row & string; schema: z.ZodType<string | number>; order: 'asc' | 'desc' }
}

export interface ListQuery extends ListOptions {
  /** An index serves these conditions together with the key; rows that match any one of several are merged. */
  where?: Where | readonly Where[]
  /** Checked row by row. A page then examines at most MAX_EXAMINED_ROWS and can hold fewer rows than its limit. */
  checked?: Where
}

const byId = { column: 'id', schema: z.string(), order: 'desc' } as const

/** As SQL; the values are added to `parameters`. */
export function conditionsOf(where: Where, parameters: unknown[]): string[] {
  return Object.entries(where)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key.includes(' ') ? key : `${key} =`} $${parameters.push(value)}`)
}

const whereText = (conditions: readonly string[]) =>
  conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`

interface Examined {
  examined: number
  examined_to: string | number | null
}

/** One page of a list. Every statement is bounded: it reads the rows of the page, or MAX_EXAMINED_ROWS. */
export async function listPage<Item, Row extends object>(
  executor: Executor,
  table: ListedTable<Item, Row>,
  { where = {}, checked = {}, ...options }: ListQuery,
): Promise<Listing<Item>> {
  const { column, schema, order } = table.key ?? byId
  const keyOf = (row: object): [string | number] => [schema.parse(Reflect.get(row, column))]
  const parameters: unknown[] = [options.limit + 1]
  const after: Where =
    options.after === undefined
      ? {}
      : { [`${column} ${order === 'asc' ? '>' : '<'}`]: decodeCursor(options.after, z.tuple([schema]))[0] }
  const sorted = `order by ${column} ${order}`
  const indexed = (Array.isArray(where) ? where : [where]).map((branch: Where) =>
    conditionsOf({ ...branch, ...after }, parameters),
  )
  const branches = indexed.map((conditions) => `from ${table.name} ${whereText(conditions)} ${sorted}`)
  const checks = conditionsOf(checked, parameters)
  const listing = { item: table.fromRow, key: keyOf }
  if (checks.length === 0) {
    const [only = '', ...others] = branches.map((branch) => `select * ${branch} limit $1`)
    const text =
      others.length === 0
        ? only
        : `select * from (${[only, ...others].map((branch) => `(${branch})`).join(' union all ')}) page ${sorted} limit $1`
    return toListing(await rowsOf<Row>(executor, text, parameters), options, listing)
  }
  const alias = table.name.split(' ').at(-1)
  const text = `
    with candidates as materialized (
      select ${column}, coalesce(${checks.join(' and ')}, false) as matches ${branches[0]} limit ${MAX_EXAMINED_ROWS}
    )
    select ${alias}.*, edge.* from (
      select count(*)::int as examined, ${order === 'asc' ? 'max' : 'min'}(${column}) as examined_to from candidates
    ) edge left join ${table.name} on ${[
      ...(indexed[0] ?? []),
      `${alias}.${column} = any(array(select ${column} from candidates where matches ${sorted} limit $1))`,
    ].join(' and ')}
    order by ${alias}.${column} ${order}`
  const rows = await rowsOf<Row & Examined>(executor, text, parameters)
  const found = rows.filter((row) => Reflect.get(row, column) !== null)
  const page = toListing(found, options, listing)
  const [edge] = rows
  if (page.next !== null || edge === undefined || edge.examined < MAX_EXAMINED_ROWS) return page
  return { ...page, next: encodeCursor([schema.parse(edge.examined_to)]) }
}
