import { hyphenHint, nearestName } from '#renderer/expressions/expressions.ts'
import type { Values } from '#renderer/values/value.ts'
import type { Slot } from './slots.ts'

/** The names of an expression that no value has, empty or not, and that have no substitute. */
export function missingNames({ source, names }: Slot, values: Values): string[] {
  if (source.kind === 'binding') return []
  return names
    .filter(({ name, required }) => required && !Object.hasOwn(values, name))
    .map((use) => {
      const { name, at } = use
      const hint = hyphenHint(use)
      const near = hint === '' ? nearestName(name, Object.keys(values)) : undefined
      const guess = near === undefined ? hint && `; ${hint}` : `; did you mean "${near}"?`
      return `at character ${at + 1}: there is no value "${name}"${guess}`
    })
}
