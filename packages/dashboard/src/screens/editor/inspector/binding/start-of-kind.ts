import { writeName } from '@pictable/renderer/braces'
import type { PropertySchema } from '@pictable/renderer/property-schemas'
import { singleOf, startOfExpression } from '#dashboard/screens/editor/inspector/braces.ts'
import type { BindingProps } from '#dashboard/screens/editor/inspector/control-props.ts'
import { controlOf, isSingle, startOf } from '#dashboard/screens/editor/inspector/controls.ts'
import type { Shown } from '#dashboard/screens/editor/properties/presentation.ts'
import { boundNames, partAt } from '#dashboard/screens/editor/properties/values.ts'
import { literalOf } from '#dashboard/screens/editor/typing/written-words.ts'
import { type Rule, readChoice, writeChoice, writeWhen } from './condition.ts'

export type BindingKind = 'field' | 'condition' | 'expression'

/** How a property is filled now. */
export function kindOf(written: unknown): BindingKind {
  const expression = partAt(written, 'expression')
  if (partAt(written, 'when') !== undefined || readChoice(expression)) return 'condition'
  return typeof expression === 'string' ? 'expression' : 'field'
}

/** A single value in the place of a property: a fallback is no gradient and no list. */
export function singleSchema({ schema }: Shown): PropertySchema {
  const control = controlOf(schema)
  if (control?.kind === 'paint' || control?.kind === 'color') return { type: 'string', kind: 'color' }
  if (control?.kind === 'four') return control.item
  return ['number', 'choice', 'switch'].includes(control?.kind ?? '') ? schema : { type: 'string', maxLength: 1000 }
}

interface Start extends Pick<BindingProps, 'shown' | 'value' | 'written'> {
  /** The field to begin with: the first whose value the property takes. */
  readonly suited: string
  /** The first one. */
  readonly first: string
}

/** What a property begins with in each way of being filled. A field that fills it stays the one that does. */
export function startOfKind(kind: BindingKind, { shown, value, written, suited, first }: Start): object {
  const [bound] = boundNames(written) ?? []
  const name = bound ?? suited
  if (kind === 'field') return { bind: name }
  const isOwn = bound === undefined && isSingle(shown.schema)
  if (kind === 'expression') {
    const fallback = partAt(written, 'fallback')
    if (isOwn) return startOfExpression(shown, value)
    return { expression: writeName(name), ...(fallback !== undefined && { fallback }) }
  }
  const asked = isOwn ? first : name
  const rule: Rule = { join: 'all', conditions: [{ name: asked, operator: 'notEmpty', operand: '' }] }
  if (shown.name === 'visible') return writeWhen(rule)
  const present = singleOf(shown.schema, value)
  const usual = literalOf(present) === undefined ? startOf(singleSchema(shown)) : present
  const otherwise = isSingle(shown.schema) ? usual : { bind: name }
  return { expression: writeChoice({ cases: [{ rule, value: isOwn ? usual : { bind: name } }], otherwise }) }
}
