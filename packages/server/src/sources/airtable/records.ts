import type { Page, PagesOptions, RecordsOptions, SourceRecord, TableRef } from '#core/ports/source.ts'
import { createCircleCheck } from '#sources/hosted/fitting-page.ts'
import { explained } from './explain.ts'
import { addLabels, type Linking } from './labels.ts'
import { ForgottenListing, pageMax, type Reader, readFittingPage, readRecords } from './read-records.ts'
import { type AirtableField, type AirtableTable, checkField, checkView } from './schema.ts'
import { canonicalOf } from './values.ts'

/** The records as every source gives them, with these fields only. */
async function canonicalRecords(reader: Reader, ref: TableRef, found: Linking): Promise<SourceRecord[]> {
  const atMs = Date.now()
  await addLabels(reader, ref, found)
  const { fields, labels } = found
  return found.records.map((record) => {
    const values = fields.flatMap((field) => {
      const value = canonicalOf(field, record.fields[field.id], { labels, atMs })
      return value === null ? [] : [[field.id, value] as const]
    })
    return { id: record.id, fields: Object.fromEntries(values) }
  })
}

/** @throws AppError `source_not_found` naming the field that is gone */
function wantedFields(table: AirtableTable, fieldIds: readonly string[] | undefined): AirtableField[] {
  if (fieldIds === undefined) return table.fields
  for (const id of fieldIds) checkField(table, id)
  return table.fields.filter(({ id }) => fieldIds.includes(id))
}

/** So often a listing that Airtable forgets is begun anew. */
const mostRestarts = 5

/**
 * All records of a view. Airtable forgets listings after some minutes: then it is read again from its first page, and
 * records that were given before are left out.
 */
export async function* listPages(reader: Reader, ref: TableRef, options: PagesOptions): AsyncGenerator<Page> {
  const { viewId, signal } = options
  signal?.throwIfAborted()
  const table = await reader.schema.table(ref)
  checkView(table, viewId)
  const fields = wantedFields(table, options.fieldIds)
  const query = {
    ...(options.fieldIds && { fields: fields.map(({ id }) => id) }),
    ...(viewId !== null && { view: viewId }),
  }
  const seen = new Set<string>()
  const labels = new Map<string, string>()
  let checkCircle = createCircleCheck('Airtable')
  let offset: string | undefined
  let pageSize = pageMax
  for (let restarts = 0; ; ) {
    signal?.throwIfAborted()
    let page: Awaited<ReturnType<typeof readFittingPage>>
    try {
      page = await readFittingPage(reader, ref, { ...query, pageSize, ...(offset !== undefined && { offset }), signal })
      checkCircle(page.offset, page.records)
    } catch (error) {
      if (!(error instanceof ForgottenListing))
        throw await explained(error, reader.schema, { ref, viewId, fieldIds: query.fields ?? [], doing: 'read' })
      if (++restarts > mostRestarts) throw error.reason
      checkCircle = createCircleCheck('Airtable')
      offset = undefined
      continue
    }
    const records = page.records.filter(({ id }) => !seen.has(id))
    for (const { id } of records) seen.add(id)
    yield {
      records: await canonicalRecords(reader, ref, { fields, records, labels, ...(signal && { signal }) }),
      cursor: null,
    }
    ;({ offset, pageSize } = page)
    if (offset === undefined) return
  }
}

/** Records by their ids; unknown ones, and those that the view does not show, are left out. */
export async function getRecords(
  reader: Reader,
  ref: TableRef,
  { recordIds, viewId, fieldIds }: RecordsOptions & { recordIds: readonly string[] },
): Promise<SourceRecord[]> {
  const fields = wantedFields(await reader.schema.table(ref), fieldIds)
  const query = { ...(fieldIds && { fields: fields.map(({ id }) => id) }), ...(viewId && { view: viewId }) }
  try {
    const records = await readRecords(reader, ref, { recordIds, ...query })
    return await canonicalRecords(reader, ref, { fields, records, labels: new Map() })
  } catch (error) {
    throw await explained(error, reader.schema, {
      ref,
      viewId: viewId ?? null,
      fieldIds: query.fields ?? [],
      doing: 'read',
    })
  }
}
