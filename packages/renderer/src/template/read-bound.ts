import { z } from 'zod/mini'
import { ExpressionError } from '#renderer/expressions/expression-error.ts'
import { sourceSchema } from '#renderer/properties/source.ts'
import { holds, whenSchema } from '#renderer/values/condition.ts'
import { isEmpty, toBoolean, toNumber, toText, type Value, type Values } from '#renderer/values/value.ts'
import { slotsOf } from './slots.ts'
import { readPictureSource, readSource } from './source-value.ts'

interface ReadBound {
  readonly value: Value
  /** The value was empty. */
  readonly isFallback: boolean
  /** What could not be formatted, and why. */
  readonly problems: readonly string[]
}

const anyText = { value: z.string() }

/**
 * What a binding gives for these values, before its property takes it; undefined for other JSON.
 * @throws ExpressionError whose message names the place in the text
 */
export function readBound(
  json: unknown,
  { values, locale }: { values: Values; locale: string },
): ReadBound | undefined {
  const [slot] = slotsOf({ value: json }, anyText)
  if (!slot || slot.source.kind === 'text') return undefined
  const problems: string[] = []
  const { source } = slot
  const value = readSource(source, { values, locale, isImage: false, warn: (problem) => problems.push(problem) })
  const isFallback = isEmpty(value) && source.fallback !== undefined
  return { value: isFallback ? source.fallback : value, isFallback, problems }
}

interface Reading {
  readonly values: Values
  readonly locale: string
  readonly isPicture: boolean
  /** Of the layer. */
  readonly onInvalid?: unknown
}

/**
 * What a property shows for these values, as it can be written in place of what fills it: the value, then the same as a
 * number, as true or false, and as text; last the fallback, where that takes the place of an invalid value. None where it
 * shows nothing.
 * @throws ExpressionError whose message names the place in the text
 */
export function shownValues(json: unknown, reading: Reading): Value[] {
  if (reading.isPicture) return [readPicture(json, reading)].filter((src) => src !== '')
  const { data } = whenSchema.safeParse(json)
  if (data) return formsOf(holds(data.when, reading.values))
  if (reading.onInvalid !== 'fallback') return formsOf(readBound(json, reading)?.value)
  const fallback = formsOf(fallbackOf(json))
  try {
    return [...formsOf(readBound(json, reading)?.value), ...fallback]
  } catch (error) {
    if (error instanceof ExpressionError) return fallback
    throw error
  }
}

function fallbackOf(json: unknown): Value {
  const [slot] = slotsOf({ value: json }, anyText)
  return slot && slot.source.kind !== 'text' ? slot.source.fallback : undefined
}

/** A value in each kind that a property may have. */
function formsOf(value: Value): Value[] {
  if (isEmpty(value)) return []
  return [value, toNumber(value), toBoolean(value), toText(value)].filter((each) => each !== undefined)
}

const anyPicture = { value: sourceSchema }

/**
 * Which picture a property shows for these values; '' for none. Its fallback is not looked at.
 * @throws ExpressionError whose message names the place in the text
 */
export function readPicture(json: unknown, { values, locale }: { values: Values; locale: string }): string {
  const [slot] = slotsOf({ value: json }, anyPicture)
  if (!slot) return typeof json === 'string' ? json : ''
  return readPictureSource(slot.source, { values, locale })
}
