import type { FieldKind } from '@pictable/model/field'
import type { FieldValue } from '#core/ports/source.ts'
import { cellOf, type InvalidValue } from '#core/table/cell.ts'
import { createKindGuess } from '#core/table/guess-kind.ts'

const isNothing = (value: unknown) => value === null || value === undefined || value === ''
const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

export interface ValueGuess {
  /** A long number comes as its digits. */
  add(value: unknown, isLongNumber?: boolean): void
  kind(): FieldKind
}

const sameForm = (forms: ReadonlySet<string>, form: string) => forms.size === 1 && forms.has(form)

/** Guesses the kind of a field from its values. In CSV everything is text; in JSON digits within quotes stay text. */
export function createValueGuess(isTyped: boolean): ValueGuess {
  const forms = new Set<string>()
  const texts = createKindGuess(isTyped)
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
      if (forms.has('list')) return forms.size === 1 ? 'multi_select' : 'json'
      if (sameForm(forms, 'number')) return 'number'
      if (sameForm(forms, 'boolean')) return 'checkbox'
      return forms.size === 1 ? texts.kind() : 'text'
    },
  }
}

/** The value as a field of that kind holds it. */
export function fieldValueOf(kind: FieldKind, value: unknown): FieldValue | InvalidValue {
  if (isNothing(value)) return null
  return cellOf(kind, kind === 'multi_select' && Array.isArray(value) ? value.map(String) : value)
}
