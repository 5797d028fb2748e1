import { AppError } from '#core/errors.ts'
import type { Data } from '#core/ports/data.ts'
import { found } from '#core/revision.ts'
import { type NotifyWorld, notifyTriggers, type OwnTableChange } from './notify-triggers.ts'
import type { Table } from './table.ts'

/** What was written, and into which rows. */
export interface Written<Result> extends Pick<OwnTableChange, 'recordIds'> {
  result: Result
}

/**
 * Writes cells that were read by the fields of `table`; these cannot change in the meantime.
 * @throws AppError `conflict` when a field was deleted or changed its kind since
 */
export async function writeRows<Result>(
  world: NotifyWorld,
  { id, fields }: Pick<Table, 'id' | 'fields'>,
  write: (data: Data) => Promise<Written<Result>>,
): Promise<Result> {
  return world.data.transaction(async (data) => {
    const now = found(await data.tables.lock(id), 'table', id)
    const kinds = new Map(now.fields.map((field) => [field.id, field.kind]))
    if (fields.some((field) => kinds.get(field.id) !== field.kind))
      throw new AppError('conflict', 'The fields of the table changed while the rows were read. Send them again.')
    const { result, recordIds } = await write(data)
    await notifyTriggers({ ...world, data }, { tableId: id, recordIds })
    return result
  })
}
