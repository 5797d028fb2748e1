import { AppError } from '#core/errors.ts'
import type { Data } from '#core/ports/data.ts'
import { found } from '#core/revision.ts'
import { type NotifyWorld, notifyTriggers, type OwnTableChange } from './notify-triggers.ts'
import type { Table, TableField } from './table.ts'

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
  { id: tableId, fields }: Pick<Table, 'id' | 'fields'>,
  write: (data: Data) => Promise<Written<Result>>,
): Promise<Result> {
  return world.data.transaction(async (data) => {
    const now = found(await data.tables.lock(tableId), 'table', tableId)
    const present = new Map(now.fields.map((field) => [field.id, field]))
    const isSame = ({ id, kind, linkedTableId }: TableField) =>
      present.get(id)?.kind === kind && present.get(id)?.linkedTableId === linkedTableId
    if (!fields.every(isSame))
      throw new AppError('conflict', 'The fields of the table changed while the rows were read. Send them again.')
    const { result, recordIds } = await write(data)
    await notifyTriggers({ ...world, data }, { tableId, recordIds })
    return result
  })
}
