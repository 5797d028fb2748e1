import type { FieldKind } from '#core/ports/source.ts'
import { fits } from './cell.ts'

/** From the narrowest: the first that every cell fits is the kind of the column. */
const guesses: readonly FieldKind[] = ['number', 'date', 'date_time', 'checkbox', 'url']

/** Numbers with leading zeros are article numbers and postcodes: they would lose them. */
const isCode = (text: string) => /^[+-]?0\d/.test(text)

const suits = (kind: FieldKind, cell: string) => fits(kind, cell) && !(kind === 'number' && isCode(cell))

/** The kind of field that takes all of the cells. `isText` says that they were typed as text: digits stay digits. */
export function guessKind(cells: Iterable<string>, isText = false): FieldKind {
  let left = guesses.filter((kind) => !(isText && kind === 'number'))
  let isEmpty = true
  for (const cell of cells) {
    const text = cell.trim()
    if (text === '') continue
    isEmpty = false
    left = left.filter((kind) => suits(kind, text))
    if (left.length === 0) return 'text'
  }
  return isEmpty ? 'text' : (left[0] ?? 'text')
}
