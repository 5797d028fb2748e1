import { contentTypeOf, imageKey } from '#core/image/image-url.ts'
import type { PatchResult } from '#core/ports/source.ts'
import { attachmentName } from './attachment-name.ts'
import { inParallel } from './in-parallel.ts'
import { type Made, type MadePart, unwrittenCells } from './make-image.ts'
import type { Chunk } from './open-chunk.ts'
import type { PendingRecord } from './run.ts'
import { tryWriting } from './try-writing.ts'

/** Their bytes are in memory. */
const uploadsAtOnce = 3

const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 100_000) / 10} MB`

const refused = (code: string, message: string): PatchResult => ({ ok: false, code, message, retryable: false })

interface Waiting {
  record: PendingRecord
  part: MadePart
}

async function upload(chunk: Chunk, { record, part }: Waiting, maxBytes: number): Promise<PatchResult> {
  const { image } = part
  const target = unwrittenCells(part).attachment
  const file = image?.files[0]
  if (image === null || file === undefined || target === undefined) return { ok: true }
  if (file.sizeBytes > maxBytes) {
    const [size, most] = [inMegabytes(file.sizeBytes), inMegabytes(maxBytes)]
    const cure = 'Choose JPEG or WebP, a lower quality or a smaller scale in the action.'
    return refused('image_too_large', `it has ${size}, and the table accepts files up to ${most}. ${cure}`)
  }
  const bytes = await chunk.world.storage.get(imageKey(file))
  if (bytes === null)
    return refused('image_missing', 'its file is no longer in the storage. Run the action again with force.')
  const { recordId, label } = record
  const filename = attachmentName(label, image, file)
  const table = { baseId: chunk.action.baseId, tableId: chunk.action.tableId }
  const source = await chunk.openSource()
  const whole = { recordId, fieldId: target.field.id, filename, bytes, contentType: contentTypeOf(file.format) }
  return source.upload === undefined
    ? refused('source_invalid', 'this table accepts no uploads.')
    : source.upload(table, { ...whole, mode: target.mode })
}

/** Puts the bytes of images into their attachment fields, one request each. @returns how that went, by output of a record */
export async function uploadFiles(
  chunk: Chunk,
  batch: readonly Made[],
  { maxBytes }: { maxBytes: number },
): Promise<Map<MadePart, PatchResult>> {
  const results = new Map<MadePart, PatchResult>()
  const waiting = batch.flatMap(({ record, parts }) =>
    parts.flatMap((part) => (part.image !== null && unwrittenCells(part).attachment ? [{ record, part }] : [])),
  )
  await inParallel(waiting, {
    atOnce: uploadsAtOnce,
    goesOn: () => !chunk.signal.aborted,
    work: async (each) => {
      const [result] = await tryWriting(chunk, [each], async ([one = each]) => [await upload(chunk, one, maxBytes)])
      if (result !== undefined) results.set(each.part, result)
    },
  })
  chunk.signal.throwIfAborted()
  return results
}
