import { type FieldKind, tableFieldKinds } from '@pictable/model/field'
import type { FieldFormat } from '@pictable/model/field-format'
import type { InvalidValueRule } from '@pictable/model/table'
import type { ErrorDetail } from '#core/errors.ts'
import type { NewId } from '#core/ids.ts'
import { pointer } from '#core/pointer.ts'
import type { Data } from '#core/ports/data.ts'
import type { World } from '#core/ports/world.ts'
import { refuseIfAny } from '#core/refuse.ts'
import { stored, type Target, toBeChanged } from '#core/revision.ts'
import { findNamed, listed } from '#core/words.ts'
import { type NotifyWorld, notifyTriggers } from './notify-triggers.ts'
import { retypeFields } from './retype-fields.ts'
import type { Table, TableField, TableFilter, TableView } from './table.ts'

/** A view whose fields are given by name or id. */
export interface DraftView {
  /** Of a view that is there: its name may be another one. */
  id?: string | undefined
  name: string
  filters?:
    | readonly (Omit<TableFilter, 'fieldId' | 'value'> & { field: string; value?: TableFilter['value'] | undefined })[]
    | undefined
  sort?: { field: string; direction: 'ascending' | 'descending' } | null | undefined
}

export interface DraftField {
  /** Of a field that is there: its name and kind may be others. */
  id?: string | undefined
  name: string
  kind: FieldKind
  /** null: none; without it, the one that the field has stays while it suits. */
  format?: FieldFormat | null | undefined
  /** Of a link, the table that it links to. Default: as before. */
  linkedTableId?: string | undefined
}

export interface TableDraft {
  name: string
  /** The first one is what people know a row by. */
  fields: readonly DraftField[]
  views?: readonly DraftView[] | undefined
}

interface Saving {
  newId: NewId
  before: Pick<Table, 'fields' | 'views'>
  errors: ErrorDetail[]
}

/** Formats that values of a kind can be shown in. */
const FORMATS: Readonly<Partial<Record<FieldKind, readonly FieldFormat['type'][]>>> = {
  number: ['number', 'currency', 'duration'],
  date: ['date'],
  date_time: ['date'],
}

const ownKinds: readonly FieldKind[] = tableFieldKinds

/** Names have to differ also for people who do not mind the case. */
function refuseTwins(items: readonly { name: string }[], part: 'fields' | 'views', errors: ErrorDetail[]): void {
  const seen = new Set<string>()
  items.forEach(({ name }, index) => {
    const key = name.trim().toLowerCase()
    if (seen.has(key))
      errors.push({ pointer: pointer(part, index, 'name'), detail: `The name "${name}" occurs twice.` })
    seen.add(key)
  })
}

/** What a draft means of what is there: by its id, else by its name. */
function knownOf<Item extends { id: string; name: string }>(
  draft: { id?: string | undefined; name: string },
  items: readonly Item[],
  { errors, place }: { errors: ErrorDetail[]; place: readonly (string | number)[] },
): Item | undefined {
  if (draft.id === undefined) return findNamed(items, draft.name)
  const known = items.find(({ id }) => id === draft.id)
  if (known === undefined)
    errors.push({ pointer: pointer(...place, 'id'), detail: `There is no "${draft.id}" in the table.` })
  return known
}

/** An id that came twice stays with the first; a name that did has been told of. */
function withOwnIds<Item extends { id: string; name: string }>(
  items: readonly Item[],
  { part, newId, errors }: { part: 'fields' | 'views'; newId: () => string; errors: ErrorDetail[] },
): Item[] {
  const seen = new Set<string>()
  return items.map((item, index) => {
    const id = item.id === '' ? newId() : item.id
    const isTwin = errors.some((error) => error.pointer === pointer(part, index, 'name'))
    if (seen.has(id) && !isTwin)
      errors.push({ pointer: pointer(part, index), detail: `"${item.name}" already exists.` })
    seen.add(id)
    return { ...item, id }
  })
}

/** A field that becomes another kind loses the format that it had, also when a request repeats it. */
function formatOf({ kind, format }: DraftField, known: TableField | undefined): FieldFormat | undefined {
  const isKept = format === undefined || JSON.stringify(format) === JSON.stringify(known?.format)
  if (isKept) return known?.kind === kind ? known.format : undefined
  return format ?? undefined
}

function refuseFormat(
  { kind, format }: Pick<TableField, 'kind'> & { format: FieldFormat | undefined },
  { errors, index }: { errors: ErrorDetail[]; index: number },
): void {
  const formats = FORMATS[kind] ?? []
  if (format !== undefined && !formats.includes(format.type)) {
    const detail = formats.length === 0 ? `is not for the kind ${kind}` : `must have the type ${formats.join(' or ')}`
    errors.push({ pointer: pointer('fields', index, 'format'), detail })
  }
}

function linkOf(
  { name, linkedTableId }: DraftField,
  known: TableField | undefined,
  { index, errors }: { index: number; errors: ErrorDetail[] },
): Pick<TableField, 'linkedTableId'> {
  const id = linkedTableId ?? known?.linkedTableId
  if (index === 0) {
    const detail = `The first field is what rows are known by, so "${name}" cannot be a link here. Move another field to the front.`
    errors.push({ pointer: '/fields/0/kind', detail })
  }
  if (id !== undefined) return { linkedTableId: id }
  const detail = `is missing: the field "${name}" needs the id of the table that it links to`
  errors.push({ pointer: pointer('fields', index, 'linked_table_id'), detail })
  return {}
}

function fieldsOf(draft: TableDraft['fields'], { newId, before, errors }: Saving): TableField[] {
  if (draft.length === 0) errors.push({ pointer: '/fields', detail: 'A table needs at least one field.' })
  refuseTwins(draft, 'fields', errors)
  const fields = draft.map((field, index) => {
    const { name, kind } = field
    if (!ownKinds.includes(kind))
      errors.push({ pointer: pointer('fields', index, 'kind'), detail: `must be one of: ${ownKinds.join(', ')}` })
    const known = knownOf(field, before.fields, { errors, place: ['fields', index] })
    const format = formatOf(field, known)
    refuseFormat({ kind, format }, { errors, index })
    const plain = { id: known?.id ?? '', name, kind, ...(format && { format }) }
    return kind === 'link' ? { ...plain, ...linkOf(field, known, { index, errors }) } : plain
  })
  return withOwnIds(fields, { part: 'fields', newId: () => newId('field'), errors })
}

function viewOf(draft: DraftView, fields: readonly TableField[], at: { index: number; saving: Saving }): TableView {
  const { before, errors } = at.saving
  const fieldId = (name: string, ...place: (string | number)[]) => {
    const field = findNamed(fields, name)
    const detail = `The table has no field "${name}". It has: ${listed(fields.map((each) => each.name))}.`
    if (field === undefined) errors.push({ pointer: pointer('views', at.index, ...place, 'field'), detail })
    return field?.id ?? name
  }
  const { sort = null } = draft
  return {
    id: knownOf(draft, before.views, { errors, place: ['views', at.index] })?.id ?? '',
    name: draft.name,
    filters: (draft.filters ?? []).map(({ field, operator, value }, index) => ({
      fieldId: fieldId(field, 'filters', index),
      operator,
      ...(value === undefined ? {} : { value }),
    })),
    sort: sort && { fieldId: fieldId(sort.field, 'sort'), direction: sort.direction },
  }
}

function viewsOf(draft: readonly DraftView[], fields: readonly TableField[], saving: Saving): TableView[] {
  refuseTwins(draft, 'views', saving.errors)
  const views = draft.map((view, index) => viewOf(view, fields, { index, saving }))
  return withOwnIds(views, { part: 'views', newId: () => saving.newId('view'), errors: saving.errors })
}

/** Views that were not given stay, if the fields they are about do. */
function keptViews(fields: readonly TableField[], { before, errors }: Saving): readonly TableView[] {
  const ids = new Set(fields.map(({ id }) => id))
  for (const { name, filters, sort } of before.views) {
    const used = [...filters, ...(sort === null ? [] : [sort])].find(({ fieldId }) => !ids.has(fieldId))
    const field = before.fields.find(({ id }) => id === used?.fieldId)
    if (field !== undefined)
      errors.push({ pointer: '/fields', detail: `The view "${name}" uses the field "${field.name}". Change it first.` })
  }
  return before.views
}

/** Tables that fields are made to link to, which stay until the transaction ends. @throws AppError `invalid_request` */
async function refuseGoneTables(data: Data, { id, fields }: Table, before: readonly TableField[]): Promise<void> {
  const errors: ErrorDetail[] = []
  for (const [index, { name, linkedTableId }] of fields.entries()) {
    const isKnown = before.some((known) => known.linkedTableId === linkedTableId)
    if (linkedTableId === undefined || linkedTableId === id || isKnown) continue
    if ((await data.tables.lock(linkedTableId)) !== null) continue
    const detail = `There is no table "${linkedTableId}" for the field "${name}". GET /v1/tables lists the tables.`
    errors.push({ pointer: pointer('fields', index, 'linked_table_id'), detail })
  }
  refuseIfAny(errors, 'The table is not valid.')
}

/** A new table of that shape, not yet kept. @throws AppError `invalid_request` */
export function newTable(world: Pick<World, 'clock' | 'newId'>, draft: TableDraft): Table {
  const saving: Saving = { newId: world.newId, before: { fields: [], views: [] }, errors: [] }
  const fields = fieldsOf(draft.fields, saving)
  const views = viewsOf(draft.views ?? [], fields, saving)
  refuseIfAny(saving.errors, 'The table is not valid.')
  const now = world.clock.now()
  return { id: world.newId('table'), name: draft.name, fields, views, revision: 1, createdAt: now, updatedAt: now }
}

/** Makes a table of Pictable's own. */
export async function createTable(world: Pick<World, 'clock' | 'data' | 'newId'>, draft: TableDraft): Promise<Table> {
  const table = newTable(world, draft)
  await world.data.transaction(async (data) => {
    await refuseGoneTables(data, table, [])
    await data.tables.insert(table)
  })
  return table
}

export interface TableChange {
  name?: string | undefined
  fields?: TableDraft['fields'] | undefined
  views?: TableDraft['views']
  /** What becomes of values that a field of another kind cannot hold. */
  misfits?: InvalidValueRule | undefined
}

/** Whether the views of a table show the same rows and values, whatever they are called. */
function showsSame(before: Table, after: Table): boolean {
  const shown = ({ fields, views }: Table) =>
    JSON.stringify([
      fields.map(({ id, kind, linkedTableId = null }) => [id, kind, linkedTableId]),
      views.map(({ id, filters }) => [id, filters]),
    ])
  return shown(before) === shown(after)
}

/**
 * Changes a table. A field or view keeps its id when its id or its name is given; values of a field whose kind changes are
 * converted.
 */
export async function updateTable(
  world: NotifyWorld & Pick<World, 'newId'>,
  { id, revision }: Target,
  change: TableChange,
): Promise<Table> {
  const before = toBeChanged(await world.data.tables.get(id), { what: 'table', id, revision })
  const saving: Saving = { newId: world.newId, before, errors: [] }
  const fields = change.fields === undefined ? before.fields : fieldsOf(change.fields, saving)
  const views = change.views === undefined ? keptViews(fields, saving) : viewsOf(change.views, fields, saving)
  refuseIfAny(saving.errors, 'The table is not valid.')
  const changed = { ...before, name: change.name ?? before.name, fields, views, updatedAt: world.clock.now() }
  return world.data.transaction(async (data) => {
    await data.tables.lock(id)
    await refuseGoneTables(data, changed, before.fields)
    await retypeFields(data, { before, after: changed, misfits: change.misfits ?? 'refuse' })
    const kept = stored(await data.tables.update(changed), 'table')
    if (!showsSame(before, kept)) await notifyTriggers({ ...world, data }, { tableId: id, recordIds: null })
    return kept
  })
}
