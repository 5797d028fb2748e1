import { variablesOf } from '@pictable/renderer/template'
import type { Action } from '#core/action/action.ts'
import type { Capabilities, Field, FieldValue, Source, SourceRecord } from '#core/ports/source.ts'
import { findListing, type Listing } from '#core/run/find-listing.ts'
import { hasTooManyLinks, idsIn } from '#core/run/linked-ids.ts'
import { countLinkRequests, firstLinkedRows, linksOf } from '#core/run/linked-rows.ts'
import type { BoundLink } from '#core/run/map-record.ts'
import { tableColumnsOf } from '#core/run/table-columns.ts'
import type { TemplateDesign } from '#core/template/template.ts'

interface Counting {
  source: Source
  /** How many a run would read. */
  records: number
  /** Whether the table may be asked. */
  looks: boolean
  /** Of the templates that a run fills. */
  designs: readonly TemplateDesign[]
  now: Date
  signal?: AbortSignal | undefined
}

/** Ids that a cell names, where their names are asked for. */
function namedIds(value: FieldValue | undefined): string[] {
  return !Array.isArray(value) || hasTooManyLinks(value) ? [] : idsIn(value)
}

/** The different records that these records name in these fields, by the tables that they are in. */
function idsByTable(fields: readonly Field[], records: readonly SourceRecord[]): ReadonlyMap<string, Set<string>> {
  const byTable = new Map<string, Set<string>>()
  for (const { id, link } of fields) {
    if (link === undefined) continue
    const ids = byTable.get(link.table.tableId) ?? new Set<string>()
    byTable.set(link.table.tableId, ids)
    for (const record of records) for (const named of namedIds(record.fields[id])) ids.add(named)
  }
  return byTable
}

const isNamedByIds = ({ kind, link }: Field) => kind === 'link' && link !== undefined

/**
 * Requests for the names of records that a listing links to: each name is asked for once. Later pages have as many new ones
 * as the second half of the first page has.
 */
function countNames(
  { linkNames }: Pick<Capabilities, 'linkNames'>,
  fields: readonly Field[],
  { first, records }: { first: readonly SourceRecord[]; records: number },
): number {
  if (linkNames === undefined) return 0
  const half = Math.ceil(first.length / 2)
  const known = idsByTable(fields, first.slice(0, half))
  let requests = 0
  for (const [tableId, ids] of idsByTable(fields, first)) {
    requests += Math.ceil(ids.size / linkNames)
    const isNew = (ids.size - (known.get(tableId)?.size ?? 0)) / Math.max(1, first.length - half)
    for (let left = records - first.length; left > 0; left -= first.length)
      requests += Math.ceil((isNew * Math.min(left, first.length)) / linkNames)
  }
  return requests
}

/** Requests for the names of records that linked rows link to, for each request that brings such rows. */
async function countNamesOfRows(
  source: Source,
  links: readonly BoundLink[],
  first: readonly SourceRecord[],
): Promise<number> {
  const { linkNames } = source.capabilities
  if (linkNames === undefined) return 0
  let requests = 0
  for (const link of links) {
    const fields = link.columns.filter(isNamedByIds)
    if (fields.length === 0) continue
    const tables = idsByTable(fields, await firstLinkedRows(source, link, first)).values()
    const ofRequest = [...tables].reduce((sum, { size }) => sum + Math.ceil(size / linkNames), 0)
    requests += ofRequest * countLinkRequests(source.capabilities, [link], first)
  }
  return requests
}

/** The first records that a run would read. */
async function readFirst(source: Source, { table, viewId, fieldIds }: Listing, signal: AbortSignal | undefined) {
  for await (const { records } of source.pages(table, { viewId, fieldIds, ...(signal && { signal }) }))
    if (records.length > 0) return records
  return []
}

/** Names that are filled with linked rows: the mapping chooses their columns, or a table of a template shows some. */
function linkedNames({ mapping }: Action, designs: readonly TemplateDesign[]): Set<string> {
  const mapped = Object.entries(mapping).flatMap(([name, entry]) => ('columns' in entry ? [name] : []))
  const shown = [...tableColumnsOf(designs)].flatMap(([name, columns]) => {
    const entry = Object.hasOwn(mapping, name) ? mapping[name] : undefined
    return columns.size > 0 && (entry === undefined || 'field' in entry) ? [name] : []
  })
  return new Set([...mapped, ...shown])
}

/**
 * Requests for the rows that the records of a run link to, and for what linked records are called: as many for each record
 * as for those of the first page. Without a look, those that records with one row each would need.
 */
export async function countLinkedCalls(
  action: Action,
  { source, records, looks, designs, now, signal }: Counting,
): Promise<number> {
  const { linkNames, getMany } = source.capabilities
  const { max, perRequest = max } = getMany
  const linked = linkedNames(action, designs)
  if (records === 0) return 0
  if (!looks) {
    const names = linkNames === undefined ? 0 : Math.ceil(records / linkNames)
    // Each linked table is asked for its fields too.
    return linked.size * (1 + Math.ceil(records / perRequest) + names)
  }
  const names = designs.flatMap((design) => variablesOf(design).map(({ name }) => name))
  const listing = await findListing(source, action, { names: [...names, ...linked], designs, now })
  const links = linksOf(listing.bindings)
  const named = listing.fields.filter((field) => listing.fieldIds.includes(field.id) && isNamedByIds(field))
  if (links.length === 0 && (linkNames === undefined || named.length === 0)) return 0
  const asked = new Set(links.map(({ link }) => link.id)).size
  const first = await readFirst(source, listing, signal)
  if (first.length === 0) return asked
  const ofFirst = countLinkRequests(source.capabilities, links, first) + (await countNamesOfRows(source, links, first))
  const rows = Math.ceil((ofFirst * Math.max(records, first.length)) / first.length)
  return asked + rows + countNames(source.capabilities, named, { first, records })
}
