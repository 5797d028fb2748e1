import type { WriteBack } from '#core/action/action.ts'
import { AppError, type ErrorCode, isOurTrouble } from '#core/errors.ts'
import { imageUrl } from '#core/image/image-url.ts'
import type { FieldValue, Patch, PatchResult } from '#core/ports/source.ts'
import { attempt, wait } from './attempt.ts'
import type { Finished } from './flush-finished.ts'
import type { Made } from './make-image.ts'
import type { Chunk } from './open-chunk.ts'
import { RecordError } from './record-error.ts'

/** Errors that no other record would escape: they end the run. */
const fatal: ReadonlySet<ErrorCode> = new Set(['source_auth', 'source_forbidden', 'source_quota', 'source_not_found'])

const tries = 3

/** The time is the run's, not the clock's, so that a repeat after a crash writes the same. */
function fieldsOf({ world, run }: Chunk, writeBack: WriteBack, { image, failure }: Made): Patch['fields'] {
  const fields: Record<string, FieldValue> = {}
  const { url, status, error, renderedAt } = writeBack
  const file = image?.files[0]
  if (url && image && file) fields[url.id] = imageUrl(world.publicUrl, image.id, file)
  if (renderedAt && image) fields[renderedAt.id] = (run.startedAt ?? run.createdAt).toISOString()
  if (status) fields[status.id] = failure === null ? 'completed' : 'failed'
  if (error) fields[error.id] = failure === null ? null : failure.message
  return fields
}

const isRetryable = (result: PatchResult | undefined) => result?.ok === false && result.retryable

/** Writes the patches, those again whose results say that this can help. */
async function write(chunk: Chunk, patches: readonly Patch[], failed = 1): Promise<PatchResult[]> {
  const { action, signal } = chunk
  const table = { baseId: action.baseId, tableId: action.tableId }
  const source = await chunk.openSource()
  const results = await attempt(() => source.writeBack(table, patches), signal)
  const again = patches.filter((_, index) => isRetryable(results[index]))
  if (again.length === 0 || failed >= tries) return results
  await wait(500 * 2 ** failed, signal)
  const repeated = await write(chunk, again, failed + 1)
  return results.map((result) => (isRetryable(result) ? (repeated.shift() ?? result) : result))
}

/** One result for each patch, also when the call as a whole failed. */
async function resultsOf(chunk: Chunk, patches: readonly Patch[]): Promise<PatchResult[]> {
  if (patches.length === 0) return []
  try {
    return await write(chunk, patches)
  } catch (error) {
    if (chunk.signal.aborted || isOurTrouble(error) || !(error instanceof AppError)) throw error
    const { code, message } = error
    if (fatal.has(code)) chunk.failure = { code, message }
    return patches.map(() => ({ ok: false, code, message, retryable: false }))
  }
}

const unwritten = ({ code, message }: { code: string; message: string }) =>
  new RecordError(code, `its image was made, but could not be written into the table: ${message}`)

/** How a record ended, from its image and from how writing into the table went (null: nothing was to be written). */
function finishedOf(chunk: Chunk, made: Made, result: PatchResult | null): Finished {
  const { record, fingerprint, image, failure } = made
  const { n, recordId } = record
  const place = { n, recordId, fingerprint }
  if (image === null) {
    const outcome = { ...place, state: 'failed' as const, imageId: null, writtenBack: false, reason: failure }
    return { outcome, output: null }
  }
  const writtenBack = result?.ok === true
  const reason = result === null || result.ok ? null : chunk.reasonOf(unwritten(result), record)
  return {
    outcome: { ...place, state: reason === null ? 'rendered' : 'failed', imageId: image.id, writtenBack, reason },
    output: writtenBack ? { actionId: chunk.action.id, recordId, fingerprint, imageId: image.id, writtenBack } : null,
  }
}

/** How many records are written at once: as many as the source takes, `most` at most. */
export async function writeSizeOf(chunk: Chunk, most: number): Promise<number> {
  if (chunk.action.writeBack === null) return most
  try {
    const { capabilities } = await chunk.openSource()
    return Math.min(capabilities.write?.batchMax ?? most, most)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    chunk.failure = { code: error.code, message: error.message }
    return most
  }
}

/** Writes the outcomes of a batch into the table. @returns how the records ended */
export async function writeBack(chunk: Chunk, batch: readonly Made[]): Promise<Finished[]> {
  const { writeBack: fields } = chunk.action
  if (fields === null) return batch.map((made) => finishedOf(chunk, made, null))
  const patches = batch.map((made) => ({ recordId: made.record.recordId, fields: fieldsOf(chunk, fields, made) }))
  const wanted = patches.filter((patch) => Object.keys(patch.fields).length > 0)
  const results = await resultsOf(chunk, wanted)
  const byRecord = new Map(wanted.map(({ recordId }, index) => [recordId, results[index] ?? null]))
  return batch.map((made) => finishedOf(chunk, made, byRecord.get(made.record.recordId) ?? null))
}
