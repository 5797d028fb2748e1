import type { FieldRef } from '@pictable/model/field'
import { conditionsOf, type Filter, mapConditions } from '@pictable/model/filter'
import type { LinkEntryOf, MappingEntry } from '@pictable/model/mapping'
import type { TemplateBy } from '@pictable/model/template-by'
import type { OutputCells, WriteBack } from '@pictable/model/write-back'
import type { Action } from '#core/action/action.ts'
import { problemOfCondition } from '#core/action/filter.ts'
import { passesFilter } from '#core/action/passes-filter.ts'
import { AppError } from '#core/errors.ts'
import { fieldsWrittenBy, imageFields, outputsOf } from '#core/output/outputs-of.ts'
import type { Field, Source, SourceRecord, TableRef } from '#core/ports/source.ts'
import type { TemplateDesign } from '#core/template/template.ts'
import { listed } from '#core/words.ts'
import { withLinkedFields } from './linked-rows.ts'
import { type Binder, type Binding, bindNames, fieldsOf, findField, isEmptyCell } from './map-record.ts'
import { bindOwn, ownFieldsOf } from './own-fields.ts'
import { bindShown } from './shown-fields.ts'
import { tableColumnsOf, withTableColumns } from './table-columns.ts'

/** How the records of an action are to be read, as its table is now. */
export interface Listing {
  /** The action with the ids and names of today. */
  action: Action
  table: TableRef
  viewId: string | null
  /** All of the table. */
  fields: readonly Field[]
  bindings: Binding[]
  /** Fields that the action itself wants, whatever its templates bind. */
  own: Binding[]
  /** Their locales are those of texts in the mapping. */
  designs: Binder['designs']
  primary: Field | undefined
  /** Fields that the source works out, perhaps from others that we write. */
  computedIds: ReadonlySet<string>
  /** All that has to be read. */
  fieldIds: string[]
  /** Whether the filter of the action lets the record through. */
  passes: (record: SourceRecord) => boolean
  /** The fields that the action wants filled and whose cells were emptied, by id. */
  emptied: (record: SourceRecord) => string[]
}

/** What is read of a record, with what the action itself wants of it. */
export function withOwn(listing: Listing): Listing {
  return { ...listing, bindings: [...listing.bindings, ...listing.own] }
}

export interface ListingOptions {
  /** What the bindings are for. */
  names: Iterable<string>
  /** Those that are filled, that of the first output first, if texts of the mapping are wanted. */
  designs?: readonly TemplateDesign[]
  /** What `today` is in a filter. */
  now: Date
  /** Whether a request is worth knowing the table's name of today. */
  refreshName?: boolean
}

type Present = { action: Action; fields: readonly Field[] }

const gone = (message: string) => new AppError('source_not_found', message)

async function findFields(source: Source, action: Action, refreshName: boolean): Promise<Present> {
  try {
    const fields = await source.listFields({ baseId: action.baseId, tableId: action.tableId })
    const tables = refreshName ? await source.listTables(action.baseId) : []
    const tableName = tables.find(({ id }) => id === action.tableId)?.name ?? action.tableName
    return { action: { ...action, tableName }, fields }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'source_not_found') throw error
    const tables = await source.listTables(action.baseId)
    const table = tables.find(({ name, id }) => name === action.tableName && id !== action.tableId)
    if (table === undefined)
      throw gone(
        `The table "${action.tableName}" no longer exists. Choose another table in the action, or restore it. There are: ${listed(tables.map(({ name }) => name))}.`,
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
function refreshedField(ref: FieldRef, use: string, { action, fields }: Present): Field {
  const field = findField(fields, ref)
  if (field === undefined)
    throw gone(
      `The field "${ref.name}" (${use}) is no longer in the table "${action.tableName}". Choose another field in the action, or restore the field. There are: ${listed(fields.map(({ name }) => name))}.`,
    )
  return field
}

function refreshed(ref: FieldRef, use: string, present: Present): FieldRef {
  const { id, name } = refreshedField(ref, use, present)
  return { id, name }
}

function refreshedFilter(filter: Filter, present: Present): Filter {
  return mapConditions(filter, (condition) => {
    const field = refreshedField(condition.field, 'in the filter', present)
    const problem = problemOfCondition(field, condition)
    if (problem !== null)
      throw new AppError('source_invalid', `The filter of the action no longer matches the table. ${problem.detail}`)
    return { ...condition, field: { id: field.id, name: field.name } }
  })
}

const writtenBack = 'written back'

function refreshedCells({ url, attachment }: OutputCells, present: Present): OutputCells {
  const fresh = (ref: FieldRef) => refreshed(ref, writtenBack, present)
  return {
    ...(url && { url: fresh(url) }),
    ...(attachment && { attachment: { ...attachment, field: fresh(attachment.field) } }),
  }
}

function refreshedWriteBack(writeBack: WriteBack, present: Present): WriteBack {
  const { status, error, renderedAt, refillEmpty, ignoreCheck } = writeBack
  const fresh = (ref: FieldRef) => refreshed(ref, writtenBack, present)
  return {
    ...refreshedCells(writeBack, present),
    ...(status && { status: fresh(status) }),
    ...(error && { error: fresh(error) }),
    ...(renderedAt && { renderedAt: fresh(renderedAt) }),
    ...(refillEmpty && { refillEmpty }),
    ...(ignoreCheck && { ignoreCheck }),
  }
}

/** The fields that the names of a text mean. */
function refreshedFields(refs: Readonly<Record<string, FieldRef>>, use: string, present: Present) {
  return Object.fromEntries(Object.entries(refs).map(([name, ref]) => [name, refreshed(ref, use, present)]))
}

function refreshedLink({ field: ref, columns }: LinkEntryOf<FieldRef>, use: string, present: Present) {
  const { id, name, link } = refreshedField(ref, use, present)
  if (link?.fields === undefined) {
    const message = `The field "${name}" (${use}) no longer links to a table. Map another field in the action.`
    throw new AppError('source_invalid', message)
  }
  const known = link.fields
  const fresh = columns.map((column): FieldRef => {
    const found = findField(known, column)
    if (found) return { id: found.id, name: found.name }
    throw gone(
      `The field "${column.name}" (a column of "${name}", ${use}) is no longer in the linked table. Choose the columns again in the action, or restore the field. There are: ${listed(known.map((each) => each.name))}.`,
    )
  })
  return { field: { id, name }, columns: fresh }
}

function refreshedMapping(present: Present): Record<string, MappingEntry> {
  const entries = Object.entries(present.action.mapping)
  return Object.fromEntries(
    entries.map(([name, entry]): [string, MappingEntry] => {
      const use = `mapped to "${name}"`
      if ('columns' in entry) return [name, { ...entry, ...refreshedLink(entry, use, present) }]
      if ('field' in entry) return [name, { ...entry, field: refreshed(entry.field, use, present) }]
      if ('value' in entry) return [name, entry]
      return [name, { ...entry, fields: refreshedFields(entry.fields ?? {}, use, present) }]
    }),
  )
}

function refreshedChoice(templateBy: TemplateBy | null, present: Present): TemplateBy | null {
  return templateBy && { ...templateBy, field: refreshed(templateBy.field, 'chooses the template', present) }
}

/** A source that has no name for its rows may choose a field that the action fills: no one knows a record by its image's URL. */
function primaryOf(fields: readonly Field[], written: readonly FieldRef[]): Field | undefined {
  const names = fields.filter(({ id }) => !written.some((ref) => ref.id === id))
  return names.find(({ primary }) => primary) ?? names[0] ?? fields[0]
}

/** Whether something that the action refers to has another id or name than before. */
export function hasMoved(before: Action, after: Action): boolean {
  const refs = ({ tableId, tableName, viewId, viewName, filter, mapping, writeBack, moreOutputs, ...own }: Action) =>
    JSON.stringify([
      ...[tableId, tableName, viewId, viewName, filter, Object.values(mapping), writeBack, moreOutputs],
      ownFieldsOf({ ...own, moreOutputs }),
    ])
  return refs(before) !== refs(after)
}

/**
 * Finds table, view and fields of the action by their ids, else by their names.
 * @throws AppError `source_not_found` naming what is gone, and the cure
 */
export async function findListing(
  source: Source,
  saved: Action,
  { names, designs = [], now, refreshName = false }: ListingOptions,
): Promise<Listing> {
  const { action: withTable, fields: listedFields } = await findFields(source, saved, refreshName)
  const withView = await findView(source, withTable)
  const { mapping } = withView
  const inTables = tableColumnsOf(designs)
  const find = (ref: FieldRef) => findField(listedFields, ref)
  const fields = await withLinkedFields(source, listedFields, { mapping, find, inTables })
  const present = { action: withView, fields }
  const writeBack = withView.writeBack && refreshedWriteBack(withView.writeBack, present)
  const filter = withView.filter && refreshedFilter(withView.filter, present)
  const moreOutputs = withView.moreOutputs.map((more) => ({
    ...more,
    templateBy: refreshedChoice(more.templateBy, present),
    writeBack: more.writeBack && refreshedCells(more.writeBack, present),
  }))
  const { fileName: pattern } = withView
  const fileName = pattern && { ...pattern, fields: refreshedFields(pattern.fields, 'in the file name', present) }
  const { stableUrls: urls } = withView
  const stableUrls = urls?.field ? { field: refreshed(urls.field, 'in the stable URLs', present) } : urls
  const own = { fileName, stableUrls, templateBy: refreshedChoice(withView.templateBy, present) }
  const action = { ...withView, filter, mapping: refreshedMapping(present), writeBack, moreOutputs, ...own }
  const ownBindings = bindOwn(ownFieldsOf(action).flatMap(({ id }) => fields.find((field) => field.id === id) ?? []))
  const bound = withTableColumns(bindNames(names, action.mapping, fields).bindings, inTables)
  const bindings = bindShown(bound, action.mapping, designs)
  const primary = primaryOf(fields, fieldsWrittenBy(action))
  const refilled = writeBack?.refillEmpty ? imageFields(outputsOf(action)) : []
  const read = [
    ...[...bindings, ...ownBindings].flatMap((binding) => fieldsOf(binding).map(({ id }) => id)),
    ...(filter === null ? [] : conditionsOf(filter).map(({ field }) => field.id)),
    ...refilled.map(({ id }) => id),
  ]
  const context = { kinds: new Map(fields.map(({ id, kind }) => [id, kind])), now }
  return {
    action,
    table: { baseId: action.baseId, tableId: action.tableId },
    viewId: action.viewId,
    fields,
    bindings,
    own: ownBindings,
    designs,
    primary,
    computedIds: new Set(fields.filter(({ computed }) => computed).map(({ id }) => id)),
    fieldIds: [...new Set(primary === undefined ? read : [...read, primary.id])],
    passes: (record) => filter === null || passesFilter(filter, record.fields, context),
    emptied: (record) => refilled.flatMap(({ id }) => (isEmptyCell(record.fields[id]) ? [id] : [])),
  }
}
