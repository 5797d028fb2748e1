import { type ChangedOutput, modificationsFor } from '#core/output/apply-exceptions.ts'
import type { RecordModification } from '#core/output/exception.ts'
import { readExceptions } from '#core/output/read-exceptions.ts'
import type { Modification } from '#core/ports/renderer.ts'
import type { World } from '#core/ports/world.ts'
import type { Action } from './action.ts'
import { changedOutputs } from './save-exception.ts'

interface Previewed {
  output: ChangedOutput
  /** Whether its design is the one that the action draws. */
  isPublished: boolean
  recordIds: readonly string[]
  /** In place of what is saved; still to be checked. */
  given: readonly RecordModification[] | undefined
}

/** What is changed in the picture of each record, by its id. @throws AppError `invalid_request` */
export async function previewedExceptions(
  world: Pick<World, 'data'>,
  action: Action,
  { output, isPublished, recordIds, given }: Previewed,
): Promise<(recordId: string) => Modification[]> {
  if (given !== undefined) {
    const read = readExceptions(isPublished ? await changedOutputs(world, action) : [output], given)
    return () => modificationsFor(output, read)
  }
  if (!action.hasExceptions) return () => []
  const saved = await world.data.exceptions.find(action.id, recordIds)
  return (recordId) => modificationsFor(output, saved.get(recordId) ?? [])
}
