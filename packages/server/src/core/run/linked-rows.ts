import type { MappingEntryOf } from '@pictable/model/mapping'
import { workOfRecord } from '@pictable/renderer/expressions'
import { AppError } from '#core/errors.ts'
import type { Field, FieldValue, Source, SourceRecord } from '#core/ports/source.ts'
import { findNamed } from '#core/words.ts'
import { idsIn, MAX_LINKED_ROWS, tooManyLinks } from './linked-ids.ts'
import {
  type Binder,
  type Binding,
  type BoundLink,
  bindRecords,
  cellOf,
  composeText,
  type Fields,
  type FindRows,
  templateValueOf,
  type Writing,
} from './map-record.ts'
import type { TableColumns } from './table-columns.ts'

/** Of one record: writing more would hold up this process for a tenth of a second. */
const MAX_FORMATTED = 5000
/** Linked rows of one call, where the source takes as many. */
const MAX_AT_ONCE = 100
/** Records whose linked rows are held at once. */
const MAX_RECORDS = 100

type LinkSource = Pick<Source, 'capabilities' | 'getRecords'>

const linkedIds = ({ link }: BoundLink, record: SourceRecord) => [...new Set(idsIn(cellOf(link, record)))]

const requestedAtOnce = ({ getMany: { max, perRequest = max } }: Source['capabilities']): number =>
  Math.min(MAX_AT_ONCE, perRequest)

/** The records, as many at a time as their linked rows are read for. */
function partsOf(records: readonly SourceRecord[]): (readonly SourceRecord[])[] {
  const count = Math.ceil(records.length / MAX_RECORDS)
  return Array.from({ length: count }, (_, at) => records.slice(at * MAX_RECORDS, (at + 1) * MAX_RECORDS))
}

/** How many requests bring the rows that these records link to. */
export function countLinkRequests(
  capabilities: Source['capabilities'],
  links: readonly BoundLink[],
  records: readonly SourceRecord[],
): number {
  const requests = (part: readonly SourceRecord[], link: BoundLink) =>
    Math.ceil(new Set(part.flatMap((record) => linkedIds(link, record))).size / requestedAtOnce(capabilities))
  return partsOf(records).reduce((sum, part) => links.reduce((all, link) => all + requests(part, link), sum), 0)
}

/** The rows with these ids, by id. Those that are gone are left out. @throws AppError when the table cannot be read */
async function readRows(source: LinkSource, { link, columns }: BoundLink, ids: readonly string[]) {
  const rows = new Map<string, SourceRecord>()
  if (link.link === undefined) return rows
  const size = Math.min(MAX_AT_ONCE, source.capabilities.getMany.max)
  const fieldIds = columns.map(({ id }) => id)
  for (let from = 0; from < ids.length; from += size) {
    const read = await source.getRecords(link.link.table, ids.slice(from, from + size), { fieldIds })
    for (const row of read) rows.set(row.id, row)
  }
  return rows
}

/** Rows that these records link to: as many as one request brings. @throws AppError when the table cannot be read */
export async function firstLinkedRows(
  source: LinkSource,
  link: BoundLink,
  records: readonly SourceRecord[],
): Promise<SourceRecord[]> {
  const ids = [...new Set(records.flatMap((record) => linkedIds(link, record)))]
  return [...(await readRows(source, link, ids.slice(0, requestedAtOnce(source.capabilities)))).values()]
}

/** A cell of a linked row, as its table shows it where that is wanted. What its format does not suit stays as it is. */
function shownValue({ shown }: BoundLink, column: Field, writing: Writing): FieldValue {
  const value = cellOf(column, writing.record)
  const text = shown?.get(column.id)
  if (text === undefined || value === null) return value
  const written = composeText(text, writing)
  return typeof written === 'string' ? written : value
}

function lineOf(link: BoundLink, writing: Writing): string {
  const values = link.columns.map((column) => templateValueOf(shownValue(link, column, writing)))
  return values.filter((value) => value !== null && value !== '').join(', ')
}

/** Reads the rows that these records link to, each row once. */
async function readLinks(
  source: LinkSource,
  links: readonly BoundLink[],
  records: readonly SourceRecord[],
): Promise<FindRows> {
  const byLink = new Map<BoundLink, ReadonlyMap<string, SourceRecord>>()
  for (const link of links) {
    const few = records.map((record) => linkedIds(link, record)).filter(({ length }) => length <= MAX_LINKED_ROWS)
    byLink.set(link, await readRows(source, link, [...new Set(few.flat())]))
  }
  return (link, writing) => {
    const ids = linkedIds(link, writing.record)
    if (ids.length > MAX_LINKED_ROWS) return { text: null, problems: [tooManyLinks] }
    const found = ids.flatMap((id) => byLink.get(link)?.get(id) ?? [])
    if (found.length * (link.shown?.size ?? 0) > MAX_FORMATTED) {
      const most = MAX_FORMATTED.toLocaleString('en')
      const problem = `its linked rows have more than ${most} values with a format. Link fewer rows, choose fewer columns, or map them without "formatted"`
      return { text: null, problems: [problem] }
    }
    const rows = found.map((record) => ({ locale: writing.locale, record, work: workOfRecord() }))
    if (link.isText) return { text: rows.map((row) => lineOf(link, row)).join('\n'), problems: [] }
    const cellsOf = (row: Writing) => link.columns.map((column) => [column.name, shownValue(link, column, row)])
    return { rows: rows.map((row) => Object.fromEntries(cellsOf(row))), ...(link.isList && { isList: true }) }
  }
}

export const linksOf = (bindings: readonly Binding[]): BoundLink[] =>
  bindings.flatMap(({ from }) => ('link' in from ? [from] : []))

/**
 * As `bindRecords()`, with the rows that the records link to, which are read for some records at a time.
 * @throws AppError when a linked table cannot be read
 */
export async function bindLinked(
  source: LinkSource,
  binder: Binder,
  records: readonly SourceRecord[],
): Promise<Fields[]> {
  const links = linksOf(binder.bindings)
  if (links.length === 0) return bindRecords(binder, records)
  const bound: Fields[] = []
  for (const part of partsOf(records))
    bound.push(...(await bindRecords(binder, part, await readLinks(source, links, part))))
  return bound
}

interface Wanting<Ref> {
  mapping: Readonly<Record<string, MappingEntryOf<Ref>>>
  find: (ref: Ref) => Field | undefined
  /** What tables of the templates show. */
  inTables?: TableColumns
}

/** The fields whose linked rows are passed with columns of the mapping or of tables. */
function linksWanted<Ref>(
  fields: readonly Field[],
  { mapping, find, inTables = new Map() }: Wanting<Ref>,
): ReadonlySet<Field> {
  const mapped = Object.values(mapping).flatMap((entry) => ('columns' in entry ? find(entry.field) : []) ?? [])
  const shown = [...inTables].flatMap(([name, columns]) => {
    const entry = Object.hasOwn(mapping, name) ? mapping[name] : undefined
    if (columns.size === 0) return []
    if (entry === undefined) return findNamed(fields, name) ?? []
    return 'field' in entry ? (find(entry.field) ?? []) : []
  })
  return new Set([...mapped, ...shown])
}

/**
 * The fields, with those of the linked tables whose columns are wanted.
 * @throws AppError when a linked table cannot be read
 */
export async function withLinkedFields<Ref>(
  source: Pick<Source, 'listFields'>,
  fields: readonly Field[],
  wanting: Wanting<Ref>,
): Promise<readonly Field[]> {
  const wanted = linksWanted(fields, wanting)
  if (wanted.size === 0) return fields
  return Promise.all(
    fields.map(async (field) => {
      const { link } = field
      if (link === undefined || !wanted.has(field)) return field
      try {
        return { ...field, link: { ...link, fields: await source.listFields(link.table) } }
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        throw new AppError(error.code, `The table that the field "${field.name}" links to: ${error.message}`)
      }
    }),
  )
}
