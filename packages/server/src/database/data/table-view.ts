import type { FieldKind } from '@pictable/model/field'
import type { RowQuery } from '#core/ports/data/tables.ts'
import type { TableField, TableFilter, TableView } from '#core/table/table.ts'
import { linkedTextOf, textOf } from './row-cells.ts'

/** Collects the parameters of a statement while its text is put together. */
export interface Parameters {
  values: unknown[]
  /** @returns the place of the value in the statement */
  add(value: unknown): string
}

export function createParameters(...first: unknown[]): Parameters {
  const values = [...first]
  return { values, add: (value) => `$${values.push(value)}` }
}

const decimal = /^-?\d+(\.\d+)?$/

/** A cell as a number, which may be kept as decimal text; NULL when it is none. */
const numberOf = (cell: string) =>
  `case when ${cell} #>> '{}' ~ '^-?\\d+(\\.\\d+)?([eE][-+]?\\d{1,3})?$' then (${cell} #>> '{}')::numeric end`

interface Compared {
  /** NULL when the cell is empty. */
  cell: string
  value: string
}

/** A cell of the rows that are asked for. */
interface QueriedCell {
  kind: FieldKind
  json: string
  /** As people read it; NULL when it is empty. */
  text: string
}

function cellOf(fieldId: string, fields: readonly TableField[], parameters: Parameters): QueriedCell {
  const { kind = 'unknown', linkedTableId } = fields.find(({ id }) => id === fieldId) ?? {}
  const json = `(r.fields -> ${parameters.add(fieldId)}::text)`
  const text = linkedTableId === undefined ? textOf(json) : linkedTextOf(json, `${parameters.add(linkedTableId)}::text`)
  return { kind, json, text }
}

/** What a cell of this kind is compared by, and the value it is compared with. */
function compared({ kind, json, text }: QueriedCell, place: string): Compared {
  if (kind === 'number') return { cell: numberOf(json), value: `${place}::numeric` }
  return { cell: `${text} collate "C"`, value: `${place}::text` }
}

function condition(filter: TableFilter, fields: readonly TableField[], parameters: Parameters): string {
  const cell = cellOf(filter.fieldId, fields, parameters)
  const { operator, value = '' } = filter
  if (operator === 'empty') return `${cell.text} is null`
  if (operator === 'not_empty') return `${cell.text} is not null`
  if (operator === 'contains') {
    return `position(lower(${parameters.add(String(value))}::text) in lower(coalesce(${cell.text}, ''))) > 0`
  }
  if (typeof value === 'boolean') {
    const isTrue = `coalesce(${cell.json}, 'false') = 'true'`
    return (operator === 'equals') === value ? isTrue : `not (${isTrue})`
  }
  // A number field compared with no number holds for nothing, and differs from everything.
  const comparable = cell.kind === 'number' && !decimal.test(String(value)) ? null : String(value)
  const sides = compared(cell, parameters.add(comparable))
  switch (operator) {
    case 'equals':
      return `${sides.cell} = ${sides.value}`
    case 'not_equals':
      return `${sides.cell} is distinct from ${sides.value}`
    case 'greater':
      return `${sides.cell} > ${sides.value}`
    case 'less':
      return `${sides.cell} < ${sides.value}`
  }
}

function searchCondition(search: string, fields: readonly TableField[], parameters: Parameters): string {
  const [links, others] = [true, false].map((isLink) =>
    fields.flatMap(({ id, linkedTableId }) => ((linkedTableId !== undefined) === isLink ? id : [])),
  )
  const ids = parameters.add(others)
  const text = parameters.add(search)
  const isIn = (cell: string) => `position(lower(${text}::text) in lower(coalesce(${cell}, ''))) > 0`
  const plain = `exists (select 1 from jsonb_each(r.fields) as found (id, cell) where found.id = any(${ids}::text[])
    and ${isIn(textOf('found.cell'))})`
  const linked = (links ?? []).map((id) => isIn(cellOf(id, fields, parameters).text))
  return `(${[plain, ...linked].join(' or ')})`
}

/** Conditions on `table_rows r` that hold for the rows that are asked for. */
export function rowConditions(
  { view, search }: RowQuery,
  fields: readonly TableField[],
  parameters: Parameters,
): string[] {
  const filters = (view?.filters ?? []).map((filter) => condition(filter, fields, parameters))
  return search === undefined ? filters : [...filters, searchCondition(search, fields, parameters)]
}

export interface SortKey {
  /** Behind `table_rows r`: finds what each row is sorted by once, as `sorted.key`. Empty cells (NULL) come last. */
  join: string
  direction: 'asc' | 'desc'
  /** Whether text from a cursor can be one. */
  accepts: (key: string) => boolean
  /** Holds for the rows behind this one. */
  behind: (after: { key: string | null; position: number }) => string
}

/** Of a text: the key of a row is part of the cursor behind it, which a URL has to hold. Equal ones keep the order of the table. */
const SORTED_CHARACTERS = 100

/** How the rows of a sorted view follow each other. */
export function sortKey(
  sort: NonNullable<TableView['sort']>,
  fields: readonly TableField[],
  parameters: Parameters,
): SortKey {
  const cell = cellOf(sort.fieldId, fields, parameters)
  const { kind } = cell
  const text = `left(lower(${cell.text}), ${SORTED_CHARACTERS}) collate "C"`
  const expression = kind === 'number' ? numberOf(cell.json) : text
  const ascending = sort.direction === 'ascending'
  return {
    join: `cross join lateral (select ${expression} as key offset 0) sorted`,
    direction: ascending ? 'asc' : 'desc',
    accepts: (key) => kind !== 'number' || decimal.test(key),
    behind({ key, position }) {
      const further = `r.position > ${parameters.add(position)}`
      if (key === null) return `(sorted.key is null and ${further})`
      const { value } = compared(cell, parameters.add(key))
      return `(sorted.key ${ascending ? '>' : '<'} ${value} or sorted.key is null or (sorted.key = ${value} and ${further}))`
    },
  }
}
