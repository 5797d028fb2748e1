import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { Page, PagesOptions, RecordsOptions, SourceRecord, TableRef } from '#core/ports/source.ts'
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
  page?: number
  signal?: AbortSignal | undefined
}

async function ask(api: NocoApi, ref: TableRef, { fields, where, viewId, page = 1, signal }: Query): Promise<Answer> {
  const query = new URLSearchParams({ pageSize: String(pageMax), page: String(page), linksAsLtar: 'true' })
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

/** The number in `next`: what it says of host and size is not needed. */
function pageAfter(page: number, { next }: Answer): number | null {
  if (!next) return null
  const number = Number(/[?&]page=(\d+)/.exec(next)?.[1])
  return number > page ? number : null
}

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
    const asked = left.slice(0, pageMax)
    const where = `(${key.id},in,${asked.map(quoted).join(',')})`
    const { records, next } = await ask(api, table.ref, { fields, where, signal, ...(viewId && { viewId }) })
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
  page: number
}

/** One page, or null where the table ends before it. */
async function answerOf(api: NocoApi, table: NocoTable, { viewId, fieldIds, page, signal }: PageQuery) {
  try {
    return await ask(api, table.ref, { fields: wanted(table, fieldIds), viewId, page, signal })
  } catch (error) {
    if (error instanceof NocoError && error.vendorCode === 'ERR_INVALID_OFFSET_VALUE') return null
    throw error
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
  for (let page: number | null = Number(cursor ?? 1); page !== null; ) {
    signal?.throwIfAborted()
    const query = { viewId, page, ...(fieldIds && { fieldIds }), ...(signal && { signal }) }
    const answer = await answerOf(api, table, query)
    if (answer !== null && wasRenamed(answer, table)) table = await readTable(api, ref, signal)
    const records = answer === null ? [] : await completed(api, table, { ...query, answer })
    const next: number | null = answer === null ? null : pageAfter(page, answer)
    yield { records: records.filter(({ id }) => !given.has(id)), cursor: next === null ? null : String(next) }
    for (const { id } of records) given.add(id)
    page = next
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
