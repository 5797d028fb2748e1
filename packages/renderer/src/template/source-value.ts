import { ExpressionError, placed } from '#renderer/expressions/expression-error.ts'
import {
  type Bounded,
  fillText,
  type NameUse,
  namesIn,
  resultOf,
  type WrittenText,
  workLimit,
} from '#renderer/expressions/expressions.ts'
import { formatValue } from '#renderer/values/format-value.ts'
import { isEmpty, isList, toText, type Value, type Values } from '#renderer/values/value.ts'
import type { Source } from './slots.ts'

/** What a source is read with. */
export interface Reading {
  readonly values: Values
  readonly locale: string
  /** The property takes the first of several pictures. */
  readonly isImage: boolean
  /** Takes notice of a value that cannot be formatted. */
  readonly warn: (warning: string) => void
  /** Ends the work of everything that is read with it; absent: each source has its own limit. */
  readonly work?: Bounded['work'] | undefined
}

/** The value of that name, or undefined. */
export function look(values: Values, name: string): Value {
  return Object.hasOwn(values, name) ? values[name] : undefined
}

/** What a source says for these values. @throws ExpressionError whose message names the place in the text */
export function readSource(source: Source, reading: Reading): Value {
  if (source.kind === 'binding') return readBinding(source.binding, reading)
  const { values, locale, warn, work = workLimit() } = reading
  const scope = { look: (name: string) => look(values, name), locale, warn, work }
  try {
    if (source.kind === 'text') return reading.isImage ? readAddress(source.text, scope) : fillText(source.text, scope)
    const value = resultOf(source.expression, scope)
    return reading.isImage ? firstOf(value) : value
  } catch (error) {
    if (error instanceof ExpressionError) throw new ExpressionError(placed(error), error.at)
    throw error
  }
}

/**
 * The address of the picture that a source gives for these values, or else its fallback; '' for none.
 * @throws ExpressionError whose message names the place in the text
 */
export function readPictureSource(source: Source, reading: Pick<Reading, 'values' | 'locale' | 'work'>): string {
  const value = readSource(source, { ...reading, isImage: true, warn: () => undefined })
  return toText(isEmpty(value) && source.kind !== 'text' ? source.fallback : value)
}

/**
 * An address without one of its parts leads nowhere: there is no picture, as where a bound value is empty.
 * A single expression is a value as a bound one, of any length.
 */
function readAddress({ parts, names }: WrittenText, scope: Bounded): Value {
  const required = new Set(names.flatMap((use) => (use.required ? [use.at] : [])))
  let isMissing = false
  const shared: Bounded = {
    ...scope,
    look(name, at) {
      const value = scope.look(name, at)
      // Only what is looked at counts: a substitute that is not needed may be empty.
      if (required.has(at) && isEmpty(value)) isMissing = true
      return value
    },
  }
  const read: Value[] = []
  for (const part of parts) {
    const value = typeof part === 'string' ? part : firstOf(resultOf(part.expression, shared))
    // Of `A && B`, B is not looked at when A is empty.
    if (value === false && typeof part !== 'string') isMissing ||= namesIn(part.expression).some(isNeeded)
    if (isMissing) return ''
    read.push(value)
  }
  const [only] = read
  if (read.length === 1 && typeof parts[0] === 'object') return isEmpty(only) ? '' : only
  return fillText({ parts: read.map(toText), names: [] }, shared)

  function isNeeded(use: NameUse): boolean {
    return use.required && isEmpty(scope.look(use.name, use.at))
  }
}

function readBinding({ bind, format }: Extract<Source, { kind: 'binding' }>['binding'], reading: Reading): Value {
  const { values, isImage, warn } = reading
  const given = typeof bind === 'string' ? look(values, bind) : bind.map((name) => look(values, name))
  if (isEmpty(given)) return given
  const formats = format === undefined ? [] : [format].flat()
  return formats.reduce<Value>(
    (before, each) => {
      const { value: after, problem } = formatValue(before, each)
      if (problem !== undefined) warn(`${problem}, so it is shown unformatted`)
      return after
    },
    isImage ? firstOf(given) : given,
  )
}

function firstOf(value: Value): Value {
  return isList(value) ? firstOf(value.find((each) => !isEmpty(each))) : value
}
