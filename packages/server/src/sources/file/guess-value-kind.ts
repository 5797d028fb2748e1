import type { FieldKind } from '@pictable/model/field'
import type { FieldValue } from '#core/ports/source.ts'
import { cellOf, type InvalidValue } from '#core/table/cell.ts'
import { createKindGuess, type KindGuess } from '#core/table/guess-kind.ts'
import { pointNumber } from './reading.ts'

const isNothing = (value: unknown) => value === null || value === undefined || value === ''
const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

export interface ValueGuess {
  /** A long number comes as its digits. */
  add(value: unknown, isLongNumber?: boolean): void
  kind(): FieldKind
}

const sameForm = (forms: ReadonlySet<string>, form: string) => forms.size === 1 && forms.has(form)

interface GuessOptions {
  /** A text beside lists counts as a list of one: see `listedValue()`. */
  wrapsTexts?: boolean
  /** Numbers in texts have one: see `fieldValueOf()`. */
  decimalComma?: boolean
}

/** Numbers are those with a decimal comma, and only they. */
function createCommaGuess(): KindGuess {
  const [numbers, others] = [createKindGuess(), createKindGuess(true)]
  return {
    add(cell) {
      numbers.add(pointNumber(cell) ?? 'text')
      others.add(cell)
    },
    kind: () => (numbers.kind() === 'number' ? 'number' : others.kind()),
  }
}

/** Guesses the kind of a field from its values. In CSV everything is text; in JSON digits within quotes stay text. */
export function createValueGuess(
  isTyped: boolean,
  { wrapsTexts = false, decimalComma = false }: GuessOptions = {},
): ValueGuess {
  const forms = new Set<string>()
  const texts = decimalComma && !isTyped ? createCommaGuess() : createKindGuess(isTyped)
  const formOf = (value: unknown) => {
    if (!Array.isArray(value)) return typeof value
    return value.every(isScalar) ? 'list' : 'object'
  }
  return {
    add(value, isLongNumber = false) {
      if (isNothing(value)) return
      if (isLongNumber) {
        forms.add('number')
        return
      }
      forms.add(formOf(value))
      if (typeof value === 'string') texts.add(value)
    },
    kind() {
      if (forms.has('object')) return 'json'
      if (forms.has('list')) return forms.size === 1 || (wrapsTexts && !forms.has('boolean')) ? 'multi_select' : 'json'
      if (sameForm(forms, 'number')) return 'number'
      if (sameForm(forms, 'boolean')) return 'checkbox'
      return forms.size === 1 ? texts.kind() : 'text'
    },
  }
}

/** The value as a field of that kind holds it. With a decimal comma, `1.234,50` is a number. */
export function fieldValueOf(
  kind: FieldKind,
  value: unknown,
  { decimalComma }: { decimalComma: boolean },
): FieldValue | InvalidValue {
  if (isNothing(value)) return null
  if (decimalComma && kind === 'number' && typeof value === 'string') return cellOf(kind, pointNumber(value) ?? value)
  return cellOf(kind, kind === 'multi_select' && Array.isArray(value) ? value.map(String) : value)
}

/** A text beside lists, as the list of one that it is; it may have commas. */
export function listedValue(kind: FieldKind, value: unknown): unknown {
  return kind === 'multi_select' && !isNothing(value) && !Array.isArray(value) ? [value] : value
}
