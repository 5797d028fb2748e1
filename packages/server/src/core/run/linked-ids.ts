import type { FieldValue } from '#core/ports/source.ts'

/** Of one record: more fill no page, and would fill the memory of this process. */
export const MAX_LINKED_ROWS = 1000

const isLinked = (item: object | string) => typeof item === 'object' && 'label' in item

/** The ids of the rows that a cell names: a link lists them, a foreign key is one. */
export function idsIn(value: FieldValue): string[] {
  if (value === null || typeof value === 'boolean') return []
  if (!Array.isArray(value)) return typeof value === 'object' ? [] : [String(value)]
  return value.flatMap((item) => (typeof item === 'object' && 'label' in item ? [item.id] : []))
}

/** Whether a cell links to more rows than are shown. Sources may cut it one behind the last that is. */
export const hasTooManyLinks = (value: FieldValue): boolean =>
  Array.isArray(value) && value.length > MAX_LINKED_ROWS && value.every(isLinked)

export const tooManyLinks = `it links to more than ${MAX_LINKED_ROWS.toLocaleString('en')} rows, the most that an image shows. Link fewer rows, or map another field`
