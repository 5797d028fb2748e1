import { invalidRequest } from './errors.ts'
import { completeOptions } from './field-types.ts'
import { type FormulaNode, parseFormula } from './formula/parse-formula.ts'
import { createId } from './ids.ts'
import { type Base, type Field, findField, type Sort, type Table, type View } from './model.ts'

export interface FieldDraft {
  name: string
  type: string
  description?: string | undefined
  options?: Record<string, unknown> | undefined
}

export interface ViewDraft {
  name: string
  type?: string | undefined
  /** A formula; records for which it holds are in the view. */
  filter?: string | undefined
  sort?: { field: string; direction?: 'asc' | 'desc' }[] | undefined
  /** Fields that the view does not show. */
  hidden?: string[] | undefined
}

export interface TableDraft {
  name: string
  description?: string | undefined
  fields: FieldDraft[]
  /** Without any, a table has `Grid view` with everything in it. */
  views?: ViewDraft[] | undefined
}

export function buildField({ name, type, description, options }: FieldDraft): Field {
  const complete = completeOptions(type, options)
  return {
    id: createId('fld'),
    name,
    type,
    ...(description === undefined ? {} : { description }),
    ...(complete === undefined ? {} : { options: complete }),
  }
}

function fieldIn(table: Table, name: string): Field {
  const field = findField(table, name)
  if (!field) throw invalidRequest(`There is no field "${name}".`)
  return field
}

export function formulaFor(table: Table, source: string): FormulaNode {
  return parseFormula(source, (name) => findField(table, name)?.id)
}

export function buildView(table: Table, { name, type = 'grid', filter, sort = [], hidden = [] }: ViewDraft): View {
  return {
    id: createId('viw'),
    name,
    type,
    filter: filter === undefined ? null : formulaFor(table, filter),
    sort: sort.map(({ field, direction = 'asc' }): Sort => ({ fieldId: fieldIn(table, field).id, direction })),
    hiddenFieldIds: new Set(hidden.map((field) => fieldIn(table, field).id)),
  }
}

/** `addTable()` makes a table; options of fields may name fields of the same draft, ids replace the names. */
export function addTable(base: Base, draft: TableDraft): Table {
  const table: Table = {
    id: createId('tbl'),
    base,
    name: draft.name,
    ...(draft.description === undefined ? {} : { description: draft.description }),
    fields: draft.fields.map(buildField),
    views: [],
    records: new Map(),
    nextAutoNumber: 1,
  }
  table.views = (draft.views ?? [{ name: 'Grid view' }]).map((view) => buildView(table, view))
  for (const { options } of table.fields) if (options) nameById(base, table, options)
  base.tables.push(table)
  return table
}

function nameById(base: Base, table: Table, options: Record<string, unknown>): void {
  const idOf = (name: unknown, within = table): unknown => findField(within, String(name))?.id ?? name
  if (options.recordLinkFieldId !== undefined) options.recordLinkFieldId = idOf(options.recordLinkFieldId)
  if (Array.isArray(options.referencedFieldIds)) {
    options.referencedFieldIds = options.referencedFieldIds.map((name) => idOf(name))
  }
  const link = table.fields.find(({ id }) => id === options.recordLinkFieldId)
  const linked = base.tables.find(({ id }) => id === link?.options?.linkedTableId)
  if (linked) options.fieldIdInLinkedTable = idOf(options.fieldIdInLinkedTable, linked)
}

function presentView(table: Table, view: View, withVisible: boolean): Record<string, unknown> {
  const { id, name, type, hiddenFieldIds } = view
  const visible = table.fields.map((field) => field.id).filter((fieldId) => !hiddenFieldIds.has(fieldId))
  return { id, name, type, ...(withVisible && type === 'grid' ? { visibleFieldIds: visible } : {}) }
}

/** A table as the metadata API shows it. */
export function presentTable(table: Table, withVisible: boolean): Record<string, unknown> {
  const { id, name, description, fields, views } = table
  return {
    id,
    name,
    ...(description === undefined ? {} : { description }),
    primaryFieldId: fields[0]?.id,
    fields,
    views: views.map((view) => presentView(table, view, withVisible)),
  }
}
