import type { FieldKind } from '@pictable/model/field'
import type { RowQuery } from '#core/ports/data/tables.ts'
import type { TableField, TableFilter, TableView } from '#core/table/table.ts'

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

/** A cell as people read it; NULL when it is empty. */
const textOf = (cell: string) => `nullif(case jsonb_typeof(${cell}) when 'array' then (
  select string_agg(coalesce(item ->> 'label', item ->> 'filename', item #>> '{}'), ', ' order by place)
  from jsonb_array_elements(${cell}) with ordinality as items (item, place)
) else ${cell} #>> '{}' end, '')`

const decimal = /^-?\d+(\.\d+)?$/

/** A cell as a number, which may be kept as decimal text; NULL when it is none. */
const numberOf = (cell: string) =>
  `case when ${cell} #>> '{}' ~ '^-?\\d+(\\.\\d+)?([eE][-+]?\\d{1,3})?$' then (${cell} #>> '{}')::numeric end`

interface Compared {
  /** NULL when the cell is empty. */
  cell: string
  value: string
}

/** What a cell of this kind is compared by, and the value it is compared with. */
function compared(kind: FieldKind, cell: string, place: string): Compared {
  if (kind === 'number') return { cell: numberOf(cell), value: `${place}::numeric` }
  return { cell: `${textOf(cell)} collate "C"`, value: `${place}::text` }
}

function condition(filter: TableFilter, kind: FieldKind, parameters: Parameters): string {
  const cell = `(r.fields -> ${parameters.add(filter.fieldId)}::text)`
  const { operator, value = '' } = filter
  if (operator === 'empty') return `${textOf(cell)} is null`
  if (operator === 'not_empty') return `${textOf(cell)} is not null`
  if (operator === 'contains') {
    return `position(lower(${parameters.add(String(value))}::text) in lower(coalesce(${textOf(cell)}, ''))) > 0`
  }
  if (typeof value === 'boolean') {
    const isTrue = `coalesce(${cell}, 'false') = 'true'`
    return (operator === 'equals') === value ? isTrue : `not (${isTrue})`
  }
  // A number field compared with no number holds for nothing, and differs from everything.
  const comparable = kind === 'number' && !decimal.test(String(value)) ? null : String(value)
  const sides = compared(kind, cell, parameters.add(comparable))
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

const kindOf = (fields: readonly TableField[], fieldId: string): FieldKind =>
  fields.find(({ id }) => id === fieldId)?.kind ?? 'unknown'

function searchCondition(search: string, fields: readonly TableField[], parameters: Parameters): string {
  const ids = parameters.add(fields.map(({ id }) => id))
  const text = parameters.add(search)
  return `exists (select 1 from jsonb_each(r.fields) as found (id, cell) where found.id = any(${ids}::text[])
    and position(lower(${text}::text) in lower(coalesce(${textOf('found.cell')}, ''))) > 0)`
}

/** Conditions on `table_rows r` that hold for the rows that are asked for. */
export function rowConditions(
  { view, search }: RowQuery,
  fields: readonly TableField[],
  parameters: Parameters,
): string[] {
  const filters = (view?.filters ?? []).map((filter) => condition(filter, kindOf(fields, filter.fieldId), parameters))
  return search === undefined ? filters : [...filters, searchCondition(search, fields, parameters)]
}

export interface SortKey {
  /** What `table_rows r` is sorted by before the position; empty cells (NULL) come last. */
  expression: string
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
  const kind = kindOf(fields, sort.fieldId)
  const cell = `(r.fields -> ${parameters.add(sort.fieldId)}::text)`
  const text = `left(lower(${textOf(cell)}), ${SORTED_CHARACTERS}) collate "C"`
  const expression = kind === 'number' ? numberOf(cell) : text
  const ascending = sort.direction === 'ascending'
  return {
    expression,
    direction: ascending ? 'asc' : 'desc',
    accepts: (key) => kind !== 'number' || decimal.test(key),
    behind({ key, position }) {
      const further = `r.position > ${parameters.add(position)}`
      if (key === null) return `(${expression} is null and ${further})`
      const { value } = compared(kind, cell, parameters.add(key))
      return `(${expression} ${ascending ? '>' : '<'} ${value} or ${expression} is null or (${expression} = ${value} and ${further}))`
    },
  }
}
