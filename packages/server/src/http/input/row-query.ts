import { viewOperators } from '@pictable/model/table'
import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import { parseExactJson } from '#core/exact-number.ts'
import { issueDetails } from '#core/issue-details.ts'
import { pointer } from '#core/pointer.ts'
import type { RowQuery } from '#core/ports/data/tables.ts'
import { refused } from '#core/refuse.ts'
import type { Table, TableFilter, TableView } from '#core/table/table.ts'
import { findNamed, listed } from '#core/words.ts'

/** Which rows are asked for, as it stands behind the `?`. */
export interface RowQueryText {
  view?: string
  filters?: string
  sort?: string
  search?: string
}

const filtersSchema = z
  .array(
    z.strictObject({
      field: z.string(),
      operator: z.enum(viewOperators),
      value: z.union([z.string(), z.number(), z.boolean()]).exactOptional(),
    }),
  )
  .max(50)

function invalid(name: string, detail: string): AppError {
  return new AppError('invalid_request', detail, { errors: [{ pointer: pointer('query', name), detail }] })
}

function viewOf({ views }: Table, name: string): TableView {
  const view = findNamed(views, name)
  if (view) return view
  const names = listed(views.map((each) => each.name))
  throw invalid('view', `The table has no view "${name}". It has: ${names}.`)
}

function fieldIdOf({ fields }: Table, name: string, from: 'filters' | 'sort'): string {
  const field = findNamed(fields, name)
  if (field) return field.id
  const names = listed(fields.map((each) => each.name))
  throw invalid(from, `The table has no field "${name}". It has: ${names}.`)
}

function parsedJson(text: string): unknown {
  try {
    return parseExactJson(text).value
  } catch {
    throw invalid('filters', 'must be JSON, such as [{"field":"Price","operator":"greater","value":9}].')
  }
}

function filtersOf(table: Table, text: string): TableFilter[] {
  const parsed = filtersSchema.safeParse(parsedJson(text))
  if (!parsed.success)
    throw refused(issueDetails(parsed.error.issues, ['query', 'filters']), 'The filters are not valid.')
  return parsed.data.map(({ field, ...filter }) => ({ ...filter, fieldId: fieldIdOf(table, field, 'filters') }))
}

function sortOf(table: Table, text: string): NonNullable<TableView['sort']> {
  const isDescending = text.startsWith('-') && findNamed(table.fields, text) === undefined
  const fieldId = fieldIdOf(table, isDescending ? text.slice(1) : text, 'sort')
  return { fieldId, direction: isDescending ? 'descending' : 'ascending' }
}

/** @throws AppError `invalid_request` that points at what the table does not have */
export function rowQueryOf(table: Table, { view: name, filters, sort, search }: RowQueryText): RowQuery {
  const view = name === undefined ? null : viewOf(table, name)
  const isWhole = view === null && filters === undefined && sort === undefined
  const asked = {
    filters: [...(view?.filters ?? []), ...(filters === undefined ? [] : filtersOf(table, filters))],
    sort: sort === undefined ? (view?.sort ?? null) : sortOf(table, sort),
  }
  return { ...(isWhole ? {} : { view: asked }), ...(search === undefined ? {} : { search }) }
}
