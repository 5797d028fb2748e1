import type { Action, FieldRef, MappingEntry, WriteBack } from '#core/action/action.ts'
import { AppError } from '#core/errors.ts'
import type { Field, Source, TableRef } from '#core/ports/source.ts'
import { listed } from '#core/words.ts'
import { type Binding, bindNames, findField } from './map-record.ts'

/** How the records of an action are to be read, as its table is now. */
export interface Listing {
  /** The action with the ids and names of today. */
  action: Action
  table: TableRef
  viewId: string | null
  bindings: Binding[]
  primary: Field | undefined
  /** All that has to be read. */
  fieldIds: string[]
}

const gone = (message: string) => new AppError('source_not_found', message)

async function findFields(source: Source, action: Action): Promise<{ action: Action; fields: Field[] }> {
  try {
    return { action, fields: await source.listFields({ baseId: action.baseId, tableId: action.tableId }) }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'source_not_found') throw error
    const tables = await source.listTables(action.baseId)
    const table = tables.find(({ name, id }) => name === action.tableName && id !== action.tableId)
    if (table === undefined)
      throw gone(
        `The table "${action.tableName}" is no longer there. Choose another table in the action, or bring it back. There are: ${listed(tables.map(({ name }) => name))}.`,
      )
    const fields = await source.listFields({ baseId: action.baseId, tableId: table.id })
    return { action: { ...action, tableId: table.id }, fields }
  }
}

async function findView(source: Source, action: Action): Promise<Action> {
  if (action.viewId === null) return action
  const views = await source.listViews({ baseId: action.baseId, tableId: action.tableId })
  const view = views.find(({ id }) => id === action.viewId) ?? views.find(({ name }) => name === action.viewName)
  if (view === undefined)
    throw gone(
      `The view "${action.viewName}" is no longer in the table "${action.tableName}". Choose another view in the action, or none. There are: ${listed(views.map(({ name }) => name))}.`,
    )
  return { ...action, viewId: view.id, viewName: view.name }
}

/** The same reference as the table knows it now. */
function refreshed(ref: FieldRef, use: string, { action, fields }: { action: Action; fields: Field[] }): FieldRef {
  const field = findField(fields, ref)
  if (field === undefined)
    throw gone(
      `The field "${ref.name}" (${use}) is no longer in the table "${action.tableName}". Choose another field in the action, or bring it back. There are: ${listed(fields.map(({ name }) => name))}.`,
    )
  return { id: field.id, name: field.name }
}

function refreshedWriteBack(writeBack: WriteBack, present: { action: Action; fields: Field[] }): WriteBack {
  const { url, status, error, renderedAt } = writeBack
  const fresh = (ref: FieldRef) => refreshed(ref, 'written back', present)
  return {
    ...(url && { url: fresh(url) }),
    ...(status && { status: fresh(status) }),
    ...(error && { error: fresh(error) }),
    ...(renderedAt && { renderedAt: fresh(renderedAt) }),
  }
}

function refreshedMapping(present: { action: Action; fields: Field[] }): Record<string, MappingEntry> {
  const entries = Object.entries(present.action.mapping)
  return Object.fromEntries(
    entries.map(([name, entry]) => [
      name,
      'value' in entry ? entry : { field: refreshed(entry.field, `mapped to "${name}"`, present) },
    ]),
  )
}

/** Whether something that the action refers to has another id or name than before. */
export function hasMoved(before: Action, after: Action): boolean {
  const refs = ({ tableId, viewId, viewName, mapping, writeBack }: Action) => {
    const { url, status, error, renderedAt } = writeBack ?? {}
    return JSON.stringify([tableId, viewId, viewName, Object.values(mapping), url, status, error, renderedAt])
  }
  return refs(before) !== refs(after)
}

/**
 * Finds table, view and fields of the action by their ids, else by their names.
 * @throws AppError `source_not_found` naming what is gone, and the cure
 */
export async function findListing(source: Source, saved: Action, names: Iterable<string>): Promise<Listing> {
  const { action: withTable, fields } = await findFields(source, saved)
  const withView = await findView(source, withTable)
  const present = { action: withView, fields }
  const writeBack = withView.writeBack && refreshedWriteBack(withView.writeBack, present)
  const action = { ...withView, mapping: refreshedMapping(present), writeBack }
  const { bindings } = bindNames(names, action.mapping, fields)
  const primary = fields.find((field) => field.primary) ?? fields[0]
  const read = bindings.flatMap(({ from }) => ('field' in from ? [from.field.id] : []))
  return {
    action,
    table: { baseId: action.baseId, tableId: action.tableId },
    viewId: action.viewId,
    bindings,
    primary,
    fieldIds: [...new Set(primary === undefined ? read : [...read, primary.id])],
  }
}
