import type { Bounded } from '#renderer/expressions/evaluate.ts'
import { ExpressionError } from '#renderer/expressions/expression-error.ts'
import { pageShape } from '#renderer/properties/page.ts'
import { suitValue } from '#renderer/values/suit-value.ts'
import { isEmpty, type Values } from '#renderer/values/value.ts'
import { slotsOf } from './slots.ts'
import { readSource } from './source-value.ts'
import type { Template } from './template.ts'

const DEFAULT_LOCALE = 'en'

/**
 * The locale of the expressions of a template with these values. An invalid one is for the picture to report. `work`: what
 * the locales of several templates share.
 */
export function localeOf({ locale }: Pick<Template, 'locale'>, values: Values, work?: Bounded['work']): string {
  if (typeof locale !== 'object') return locale ?? DEFAULT_LOCALE
  const [slot] = slotsOf({ locale }, pageShape)
  if (slot === undefined || slot.source.kind === 'text') return DEFAULT_LOCALE
  const reading = { values, locale: DEFAULT_LOCALE, isImage: false, warn: () => undefined, work }
  try {
    const value = readSource(slot.source, reading)
    const suited = suitValue(isEmpty(value) ? slot.source.fallback : value, slot.schema)
    return 'data' in suited && typeof suited.data === 'string' ? suited.data : DEFAULT_LOCALE
  } catch (error) {
    if (error instanceof ExpressionError) return DEFAULT_LOCALE
    throw error
  }
}
