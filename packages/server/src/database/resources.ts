import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { Listing, ListOptions } from '#core/ports/data/page.ts'
import type { EditableResources, Resources } from '#core/ports/data/resources.ts'
import { decodeCursor, toListing } from './cursor.ts'
import type { Executor } from './database.ts'
import { rowOf, rowsOf } from './statement.ts'

const idKey = z.tuple([z.string()])

/** A table whose rows have ids. */
export interface ResourceTable<Item, Row> {
  name: string
  /** Column -> what to store. The first is `id`. */
  columns: Readonly<Record<string, (item: Item) => unknown>>
  fromRow: (row: Row) => Item
}

/** `{ state: 'active', 'created_at <': time }`: what is undefined is no condition. */
export type Where = Readonly<Record<string, unknown>>

/** As SQL, the values from the place `first` on. */
export function conditionsOf(where: Where, first: number): { conditions: string[]; values: unknown[] } {
  const held = Object.entries(where).filter(([, value]) => value !== undefined)
  return {
    conditions: held.map(([key], at) => `${key.includes(' ') ? key : `${key} =`} $${first + at}`),
    values: held.map(([, value]) => value),
  }
}

/** Newest first. */
export async function listById<Item, Row extends { id: string }>(
  executor: Executor,
  table: Pick<ResourceTable<Item, Row>, 'name' | 'fromRow'>,
  options: ListOptions & { where?: Where },
): Promise<Listing<Item>> {
  const { conditions, values } = conditionsOf(options.where ?? {}, 2)
  const parameters = [options.limit + 1, ...values]
  if (options.after !== undefined) {
    const [id] = decodeCursor(options.after, idKey)
    parameters.push(id)
    conditions.push(`id < $${parameters.length}`)
  }
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
  const rows = await rowsOf<Row>(executor, `select * from ${table.name} ${where} order by id desc limit $1`, parameters)
  return toListing(rows, options, { item: table.fromRow, key: ({ id }) => [id] })
}

/** get, list and insert of a table. */
export function resources<Item extends { id: string }, Row extends { id: string }>(
  executor: Executor,
  table: ResourceTable<Item, Row>,
): Resources<Item> {
  const { name, columns, fromRow } = table
  const names = Object.keys(columns)
  const places = names.map((_, index) => `$${index + 1}`)
  const get = `select * from ${name} where id = $1`
  const insert = `insert into ${name} (${names.join(', ')}) values (${places.join(', ')})`
  return {
    async get(id) {
      const row = await rowOf<Row>(executor, get, [id])
      return row && fromRow(row)
    },
    list: (options) => listById(executor, table, options),
    async insert(item) {
      await rowsOf(
        executor,
        insert,
        Object.values(columns).map((value) => value(item)),
      )
    },
  }
}

/** As `resources()`, with update under the guard of `revision`, and delete. */
export function editableResources<
  Item extends { id: string; revision: number },
  Row extends { id: string; revision: number },
>(
  executor: Executor,
  table: ResourceTable<Item, Row> & { /** Said when a delete is refused. */ inUse: string },
): EditableResources<Item> {
  const changing = Object.entries(table.columns).filter(([column]) => column !== 'id' && column !== 'revision')
  const assignments = changing.map(([column], index) => `${column} = $${index + 3}`)
  const update = `update ${table.name} set ${assignments.join(', ')}, revision = revision + 1
    where id = $1 and revision = $2 returning *`
  const remove = `delete from ${table.name} where id = $1 returning id`
  return {
    ...resources(executor, table),
    async update(item) {
      const values = changing.map(([, value]) => value(item))
      const row = await rowOf<Row>(executor, update, [item.id, item.revision, ...values])
      return row && table.fromRow(row)
    },
    async delete(id) {
      try {
        return (await rowOf(executor, remove, [id])) !== null
      } catch (cause) {
        if (cause instanceof AppError && cause.code === 'conflict')
          throw new AppError('conflict', table.inUse, { cause })
        throw cause
      }
    },
  }
}
