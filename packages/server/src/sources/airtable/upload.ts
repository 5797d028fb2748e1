import { AppError } from '#core/errors.ts'
import type { PatchResult, TableRef, Upload } from '#core/ports/source.ts'
import { explained } from './explain.ts'
import { patchRecords } from './patch-records.ts'
import type { Reader } from './read-records.ts'
import { refusalIn } from './refusal.ts'
import { type AirtableAttachment, airtableRecord, attachmentsIn } from './values.ts'

/** Airtable says 5 MB and not which. */
export const uploadMaxBytes = 5_000_000

/** What was refused for this record alone. */
function failureOf(error: unknown): PatchResult | null {
  const status = refusalIn(error)?.status
  if (!(error instanceof AppError) || (status !== 404 && status !== 413 && status !== 422)) return null
  return { ok: false, code: error.code, message: error.message, retryable: false }
}

async function send(reader: Reader, ref: TableRef, upload: Upload): Promise<AirtableAttachment[]> {
  const { recordId, fieldId, filename, contentType, bytes } = upload
  const { fields } = await reader.api.call({
    method: 'POST',
    isUpload: true,
    path: `/v0/${[ref.baseId, recordId, fieldId].map(encodeURIComponent).join('/')}/uploadAttachment`,
    baseId: ref.baseId,
    body: { contentType, filename, file: Buffer.from(bytes).toString('base64') },
    answer: airtableRecord,
    isRead: false,
  })
  return attachmentsIn(fields[fieldId])
}

/** What stays in the cell after the upload: the answer names everything in it, so nobody has to look first. */
function stays({ mode, filename }: Upload, files: readonly AirtableAttachment[]): AirtableAttachment[] {
  const same = files.filter((file) => file.filename === filename)
  if (mode === 'replace') return same.slice(-1)
  return files.filter((file) => file.filename !== filename || file === same[0])
}

/**
 * Puts bytes into a cell. Airtable always adds, so what is too much afterwards is taken away: the former files, or what a
 * first try of the same upload left there.
 */
export async function uploadFile(reader: Reader, ref: TableRef, upload: Upload): Promise<PatchResult> {
  const { recordId, fieldId, bytes } = upload
  if (bytes.byteLength > uploadMaxBytes) {
    const message = `The image has ${(bytes.byteLength / 1e6).toFixed(1)} MB, and Airtable accepts up to 5 MB. Choose another format or a lower quality in the action, or set PICTABLE_PUBLIC_URL so that Airtable can fetch the image by its URL.`
    return { ok: false, code: 'source_invalid', message, retryable: false }
  }
  let files: AirtableAttachment[]
  try {
    files = await send(reader, ref, upload)
  } catch (error) {
    const reason = await explained(error, reader.schema, { ref, viewId: null, fieldIds: [fieldId], doing: 'write' })
    const failure = reason === error ? failureOf(error) : null
    if (failure !== null) return failure
    throw reason
  }
  const staying = stays(upload, files)
  if (staying.length === files.length) return { ok: true }
  const cell = staying.map(({ id, url, filename }) => ({ id, url, filename }))
  const [result] = await patchRecords(reader, ref, [{ recordId, fields: { [fieldId]: cell } }])
  return result ?? { ok: true }
}
