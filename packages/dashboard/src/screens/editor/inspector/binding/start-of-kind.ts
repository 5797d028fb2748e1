import { isFilled } from '@pictable/editor'
import { writeName } from '@pictable/renderer/braces'
import { ExpressionError, parseExpression } from '@pictable/renderer/expressions'
import type { PropertySchema } from '@pictable/renderer/property-schemas'
import { singleOf, startOfExpression } from '#dashboard/screens/editor/inspector/braces.ts'
import type { BindingProps } from '#dashboard/screens/editor/inspector/control-props.ts'
import { controlOf, isSingle, startOf } from '#dashboard/screens/editor/inspector/controls.ts'
import type { Shown } from '#dashboard/screens/editor/properties/presentation.ts'
import { boundNames, partAt } from '#dashboard/screens/editor/properties/values.ts'
import { literalOf } from '#dashboard/screens/editor/typing/written-words.ts'
import { isRule, type Rule, readChoice, readWhen, writeChoice, writeWhen } from './condition.ts'

export type BindingKind = 'field' | 'condition' | 'expression'

/** How a property is filled now. */
export function kindOf(written: unknown): BindingKind {
  const expression = partAt(written, 'expression')
  if (partAt(written, 'when') !== undefined || readChoice(expression)) return 'condition'
  return typeof expression === 'string' ? 'expression' : 'field'
}

/** What any fallback can be shown as. */
export const TEXT: PropertySchema = { type: 'string', maxLength: 1000 }

/** A single value in the place of a property: a fallback is no gradient and no list. */
export function singleSchema({ schema }: Shown): PropertySchema {
  const control = controlOf(schema)
  if (control?.kind === 'paint' || control?.kind === 'color') return { type: 'string', kind: 'color' }
  if (control?.kind === 'four') return control.item
  return ['number', 'choice', 'switch'].includes(control?.kind ?? '') ? schema : TEXT
}

/** Whether the control of a single value can show a fallback: others say nothing of a text for a number. */
export function isOfKind(fallback: unknown, schema: PropertySchema): boolean {
  if (fallback === undefined || fallback === null) return true
  switch (controlOf(schema)?.kind) {
    case 'number':
      return typeof fallback === 'number'
    case 'switch':
      return typeof fallback === 'boolean'
    case 'color':
      return typeof fallback === 'string'
    default:
      return true
  }
}

interface Start extends Pick<BindingProps, 'shown' | 'value' | 'written'> {
  /** Finds the field to begin with: the first whose value the property takes. */
  readonly suited: () => string
  /** The first one. */
  readonly first: string
}

interface Given {
  /** Of the field that fills it, alone or as the first of a condition. */
  readonly name: string | undefined
  /** What it is without a value of the field. */
  readonly fallback: unknown
}

/** The name that an expression is; undefined for any other expression. */
function nameOf(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined
  try {
    const expression = parseExpression(text)
    return expression.kind === 'name' ? expression.name : undefined
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}

const firstAsked = ({ conditions: [first] }: Rule): string | undefined =>
  first && (isRule(first) ? firstAsked(first) : first.name)

/** What fills a property now, as far as each way of filling it can say it. */
function givenBy(written: unknown): Given {
  const fallback = partAt(written, 'fallback')
  const expression = partAt(written, 'expression')
  const choice = readChoice(expression)
  if (choice) {
    const { cases, otherwise } = choice
    const names = [...cases.map(({ value }) => value), otherwise].flatMap((value) => boundNames(value) ?? [])
    return { name: names[0], fallback: fallback ?? (isFilled(otherwise) || otherwise === '' ? undefined : otherwise) }
  }
  const rule = readWhen(written)
  const [bound] = boundNames(written) ?? []
  return { name: bound ?? nameOf(expression) ?? (rule ? firstAsked(rule) : undefined), fallback }
}

/** What a property begins with in each way of being filled: it keeps the field and the fallback of the way before. */
export function startOfKind(kind: BindingKind, { shown, value, written, suited, first }: Start): object {
  const { name, fallback } = givenBy(written)
  const kept = fallback !== undefined && fallback !== null && { fallback }
  if (kind === 'field') return { bind: name ?? suited(), ...kept }
  const isOwn = name === undefined && isSingle(shown.schema)
  if (kind === 'expression') {
    const start = isOwn ? startOfExpression(shown, value) : { expression: writeName(name ?? suited()) }
    return { ...start, ...kept }
  }
  const asked = name ?? (isOwn ? first : suited())
  const rule: Rule = { join: 'all', conditions: [{ name: asked, operator: 'notEmpty', operand: '' }] }
  if (shown.name === 'visible') return writeWhen(rule)
  const present = singleOf(shown.schema, fallback ?? value)
  const usual = literalOf(present) === undefined ? startOf(singleSchema(shown)) : present
  const otherwise = isSingle(shown.schema) ? usual : { bind: asked }
  return { expression: writeChoice({ cases: [{ rule, value: isOwn ? usual : { bind: asked } }], otherwise }), ...kept }
}
