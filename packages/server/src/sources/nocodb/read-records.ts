import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { Page, PagesOptions, RecordsOptions, SourceRecord, TableRef } from '#core/ports/source.ts'
import { askFitting, namedTooLarge, repeatedPage } from '#sources/hosted/fitting-page.ts'
import { linkLimits, withAllLinks } from './complete-links.ts'
import { fieldGone, keyIn, type NocoField, type NocoTable, readTable } from './noco-table.ts'
import type { NocoApi } from './nocodb-api.ts'
import { readValue } from './read-value.ts'
import { NocoError } from './refusal.ts'

/** NocoDB's own service gives no more, whatever it is asked for. */
export const pageMax = 100

const answerSchema = z.object({
  records: z.array(
    z.object({ id: z.union([z.string(), z.number()]).nullable(), fields: z.record(z.string(), z.unknown()) }),
  ),
  next: z.string().nullish(),
})

type Answer = z.infer<typeof answerSchema>

interface Query {
  fields: readonly NocoField[]
  where?: string
  viewId?: string | null
  place?: Place
  signal?: AbortSignal | undefined
}

/** Pages count from 1, and are of one size. */
interface Place {
  page: number
  size: number
}

const start: Place = { page: 1, size: pageMax }

async function ask(
  api: NocoApi,
  ref: TableRef,
  { fields, where, viewId, place: { page, size } = start, signal }: Query,
): Promise<Answer> {
  const query = new URLSearchParams({ pageSize: String(size), page: String(page), linksAsLtar: 'true' })
  query.set('fields', fields.map(({ id }) => id).join(','))
  for (const [name, limit] of linkLimits(fields)) query.set(name, limit)
  if (where !== undefined) query.set('where', where)
  if (viewId) query.set('viewId', viewId)
  const path = `/api/v3/data/${encodeURIComponent(ref.baseId)}/${encodeURIComponent(ref.tableId)}/records?${query}`
  const answer = await api.get(path, { answer: answerSchema, signal })
  return { ...answer, records: await withAllLinks(api, ref, { records: answer.records, fields, signal }) }
}

function idOf(id: string | number | null, table: NocoTable): string {
  if (id !== null) return String(id)
  const message = `The table "${table.name}" has no primary key, which Pictable needs to identify records. Add one in the database.`
  throw new AppError('source_invalid', message)
}

function recordsOf(
  api: NocoApi,
  table: NocoTable,
  { records, fields }: { records: Answer['records']; fields: readonly NocoField[] },
): SourceRecord[] {
  return records.map(({ id, fields: cells }) => {
    const values = fields.map((field) => [field.id, readValue(field, cells[field.name], api.baseUrl)])
    return { id: idOf(id, table), fields: Object.fromEntries(values) }
  })
}

/** Answers are keyed by names. A name that we do not know was given while we were reading. */
const wasRenamed = ({ records: [first] }: Answer, table: NocoTable) =>
  first !== undefined && Object.keys(first.fields).some((name) => !table.fields.some((field) => field.name === name))

/** A field that a view hides is left out without a word, also when it is asked for. */
const lacks = ({ records: [first] }: Answer, fields: readonly NocoField[]) =>
  first !== undefined && fields.some(({ name }) => !Object.hasOwn(first.fields, name))

const repeated = () => repeatedPage('NocoDB')

/** The number in `next`: what it says of host and size is not needed. */
function placeAfter({ page, size }: Place, { next }: Answer): Place | null {
  if (!next) return null
  const number = Number(/[?&]page=(\d+)/.exec(next)?.[1])
  if (number > page) return { page: number, size }
  throw repeated()
}

/** `3`, or `9/25` for pages of another size than most. */
const cursorOf = ({ page, size }: Place) => (size === pageMax ? String(page) : `${page}/${size}`)

function placeOf(cursor: string): Place {
  const [page, size = pageMax] = cursor.split('/').map(Number)
  return { page: page ?? 1, size }
}

/** The page of this size that begins where the given one does. */
const inSize = ({ page, size }: Place, smaller: number): Place => ({
  page: ((page - 1) * size) / smaller + 1,
  size: smaller,
})

/** Ids with anything in them that could end the list are given in quotes. */
const quoted = (id: string) => (/^[\w-]+$/.test(id) ? id : `"${id.replace(/["\\]/g, '\\$&')}"`)

/** Numbers that a database may have as a key: from the least signed to the largest unsigned one of 64 bits. */
const isWholeNumber = (id: string) => /^-?\d{1,20}$/.test(id) && BigInt(id) >= -(2n ** 63n) && BigInt(id) < 2n ** 64n

const unanswered = ({ name }: NocoTable) =>
  `NocoDB listed records of "${name}" by their ids, but returned none of those asked for. Retry later, and check the view of the action.`

/** Records by their ids, as NocoDB answers them. Those that are gone are left out. */
export async function askById(
  api: NocoApi,
  table: NocoTable,
  { ids, fields, viewId, signal }: Pick<Query, 'fields' | 'viewId' | 'signal'> & { ids: readonly string[] },
): Promise<Answer['records']> {
  const key = keyIn(table)
  let left = [...new Set(key.isNumber ? ids.filter(isWholeNumber) : ids)]
  const found: Answer['records'] = []
  while (left.length > 0) {
    const first = left
    const askSome = (count: number) => {
      const where = `(${key.id},in,${first.slice(0, count).map(quoted).join(',')})`
      return ask(api, table.ref, { fields, where, signal, ...(viewId && { viewId }) })
    }
    const { answer, size } = await askFitting(Math.min(pageMax, left.length), askSome).catch(async (error: unknown) => {
      const names = fields.map(({ name }) => name)
      throw await namedTooLarge(error, async () => ({ id: first[0] ?? '', label: '', fields: names }))
    })
    const { records, next } = answer
    const asked = first.slice(0, size)
    found.push(...records)
    const answered = new Set(next ? records.map(({ id }) => idOf(id, table)) : asked)
    const isAnswered = asked.some((id) => answered.has(id))
    if (!isAnswered) throw new AppError('source_unavailable', unanswered(table))
    // A later page would miss records that move to an earlier one, so those that are left are asked for by their ids.
    left = left.filter((id) => !answered.has(id))
  }
  return found
}

/** @throws AppError `source_not_found` when one of them is gone */
function wanted(table: NocoTable, fieldIds: readonly string[] | undefined): readonly NocoField[] {
  const gone = fieldIds?.find((fieldId) => !table.fields.some(({ id }) => id === fieldId))
  if (gone !== undefined) throw new AppError('source_not_found', fieldGone(table, gone))
  return fieldIds === undefined ? table.fields : table.fields.filter(({ id }) => fieldIds.includes(id))
}

interface PageQuery extends Pick<PagesOptions, 'viewId' | 'fieldIds' | 'signal'> {
  place: Place
}

/** The record at the start of a page, by its primary field alone. */
async function findLarge(api: NocoApi, table: NocoTable, { viewId, fieldIds, place, signal }: PageQuery) {
  const primary = table.fields.filter((field) => field.primary)
  const { records } = await ask(api, table.ref, { fields: primary, viewId, place: inSize(place, 1), signal })
  const [record] = recordsOf(api, table, { records, fields: primary })
  if (record === undefined) return null
  const label = String(record.fields[primary[0]?.id ?? ''] ?? '')
  return { id: record.id, label, fields: wanted(table, fieldIds).map(({ name }) => name) }
}

/** One page, of as many records as fit into a response; null where the table ends before it. */
async function answerOf(
  api: NocoApi,
  table: NocoTable,
  { mayShrink, ...query }: PageQuery & { mayShrink: boolean },
): Promise<{ answer: Answer | null; place: Place }> {
  const { viewId, fieldIds, place, signal } = query
  const askPage = (size: number) =>
    ask(api, table.ref, { fields: wanted(table, fieldIds), viewId, place: inSize(place, size), signal })
  try {
    if (!mayShrink) return { answer: await askPage(place.size), place }
    const { answer, size } = await askFitting(place.size, askPage)
    return { answer, place: inSize(place, size) }
  } catch (error) {
    if (error instanceof NocoError && error.vendorCode === 'ERR_INVALID_OFFSET_VALUE') return { answer: null, place }
    throw await namedTooLarge(error, () => findLarge(api, table, query))
  }
}

/** The records of a page with all their fields: those that the view hides are read by the ids. */
async function completed(
  api: NocoApi,
  table: NocoTable,
  { answer, fieldIds, signal }: Pick<PageQuery, 'fieldIds' | 'signal'> & { answer: Answer },
): Promise<SourceRecord[]> {
  const fields = wanted(table, fieldIds)
  if (!lacks(answer, fields)) return recordsOf(api, table, { records: answer.records, fields })
  const ids = answer.records.map(({ id }) => idOf(id, table))
  const records = await askById(api, table, { ids, fields, signal })
  const byId = new Map(recordsOf(api, table, { records, fields }).map((record) => [record.id, record]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * The records of a table or view, page by page. A record that moves to a later page while it is read is given once.
 */
export async function* readPages(api: NocoApi, ref: TableRef, options: PagesOptions): AsyncGenerator<Page> {
  const { viewId, fieldIds, cursor, signal } = options
  signal?.throwIfAborted()
  let table = await readTable(api, ref, signal)
  const given = new Set<string>()
  let mayShrink = true
  for (let place: Place | null = placeOf(cursor ?? '1'); place !== null; ) {
    signal?.throwIfAborted()
    const query = { viewId, place, ...(fieldIds && { fieldIds }), ...(signal && { signal }) }
    const { answer, place: at } = await answerOf(api, table, { ...query, mayShrink })
    if (answer !== null && wasRenamed(answer, table)) table = await readTable(api, ref, signal)
    const records = answer === null ? [] : await completed(api, table, { ...query, answer })
    const next: Place | null = answer === null ? null : placeAfter(at, answer)
    const fresh = records.filter(({ id }) => !given.has(id))
    if (next !== null && records.length > 0 && fresh.length === 0) throw repeated()
    yield { records: fresh, cursor: next === null ? null : cursorOf(next) }
    for (const { id } of records) given.add(id)
    // A server with pages of its own length does not begin them where ours do.
    mayShrink &&= answer === null || answer.records.length === at.size
    place = next
  }
}

/** Those of the ids that the view shows. Its hidden fields are read without it, so they are not asked for here. */
async function shownBy(
  api: NocoApi,
  table: NocoTable,
  { viewId, recordIds: ids }: { viewId: string; recordIds: readonly string[] },
): Promise<string[]> {
  const fields = table.fields.filter(({ primary }) => primary)
  const records = await askById(api, table, { ids, fields, viewId })
  return records.map(({ id }) => idOf(id, table))
}

/** The records with these ids; those that are gone, or that the view does not show, are left out. */
export async function readRecords(
  api: NocoApi,
  ref: TableRef,
  { recordIds, viewId, fieldIds }: RecordsOptions & { recordIds: readonly string[] },
): Promise<SourceRecord[]> {
  const table = await readTable(api, ref)
  const fields = wanted(table, fieldIds)
  const ids = viewId === undefined ? recordIds : await shownBy(api, table, { viewId, recordIds })
  return recordsOf(api, table, { records: await askById(api, table, { ids, fields }), fields })
}
