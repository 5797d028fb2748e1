import type { FieldKind } from '@pictable/model/field'
import type { FieldFormat } from '@pictable/model/field-format'
import { fits } from './cell.ts'
import { guessCurrency } from './money.ts'

/** From the narrowest: the first that every cell fits is the kind of the column. */
const guesses: readonly FieldKind[] = ['number', 'date', 'date_time', 'checkbox', 'url']

/** Numbers with leading zeros are article numbers and postcodes: they would lose them. */
const isCode = (text: string) => /^[+-]?0\d/.test(text)

const suits = (kind: FieldKind, cell: string) => fits(kind, cell) && !(kind === 'number' && isCode(cell))

export interface KindGuess {
  add(cell: string): void
  kind(): FieldKind
}

/** Guesses the kind of field that takes all of the cells. `isText`: they were typed as text, so digits stay digits. */
export function createKindGuess(isText = false): KindGuess {
  let left = guesses.filter((kind) => !(isText && kind === 'number'))
  let isEmpty = true
  return {
    add(cell) {
      const text = cell.trim()
      if (text === '' || left.length === 0) return
      isEmpty = false
      left = left.filter((kind) => suits(kind, text))
    },
    kind: () => (isEmpty ? 'text' : (left[0] ?? 'text')),
  }
}

/** The kind of field that takes all of the cells. */
function guessKind(cells: Iterable<string>, isText = false): FieldKind {
  const guess = createKindGuess(isText)
  for (const cell of cells) guess.add(cell)
  return guess.kind()
}

/** The kind of a column of a file; amounts that are written with one currency are numbers, shown in it. */
export function guessColumn(cells: () => Iterable<string>, isText = false): { kind: FieldKind; format?: FieldFormat } {
  const kind = guessKind(cells(), isText)
  const format = kind === 'text' ? guessCurrency(cells()) : null
  return format === null ? { kind } : { kind: 'number', format }
}
