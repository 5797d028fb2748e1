import type { FieldKind } from '@pictable/model/field'
import { type ConditionOf, type FilterOperator, operatorsWithoutValue, type Scalar } from '@pictable/model/filter'
import { listed } from '#core/words.ts'
import { spanOf } from './time-span.ts'

const emptiness: readonly FilterOperator[] = ['empty', 'not_empty']
const textual: readonly FilterOperator[] = ['equals', 'not_equals', 'contains', 'not_contains', 'one_of', ...emptiness]
const ordering: readonly FilterOperator[] = ['greater', 'greater_or_equal', 'less', 'less_or_equal']
const temporal: readonly FilterOperator[] = ['equals', 'not_equals', 'before', 'after', ...ordering, ...emptiness]

/** What can be asked of a field. */
export const operatorsOf: Readonly<Record<FieldKind, readonly FilterOperator[]>> = {
  text: textual,
  rich_text: textual,
  url: textual,
  single_select: textual,
  multi_select: textual,
  link: textual,
  user: textual,
  json: textual,
  unknown: textual,
  number: ['equals', 'not_equals', 'one_of', ...ordering, ...emptiness],
  date: temporal,
  date_time: temporal,
  checkbox: ['checked', 'not_checked'],
  attachments: ['contains', 'not_contains', ...emptiness],
}

const isNumber = (value: Scalar) =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))

const isTime = (value: Scalar) => typeof value === 'string' && spanOf(value, new Date(0)) !== null

function problemOfValue(kind: FieldKind, value: Scalar): string | null {
  if (value === '') return 'needs a value; use the operator "empty" to find empty cells'
  if (kind === 'number' && !isNumber(value)) return 'must be a number, such as 24.5'
  if ((kind === 'date' || kind === 'date_time') && !isTime(value))
    return 'must be a date such as 2026-12-31, a time such as 2026-12-31T18:00:00Z, or today, today+7, today-30'
  return null
}

/**
 * Why the condition cannot be asked of a field of this name and kind, in words that name the cure, and at which of its
 * keys; null when it can.
 */
export function problemOfCondition(
  { name, kind }: { name: string; kind: FieldKind },
  { operator, value }: Pick<ConditionOf<unknown>, 'operator' | 'value'>,
): { key: 'operator' | 'value'; detail: string } | null {
  if (!operatorsOf[kind].includes(operator)) {
    const words = listed(operatorsOf[kind])
    const holds = `The field "${name}" contains ${kind.replace('_', ' ')} values`
    return {
      key: 'operator',
      detail: `${holds}, which the operator "${operator}" does not support. Use one of: ${words}.`,
    }
  }
  const wrong = (detail: string) => ({ key: 'value' as const, detail: `The value for "${name}" ${detail}.` })
  if (operatorsWithoutValue.has(operator))
    return value === undefined ? null : wrong(`must be absent: the operator "${operator}" takes no value`)
  if (value === undefined) return wrong(`is missing: the operator "${operator}" needs a value`)
  const isList = typeof value === 'object'
  if (isList !== (operator === 'one_of')) return wrong(isList ? 'must be a single value' : 'must be a list')
  const values = isList ? value : [value]
  if (values.length === 0) return wrong('must be a list of at least one value')
  const problem = values.map((one) => problemOfValue(kind, one)).find((one) => one !== null)
  return problem === undefined ? null : wrong(problem)
}
