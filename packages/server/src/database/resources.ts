import { AppError } from '#core/errors.ts'
import type { EditableResources, Resources } from '#core/ports/data/resources.ts'
import type { Executor } from './database.ts'
import { listPage } from './list-page.ts'
import { rowOf, rowsOf } from './statement.ts'

/** A table whose rows have ids. */
export interface ResourceTable<Item, Row> {
  name: string
  /** Column -> what to store. The first is `id`. */
  columns: Readonly<Record<string, (item: Item) => unknown>>
  fromRow: (row: Row) => Item
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
    list: (options) => listPage(executor, table, options),
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
