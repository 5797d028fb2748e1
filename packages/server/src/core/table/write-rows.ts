import { AppError } from '#core/errors.ts'
import type { Data } from '#core/ports/data.ts'
import { found } from '#core/revision.ts'
import type { Table } from './table.ts'

/**
 * Writes cells that were read by the fields of `table`; these cannot change in the meantime.
 * @throws AppError `conflict` when a field was deleted or changed its kind since
 */
export async function writeRows<Result>(
  data: Data,
  { id, fields }: Pick<Table, 'id' | 'fields'>,
  write: (data: Data) => Promise<Result>,
): Promise<Result> {
  return data.transaction(async (inside) => {
    const now = found(await inside.tables.lock(id), 'table', id)
    const kinds = new Map(now.fields.map((field) => [field.id, field.kind]))
    if (fields.some((field) => kinds.get(field.id) !== field.kind))
      throw new AppError('conflict', 'The fields of the table changed while the rows were read. Send them again.')
    return write(inside)
  })
}
