import { z } from 'zod'
import {
  allTables,
  baseById,
  displayField,
  FakeError,
  type FakeField,
  type FakeTable,
  type FakeView,
  type FakeWorld,
  refuse,
  tableById,
  unsupported,
} from './model.ts'
import type { FakeRequest } from './route.ts'

const newField = z.object({
  title: z.string(),
  type: z.string(),
  options: z.record(z.string(), z.unknown()).default({}),
})
const newTable = z.object({ title: z.string(), fields: z.array(newField) })
const titled = z.object({ title: z.string() })
const filterSchema = z.object({ field_id: z.string(), operator: z.literal('gte'), value: z.string() })
const sortSchema = z.object({ field_id: z.string(), direction: z.literal('asc') })

const types = new Set(
  'SingleLineText LongText PhoneNumber URL Email Number Decimal Currency Percent Duration Date DateTime SingleSelect MultiSelect Rating Checkbox Attachment Links Button Formula Year CreatedTime LastModifiedTime JSON'.split(
    ' ',
  ),
)

const gridView = 3
const formView = 1

function fieldOf(world: FakeWorld, { title, type, options }: z.infer<typeof newField>): FakeField {
  if (!types.has(type)) throw unsupported(`fields of type ${type}`)
  return { id: world.newId('c'), title, columnName: title, type, options }
}

const viewTypes: Readonly<Record<number, string>> = { [gridView]: 'grid', [formView]: 'form' }

const fieldV3 = (table: FakeTable, { id, title, type, options }: FakeField) => ({
  id,
  table_id: table.id,
  title,
  type,
  ...(Object.keys(options).length > 0 ? { options } : {}),
})

const tableV3 = (table: FakeTable) => ({
  id: table.id,
  title: table.title,
  base_id: table.baseId,
  views: table.views.map(({ id, title, type }) => ({ id, title, view_type: viewTypes[type] })),
  display_field_id: displayField(table)?.id ?? null,
  fields: table.fields.map((field) => fieldV3(table, field)),
})

/** What a formula gives, and which table a link leads to by its id, is told only here. */
function colOptionsOf({ type, options }: FakeField): unknown {
  if (type === 'Formula') {
    return { parsed_tree: { dataType: String(options.formula).startsWith('CONCAT') ? 'string' : 'numeric' } }
  }
  if (type === 'Links') return { type: options.relation_type, fk_related_model_id: options.related_table_id }
  if (type !== 'SingleSelect' && type !== 'MultiSelect') return undefined
  return { options: z.object({ choices: z.array(titled) }).parse(options).choices }
}

function columnV2(table: FakeTable, field: FakeField) {
  const { id, title, type, options } = field
  const colOptions = colOptionsOf(field)
  return {
    id,
    title,
    uidt: type,
    pk: type === 'ID' ? 1 : 0,
    pv: field === displayField(table) ? 1 : null,
    system: 0,
    rqd: type === 'ID' ? 1 : 0,
    meta: options.rich_text === true ? { richMode: true } : {},
    ...(colOptions === undefined ? {} : { colOptions }),
  }
}

export const listBases = ({ bases }: FakeWorld): unknown => ({
  list: bases.map(({ id, title }) => ({ id, title })),
  pageInfo: { totalRows: bases.length, page: 1, pageSize: bases.length || 25, isFirstPage: true, isLastPage: true },
})

export function addBase(world: FakeWorld, { body }: FakeRequest): unknown {
  const base = { id: world.newId('p'), title: titled.parse(body).title, tables: [] }
  world.bases.push(base)
  return { id: base.id, title: base.title }
}

export function listTables(world: FakeWorld, { params }: FakeRequest): unknown {
  const { tables } = baseById(world, params.base ?? '')
  return { list: tables.map(({ id, title, baseId }) => ({ id, title, base_id: baseId })) }
}

export function addTable(world: FakeWorld, { params, body }: FakeRequest): unknown {
  const base = baseById(world, params.base ?? '')
  const { title, fields } = newTable.parse(body)
  const table: FakeTable = {
    id: world.newId('m'),
    baseId: base.id,
    title,
    fields: [
      { id: world.newId('c'), title: 'Id', columnName: 'Id', type: 'ID', options: {} },
      ...fields.map((each) => fieldOf(world, each)),
    ],
    views: [viewOf(world, title, gridView)],
    records: [],
    hooks: [],
    nextId: 1,
  }
  base.tables.push(table)
  return tableV3(table)
}

const viewOf = (world: FakeWorld, title: string, type: number): FakeView => ({
  id: world.newId('vw'),
  title,
  type,
  filters: [],
  sorts: [],
  hidden: new Set(),
})

export function addField(world: FakeWorld, { params, body }: FakeRequest): unknown {
  const table = tableById(world, params.table ?? '', 3)
  const field = fieldOf(world, newField.parse(body))
  table.fields.push(field)
  return fieldV3(table, field)
}

export function readTableV2(world: FakeWorld, { params }: FakeRequest): unknown {
  const table = tableById(world, params.table ?? '', 2)
  return {
    id: table.id,
    title: table.title,
    base_id: table.baseId,
    views: table.views.map(({ id, title, type }) => ({ id, title, type })),
    columns: table.fields.map((field) => columnV2(table, field)),
  }
}

export function addView(world: FakeWorld, { params, body }: FakeRequest, type: 'grids' | 'forms'): unknown {
  const table = tableById(world, params.table ?? '', 2)
  const view = viewOf(world, titled.parse(body).title, type === 'grids' ? gridView : formView)
  table.views.push(view)
  return { id: view.id, title: view.title, type: view.type }
}

export function viewById(world: FakeWorld, id: string | undefined): { table: FakeTable; view: FakeView } {
  for (const table of allTables(world)) {
    const view = table.views.find((each) => each.id === id)
    if (view) return { table, view }
  }
  throw refuse(422, 'ERR_VIEW_NOT_FOUND', `View '${id}' not found`)
}

export function addFilter(world: FakeWorld, { params, body }: FakeRequest): unknown {
  const filter = filterSchema.parse(body)
  viewById(world, params.view).view.filters.push(filter)
  return { id: 'root', group_operator: 'AND', filters: [{ id: world.newId('fi'), ...filter }] }
}

export function addSort(world: FakeWorld, { params, body }: FakeRequest): unknown {
  const sort = sortSchema.parse(body)
  viewById(world, params.view).view.sorts.push(sort)
  return { id: world.newId('so'), ...sort }
}

/** In the fake, a column of a view has the id of its field. */
export function listViewColumns(world: FakeWorld, { params }: FakeRequest): unknown {
  const { table } = viewById(world, params.view)
  return { list: table.fields.map(({ id }) => ({ id, fk_column_id: id })) }
}

export function changeViewColumn(world: FakeWorld, { params, body }: FakeRequest): unknown {
  const { view } = viewById(world, params.view)
  const { show } = z.object({ show: z.boolean() }).parse(body)
  if (show) view.hidden.delete(params.column ?? '')
  else view.hidden.add(params.column ?? '')
  return 1
}

function tableWithField(world: FakeWorld, fieldId: string | undefined): { table: FakeTable; field: FakeField } {
  for (const table of allTables(world)) {
    const field = table.fields.find(({ id }) => id === fieldId)
    if (field) return { table, field }
  }
  throw new FakeError(404, { error: 'ERR_FIELD_NOT_FOUND', message: `Field '${fieldId}' not found` })
}

export function renameField(world: FakeWorld, { params, body }: FakeRequest): unknown {
  const { table, field } = tableWithField(world, params.field)
  field.title = titled.parse(body).title
  return fieldV3(table, field)
}

export function removeField(world: FakeWorld, { params }: FakeRequest): unknown {
  const { table, field } = tableWithField(world, params.field)
  table.fields = table.fields.filter((each) => each !== field)
  return fieldV3(table, field)
}

export function removeView(world: FakeWorld, { params }: FakeRequest): unknown {
  const { table, view } = viewById(world, params.view)
  table.views = table.views.filter((each) => each !== view)
  return true
}

export function removeTable(world: FakeWorld, { params }: FakeRequest): unknown {
  const table = tableById(world, params.table ?? '', 2)
  const base = baseById(world, table.baseId)
  base.tables = base.tables.filter((each) => each !== table)
  return true
}
