import type { Attachment, FieldValue } from '#core/ports/source.ts'
import type { Cell } from './grid.ts'
import { imageOf, isUrl } from './values.ts'

/** What a cell holds at most. */
const MAX_CHARACTERS = 50_000

/** A value that no cell can hold. The message goes on behind "The field …". */
export class CellError extends Error {}

type Item = string | Attachment | { id: string; label: string }

function textOf(item: Item): string {
  if (typeof item === 'string') return item
  return 'url' in item ? item.url : item.label
}

/** Google reads what is entered as people type it: behind an apostrophe, text is text and never a formula, number or date. */
const asText = (text: string) => (text === '' || isUrl(text) ? text : `'${text}`)

function shorter(text: string): string {
  if (text.length > MAX_CHARACTERS)
    throw new CellError(
      `is a Google Sheets cell, which holds up to ${MAX_CHARACTERS} characters, and the value has ${text.length}. Write less text into it`,
    )
  return text
}

/**
 * The value as it is entered into a cell; a file becomes a formula that shows the image.
 * @throws CellError
 */
export function enteredOf(value: FieldValue): string | number | boolean {
  if (value === null) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value === 'string') return asText(shorter(value))
  if ('json' in value) return asText(shorter(JSON.stringify(value.json)))
  const [first] = value
  if (first === undefined) return ''
  if (typeof first === 'object' && 'url' in first) return shorter(imageOf(first.url))
  const items: readonly Item[] = value
  return asText(shorter(items.map(textOf).join(', ')))
}

/** What is entered to get a cell back as it was. */
export function formerOf(cell: Cell | undefined): string | number | boolean {
  if (cell === undefined) return ''
  if (cell.formula !== undefined) return cell.formula
  return typeof cell.value === 'string' ? asText(cell.value) : (cell.value ?? '')
}
