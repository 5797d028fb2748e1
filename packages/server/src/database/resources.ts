import { AppError } from '#core/errors.ts'
import type { EditableResources, Resources } from '#core/ports/data/resources.ts'
import type { Mapper } from './columns.ts'
import type { Executor } from './database.ts'
import { listPage } from './list-page.ts'
import { rowOf, rowsOf } from './statement.ts'

/** A table whose rows have ids. */
export interface ResourceTable<Item> extends Mapper<Item> {
  name: string
  /** Properties that other statements write: `insert` leaves them empty. */
  unwritten?: readonly (keyof Item & string)[]
}

/** get, list and insert of a table. */
export function resources<Item extends { id: string }>(
  executor: Executor,
  table: ResourceTable<Item>,
): Resources<Item> {
  const { name, columns, fromRow, unwritten = [] } = table
  const written = columns.filter(({ property }) => !unwritten.some((one) => one === property))
  const places = written.map((_, index) => `$${index + 1}`)
  const get = `select * from ${name} where id = $1`
  const insert = `insert into ${name} (${written.map((column) => column.name).join(', ')}) values (${places.join(', ')})`
  return {
    async get(id) {
      const row = await rowOf<object>(executor, get, [id])
      return row && fromRow(row)
    },
    list: (options) => listPage(executor, table, options),
    async insert(item) {
      await rowsOf(
        executor,
        insert,
        written.map(({ property, store }) => store(Reflect.get(item, property))),
      )
    },
  }
}

export interface EditableTable<Item> extends ResourceTable<Item> {
  /** The reason in the error if a delete is rejected. */
  inUse: string
  /** Properties that a save does not change. */
  unchanged?: readonly (keyof Item & string)[]
}

/** As `resources()`, with update under the guard of `revision`, and delete. */
export function editableResources<Item extends { id: string; revision: number }>(
  executor: Executor,
  table: EditableTable<Item>,
): EditableResources<Item> {
  const { columns, fromRow, unwritten = [], unchanged = [] } = table
  const kept: readonly string[] = ['id', 'revision', ...unwritten, ...unchanged]
  const changing = columns.filter(({ property }) => !kept.includes(property))
  const assignments = changing.map(({ name }, index) => `${name} = $${index + 3}`)
  const update = `update ${table.name} set ${assignments.join(', ')}, revision = revision + 1
    where id = $1 and revision = $2 returning *`
  const remove = `delete from ${table.name} where id = $1 returning id`
  return {
    ...resources(executor, table),
    async update(item) {
      const values = changing.map(({ property, store }) => store(Reflect.get(item, property)))
      const row = await rowOf<object>(executor, update, [item.id, item.revision, ...values])
      return row && fromRow(row)
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
