import type { FieldRef } from '@pictable/model/field'
import type { StableUrls } from '@pictable/model/stable-urls'
import type { TemplateValue } from '@pictable/model/value'
import type { Action } from '#core/action/action.ts'
import type { Field } from '#core/ports/source.ts'
import { type Binding, type Fields, templateValueOf } from './map-record.ts'

/** Templates bind no name with a control character, so these names never meet theirs. */
const mark = '\u0001'

/** What a run remembers the value of a field by that the action itself wants, whatever the template binds. */
export const ownName = (id: string) => `${mark}${id}`

/** The fields that the action itself wants, besides those of its templates: each once. */
export function ownFieldsOf(
  action: Pick<Action, 'fileName' | 'stableUrls' | 'templateBy' | 'moreOutputs'>,
): FieldRef[] {
  const { fileName, stableUrls, templateBy, moreOutputs } = action
  const refs = [
    ...Object.values(fileName?.fields ?? {}),
    ...(stableUrls?.field ? [stableUrls.field] : []),
    ...[templateBy, ...moreOutputs.map((more) => more.templateBy)].flatMap((choice) => choice?.field ?? []),
  ]
  return [...new Map(refs.map((ref) => [ref.id, ref])).values()]
}

/** Reads these fields along with those of the templates. */
export function bindOwn(fields: readonly Field[]): Binding[] {
  return fields.map((field) => ({ name: ownName(field.id), from: { field } }))
}

/** The values of a record without those that only the action wants: webhooks never see these. */
export function withoutOwn(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !name.startsWith(mark)))
}

/** Undefined when the run did not read the field: the setting is newer than its plan. */
export function ownValue(fields: Fields, id: string): TemplateValue | undefined {
  const value = fields[ownName(id)]
  return value === undefined ? undefined : templateValueOf(value)
}

/** The key of a record for stable URLs; undefined when the run did not read its field, '' for an empty one. */
export function keyOf({ field }: StableUrls, recordId: string, fields: Fields): string | undefined {
  const value = field === null ? recordId : ownValue(fields, field.id)
  return value === undefined ? undefined : String(value ?? '')
}
