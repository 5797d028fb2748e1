import { joinLinks } from '@pictable/model/link-text'
import type { FieldValue, LabelledValue } from '#core/ports/source.ts'

function itemText(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item)
  return 'url' in item ? String(item.url) : JSON.stringify(item)
}

const isFile = (item: unknown) => typeof item === 'object' && item !== null && 'url' in item

/** Whether a cell names rows, with their titles. */
export const holdsLinks = (value: FieldValue | undefined): value is readonly LabelledValue[] =>
  Array.isArray(value) && value.some((item) => typeof item === 'object' && 'label' in item)

/** A cell as text that a cell of its kind is read from again: files as their addresses, choices and titles of rows with commas between. */
export function cellText(value: FieldValue | undefined): string {
  if (value === null || value === undefined) return ''
  if (holdsLinks(value)) return joinLinks(value.map(({ label }) => label))
  if (Array.isArray(value)) return value.map(itemText).join(value.some(isFile) ? ' ' : ', ')
  return typeof value === 'object' && 'json' in value ? JSON.stringify(value.json) : String(value)
}
