import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { TableRef } from '#core/ports/source.ts'
import { attempt } from '#core/run/attempt.ts'
import { askFitting, createCircleCheck, namedTooLarge } from '#sources/hosted/fitting-page.ts'
import type { AirtableApi } from './api.ts'
import type { Schema } from './schema.ts'
import { type AirtableRecord, airtableRecord, canonicalOf } from './values.ts'

export const pageMax = 100

const listing = z.object({ records: z.array(airtableRecord), offset: z.string().optional() })
export type Listing = z.output<typeof listing>

interface Query {
  fields?: readonly string[]
  view?: string
  filterByFormula?: string
  maxRecords?: number
  pageSize?: number
  offset?: string
  signal?: AbortSignal | undefined
}

export interface Reader {
  api: AirtableApi
  schema: Schema
}

const never = new AbortController().signal

/** Airtable has forgotten the listing: another try of the same page cannot help. */
export class ForgottenListing extends Error {
  readonly reason: AppError

  constructor(reason: AppError) {
    super(reason.message, { cause: reason })
    this.name = 'ForgottenListing'
    this.reason = reason
  }
}

const isForgotten = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'source_cursor_expired'

/**
 * One page; always by POST, because names and formulas overflow addresses. What fails in passing is tried again.
 * @throws ForgottenListing when the offset leads nowhere any more
 */
export function readPage({ api }: Reader, ref: TableRef, { signal = never, ...query }: Query): Promise<Listing> {
  const { baseId, tableId } = ref
  const path = `/v0/${encodeURIComponent(baseId)}/${encodeURIComponent(tableId)}/listRecords`
  const body = { pageSize: pageMax, returnFieldsByFieldId: true, ...query }
  return attempt(
    async () => {
      try {
        return await api.call({ method: 'POST', path, baseId, body, answer: listing, isRead: true, signal })
      } catch (error) {
        throw query.offset !== undefined && isForgotten(error) ? new ForgottenListing(error) : error
      }
    },
    { signal, chance: Math.random },
  )
}

/** The record at an offset, by its primary field alone. */
async function findLarge(reader: Reader, ref: TableRef, query: Query) {
  const { fields, primaryFieldId } = await reader.schema.table(ref)
  const { records } = await readPage(reader, ref, { ...query, fields: [primaryFieldId], pageSize: 1 })
  const [record] = records
  const primary = fields.find(({ id }) => id === primaryFieldId)
  if (record === undefined || primary === undefined) return null
  const label = canonicalOf(primary, record.fields[primaryFieldId], { labels: new Map(), atMs: 0 })
  const read = fields.filter(({ id }) => query.fields?.includes(id) ?? true)
  return { id: record.id, label: String(label ?? ''), fields: read.map(({ name }) => name) }
}

/** As `readPage()`, of as many records as fit into a response. */
export async function readFittingPage(
  reader: Reader,
  ref: TableRef,
  { pageSize: most = pageMax, ...query }: Query,
): Promise<Listing & { pageSize: number }> {
  try {
    const { answer, size } = await askFitting(most, (pageSize) => readPage(reader, ref, { ...query, pageSize }))
    return { ...answer, pageSize: size }
  } catch (error) {
    throw await namedTooLarge(error, () => findLarge(reader, ref, query))
  }
}

function unwrapForgotten(error: unknown): never {
  throw error instanceof ForgottenListing ? error.reason : error
}

const recordId = /^rec[A-Za-z0-9]{14}$/

/** Records by id, so many a call; ids that cannot be any are left out. */
export async function readRecords(
  reader: Reader,
  ref: TableRef,
  query: { recordIds: readonly string[]; fields?: readonly string[]; view?: string; signal?: AbortSignal },
): Promise<AirtableRecord[]> {
  const ids = [...new Set(query.recordIds)].filter((id) => recordId.test(id))
  const { fields, view } = query
  const found: AirtableRecord[] = []
  for (let from = 0; from < ids.length; from += pageMax) {
    const tests = ids.slice(from, from + pageMax).map((id) => `RECORD_ID()='${id}'`)
    const filterByFormula = `OR(${tests.join(',')})`
    const listed = { filterByFormula, ...(fields && { fields }), ...(view && { view }), signal: query.signal }
    // Airtable may end a page early, and goes on behind its offset.
    const checkCircle = createCircleCheck('Airtable')
    let offset: string | undefined
    let pageSize = pageMax
    do {
      const query: Query = { ...listed, pageSize, ...(offset && { offset }) }
      const page = await readFittingPage(reader, ref, query).catch(unwrapForgotten)
      found.push(...page.records)
      ;({ offset, pageSize } = page)
      checkCircle(offset, page.records)
    } while (offset !== undefined)
  }
  return found
}
