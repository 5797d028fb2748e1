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
  'record.id',
  'image.id',
  'image.url',
  'image.url_png',
  'image.url_jpg',
  'image.url_webp',
  'image.url_avif',
  'image.url_pdf',
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

function valueAt(values: PlaceholderValues, path: readonly string[]): string {
  let value: unknown = values
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return ''
    value = Reflect.get(value, name)
  }
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
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

/** Placeholders that stand for nothing, by their place in the request. */
export function problemsOfPlaceholders(userDefined: unknown): ErrorDetail[] {
  const problems: ErrorDetail[] = []
  for (const { text, path } of stringsIn(userDefined, ['user_defined'])) {
    const unknown = new Set<string>()
    for (const [whole, inner = ''] of text.matchAll(anyPlaceholder)) {
      if (unknown.has(whole) || pathOf(inner) !== null) continue
      if (problems.length === MAX_PROBLEMS) return problems
      unknown.add(whole)
      problems.push({
        pointer: pointer(...path),
        detail: `has the unknown placeholder ${whole}; use one of: ${listOfKnown}`,
      })
    }
  }
  return problems
}

const listOfKnown = [...known, 'record.fields.<name>', 'metadata.<name>'].map((path) => `{{${path}}}`).join(', ')

/** The names behind `record.fields.`: fields that a run must read. */
export function fieldNamesIn(userDefined: unknown): string[] {
  const names = stringsIn(userDefined, []).flatMap(({ text }) =>
    [...text.matchAll(anyPlaceholder)].flatMap(([, inner = '']) => {
      const [first, second, name] = pathOf(inner) ?? []
      return first === 'record' && second === 'fields' && name !== undefined ? [name] : []
    }),
  )
  return [...new Set(names)]
}

/** How much may still be filled in. */
interface Budget {
  characters: number
}

/**
 * A copy with every placeholder in its strings replaced, and secrets as plain strings; what has no value becomes "". Nothing is
 * evaluated, and what a value holds is not looked at again. A copy that has become too large for a body is not filled further:
 * many placeholders of one long value would fill the memory.
 */
export function fillPlaceholders(
  value: unknown,
  values: PlaceholderValues,
  budget: Budget = { characters: MAX_BODY_BYTES },
): unknown {
  if (typeof value === 'string') {
    return value.replace(anyPlaceholder, (whole, inner: string) => {
      const path = pathOf(inner)
      if (path === null) return whole
      if (budget.characters < 0) return ''
      const text = valueAt(values, path)
      budget.characters -= text.length
      return text
    })
  }
  if (typeof value !== 'object' || value === null) return value
  // A secret is sent as it was entered: it may contain {{.
  if (isSecretValue(value)) return value.$secret
  if (Array.isArray(value)) return value.map((item) => fillPlaceholders(item, values, budget))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillPlaceholders(item, values, budget)]))
}
