import type { Attachment, FieldValue } from '#core/ports/source.ts'
import { holdsLinks } from './cell-text.ts'

const isAttachments = (value: FieldValue): value is readonly Attachment[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null && 'url' in item)

/** What of a cell tells it from another: objects whatever the order of their keys, files by their addresses, rows by their ids. */
function identity(value: FieldValue): FieldValue {
  if (isAttachments(value)) return value.map(({ url }) => url)
  return holdsLinks(value) ? value.map(({ id }) => id) : value
}

const sortedKeys = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value

const isNothing = (value: FieldValue | undefined) =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0)

/** A text that two cells of a kind share when they hold the same; null for nothing. */
export function valueKey(value: FieldValue | undefined): string | null {
  return value === undefined || isNothing(value) ? null : JSON.stringify(identity(value), sortedKeys)
}
