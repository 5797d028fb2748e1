import type { FieldKind } from '@pictable/model/field'
import type { ConditionOf, Filter, FilterOperator, Scalar } from '@pictable/model/filter'
import type { FieldValue } from '#core/ports/source.ts'
import { spanOf } from './time-span.ts'

/** How the records of a table are judged. */
export interface FilterContext {
  /** By field id. */
  kinds: ReadonlyMap<string, FieldKind>
  /** What `today` is. */
  now: Date
}

/** -1, 0, 1 as the one is below, equal to or above the other; null when they cannot be compared. */
type Compare = (item: Scalar, value: Scalar) => -1 | 0 | 1 | null

const folded = (text: Scalar) => String(text).normalize('NFC').toLowerCase().trim()

const signOf = (difference: number | bigint) => (difference === 0 || difference === 0n ? 0 : difference < 0 ? -1 : 1)

/** Digits of a plain decimal, with so many behind the point; null for other spellings. */
function digitsOf(text: string, decimals: number): bigint | null {
  const [, sign = '', whole = '', part = ''] = /^([+-]?)(\d+)(?:\.(\d*))?$/.exec(text.trim()) ?? []
  return whole === '' ? null : BigInt(`${sign === '-' ? '-' : ''}${whole}${part.padEnd(decimals, '0')}`)
}

const decimalsOf = (text: string) => text.trim().split('.')[1]?.length ?? 0

/** Also beyond 2^53, where numbers are decimal text. */
const compareNumbers: Compare = (item, value) => {
  const rough = Number(item) - Number(value)
  if (Number.isNaN(rough)) return null
  const [one, other] = [String(item), String(value)]
  const decimals = Math.max(decimalsOf(one), decimalsOf(other))
  const [exact, exactOther] = [digitsOf(one, decimals), digitsOf(other, decimals)]
  return exact === null || exactOther === null ? signOf(rough) : signOf(exact - exactOther)
}

function compareTimes(now: Date): Compare {
  return (item, value) => {
    const span = spanOf(String(value), now)
    const atMs = Date.parse(String(item))
    if (span === null || Number.isNaN(atMs)) return null
    return atMs < span.startMs ? -1 : atMs < span.endMs ? 0 : 1
  }
}

const compareTexts: Compare = (item, value) => (folded(item) === folded(value) ? 0 : null)

const textOf = (json: unknown) => (typeof json === 'string' ? json : JSON.stringify(json))

/** What stands in a cell, one by one; nothing in an empty one. */
function itemsOf(value: FieldValue): Scalar[] {
  if (value === null || value === '') return []
  if (typeof value !== 'object') return [value]
  if ('json' in value) return value.json === null ? [] : [textOf(value.json)]
  return value.map((item) => (typeof item === 'string' ? item : 'label' in item ? item.label : item.filename))
}

const opposites: ReadonlyMap<FilterOperator, FilterOperator> = new Map([
  ['not_equals', 'equals'],
  ['not_contains', 'contains'],
  ['not_empty', 'empty'],
  ['not_checked', 'checked'],
])

type Test = (items: readonly Scalar[], values: readonly Scalar[], compare: Compare) => boolean

const isAny =
  (...wanted: (-1 | 0 | 1)[]): Test =>
  (items, values, compare) =>
    items.some((item) => values.some((value) => wanted.some((one) => one === compare(item, value))))

const tests: ReadonlyMap<FilterOperator, Test> = new Map<FilterOperator, Test>([
  ['equals', (items, values, compare) => items.length === 1 && isAny(0)(items, values, compare)],
  ['contains', (items, values) => items.some((item) => values.some((value) => folded(item).includes(folded(value))))],
  ['one_of', isAny(0)],
  ['empty', (items) => items.length === 0],
  ['checked', (items) => items[0] === true],
  ['greater', isAny(1)],
  ['after', isAny(1)],
  ['greater_or_equal', isAny(0, 1)],
  ['less', isAny(-1)],
  ['before', isAny(-1)],
  ['less_or_equal', isAny(0, -1)],
])

function compareFor(kind: FieldKind, now: Date): Compare {
  if (kind === 'number') return compareNumbers
  return kind === 'date' || kind === 'date_time' ? compareTimes(now) : compareTexts
}

function holds(
  { field, operator, value = [] }: ConditionOf<{ id: string }>,
  fields: Readonly<Record<string, FieldValue>>,
  { kinds, now }: FilterContext,
): boolean {
  const opposite = opposites.get(operator)
  const test = tests.get(opposite ?? operator)
  const values = typeof value === 'object' ? value : [value]
  const compare = compareFor(kinds.get(field.id) ?? 'unknown', now)
  const isSo = test?.(itemsOf(fields[field.id] ?? null), values, compare) ?? false
  return isSo === (opposite === undefined)
}

/** Whether a record (its values by field id) is one of those that the filter lets through. */
export function passesFilter(
  filter: Filter,
  fields: Readonly<Record<string, FieldValue>>,
  context: FilterContext,
): boolean {
  if ('and' in filter) return filter.and.every((each) => passesFilter(each, fields, context))
  if ('or' in filter) return filter.or.some((each) => passesFilter(each, fields, context))
  return holds(filter, fields, context)
}
