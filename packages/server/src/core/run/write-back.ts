import type { Failure } from '@pictable/model/failure'
import type { WarningCode } from '@pictable/model/run'
import type { OutputCells, WriteBack } from '@pictable/model/write-back'
import { warningCodesOf } from '@pictable/renderer/template'
import { type AttachmentWay, attachmentWay } from '#core/action/attachment-way.ts'
import { AppError } from '#core/errors.ts'
import type { Image } from '#core/image/image.ts'
import { contentTypeOf, imageUrl } from '#core/image/image-url.ts'
import { fieldsWrittenBy } from '#core/output/outputs-of.ts'
import { fieldsTelling, outcomeFields } from '#core/output/unwritten-fields.ts'
import type { Output, RecordOutcome } from '#core/ports/data/runs.ts'
import type { Attachment, FieldValue, Patch, PatchResult } from '#core/ports/source.ts'
import { attachmentName } from './attachment-name.ts'
import { groupOf } from './failure-group.ts'
import type { Finished } from './flush-finished.ts'
import { type Made, type MadePart, unwrittenCells } from './make-image.ts'
import type { Chunk } from './open-chunk.ts'
import { RecordError } from './record-error.ts'
import type { OutputOutcome } from './run.ts'
import { tryWriting } from './try-writing.ts'
import { uploadFiles } from './upload-files.ts'

const unwritten = ({ code, message }: Failure) =>
  new RecordError(code, `its image was rendered, but could not be written into the table: ${message}`)

type Failed = Extract<PatchResult, { ok: false }>

/** What a record was made of, and what of it cannot be written: by output, why its file was not uploaded. */
interface Writing {
  made: Made
  notUploaded: ReadonlyMap<MadePart, Failed>
}

const severalName = ({ outputs }: Chunk, { output }: MadePart) => (outputs.length > 1 ? output.name : null)

/** Why an output has no image, or why its image is not in the table. */
function failureOf(
  chunk: Chunk,
  { record }: Made,
  { part, refused }: { part: MadePart; refused: Failed | null },
): Failure | null {
  if (part.image === null) return part.failure
  return refused && chunk.reasonOf(unwritten(refused), { ...record, output: severalName(chunk, part) })
}

/** Why a record failed: the reason of its first output that did, and which others did. */
function reasonOfAll(failures: readonly { name: string | null; failure: Failure }[]): Failure | null {
  const [first, ...others] = failures
  if (first === undefined) return null
  const { code, message } = first.failure
  const names = others.map(({ name }) => `output "${name}"`)
  return others.length === 0 ? first.failure : { code, message: `${message}. Also failed: ${names.join(', ')}` }
}

/** The cells of the images of a record, and those to which files are appended. */
function imageCells(
  { publicUrl }: Chunk['world'],
  { label, images }: { label: string; images: readonly { image: Image; cells: OutputCells }[] },
  isLinked: boolean,
): { fields: Record<string, FieldValue>; append: string[] } {
  const fields: Record<string, FieldValue> = {}
  const files = new Map<string, Attachment[]>()
  for (const { image, cells } of images) {
    const { url, attachment } = cells
    const file = image.files[0]
    if (file === undefined) continue
    const address = imageUrl(publicUrl, image.id, file)
    if (url) fields[url.id] = address
    if (!isLinked || attachment === undefined) continue
    const filename = attachmentName(label, image, file)
    const linked = { url: address, filename, contentType: contentTypeOf(file.format) }
    files.set(attachment.field.id, [...(files.get(attachment.field.id) ?? []), linked])
  }
  const append = images.flatMap(({ cells: { attachment } }) =>
    attachment?.mode === 'append' && files.has(attachment.field.id) ? [attachment.field.id] : [],
  )
  return { fields: { ...fields, ...Object.fromEntries(files) }, append: [...new Set(append)] }
}

/** What goes into the cells of a record; the old image stays where there is no new one. */
function patchOf(
  chunk: Chunk,
  { made, notUploaded }: Writing,
  { fields: wanted, way }: { fields: Partial<WriteBack>; way: AttachmentWay | null },
): Patch {
  const { world, run } = chunk
  const { recordId, label } = made.record
  const { status, error, renderedAt } = wanted
  const failures = made.parts.flatMap((part) => {
    const failure = failureOf(chunk, made, { part, refused: notUploaded.get(part) ?? null })
    return failure === null ? [] : [{ name: part.output.name, failure }]
  })
  const present = made.parts.filter((part) => part.image !== null && !notUploaded.has(part))
  const images = present.flatMap((part) => (part.image ? [{ image: part.image, cells: unwrittenCells(part) }] : []))
  const isLinked = way !== null && 'by' in way && way.by === 'url'
  const { fields, append } = imageCells(world, { label, images }, isLinked)
  const failure = reasonOfAll(failures)
  // the time is the run's, not the clock's, so that a repeat after a crash writes the same
  if (renderedAt && present.some(({ unwritten }) => unwritten.has(renderedAt.id)))
    fields[renderedAt.id] = (run.startedAt ?? run.createdAt).toISOString()
  if (status) fields[status.id] = failure === null ? 'completed' : 'failed'
  if (error) fields[error.id] = failure === null ? null : failure.message
  return { recordId, fields, ...(append.length > 0 && { append }) }
}

/** What the report of an image warns of, also beyond its drawing. */
function warningCodesIn(report: Image['report']): WarningCode[] {
  return [...warningCodesOf(report), ...(report.unusedExceptions === undefined ? [] : ['unused_exception' as const])]
}

/** An output of a record as it ended. */
interface Ended {
  part: MadePart
  /** How its cells were written; null when there was nothing to write. */
  written: PatchResult | null
  reason: Failure | null
}

/** Whether an earlier run made the image and sent its event: only its cells were to be written. */
const isKnown = ({ image, before }: MadePart) =>
  image !== null && before !== null && before.writtenTo !== null && before.imageId === image.id

/** What was last made of an output that has an image, and the fields that tell of it. */
function lastOf({ action }: Chunk, { part, reason }: Ended, recordId: string): Output | null {
  const { output, fingerprint, before, image, unwritten } = part
  if (image === null) return before
  const key = { actionId: action.id, recordId, output: output.key, fingerprint, imageId: image.id }
  if (reason === null) return { ...key, writtenTo: fieldsTelling(action, output) }
  const still = isKnown(part) ? (before?.writtenTo ?? []).filter((id) => !unwritten.has(id)) : null
  return { ...key, writtenTo: still }
}

/**
 * What was last made of each output of a record. Where the record failed, its cells say so: should it become again what it
 * was, they are to be written.
 */
function lastOfAll(chunk: Chunk, made: Made, { ended, hasFailed }: { ended: readonly Ended[]; hasFailed: boolean }) {
  const outcomes = outcomeFields(chunk.action)
  const isTold = hasFailed && outcomes.length > 0
  const last = ended.flatMap((each) =>
    isTold || each.part.image ? (lastOf(chunk, each, made.record.recordId) ?? []) : [],
  )
  if (!isTold) return last
  const withOthers = [...last, ...made.unchanged.map(({ before }) => before)]
  return withOthers.map(({ writtenTo, ...output }): Output => {
    return { ...output, writtenTo: writtenTo?.filter((id) => !outcomes.includes(id)) ?? null }
  })
}

function stateOf({ part, reason }: Ended) {
  if (reason !== null) return 'failed' as const
  return isKnown(part) ? ('skipped' as const) : ('rendered' as const)
}

/** A record has failed with one of its outputs; one of which no image was made is skipped, whatever was written. */
function stateOfRecord(states: readonly RecordOutcome['state'][]): RecordOutcome['state'] {
  return (['failed', 'rendered'] as const).find((state) => states.includes(state)) ?? 'skipped'
}

/** How a record ended, from its images and from how writing into the table went (null: nothing was to be written). */
function finishedOf(
  chunk: Chunk,
  { made, notUploaded }: Writing,
  { patched, uploaded }: { patched: PatchResult | null; uploaded: ReadonlyMap<MadePart, PatchResult> },
): Finished {
  const { record, unchanged } = made
  const { n, recordId } = record
  const ended = made.parts.map((part): Ended => {
    const written = notUploaded.get(part) ?? patched ?? uploaded.get(part) ?? null
    return { part, written, reason: failureOf(chunk, made, { part, refused: written?.ok === false ? written : null }) }
  })
  const parts = ended.map((each) => {
    const { output, drawing, image } = each.part
    const writtenBack = image !== null && each.written?.ok === true
    const outcome = { state: stateOf(each), imageId: image?.id ?? null, reason: each.reason, writtenBack }
    return { name: output.name, version: drawing.version, ...outcome }
  })
  const reason = reasonOfAll(
    parts.flatMap(({ name, reason: failure }) => (failure === null ? [] : [{ name, failure }])),
  )
  const warnings = [
    ...new Set(ended.flatMap(({ part }) => (part.image && !isKnown(part) ? warningCodesIn(part.image.report) : []))),
  ]
  const imageIds = [...parts.map(({ imageId }) => imageId), ...unchanged.map(({ before }) => before.imageId)]
  const byName = new Map<string, OutputOutcome>([
    ...parts.map(({ name, state, imageId, reason: failure, writtenBack }) => {
      const named = { name: name ?? '', state, imageId, reason: failure, writtenBack }
      return [named.name, named] as const
    }),
    ...unchanged.map(({ output: { name }, before: { imageId } }) => {
      const named = { name: name ?? '', state: 'skipped' as const, imageId, reason: null, writtenBack: false }
      return [named.name, named] as const
    }),
  ])
  const outcome: RecordOutcome = {
    ...{ n, recordId, reason, state: stateOfRecord(parts.map(({ state }) => state)) },
    fingerprint: made.parts[0]?.fingerprint ?? null,
    imageId: imageIds.find((id) => id !== null) ?? null,
    writtenBack: parts.every((part) => part.writtenBack),
    ...(reason !== null && { group: groupOf(reason, record) }),
    ...(warnings.length > 0 && { warnings }),
    ...(chunk.outputs.length > 1 && { outputs: chunk.outputs.flatMap(({ name }) => byName.get(name ?? '') ?? []) }),
  }
  const images = parts.map(({ name, version, state, imageId, reason: failure }) => {
    return { n, recordId, output: name, version, state, imageId, reason: failure }
  })
  const replaced = reason === null ? made.replaced : []
  return { outcome, outputs: lastOfAll(chunk, made, { ended, hasFailed: reason !== null }), images, replaced }
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
  if (fieldsWrittenBy(chunk.action).length === 0) return usual
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

/** How images get into the attachment fields, if there are any; that they cannot ends the run. */
async function wayOf(chunk: Chunk): Promise<AttachmentWay | null> {
  if (chunk.outputs.every(({ cells }) => cells.attachment === undefined)) return null
  const way = attachmentWay((await chunk.openSource()).capabilities, chunk.world)
  if ('problem' in way) chunk.failure ??= { code: 'source_invalid', message: way.problem }
  return way
}

/** Writes the outcomes of a batch into the table: files first, then all cells in one go. @returns how the records ended */
export async function writeBack(chunk: Chunk, batch: readonly Made[]): Promise<Finished[]> {
  const { action } = chunk
  const { baseId, tableId } = action
  if (fieldsWrittenBy(action).length === 0) {
    const nothing = { patched: null, uploaded: new Map() }
    return batch.map((made) => finishedOf(chunk, { made, notUploaded: new Map() }, nothing))
  }
  const way = await wayOf(chunk)
  const uploaded = way && 'maxBytes' in way ? await uploadFiles(chunk, batch, way) : new Map<MadePart, PatchResult>()
  const refused = new Map([...uploaded].flatMap(([part, result]) => (result.ok ? [] : [[part, result] as const])))
  const writings = batch.map((made): Writing => ({ made, notUploaded: refused }))
  const fields = action.writeBack ?? {}
  const patches = writings.map((writing) => patchOf(chunk, writing, { fields, way }))
  const wanted = patches.filter((patch) => Object.keys(patch.fields).length > 0)
  const results = await tryWriting(chunk, wanted, async (some) =>
    (await chunk.openSource()).writeBack({ baseId, tableId }, some),
  )
  const written = new Map(wanted.map(({ recordId }, index) => [recordId, results[index]]))
  return writings.map((writing) =>
    finishedOf(chunk, writing, { patched: written.get(writing.made.record.recordId) ?? null, uploaded }),
  )
}
