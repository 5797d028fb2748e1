import { AppError } from '#core/errors.ts'
import type { Page, PagesOptions, RecordsOptions, SourceRecord, TableRef } from '#core/ports/source.ts'
import { askFitting, namedTooLarge, repeatedPage } from '#sources/hosted/fitting-page.ts'
import { type DescribedApi, listIn } from './described-api.ts'
import type { Description } from './description.ts'
import { at, type Context, fillText, plain } from './notation.ts'
import { assertExists, type DescribedField, type DescribedTable, readTable, wanted } from './read-table.ts'
import { readValue } from './read-value.ts'
import { DescribedError } from './rejection.ts'

type Pages = Description['records']['pages']

/** URLs have a length: more fields than fit are not named, so that all of them come. */
const MAX_FIELDS_LENGTH = 3000

function askedFields(
  { description: { records } }: DescribedApi,
  { context }: DescribedTable,
  fields: readonly DescribedField[],
): string[] | undefined {
  const names = fields.flatMap(
    ({ id, cell, rule }) => rule?.ask?.map((each) => fillText(each, { field: id })) ?? [cell],
  )
  const all = [...new Set([...(context.key === undefined ? [] : [plain(context.key)]), ...names])]
  const isTooMuch = all.join(',').length > MAX_FIELDS_LENGTH || all.length > (records.most_fields ?? all.length)
  return isTooMuch ? undefined : all
}

/** An id as its product writes it. */
export function idOut({ hasNumberIds }: DescribedTable, id: string): string | number {
  return hasNumberIds && Number.isSafeInteger(Number(id)) ? Number(id) : id
}

/** What an answer says of the cells of a record, by the names that the product gives them. */
export type RawCells = Readonly<Record<string, unknown>>

export interface RawRecord {
  id: string
  cells: RawCells
}

function isCells(value: unknown): value is RawCells {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function rawRecordOf(
  { description: { title, records } }: DescribedApi,
  table: DescribedTable,
  entry: unknown,
): RawRecord {
  const id = plain(at(entry, fillText(records.id, table.context)))
  const cells = at(entry, records.cells)
  if (id !== '' && isCells(cells)) return { id, cells }
  const message = `A record in the response of ${title} has no id, which Pictable needs to identify it. Give the credentials access to the field of the ids, and check the URL in the connection.`
  throw new AppError('source_invalid', message)
}

function recordOf(api: DescribedApi, { id, cells }: RawRecord, fields: readonly DescribedField[]): SourceRecord {
  const values = fields.map(({ id: fieldId, cell, rule }) => {
    const value = Object.hasOwn(cells, cell) ? cells[cell] : null
    return [fieldId, readValue(rule, value, api.baseUrl)]
  })
  return { id, fields: Object.fromEntries(values) }
}

/** Where a listing is: a number of records, a cursor, or a URL. */
type Place = string

function parametersAt(pages: Pages, place: Place | null, size: number): Context {
  switch (pages.by) {
    case 'number':
      return { [pages.page]: Number(place ?? 0) / size + pages.first, [pages.size]: size }
    case 'offset':
      return { [pages.offset]: Number(place ?? 0), [pages.size]: size }
    case 'cursor':
      return { ...(pages.size === undefined ? {} : { [pages.size]: size }), ...(place && { [pages.cursor]: place }) }
    case 'url':
      return pages.size === undefined ? {} : { [pages.size]: size }
    case 'none':
      return {}
  }
}

/** Where the next page is. `next` and `total` are what the response says; the length of a page alone says nothing. */
function placeAfter(
  pages: Pages,
  place: Place | null,
  { body, count, size }: { body: unknown; count: number; size: number },
): Place | null {
  const next = 'next' in pages && pages.next !== undefined ? plain(at(body, pages.next)) : undefined
  if (pages.by === 'none' || next === '' || next === 'false') return null
  if (pages.by === 'cursor' || pages.by === 'url') return next ?? null
  if (count === 0) return null
  if (pages.by === 'number') return String(Number(place ?? 0) + size)
  const seen = Number(place ?? 0) + count
  const total = pages.total === undefined ? Number.NaN : Number(at(body, pages.total) ?? Number.NaN)
  return seen >= total ? null : String(seen)
}

const isPosition = ({ by }: Pages) => by === 'number' || by === 'offset' || by === 'none'

export const cursorKind = (pages: Pages) => (isPosition(pages) ? 'position' : 'expiring')

interface Asked extends Pick<PagesOptions, 'viewId' | 'signal'> {
  fields: readonly DescribedField[]
  size: number
  place: Place | null
}

/** One page, as it came; null where the table ends before it. */
async function askPage(api: DescribedApi, table: DescribedTable, asked: Asked): Promise<unknown> {
  const { records } = api.description
  const { pages } = records
  const { place, viewId, signal } = asked
  if (pages.by === 'url' && place !== null) return api.askUrl(place, records, signal)
  const context = { ...table.context, fields: askedFields(api, table, asked.fields), view: viewId ?? '' }
  const query = { ...records.query, ...(viewId === null ? records.without_view : records.in_view) }
  try {
    return await api.ask({ ...records, query }, { context, extra: parametersAt(pages, place, asked.size), signal })
  } catch (error) {
    const isPastEnd = pages.by === 'number' && error instanceof DescribedError && error.vendorCode === pages.past_end
    if (isPastEnd) return null
    throw error
  }
}

/** One page, as long as fits into a response. `mayShrink` is false where the product has pages of its own length. */
async function askFittingPage(api: DescribedApi, table: DescribedTable, asked: Asked & { mayShrink: boolean }) {
  if (!asked.mayShrink) return { answer: await askPage(api, table, asked), size: asked.size }
  try {
    return await askFitting(asked.size, (size) => askPage(api, table, { ...asked, size }))
  } catch (error) {
    throw await namedTooLarge(error, () => findLarge(api, table, asked))
  }
}

/** The record at the place that is asked for, by its primary field alone. */
async function findLarge(api: DescribedApi, table: DescribedTable, asked: Asked) {
  const primary = table.fields.filter((field) => field.primary)
  const size = api.description.records.pages.by === 'number' ? asked.size : 1
  const body = await askPage(api, table, { ...asked, fields: primary, size })
  const [record] = rawRecordsIn(api, table, body)
  if (record === undefined) return null
  const label = plain(recordOf(api, record, primary).fields[primary[0]?.id ?? ''] ?? '')
  return { id: record.id, label, fields: asked.fields.map(({ name }) => name) }
}

const repeated = ({ title }: Description) =>
  repeatedPage(title, `check the proxy in front of ${title}, and the page rule if you described this source yourself`)

/** Those that were not given before: from now on they are. */
function takeFresh(records: readonly RawRecord[], given: Set<string>): RawRecord[] {
  const fresh = records.filter(({ id }) => !given.has(id))
  for (const { id } of fresh) given.add(id)
  return fresh
}

const rawRecordsIn = (api: DescribedApi, table: DescribedTable, body: unknown): RawRecord[] =>
  listIn(api, body, api.description.records.list).map((entry) => rawRecordOf(api, table, entry))

/** The records of a table or view, page by page; each once, also when it moves to a later page while they are read. */
export async function* readPages(api: DescribedApi, ref: TableRef, options: PagesOptions): AsyncGenerator<Page> {
  const { viewId, fieldIds, cursor = null, limit, signal } = options
  signal?.throwIfAborted()
  await assertExists(api, ref, viewId)
  const table = await readTable(api, ref, signal)
  const fields = wanted(table, fieldIds)
  const { pages } = api.description.records
  // Numbers of pages count from the start of the list in pages of one size.
  let size = pages.by === 'number' ? pages.max : Math.min(pages.max, limit ?? pages.max)
  const given = new Set<string>()
  const places = new Set<Place | null>()
  let mayShrink = pages.by !== 'none' && pages.size !== undefined
  for (let place: Place | null = cursor; ; ) {
    signal?.throwIfAborted()
    places.add(place)
    const asked = { fields, viewId, size, place, mayShrink, ...(signal && { signal }) }
    const { answer: body, ...answered } = await askFittingPage(api, table, asked)
    size = answered.size
    const raw = body === null ? [] : rawRecordsIn(api, table, body)
    const fresh = takeFresh(raw, given)
    const next = body === null ? null : placeAfter(pages, place, { body, count: raw.length, size })
    if (next !== null && (places.has(next) || (raw.length > 0 && fresh.length === 0))) throw repeated(api.description)
    yield {
      records: fresh.map((record) => recordOf(api, record, fields)),
      cursor: isPosition(pages) ? next : null,
    }
    if (next === null) return
    mayShrink &&= pages.by !== 'number' || raw.length === size
    place = next
  }
}

const isGone = (error: unknown) =>
  error instanceof DescribedError && error.code === 'source_not_found' && error.isOfRecord

async function askOne(api: DescribedApi, table: DescribedTable, { id, context }: { id: string; context: Context }) {
  try {
    const entry = await api.ask(api.description.by_ids, { context: { ...context, id } })
    return [rawRecordOf(api, table, entry)]
  } catch (error) {
    if (isGone(error)) return []
    throw error
  }
}

/** Whether a record may have this id: asking for another is an error in some products. */
function isPossible({ description }: DescribedApi, { hasNumberIds }: DescribedTable, id: string): boolean {
  return id !== '' && id.startsWith(description.records.id_prefix ?? '') && (!hasNumberIds || /^-?\d{1,19}$/.test(id))
}

/** Records by their ids, with cells as they came. Those that are gone are left out. */
export async function askByIds(
  api: DescribedApi,
  table: DescribedTable,
  { ids, fields }: { ids: readonly string[]; fields: readonly DescribedField[] },
): Promise<RawRecord[]> {
  const { by_ids, limits } = api.description
  const context = { ...table.context, fields: askedFields(api, table, fields) }
  const { list } = by_ids
  const most = list === undefined ? limits.at_once : by_ids.max
  let left = [...new Set(ids)].filter((id) => isPossible(api, table, id))
  const found: RawRecord[] = []
  while (left.length > 0) {
    if (list === undefined) {
      const asked = left.slice(0, most)
      found.push(...(await Promise.all(asked.map((id) => askOne(api, table, { id, context })))).flat())
      left = left.slice(most)
      continue
    }
    const first = left
    const askSome = (size: number) =>
      api.ask(by_ids, { context: { ...context, ids: first.slice(0, size).map((id) => idOut(table, id)) } })
    const { answer: body, size } = await askFitting(Math.min(most, left.length), askSome).catch(async (error) => {
      const names = fields.map(({ name }) => name)
      throw await namedTooLarge(error, async () => ({ id: first[0] ?? '', label: '', fields: names }))
    })
    const asked = first.slice(0, size)
    const answered = listIn(api, body, list).map((entry) => rawRecordOf(api, table, entry))
    const named = answered.filter(({ id }) => asked.includes(id))
    if (answered.length > 0 && named.length === 0) throw unanswered(api.description)
    found.push(...named)
    // A server may give fewer than it is asked for: those that are left are asked for until none of them comes.
    const missing = asked.filter((id) => !named.some((record) => record.id === id))
    left = [...(named.length > 0 ? missing : []), ...left.slice(size)]
  }
  return found
}

function unanswered({ title }: Description): AppError {
  const message = `${title} listed records by their ids, but returned none of those asked for. Retry later, and check the proxy in front of ${title}.`
  return new AppError('source_unavailable', message)
}

/** The records with these ids; those that are gone are left out. */
export async function readRecords(
  api: DescribedApi,
  ref: TableRef,
  { recordIds, fieldIds }: RecordsOptions & { recordIds: readonly string[] },
): Promise<SourceRecord[]> {
  const table = await readTable(api, ref)
  const fields = wanted(table, fieldIds)
  return (await askByIds(api, table, { ids: recordIds, fields })).map((record) => recordOf(api, record, fields))
}
