import { isFilled } from '@pictable/editor'
import { readCells } from '#dashboard/screens/editor/clipboard/sheet-cells.ts'
import { filledBy } from './value-words.ts'

const isPlain = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value)

const isRow = (row: unknown): row is readonly unknown[] => Array.isArray(row) && row.every(isPlain)

/** A list as one line of text; what fills an entry is between braces. */
export function wordsText(value: unknown): string {
  if (!Array.isArray(value)) return String(value)
  return value.map((item) => (isFilled(item) ? `{{${filledBy(item)}}}` : String(item ?? ''))).join(', ')
}

/** The list in one line of text; of one word only, that word. */
export function readWords(text: string, { isNumbers, isOneText }: { isNumbers: boolean; isOneText: boolean }): unknown {
  const items = text.split(/[,;]/).map((item) => item.trim())
  const isEmpty = items.every((item) => item === '')
  if (isOneText) return items.length > 1 && items.every((item) => item !== '') ? items : text.trim()
  if (isEmpty) return []
  if (!isNumbers) return items
  // What is no number yet is left as text, which the format refuses with a reason.
  return items.map((item) => (item !== '' && Number.isFinite(Number(item)) ? Number(item) : item))
}

const cellText = (cell: unknown) => {
  const text = String(cell ?? '')
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows as lines with commas between the cells; objects and what is deeper as JSON. */
export function rowsText(value: unknown): string {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return ''
  if (value.every(isRow)) return value.map((row) => row.map(cellText).join(', ')).join('\n')
  if (value.every(isPlain)) return value.map(cellText).join('\n')
  return JSON.stringify(value, null, 2)
}

/** The rows in lines of text, or in JSON. */
export function readRows(text: string): unknown {
  if (/^\s*\[/.test(text)) {
    try {
      return JSON.parse(text)
    } catch {
      return text
    }
  }
  return readCells(text)
}
