import type { ErrorDetail } from '#core/errors.ts'
import type { NewId } from '#core/ids.ts'
import { pointer } from '#core/pointer.ts'
import { type FieldKind, fieldKinds } from '#core/ports/source.ts'
import type { World } from '#core/ports/world.ts'
import { refuseIfAny } from '#core/refuse.ts'
import { stored, toBeChanged } from '#core/revision.ts'
import { findNamed, listed } from '#core/words.ts'
import type { Table, TableField, TableFilter, TableView } from './table.ts'

/** A view whose fields are given by name or id. */
export interface DraftView {
  name: string
  filters?:
    | readonly (Omit<TableFilter, 'fieldId' | 'value'> & { field: string; value?: TableFilter['value'] | undefined })[]
    | undefined
  sort?: { field: string; direction: 'ascending' | 'descending' } | null | undefined
}

export interface TableDraft {
  name: string
  /** The first one is what people know a row by. */
  fields: readonly { name: string; kind: FieldKind }[]
  views?: readonly DraftView[] | undefined
}

interface Saving {
  newId: NewId
  before: Pick<Table, 'fields' | 'views'>
  errors: ErrorDetail[]
}

/** What needs a table product behind it. */
const foreignKinds: readonly FieldKind[] = ['link', 'user', 'unknown']
const plainKinds = fieldKinds.filter((kind) => !foreignKinds.includes(kind))

/** Names have to differ also for people who do not mind the case. */
function refuseTwins(items: readonly { name: string }[], part: 'fields' | 'views', errors: ErrorDetail[]): void {
  const seen = new Set<string>()
  items.forEach(({ name }, index) => {
    const key = name.trim().toLowerCase()
    if (seen.has(key)) errors.push({ pointer: pointer(part, index, 'name'), detail: `There are two named "${name}".` })
    seen.add(key)
  })
}

function fieldsOf(draft: TableDraft['fields'], { newId, before, errors }: Saving): TableField[] {
  if (draft.length === 0) errors.push({ pointer: '/fields', detail: 'A table needs at least one field.' })
  refuseTwins(draft, 'fields', errors)
  return draft.map(({ name, kind }, index) => {
    const known = findNamed(before.fields, name)
    if (!plainKinds.includes(kind))
      errors.push({ pointer: pointer('fields', index, 'kind'), detail: `must be one of: ${plainKinds.join(', ')}` })
    if (known !== undefined && known.kind !== kind)
      errors.push({
        pointer: pointer('fields', index, 'kind'),
        detail: `"${name}" holds ${known.kind} values already. Add a new field for ${kind} values.`,
      })
    return { id: known?.id ?? newId('field'), name, kind }
  })
}

function viewOf(draft: DraftView, fields: readonly TableField[], at: { index: number; saving: Saving }): TableView {
  const { newId, before, errors } = at.saving
  const fieldId = (name: string, ...place: (string | number)[]) => {
    const field = findNamed(fields, name)
    const detail = `The table has no field "${name}". It has: ${listed(fields.map((each) => each.name))}.`
    if (field === undefined) errors.push({ pointer: pointer('views', at.index, ...place, 'field'), detail })
    return field?.id ?? name
  }
  const { sort = null } = draft
  return {
    id: findNamed(before.views, draft.name)?.id ?? newId('view'),
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
  return draft.map((view, index) => viewOf(view, fields, { index, saving }))
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
  await world.data.tables.insert(table)
  return table
}

/** Changes a table. A field or view keeps its id when its name stays. */
export async function updateTable(
  world: Pick<World, 'clock' | 'data' | 'newId'>,
  id: string,
  change: { [Key in keyof TableDraft]?: TableDraft[Key] | undefined },
  revision?: number,
): Promise<Table> {
  const before = toBeChanged(await world.data.tables.get(id), { what: 'table', id, revision })
  const saving: Saving = { newId: world.newId, before, errors: [] }
  const fields = change.fields === undefined ? before.fields : fieldsOf(change.fields, saving)
  const views = change.views === undefined ? keptViews(fields, saving) : viewsOf(change.views, fields, saving)
  refuseIfAny(saving.errors, 'The table is not valid.')
  const changed = { ...before, name: change.name ?? before.name, fields, views, updatedAt: world.clock.now() }
  return stored(await world.data.tables.update(changed), 'table')
}
