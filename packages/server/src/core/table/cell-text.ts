import type { FieldValue } from '#core/ports/source.ts'

function itemText(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item)
  if ('url' in item) return String(item.url)
  return 'label' in item ? String(item.label) : JSON.stringify(item)
}

const isFile = (item: unknown) => typeof item === 'object' && item !== null && 'url' in item

/** A cell as text that a cell of its kind is read from again: files as their addresses, choices with commas between. */
export function cellText(value: FieldValue | undefined): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(itemText).join(value.some(isFile) ? ' ' : ', ')
  return typeof value === 'object' && 'json' in value ? JSON.stringify(value.json) : String(value)
}
