import { ExpressionError, placed } from '#renderer/expressions/expression-error.ts'
import { evaluate, fillText } from '#renderer/expressions/expressions.ts'
import { formatValue } from '#renderer/values/format-value.ts'
import { isEmpty, isList, type Value, type Values } from '#renderer/values/value.ts'
import type { Source } from './slots.ts'

/** What a source is read with. */
export interface Reading {
  readonly values: Values
  readonly locale: string
  /** The property takes the first of several pictures. */
  readonly isImage: boolean
  /** Takes notice of a value that cannot be formatted. */
  readonly warn: (problem: string) => void
}

/** The value of that name, or undefined. */
export function look(values: Values, name: string): Value {
  return Object.hasOwn(values, name) ? values[name] : undefined
}

/** What a source says for these values. @throws ExpressionError whose message names the place in the text */
export function readSource(source: Source, reading: Reading): Value {
  if (source.kind === 'binding') return readBinding(source.binding, reading)
  const { values, locale, warn } = reading
  const scope = { look: (name: string) => look(values, name), locale, warn }
  try {
    if (source.kind === 'text') return isWithoutPart(source, reading) ? '' : fillText(source.text, scope)
    const value = evaluate(source.expression, scope)
    return reading.isImage ? firstOf(value) : value
  } catch (error) {
    if (error instanceof ExpressionError) throw new ExpressionError(placed(error), error.at)
    throw error
  }
}

/** An address without one of its parts leads nowhere: there is no picture, as where a bound value is empty. */
function isWithoutPart({ text }: Extract<Source, { kind: 'text' }>, { values, isImage }: Reading): boolean {
  return isImage && text.names.some(({ name, required }) => required && isEmpty(look(values, name)))
}

function readBinding({ bind, format }: Extract<Source, { kind: 'binding' }>['binding'], reading: Reading): Value {
  const { values, isImage, warn } = reading
  const given = typeof bind === 'string' ? look(values, bind) : bind.map((name) => look(values, name))
  if (isEmpty(given)) return given
  const formats = format === undefined ? [] : [format].flat()
  return formats.reduce<Value>(
    (before, each) => {
      const { value: after, problem } = formatValue(before, each)
      if (problem !== undefined) warn(problem)
      return after
    },
    isImage ? firstOf(given) : given,
  )
}

function firstOf(value: Value): Value {
  return isList(value) ? firstOf(value.find((each) => !isEmpty(each))) : value
}
