import { AppError } from '#core/errors.ts'
import type { Attachment, FieldValue } from '#core/ports/source.ts'
import { RefusedBatch } from '#sources/hosted/write-in-batches.ts'
import { type DescribedApi, listIn } from './described-api.ts'
import type { Description } from './description.ts'
import { at, fillText, plain } from './notation.ts'
import { idOut } from './read-records.ts'
import type { DescribedTable } from './read-table.ts'
import { DescribedError } from './rejection.ts'

type Write = NonNullable<Description['write']>

/** By the names that the product gives its cells. */
export type Row = Record<string, unknown>

export const isFiles = (value: FieldValue): value is readonly Attachment[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'object' && 'url' in item)

function bodyOf(write: Write, table: DescribedTable, rows: readonly (readonly [id: string, row: Row])[]): unknown {
  const items = rows.map(([id, row]) => ({
    ...(write.id === undefined ? {} : { [fillText(write.id, table.context)]: idOut(table, id) }),
    ...(write.cells === undefined ? row : { [write.cells]: row }),
  }))
  const content = write.id === undefined ? items[0] : items
  if (write.list !== undefined) return { ...write.body, [write.list]: content }
  return Array.isArray(content) ? content : { ...write.body, ...content }
}

const deletedIn = ({ title }: Description) =>
  new AppError('source_not_found', `The record was deleted from ${title} during the run.`)

/** Writes rows of records that differ, all or none. @throws RefusedBatch when one of them is at fault */
export async function sendRows(
  api: DescribedApi,
  table: DescribedTable,
  rows: ReadonlyMap<string, Row>,
): Promise<void> {
  const { description } = api
  const { write } = description
  if (write === undefined) throw new AppError('source_invalid', `Pictable only reads from ${description.title}.`)
  const [id = ''] = rows.keys()
  let answer: unknown
  try {
    const context = { ...table.context, id }
    answer = await api.send(write, { context, body: bodyOf(write, table, [...rows]) })
  } catch (error) {
    const isOfRecord = error instanceof DescribedError && error.isOfRecord
    throw isOfRecord ? new RefusedBatch(error) : error
  }
  if (write.written === undefined) return
  const path = fillText(write.written.id, table.context)
  const written = new Set(listIn(api, answer, write.written.list).map((entry) => plain(at(entry, path))))
  if ([...rows.keys()].every((each) => written.has(each))) return
  throw new RefusedBatch(deletedIn(description), ({ recordId }) => !written.has(recordId))
}
