import type { FieldRef } from '@pictable/model/field'
import type { FileNamePattern } from '@pictable/model/file-name'
import { ExpressionError, nearestName, readWrittenText } from '@pictable/renderer/expressions'
import { stemPattern } from '#core/image/name-files.ts'
import { findNamed, listed } from '#core/words.ts'
import type { Present } from './resolve-mapping.ts'

const at = '/file_name'

function read(pattern: string, errors: Present['errors']) {
  try {
    return readWrittenText(stemPattern(pattern))
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    errors.push({ pointer: at, detail: `At character ${error.at + 1}: ${error.message}.` })
    return null
  }
}

/** The pattern with its fields found; what cannot be read and fields that are not there are errors with their place. */
export function resolveFileName(
  pattern: string | null,
  { tableName, fields, errors }: Present,
): FileNamePattern | null {
  if (pattern === null) return null
  const text = read(pattern, errors)
  if (text === null) return null
  const refs: Record<string, FieldRef> = {}
  for (const { name, at: place } of text.names) {
    const field = findNamed(fields, name)
    if (field !== undefined) {
      refs[name] = { id: field.id, name: field.name }
      continue
    }
    const names = fields.map((each) => each.name)
    const near = nearestName(name, names)
    const guess = near === undefined ? '' : ` Did you mean "${near}"?`
    const detail = `At character ${place + 1}: the table "${tableName}" has no field "${name}".${guess} It has: ${listed(names)}.`
    errors.push({ pointer: at, detail })
  }
  return { pattern, fields: refs }
}
