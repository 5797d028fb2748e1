import { presentAttachments } from './attachments.ts'
import { choicesOf, isComputed } from './field-types.ts'
import { evaluateFormula } from './formula/evaluate-formula.ts'
import type { FormulaRecord } from './formula/functions.ts'
import { type FormulaNode, parseFormula } from './formula/parse-formula.ts'
import { FormulaError, type Scalar, toText, type Value } from './formula/value.ts'
import { type Field, findField, type StoredRecord, type Table } from './model.ts'
import { linkedRecords, tableById, type World } from './world.ts'

/** A record seen by somebody who works something out. */
interface Sight {
  world: World
  table: Table
  record: StoredRecord
}

const parsed = new WeakMap<Field, { source: string; node: FormulaNode }>()

function formulaOf(field: Field, table: Table): FormulaNode | null {
  const source = field.options?.formula
  if (typeof source !== 'string') return null
  const known = parsed.get(field)
  if (known?.source === source) return known.node
  const node = parseFormula(source, (name) => findField(table, name)?.id)
  parsed.set(field, { source, node })
  return node
}

function modifiedBy(sight: Sight, fieldIds: readonly string[]): { atMs: number; by: unknown } | null {
  const { record } = sight
  const wanted = fieldIds.length > 0 ? fieldIds : [...record.modified.keys()]
  return wanted.reduce<{ atMs: number; by: unknown } | null>((latest, id) => {
    const one = record.modified.get(id)
    return one && (!latest || one.atMs >= latest.atMs) ? one : latest
  }, null)
}

/** The record as formulas see it. */
export function formulaRecord(sight: Sight): FormulaRecord {
  const { world, table, record } = sight
  return {
    id: record.id,
    createdAtMs: Date.parse(record.createdTime),
    nowMs: world.settings.now(),
    autoNumber: record.autoNumber,
    modifiedAtMs: (fieldIds) => modifiedBy(sight, fieldIds)?.atMs ?? null,
    cell(fieldId) {
      const field = table.fields.find(({ id }) => id === fieldId)
      return field ? asValue(readCell(sight, field), sight, field) : null
    },
  }
}

const times = new Set(['date', 'dateTime', 'createdTime', 'lastModifiedTime'])

function resultType(field: Field): string {
  const result = field.options?.result
  const type = typeof result === 'object' && result !== null && 'type' in result ? result.type : null
  return typeof type === 'string' ? type : field.type
}

/** What the JSON of a cell is to a formula. */
function asValue(cell: unknown, sight: Sight, field: Field): Value {
  if (cell === null || cell === undefined) return field.type === 'checkbox' ? false : null
  if (field.type === 'multipleRecordLinks') {
    const linked = tableById(sight.table.base, field.options?.linkedTableId)
    return linkedRecords(linked, cell).map((record) => primaryText({ ...sight, table: linked ?? sight.table, record }))
  }
  if (typeof cell === 'string' && times.has(resultType(field))) return new Date(cell)
  return Array.isArray(cell) ? cell.map(asScalar) : asScalar(cell)
}

function asScalar(cell: unknown): Scalar {
  if (typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean') return cell
  if (typeof cell !== 'object' || cell === null) return null
  if ('filename' in cell && 'url' in cell) return `${cell.filename} (${cell.url})`
  const text = ['name', 'label', 'text', 'value', 'email'].flatMap((key) => {
    const part: unknown = Object.getOwnPropertyDescriptor(cell, key)?.value
    return typeof part === 'string' ? [part] : []
  })
  if (text[0] === undefined) throw new FormulaError('the value is an error')
  return text[0]
}

function primaryText(sight: Sight): string {
  const primary = sight.table.fields[0]
  return primary ? toText(asValue(readCell(sight, primary), sight, primary)) : ''
}

function asJson(value: Value): unknown {
  if (Array.isArray(value)) return value.map(asJson)
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'number' || Number.isFinite(value)) return value
  return { specialValue: Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity' }
}

function workedOut(workOut: () => Value): unknown {
  try {
    return asJson(workOut())
  } catch (error) {
    if (error instanceof FormulaError) return { error: '#ERROR!' }
    throw error
  }
}

/** The values that a lookup brings over its link, one list per linked record. */
function lookedUp(sight: Sight, field: Field): unknown[] {
  const link = sight.table.fields.find(({ id }) => id === field.options?.recordLinkFieldId)
  const table = tableById(sight.table.base, link?.options?.linkedTableId)
  const target = table?.fields.find(({ id }) => id === field.options?.fieldIdInLinkedTable)
  if (!link || !table || !target) return []
  return linkedRecords(table, sight.record.cells.get(link.id)).flatMap((record) => {
    const cell = readCell({ ...sight, table, record }, target)
    return cell === null || cell === undefined ? [] : cell
  })
}

function rolledUp(sight: Sight, field: Field): unknown {
  const values = 'values'
  const source = field.options?.formula
  const node = parseFormula(typeof source === 'string' ? source : 'ARRAYJOIN(values)', (name) =>
    name === values ? values : undefined,
  )
  const list = lookedUp(sight, field).map(asScalar)
  return workedOut(() => evaluateFormula(node, { ...formulaRecord(sight), cell: () => list }))
}

function referenced(field: Field): string[] {
  const ids = field.options?.referencedFieldIds
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}

function compute(sight: Sight, field: Field): unknown {
  const { record, table } = sight
  const node = field.type === 'formula' ? formulaOf(field, table) : null
  if (node) return workedOut(() => evaluateFormula(node, formulaRecord(sight)))
  const atMs = modifiedBy(sight, referenced(field))
  switch (field.type) {
    case 'rollup':
      return rolledUp(sight, field)
    case 'multipleLookupValues':
      return lookedUp(sight, field)
    case 'count': {
      const links = record.cells.get(String(field.options?.recordLinkFieldId))
      return Array.isArray(links) ? links.length : 0
    }
    case 'autoNumber':
      return record.autoNumber
    case 'createdTime':
      return record.createdTime
    case 'createdBy':
      return record.createdBy
    case 'lastModifiedTime':
      return atMs && new Date(atMs.atMs).toISOString()
    case 'lastModifiedBy':
      return atMs?.by
    default:
      return null
  }
}

/** The JSON of a cell, empty or not. */
export function readCell(sight: Sight, field: Field): unknown {
  const stored = sight.record.cells.get(field.id)
  if (isComputed(field) && stored === undefined) return compute(sight, field)
  return field.type === 'multipleAttachments' ? presentAttachments(sight.world, stored) : stored
}

export const isEmpty = (cell: unknown): boolean =>
  cell === null || cell === undefined || cell === '' || cell === false || (Array.isArray(cell) && cell.length === 0)

/** The text that a person sees, for `cellFormat=string`. */
function asString(sight: Sight, field: Field, cell: unknown): string {
  const { precision, symbol } = { precision: 0, symbol: '', ...field.options }
  if (field.type === 'checkbox') return 'checked'
  if (typeof cell === 'number' && field.type === 'currency') return `${symbol}${cell.toFixed(Number(precision))}`
  if (typeof cell === 'number' && field.type === 'percent') return `${(cell * 100).toFixed(Number(precision))}%`
  if (typeof cell === 'number' && field.type === 'number') return cell.toFixed(Number(precision))
  if (typeof cell === 'string') return cell
  return workedOutText(() => asValue(cell, sight, field))
}

function workedOutText(workOut: () => Value): string {
  const json = workedOut(workOut)
  if (Array.isArray(json)) return json.join(', ')
  return typeof json === 'object' && json !== null ? '#ERROR!' : String(json)
}

export interface Presentation {
  /** Null: all of them. */
  fieldIds: ReadonlySet<string> | null
  byFieldId: boolean
  asStrings: boolean
  withCommentCount: boolean
}

/** `presentRecord()` gives a record as the API answers it: empty values are left out. */
export function presentRecord(sight: Sight, how: Presentation): Record<string, unknown> {
  const { record, table } = sight
  const fields: Record<string, unknown> = {}
  for (const field of table.fields) {
    if (how.fieldIds && !how.fieldIds.has(field.id)) continue
    const cell = readCell(sight, field)
    if (isEmpty(cell)) continue
    fields[how.byFieldId ? field.id : field.name] = how.asStrings ? asString(sight, field, cell) : cell
  }
  const { id, createdTime, commentCount } = record
  return { id, createdTime, fields, ...(how.withCommentCount && commentCount > 0 ? { commentCount } : {}) }
}

/** Cell values of webhook payloads ("V2"): selects and links are objects there. */
export function cellOfPayload(sight: Sight, field: Field): unknown {
  const cell = readCell(sight, field)
  if (isEmpty(cell)) return null
  const choice = (name: unknown): unknown => choicesOf(field).find((one) => one.name === name) ?? { name }
  if (field.type === 'singleSelect') return choice(cell)
  if (field.type === 'multipleSelects' && Array.isArray(cell)) return cell.map(choice)
  if (field.type !== 'multipleRecordLinks') return cell
  const table = tableById(sight.table.base, field.options?.linkedTableId)
  return linkedRecords(table, cell).map((record) => ({
    id: record.id,
    name: primaryText({ ...sight, table: table ?? sight.table, record }),
  }))
}
