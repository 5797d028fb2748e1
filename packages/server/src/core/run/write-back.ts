import type { Failure } from '@pictable/model/failure'
import type { WriteBack } from '@pictable/model/write-back'
import { warningCodesOf } from '@pictable/renderer/template'
import { type AttachmentWay, attachmentWay } from '#core/action/attachment-way.ts'
import { AppError } from '#core/errors.ts'
import { contentTypeOf, imageUrl } from '#core/image/image-url.ts'
import type { FieldValue, Patch, PatchResult } from '#core/ports/source.ts'
import { attachmentName } from './attachment-name.ts'
import { groupOf } from './failure-group.ts'
import type { Finished } from './flush-finished.ts'
import type { Made } from './make-image.ts'
import type { Chunk } from './open-chunk.ts'
import { RecordError } from './record-error.ts'
import { tryWriting } from './try-writing.ts'
import { uploadFiles } from './upload-files.ts'

const unwritten = ({ code, message }: Failure) =>
  new RecordError(code, `its image was rendered, but could not be written into the table: ${message}`)

type Failed = Extract<PatchResult, { ok: false }>

/** What goes into the cells of a record; the old image stays where there is no new one. */
function patchOf(
  chunk: Chunk,
  made: Made,
  { fields: wanted, way, failed }: { fields: WriteBack; way: AttachmentWay | null; failed: Failed | null },
): Patch {
  const { world, run } = chunk
  const { recordId, label } = made.record
  const { url, attachment, status, error, renderedAt } = wanted
  const fields: Record<string, FieldValue> = {}
  const failure = failed === null ? made.failure : chunk.reasonOf(unwritten(failed), made.record)
  const image = failed === null ? made.image : null
  const file = image?.files[0]
  const isLinked = attachment && way && 'by' in way && way.by === 'url'
  if (image && file) {
    const address = imageUrl(world.publicUrl, image.id, file)
    const filename = attachmentName(label, image.id, file)
    if (url) fields[url.id] = address
    if (isLinked) fields[attachment.field.id] = [{ url: address, filename, contentType: contentTypeOf(file.format) }]
  }
  // the time is the run's, not the clock's, so that a repeat after a crash writes the same
  if (renderedAt && image) fields[renderedAt.id] = (run.startedAt ?? run.createdAt).toISOString()
  if (status) fields[status.id] = failure === null ? 'completed' : 'failed'
  if (error) fields[error.id] = failure === null ? null : failure.message
  return { recordId, fields, ...(isLinked && attachment.mode === 'append' && { append: [attachment.field.id] }) }
}

/** How a record ended, from its image and from how writing into the table went (null: nothing was to be written). */
function finishedOf(chunk: Chunk, made: Made, result: PatchResult | null): Finished {
  const { record, fingerprint, before, image, failure } = made
  const { n, recordId } = record
  const place = { n, recordId, fingerprint }
  if (image === null) {
    const group = groupOf(failure, record)
    const outcome = { ...place, state: 'failed' as const, imageId: null, writtenBack: false, reason: failure, group }
    // the cells tell of the failure now: should the record become again what it was, it is not to be skipped
    const toldFailure = [chunk.action.writeBack?.status, chunk.action.writeBack?.error].some(
      (cell) => cell !== undefined,
    )
    return { outcome, output: before !== null && toldFailure ? { ...before, fingerprint: '' } : null }
  }
  const writtenBack = result?.ok === true
  const reason = result === null || result.ok ? null : chunk.reasonOf(unwritten(result), record)
  const state = reason === null ? ('rendered' as const) : ('failed' as const)
  const warnings = warningCodesOf(image.report)
  const outcome = { ...place, state, imageId: image.id, writtenBack, reason }
  return {
    outcome: {
      ...outcome,
      ...(reason !== null && { group: groupOf(reason, record) }),
      ...(warnings.length > 0 && { warnings }),
    },
    output: { actionId: chunk.action.id, recordId, fingerprint, imageId: image.id, writtenBack },
  }
}

/** How the batches of a chunk are written. */
export interface WritePace {
  startAt: number
  startAfterMs: number | null
  takeAtMost: number
  atOnce: number
}

/** Requests under way at once, so that a limit of some a second is used up whatever each of them takes. */
const meteredAtOnce = 4

/** As many records at once as the source takes, `usual.takeAtMost` at most; full batches where requests are few. */
export async function writePaceOf(chunk: Chunk, usual: WritePace): Promise<WritePace> {
  if (chunk.action.writeBack === null) return usual
  try {
    const { write, metered } = (await chunk.openSource()).capabilities
    const takeAtMost = Math.min(write?.batchMax ?? usual.takeAtMost, usual.takeAtMost)
    if (metered) return { startAt: takeAtMost, startAfterMs: null, takeAtMost, atOnce: meteredAtOnce }
    return { ...usual, startAt: Math.min(usual.startAt, takeAtMost), takeAtMost }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    chunk.failure = { code: error.code, message: error.message }
    return usual
  }
}

/** How images get into the attachment field, if there is one; that they cannot ends the run. */
async function wayOf(chunk: Chunk, { attachment }: WriteBack): Promise<AttachmentWay | null> {
  if (attachment === undefined) return null
  const way = attachmentWay((await chunk.openSource()).capabilities, chunk.world)
  if ('problem' in way) chunk.failure ??= { code: 'source_invalid', message: way.problem }
  return way
}

/** Writes the outcomes of a batch into the table: files first, then all cells in one go. @returns how the records ended */
export async function writeBack(chunk: Chunk, batch: readonly Made[]): Promise<Finished[]> {
  const { writeBack: fields, baseId, tableId } = chunk.action
  if (fields === null) return batch.map((made) => finishedOf(chunk, made, null))
  const way = await wayOf(chunk, fields)
  const uploaded =
    fields.attachment && way && 'maxBytes' in way
      ? await uploadFiles(chunk, batch, { ...fields.attachment, maxBytes: way.maxBytes })
      : new Map<string, PatchResult>()
  const failureOf = ({ record }: Made): Failed | null => {
    const result = uploaded.get(record.recordId)
    return result === undefined || result.ok ? null : result
  }
  const patches = batch.map((made) => patchOf(chunk, made, { fields, way, failed: failureOf(made) }))
  const wanted = patches.filter((patch) => Object.keys(patch.fields).length > 0)
  const results = await tryWriting(chunk, wanted, async (some) =>
    (await chunk.openSource()).writeBack({ baseId, tableId }, some),
  )
  const written = new Map(wanted.map(({ recordId }, index) => [recordId, results[index]]))
  return batch.map((made) => {
    const { recordId } = made.record
    return finishedOf(chunk, made, failureOf(made) ?? written.get(recordId) ?? uploaded.get(recordId) ?? null)
  })
}
