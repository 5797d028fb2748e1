import type { FieldRef } from '@pictable/model/field'
import type { AttachmentMode } from '@pictable/model/write-back'
import { contentTypeOf, imageKey } from '#core/image/image-url.ts'
import type { PatchResult } from '#core/ports/source.ts'
import { attachmentName } from './attachment-name.ts'
import { inParallel } from './in-parallel.ts'
import type { Made } from './make-image.ts'
import type { Chunk } from './open-chunk.ts'
import { tryWriting } from './try-writing.ts'

/** Their bytes are in memory. */
const uploadsAtOnce = 3

export interface FileTarget {
  field: FieldRef
  mode: AttachmentMode
  maxBytes: number
}

const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 100_000) / 10} MB`

const refused = (code: string, message: string): PatchResult => ({ ok: false, code, message, retryable: false })

async function upload(chunk: Chunk, { record, image }: Made, target: FileTarget): Promise<PatchResult> {
  const file = image?.files[0]
  if (image === null || file === undefined) return { ok: true }
  if (file.sizeBytes > target.maxBytes) {
    const [size, most] = [inMegabytes(file.sizeBytes), inMegabytes(target.maxBytes)]
    const cure = 'Choose JPEG or WebP, a lower quality or a smaller scale in the action.'
    return refused('image_too_large', `it has ${size}, and the table accepts files up to ${most}. ${cure}`)
  }
  const bytes = await chunk.world.storage.get(imageKey(file))
  if (bytes === null)
    return refused('image_missing', 'its file is no longer in the storage. Run the action again with force.')
  const { recordId, label } = record
  const filename = attachmentName(label, image.id, file)
  const table = { baseId: chunk.action.baseId, tableId: chunk.action.tableId }
  const source = await chunk.openSource()
  const whole = { recordId, fieldId: target.field.id, filename, bytes, contentType: contentTypeOf(file.format) }
  return source.upload === undefined
    ? refused('source_invalid', 'this table accepts no uploads.')
    : source.upload(table, { ...whole, mode: target.mode })
}

/** Puts the bytes of images into an attachment field, one request each. @returns by record id how that went */
export async function uploadFiles(
  chunk: Chunk,
  batch: readonly Made[],
  target: FileTarget,
): Promise<Map<string, PatchResult>> {
  const results = new Map<string, PatchResult>()
  await inParallel(
    batch.filter(({ image }) => image !== null),
    {
      atOnce: uploadsAtOnce,
      goesOn: () => !chunk.signal.aborted,
      work: async (made) => {
        const [result] = await tryWriting(chunk, [made], async ([one = made]) => [await upload(chunk, one, target)])
        if (result !== undefined) results.set(made.record.recordId, result)
      },
    },
  )
  chunk.signal.throwIfAborted()
  return results
}
