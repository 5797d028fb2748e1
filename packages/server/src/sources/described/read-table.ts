import type { FieldKind } from '@pictable/model/field'
import { AppError } from '#core/errors.ts'
import type { Base, Field, TableRef } from '#core/ports/source.ts'
import { listed } from '#core/words.ts'
import { type DescribedApi, listIn } from './described-api.ts'
import type { Description, KindRule } from './description.ts'
import { readFieldFormat } from './field-format.ts'
import { at, type Context, fillText, fits, plain, textAt } from './notation.ts'

export interface DescribedField extends Field {
  rule: KindRule | null
  /** What its cells are called in a record. */
  cell: string
  /** What may be chosen; null where anything may be. */
  choices: readonly string[] | null
  maxLength: number | null
  isRequired: boolean
}

/** A table as it is now. */
export interface DescribedTable {
  ref: TableRef
  fields: readonly DescribedField[]
  /** Placeholders of its requests. */
  context: Context
  /** Whether ids of records are whole numbers. */
  hasNumberIds: boolean
}

type Listing = Description['tables']

async function namesIn(api: DescribedApi, listing: Listing, context: Context): Promise<Base[]> {
  const entries = listIn(api, await api.ask(listing, { context }), listing.list)
  const found = new Map<string, Base>()
  for (const entry of entries) {
    const id = plain(at(entry, listing.id))
    if (id !== '' && !found.has(id) && fits(entry, listing.where, context))
      found.set(id, { id, name: textAt(entry, listing.name) ?? id })
  }
  return [...found.values()]
}

export async function listBases(api: DescribedApi): Promise<Base[]> {
  const { bases } = api.description
  return 'fixed' in bases ? [bases.fixed] : namesIn(api, bases, {})
}

const gone = (what: string, { title }: Description) =>
  new AppError(
    'source_not_found',
    `The ${what} is no longer in ${title}, or the credentials have no access to it. Choose another ${what} in the action.`,
  )

export async function listTables(api: DescribedApi, base: string): Promise<Base[]> {
  const { bases, tables } = api.description
  if ('fixed' in bases && bases.fixed.id !== base) throw gone('base', api.description)
  return namesIn(api, tables, { base })
}

export async function listViews(api: DescribedApi, { baseId, tableId }: TableRef): Promise<Base[]> {
  const { views } = api.description
  return views === undefined ? [] : namesIn(api, views, { base: baseId, table: tableId })
}

/** Products may ignore a view that they do not know, and give the whole table. @throws AppError `source_not_found` */
export async function assertExists(api: DescribedApi, ref: TableRef, viewId: string | null): Promise<void> {
  if (!(await listTables(api, ref.baseId)).some(({ id }) => id === ref.tableId)) throw gone('table', api.description)
  if (viewId === null || (await listViews(api, ref)).some(({ id }) => id === viewId)) return
  throw gone('view', api.description)
}

function choicesOf(rule: KindRule | null, entry: unknown): string[] | null {
  const found = rule?.choices === undefined ? undefined : at(entry, rule.choices)
  return Array.isArray(found) && found.length > 0 ? found.map(plain) : null
}

function lengthOf(entry: unknown, path: string | undefined): number | null {
  const length = path === undefined ? Number.NaN : Number(at(entry, path) ?? Number.NaN)
  return Number.isSafeInteger(length) && length > 0 ? length : null
}

/** Kinds of cells that name records: links, and foreign keys. */
const KINDS_OF_LINKS: ReadonlySet<FieldKind> = new Set(['link', 'number', 'text'])

function fieldOf({ fields, kinds, formats, records }: Description, entry: unknown, baseId: string): DescribedField {
  const id = plain(at(entry, fields.id))
  const type = plain(at(entry, fields.type))
  const rule = kinds.find(({ types, when }) => types.includes(type) && fits(entry, when)) ?? null
  const kind = rule?.kind ?? 'unknown'
  const linked = fields.linked_table === undefined ? '' : plain(at(entry, fields.linked_table))
  return {
    id,
    name: textAt(entry, fields.name) ?? id,
    kind,
    computed: fields.read_only.some((conditions) => fits(entry, conditions)),
    primary: fields.primary !== undefined && fits(entry, fields.primary),
    format: readFieldFormat(formats, entry, type),
    rule,
    cell: fillText(records.cell, { field: id }),
    choices: choicesOf(rule, entry),
    maxLength: lengthOf(entry, fields.max_length),
    isRequired: fields.required !== undefined && fits(entry, fields.required),
    ...(linked !== '' && KINDS_OF_LINKS.has(kind) && { link: { table: { baseId, tableId: linked } } }),
  }
}

/** One field is primary: the one of the description, else the first text, else the first of all. */
function withPrimary(fields: readonly DescribedField[]): DescribedField[] {
  const primary =
    fields.find((field) => field.primary) ??
    fields.find(({ kind, computed }) => kind === 'text' && !computed) ??
    fields[0]
  return fields.map((field) => ({ ...field, primary: field === primary }))
}

/** Reads the fields of a table, in one request. @throws AppError `source_not_found` */
export async function readTable(api: DescribedApi, ref: TableRef, signal?: AbortSignal): Promise<DescribedTable> {
  const { fields, records } = api.description
  const place = { base: ref.baseId, table: ref.tableId }
  const entries = listIn(api, await api.ask(fields, { context: place, signal }), fields.list).filter((entry) =>
    fits(entry, fields.where, place),
  )
  const found = entries.map((entry) => fieldOf(api.description, entry, ref.baseId)).filter(({ id }) => id !== '')
  const { key: conditions } = fields
  const isKey = (entry: unknown) => conditions !== undefined && fits(entry, conditions)
  const key = found[entries.findIndex(isKey)]
  if (conditions !== undefined && key === undefined) throw withoutKey(api.description)
  const hasNumberIds = (records.ids ?? (key?.kind === 'number' ? 'whole_number' : 'text')) === 'whole_number'
  const context = { ...place, ...(key === undefined ? {} : { key: key.id }) }
  return { ref, fields: withPrimary(found), context, hasNumberIds }
}

function withoutKey({ title }: Description): AppError {
  const message = `The table has no primary key that ${title} shows, which Pictable needs to identify records. Add one in ${title}, or give the credentials access to it.`
  return new AppError('source_invalid', message)
}

/** What there is tells people, who do not know a field by its id, which is missing. */
export const fieldGone = ({ fields }: DescribedTable, fieldId: string): string =>
  `The field ${fieldId} is no longer in the table. Choose another field in the action, or restore the field. There are: ${listed(fields.map(({ name }) => name))}.`

/** @throws AppError `source_not_found` when one of them is gone */
export function wanted(table: DescribedTable, fieldIds: readonly string[] | undefined): readonly DescribedField[] {
  if (fieldIds === undefined) return table.fields
  const gone = fieldIds.find((fieldId) => !table.fields.some(({ id }) => id === fieldId))
  if (gone !== undefined) throw new AppError('source_not_found', fieldGone(table, gone))
  return table.fields.filter(({ id }) => fieldIds.includes(id))
}
