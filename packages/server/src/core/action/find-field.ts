import type { ErrorDetail } from '#core/errors.ts'
import type { Field } from '#core/ports/source.ts'
import { findNamed, listed } from '#core/words.ts'

/** The table as it is, and where to put what is wrong. */
export interface Present {
  tableName: string
  fields: readonly Field[]
  errors: ErrorDetail[]
}

/** The field of that id or name; none is an error at the pointer. */
export function findFieldOr({ tableName, fields, errors }: Present, name: string, at: string): Field | undefined {
  const field = findNamed(fields, name)
  if (field === undefined) {
    const there = listed(fields.map((each) => each.name))
    errors.push({ pointer: at, detail: `The table "${tableName}" has no field "${name}". It has: ${there}.` })
  }
  return field
}
