import type { FieldRef } from '@pictable/model/field'
import type { Action } from '#core/action/action.ts'
import type { Output } from '#core/ports/data/runs.ts'
import { type ActionOutput, imageFields } from './outputs-of.ts'

const idsOf = (fields: readonly (FieldRef | undefined)[]) => fields.flatMap((field) => field?.id ?? [])

/** The fields that tell whether a record failed. */
export function outcomeFields({ writeBack }: Pick<Action, 'writeBack'>): string[] {
  return idsOf([writeBack?.status, writeBack?.error])
}

/** Every field that is written for an output of a record: its own cells, and those of the record. */
export function fieldsTelling(action: Pick<Action, 'writeBack'>, output: Pick<ActionOutput, 'cells'>): string[] {
  return [...idsOf(imageFields([output])), ...outcomeFields(action), ...idsOf([action.writeBack?.renderedAt])]
}

/** Those that the last image of the output is not written to: the action did not name them yet, or they were emptied. */
export function unwrittenFields(
  telling: readonly string[],
  { writtenTo }: Pick<Output, 'writtenTo'>,
  emptied: readonly string[],
): ReadonlySet<string> {
  return new Set(telling.filter((id) => writtenTo?.includes(id) !== true || emptied.includes(id)))
}
