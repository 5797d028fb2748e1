import { paintKindOf, paintKinds } from '#dashboard/screens/editor/gradients/gradient.ts'
import type { Shown } from '#dashboard/screens/editor/properties/presentation.ts'
import { boundNames, partAt } from '#dashboard/screens/editor/properties/values.ts'
import { t } from '#dashboard/strings/editing.ts'
import { absentOf, choiceOf } from '#dashboard/strings/en/property-titles.ts'

const numbers = new Intl.NumberFormat(navigator.language, { maximumFractionDigits: 2 })

/** A value for those who only read it. */
export function valueWords(value: unknown, shown?: Shown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number') {
    const unit = shown?.unit === undefined ? '' : ` ${shown.unit}`
    return numbers.format(value * (shown?.factor ?? 1)) + unit
  }
  if (typeof value === 'boolean') return value ? t('inspector.yes') : t('inspector.no')
  if (typeof value === 'string') return shown?.schema.enum ? choiceOf(value) : value
  const kind = paintKinds.find((each) => each === Reflect.get(value, 'type'))
  if (kind !== undefined && paintKindOf(value) === kind) return t(`inspector.paint_${kind}`)
  return Array.isArray(value) ? value.map((each) => valueWords(each)).join(', ') : JSON.stringify(value)
}

/** What is said where nothing is set. */
export const absentWords = ({ name }: Shown): string => absentOf(name) ?? t('inspector.nothing')

/** The fields, or the expression, that a property is filled with. */
export function filledBy(written: unknown): string {
  const expression = partAt(written, 'expression')
  return typeof expression === 'string' ? expression : (boundNames(written)?.join(', ') ?? t('inspector.condition'))
}
