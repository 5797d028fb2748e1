import { z } from 'zod'
import { formulaRecord, type Presentation, presentRecord } from './cell-output.ts'
import { invalid, invalidRequest, unknownField, unsupported } from './errors.ts'
import { choicesOf } from './field-types.ts'
import { passesFilter } from './formula/evaluate-formula.ts'
import { type FormulaNode, onlyRecordIds } from './formula/parse-formula.ts'
import { FormulaError, InvalidFormula, toNumber, toText, UnsupportedFormula, type Value } from './formula/value.ts'
import { createId } from './ids.ts'
import { type Field, findField, findView, type Sort, type StoredRecord, type Table, type View } from './model.ts'
import { formulaFor } from './schema.ts'
import type { World } from './world.ts'

/** What is no number is ignored. */
const count = z.union([z.number(), z.string()]).transform((value) => {
  const number = Number(value)
  return value === '' || Number.isNaN(number) ? undefined : number
})
export const flag = z.union([z.boolean(), z.enum(['true', 'false', '1', '0'])]).transform((value) => {
  return value === true || value === 'true' || value === '1'
})
const direction = z.enum(['asc', 'desc'])

/** The same for the query of GET and the body of `POST …/listRecords`. */
export const listSchema = z.strictObject({
  pageSize: count.optional(),
  maxRecords: count.optional(),
  offset: z.string().optional(),
  view: z.string().optional(),
  sort: z.array(z.strictObject({ field: z.string(), direction: direction.default('asc') })).optional(),
  filterByFormula: z.string().optional(),
  fields: z.array(z.string()).optional(),
  cellFormat: z.enum(['json', 'string']).optional(),
  timeZone: z.string().optional(),
  userLocale: z.string().optional(),
  returnFieldsByFieldId: flag.optional(),
  recordMetadata: z.array(z.literal('commentCount')).optional(),
  /** The official client leaves its own option in the body. */
  method: z.literal('post').optional(),
})

type ListParameters = z.output<typeof listSchema>

const maxPageSize = 100

function requireField(table: Table, name: string): Field {
  const field = findField(table, name)
  if (!field) throw unknownField(name)
  return field
}

function requireView(table: Table, idOrName: string): View {
  const view = findView(table, idOrName)
  if (view) return view
  const type = /^viw\w{14}$/.test(idOrName) ? 'VIEW_ID_NOT_FOUND' : 'VIEW_NAME_NOT_FOUND'
  throw invalid(type, `View ${idOrName} not found`)
}

/** Formulas fail with errors of their own; here they become what Airtable answers. */
function asFormulaError(error: unknown): unknown {
  if (error instanceof UnsupportedFormula) return unsupported(error.message)
  if (!(error instanceof InvalidFormula)) return error
  return invalid('INVALID_FILTER_BY_FORMULA', `The formula for filtering records is invalid: ${error.message}`)
}

export function isInView(world: World, table: Table, view: View, record: StoredRecord): boolean {
  return view.filter === null || passesFilter(view.filter, formulaRecord({ world, table, record }))
}

/** A place in an order that text comparison can work with: empty first, choices in their own order. */
function sortKey(value: Value, field: Field): string | number {
  if (value === null) return ''
  if (value instanceof Date) return value.getTime()
  if (field.type === 'singleSelect') return choicesOf(field).findIndex(({ name }) => name === value)
  return typeof value === 'string' || Array.isArray(value) ? toText(value) : toNumber(value)
}

function compareKeys(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  if (typeof one !== typeof other) return typeof one === 'number' ? 1 : -1
  return String(one).localeCompare(String(other))
}

function sorted(
  world: World,
  table: Table,
  order: { records: StoredRecord[]; sorts: readonly Sort[] },
): StoredRecord[] {
  const sorts = order.sorts.flatMap(({ fieldId, direction: way }) => {
    const field = table.fields.find(({ id }) => id === fieldId)
    return field ? [{ field, sign: way === 'asc' ? 1 : -1 }] : []
  })
  if (sorts.length === 0) return order.records
  const keyed = order.records.map((record) => {
    const seen = formulaRecord({ world, table, record })
    return {
      record,
      keys: sorts.map(({ field }) =>
        sortKey(
          cellOrNull(() => seen.cell(field.id)),
          field,
        ),
      ),
    }
  })
  keyed.sort((one, other) => {
    for (const [index, { sign }] of sorts.entries()) {
      const difference = compareKeys(one.keys[index] ?? '', other.keys[index] ?? '')
      if (difference !== 0) return difference * sign
    }
    return 0
  })
  return keyed.map(({ record }) => record)
}

function cellOrNull(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (error instanceof FormulaError) return null
    throw error
  }
}

function candidates(table: Table, filter: FormulaNode | null): StoredRecord[] {
  const wanted = filter && onlyRecordIds(filter)
  if (!wanted) return [...table.records.values()]
  const ids = new Set(wanted)
  return ids.size < table.records.size / 2
    ? [...table.records.values()].filter(({ id }) => ids.has(id))
    : [...table.records.values()]
}

function select(world: World, table: Table, parameters: ListParameters): string[] {
  const { view: viewName, filterByFormula, sort, maxRecords } = parameters
  const view = viewName ? requireView(table, viewName) : null
  const sorts = sort?.map(({ field, direction: way }) => ({ fieldId: requireField(table, field).id, direction: way }))
  try {
    const filter = filterByFormula ? formulaFor(table, filterByFormula) : null
    const records = candidates(table, filter)
      .filter((record) => view === null || isInView(world, table, view, record))
      .filter((record) => filter === null || passesFilter(filter, formulaRecord({ world, table, record })))
    const ordered = sorted(world, table, { records, sorts: sorts ?? view?.sort ?? [] })
    return ordered.slice(0, maxRecords).map(({ id }) => id)
  } catch (error) {
    throw asFormulaError(error)
  }
}

/** How answers show records, from the parameters that say so. */
export function readPresentation(
  table: Table,
  given: Pick<ListParameters, 'cellFormat' | 'timeZone' | 'userLocale' | 'returnFieldsByFieldId' | 'recordMetadata'> & {
    fields?: string[] | undefined
  },
): Presentation {
  const asStrings = given.cellFormat === 'string'
  if (asStrings && (given.timeZone === undefined || given.userLocale === undefined)) {
    throw invalidRequest('timeZone and userLocale are required with cellFormat=string.')
  }
  return {
    fieldIds: given.fields ? new Set(given.fields.map((name) => requireField(table, name).id)) : null,
    byFieldId: given.returnFieldsByFieldId ?? false,
    asStrings,
    withCommentCount: given.recordMetadata !== undefined,
  }
}

const offsetPattern = /^(itr\w+)\/(rec\w+)$/

interface Place {
  iterationId: string
  recordIds: string[]
  start: number
}

function begin(world: World, table: Table, parameters: ListParameters): Place {
  return { iterationId: createId('itr'), recordIds: select(world, table, parameters), start: 0 }
}

function resume(world: World, table: Table, offset: string): Place {
  const [, iterationId = '', nextId = ''] = offsetPattern.exec(offset) ?? []
  if (iterationId === '') throw invalid('INVALID_OFFSET_VALUE', `The value of offset ${offset} is invalid`)
  const iteration = world.iterations.get(iterationId)
  const start = iteration?.recordIds.indexOf(nextId) ?? -1
  if (!iteration || start < 0 || iteration.tableId !== table.id || world.settings.now() >= iteration.expiresAtMs) {
    throw invalid('LIST_RECORDS_ITERATOR_NOT_AVAILABLE')
  }
  return { iterationId, recordIds: iteration.recordIds, start }
}

/** `listRecords()` gives one page. Which records there are, and their order, was settled when the first was asked for. */
export function listRecords(world: World, table: Table, parameters: ListParameters): Record<string, unknown> {
  const { pageSize = maxPageSize, offset } = parameters
  if (pageSize < 0 || pageSize > maxPageSize) {
    throw invalid('INVALID_PAGE_SIZE_ARGUMENT', `The value of pageSize ${pageSize} is not between 0 and ${maxPageSize}`)
  }
  const how = readPresentation(table, parameters)
  const { iterationId, recordIds, start } = offset ? resume(world, table, offset) : begin(world, table, parameters)
  const records = recordIds.slice(start, start + pageSize).flatMap((id) => {
    const record = table.records.get(id)
    return record ? [presentRecord({ world, table, record }, how)] : []
  })
  const next = pageSize > 0 ? recordIds[start + pageSize] : undefined
  if (next === undefined) return { records }
  const nowMs = world.settings.now()
  for (const [id, one] of world.iterations) if (nowMs >= one.expiresAtMs) world.iterations.delete(id)
  const expiresAtMs = nowMs + world.settings.iteratorLifeMs
  world.iterations.set(iterationId, { tableId: table.id, recordIds, expiresAtMs })
  return { records, offset: `${iterationId}/${next}` }
}
