import { fileTypes, imageFormats } from '@pictable/model/image'
import {
  type Bounded,
  bounded,
  type Expression,
  ExpressionError,
  namesIn,
  nearestName,
  parseExpression,
  resultOf,
} from '@pictable/renderer/expressions'
import type { ErrorDetail } from '#core/errors.ts'
import { pointer } from '#core/pointer.ts'
import { isSecretValue, MAX_BODY_BYTES } from './user-defined.ts'

/** What placeholders stand for: nested objects whose own properties are read, and nothing else. */
export type PlaceholderValues = Readonly<Record<string, unknown>>

const anyPlaceholder = /\{\{([^{}]*)\}\}/g

/** Paths that may be named; behind the open ones any name may follow. */
const known: ReadonlySet<string> = new Set([
  'timestamp',
  'event',
  'action.id',
  'action.title',
  'run.id',
  'batch.id',
  'record.id',
  'output',
  'image.id',
  'image.url',
  ...imageFormats.map((format) => `image.url_${fileTypes[format].extension}`),
  'image.width',
  'image.height',
  'image.format',
  'template.id',
  'error.code',
  'error.message',
])
const open = ['record.fields.', 'metadata.']

/** The path of a placeholder; the name of a field is taken whole, dots included. */
function pathOf(text: string): string[] | null {
  const path = text.trim()
  if (known.has(path)) return path.split('.')
  const prefix = open.find((start) => path.startsWith(start) && path.length > start.length)
  return prefix === undefined ? null : [...prefix.slice(0, -1).split('.'), path.slice(prefix.length)]
}

function valueAt(values: PlaceholderValues, path: readonly string[]): unknown {
  let value: unknown = values
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = Reflect.get(value, name)
  }
  return value
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** JSON as expressions take it. */
function toValue(value: unknown): ReturnType<typeof resultOf> {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map(toValue)
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : null
}

/** What is between the braces, as an expression or as the reason why it is none. */
function read(text: string): Expression | ExpressionError {
  try {
    return parseExpression(text)
  } catch (error) {
    if (error instanceof ExpressionError) return error
    throw error
  }
}

/** Why a placeholder has no meaning; undefined for one that has. The name of a field may be followed by filters. */
function problemOf(inner: string): string | undefined {
  const path = pathOf(inner)
  if (path !== null && !inner.includes('|')) return undefined
  const expression = read(inner)
  if (expression instanceof ExpressionError) {
    return path === null
      ? unknownText(inner)
      : `at character ${expression.at + 1} of {{${inner}}}: ${expression.message}`
  }
  const unknown = namesIn(expression).find(({ name }) => pathOf(name) === null)
  if (unknown === undefined) return namesIn(expression).length > 0 ? undefined : unknownText(inner)
  const near = nearestName(unknown.name, [...known])
  return near === undefined ? unknownText(inner) : `has no value "${unknown.name}"; did you mean "${near}"?`
}

function unknownText(inner: string): string {
  return `has the unknown placeholder {{${inner}}}; use one of: ${listOfKnown}`
}

/** Every string inside that may hold placeholders, with its place. */
function stringsIn(
  value: unknown,
  path: readonly (string | number)[],
): { text: string; path: readonly (string | number)[] }[] {
  if (typeof value === 'string') return [{ text: value, path }]
  if (typeof value !== 'object' || value === null || isSecretValue(value)) return []
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return entries.flatMap(([key, item]) => stringsIn(item, [...path, key]))
}

/** Further ones follow from the same mistake. */
const MAX_PROBLEMS = 20

/** What is wrong with the braces of a text, whatever is between them. */
function problemsOfBraces(text: string): string[] {
  const isOpen = /\{\{\s*\p{L}/u.test(text.replace(anyPlaceholder, ''))
  const escaped = /\\(\{\{[^{}]*\}\})/.exec(text)?.[1]
  return [
    ...(isOpen ? ['has a placeholder without "}}"; write it like {{image.url}}'] : []),
    ...(escaped === undefined
      ? []
      : [
          `has a backslash before ${escaped}, which would be sent with the value; remove it, or write it as a text, such as {{"\\\\" + record.id}}`,
        ]),
  ]
}

/** Placeholders that stand for nothing, by their place in the request. */
export function problemsOfPlaceholders(userDefined: unknown): ErrorDetail[] {
  const problems: ErrorDetail[] = []
  for (const { text, path } of stringsIn(userDefined, ['user_defined'])) {
    if (problems.length >= MAX_PROBLEMS) return problems
    problems.push(...problemsOfBraces(text).map((detail) => ({ pointer: pointer(...path), detail })))
    const unknown = new Set<string>()
    for (const [whole, inner = ''] of text.matchAll(anyPlaceholder)) {
      if (unknown.has(whole)) continue
      const detail = problemOf(inner)
      if (detail === undefined) continue
      if (problems.length >= MAX_PROBLEMS) return problems
      unknown.add(whole)
      problems.push({ pointer: pointer(...path), detail })
    }
  }
  return problems
}

const listOfKnown = [...known, 'record.fields.<name>', 'metadata.<name>'].map((path) => `{{${path}}}`).join(', ')

/** All that a placeholder may stand for: a name that contains `|`, and the names in an expression. */
function namesOf(inner: string): string[] {
  const expression = read(inner)
  const used = expression instanceof ExpressionError ? [] : namesIn(expression).map(({ name }) => name)
  return [inner, ...used]
}

function fieldOf(text: string): string[] {
  const [first, second, name] = pathOf(text) ?? []
  return first === 'record' && second === 'fields' && name !== undefined ? [name] : []
}

/** The names behind `record.fields.`: fields that a run must read. */
export function fieldNamesIn(userDefined: unknown): string[] {
  const names = stringsIn(userDefined, []).flatMap(({ text }) =>
    [...text.matchAll(anyPlaceholder)].flatMap(([, inner = '']) => namesOf(inner).flatMap(fieldOf)),
  )
  return [...new Set(names)]
}

/** What placeholders are filled with, and how much may still be filled in. */
interface Filling {
  values: PlaceholderValues
  characters: number
  /** All placeholders together may make expressions work so much. */
  scope: Bounded
}

function fillingWith(values: PlaceholderValues): Filling {
  const look = (name: string) => toValue(valueAt(values, pathOf(name) ?? []))
  const scope = bounded({ look, locale: 'en', warn: () => undefined }, 4 * MAX_BODY_BYTES)
  return { values, characters: MAX_BODY_BYTES, scope }
}

/** A placeholder is filled with a value by its whole name, as ever, else with the result of an expression. */
function fillOne(inner: string, { values, scope }: Filling): string | undefined {
  const path = pathOf(inner)
  const value = path === null ? undefined : valueAt(values, path)
  if (value !== undefined) return toText(value)
  const expression = read(inner)
  if (expression instanceof ExpressionError) return path === null ? undefined : ''
  const names = namesIn(expression)
  if (names.length === 0 || names.some(({ name }) => pathOf(name) === null)) return path === null ? undefined : ''
  return toText(resultOrNothing(expression, scope))
}

/** What cannot be computed is empty: the delivery is sent. */
function resultOrNothing(expression: Expression, scope: Bounded): unknown {
  try {
    return resultOf(expression, scope)
  } catch (error) {
    if (error instanceof ExpressionError) return ''
    throw error
  }
}

/**
 * A copy with every placeholder in its strings replaced, and secrets as plain strings; what has no value becomes "". No code
 * runs, and what a value holds is not looked at again. A copy that has become too large for a body is not filled further:
 * many placeholders of one long value would fill the memory.
 */
export function fillPlaceholders(value: unknown, values: PlaceholderValues): unknown {
  return filled(value, fillingWith(values))
}

function filled(value: unknown, filling: Filling): unknown {
  if (typeof value === 'string') {
    return value.replace(anyPlaceholder, (whole, inner: string) => {
      if (filling.characters < 0) return ''
      const text = fillOne(inner, filling)
      if (text === undefined) return whole
      filling.characters -= text.length
      return text
    })
  }
  if (typeof value !== 'object' || value === null) return value
  // A secret is sent as it was entered: it may contain {{.
  if (isSecretValue(value)) return value.$secret
  if (Array.isArray(value)) return value.map((item) => filled(item, filling))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, filling)]))
}
