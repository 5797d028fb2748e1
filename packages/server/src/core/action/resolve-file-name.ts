import type { FileNamePattern } from '@pictable/model/file-name'
import type { TextEntryOf } from '@pictable/model/mapping'
import { createNameFiles, stemPattern } from '#core/image/name-files.ts'
import type { Present } from './find-field.ts'
import { resolveText } from './resolve-text.ts'

/** The pattern with its fields found; what cannot be read and a field that is not there are errors with their place. */
export function resolveFileName(draft: TextEntryOf<string> | null, present: Present): FileNamePattern | null {
  if (draft === null) return null
  const stem = { ...draft, text: stemPattern(draft.text) }
  const fields = resolveText(stem, present, (problem) => {
    present.errors.push({ pointer: '/file_name', detail: `The file name, ${problem}` })
  })
  if (fields === undefined) return null
  const pattern = { pattern: draft.text, fields }
  // With a field, it depends on the record.
  if (Object.keys(fields).length > 0 || createNameFiles(pattern)({})(null) !== null) return pattern
  const detail = `The file name "${draft.text}" leaves no name: slashes and dots alone name no file. Write a letter, a digit or a field, such as "{{SKU}}".`
  present.errors.push({ pointer: '/file_name', detail })
  return null
}
