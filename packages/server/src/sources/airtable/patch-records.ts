import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { FieldValue, Patch, PatchResult, TableRef } from '#core/ports/source.ts'
import { RefusedBatch, writeInBatches } from '#sources/hosted/write-in-batches.ts'
import { explained } from './explain.ts'
import type { Reader } from './read-records.ts'
import { type AirtableRefusal, refusalIn } from './refusal.ts'
import { checkField } from './schema.ts'

export const batchMax = 10

const written = z.unknown()
const namedRecord = /\brec[A-Za-z0-9]{14}\b/
const namedField = /"(.*)"/s

/** The value as Airtable takes it: files that are in the cell by their id, new ones by their address. */
function cellOf(value: FieldValue): unknown {
  if (value === null || typeof value !== 'object') return value
  if ('json' in value) return JSON.stringify(value.json)
  return value.map((item) => {
    if (typeof item === 'string') return item
    if ('label' in item) return item.id.startsWith('rec') ? item.id : { id: item.id }
    return item.id === undefined ? { url: item.url, filename: item.filename } : { id: item.id }
  })
}

/** @returns what is wrong with the field, as the table is now; null when it is there */
async function problemOf(reader: Reader, ref: TableRef, fieldId: string): Promise<AppError | null> {
  reader.schema.forget(ref.baseId)
  try {
    checkField(await reader.schema.table(ref), fieldId)
    return null
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** Who is at fault when Airtable names a field: a field that cannot be written into fails every patch that has it. */
async function ofField(
  reader: Reader,
  ref: TableRef,
  { error, refusal }: { error: AppError; refusal: AirtableRefusal },
): Promise<RefusedBatch> {
  const named = namedField.exec(refusal.message)?.[1] ?? ''
  const has = (fieldId: string) => (patch: Patch) => Object.hasOwn(patch.fields, fieldId)
  if (refusal.type === 'UNKNOWN_FIELD_NAME')
    return new RefusedBatch((await problemOf(reader, ref, named)) ?? error, has(named))
  if (!refusal.message.includes('computed')) return new RefusedBatch(error)
  const { fields } = await reader.schema.table(ref)
  const field = fields.find(({ id, name }) => id === named || name === named)
  if (field === undefined) return new RefusedBatch(error)
  const words = `Airtable computes the field "${field.name}", so it cannot be written. Choose another field in the action.`
  return new RefusedBatch(new AppError('source_invalid', words, { cause: refusal }), has(field.id))
}

/** What to do about a refused request: part it, or give it up. */
async function judged(reader: Reader, ref: TableRef, error: unknown): Promise<unknown> {
  const refusal = refusalIn(error)
  if (refusal === null || !(error instanceof AppError)) return error
  const { status, type, message } = refusal
  if (type === 'UNKNOWN_FIELD_NAME' || type === 'INVALID_VALUE_FOR_COLUMN')
    return ofField(reader, ref, { error, refusal })
  if (status === 413 || status === 422 || type === 'MODEL_ID_NOT_FOUND') {
    const gone = type === 'ROW_DOES_NOT_EXIST' ? namedRecord.exec(message)?.[0] : undefined
    return new RefusedBatch(error, gone === undefined ? undefined : ({ recordId }) => recordId === gone)
  }
  return explained(error, reader.schema, { ref, viewId: null, fieldIds: [], doing: 'write' })
}

/**
 * Writes patches as they are, in batches of ten; all but those at fault are written. Never with `typecast`, which loses
 * attachments.
 * @throws AppError `source_not_found` when the table is gone, or the field that all of them want to write into
 */
export async function patchRecords(reader: Reader, ref: TableRef, patches: readonly Patch[]): Promise<PatchResult[]> {
  const { baseId } = ref
  const path = `/v0/${encodeURIComponent(baseId)}/${encodeURIComponent(ref.tableId)}`
  const gone: AppError[] = []
  const results = await writeInBatches(patches, {
    batchMax,
    async write(batch) {
      const records = batch.map(({ recordId, fields }) => ({
        id: recordId,
        fields: Object.fromEntries(Object.entries(fields).map(([id, value]) => [id, cellOf(value)])),
      }))
      const body = { records, returnFieldsByFieldId: true }
      try {
        await reader.api.call({ method: 'PATCH', path, baseId, body, answer: written, isRead: false })
      } catch (error) {
        const reason = await judged(reader, ref, error)
        if (reason instanceof RefusedBatch && refusalIn(error)?.type === 'UNKNOWN_FIELD_NAME') gone.push(reason.reason)
        throw reason
      }
    },
  })
  const reason = gone.find(({ message }) => results.every((result) => !result.ok && result.message === message))
  if (reason !== undefined) throw reason
  return results
}
