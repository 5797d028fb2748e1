import { MAX_UPLOAD_BYTES, uploadTypes } from '@pictable/model/form'
import { formTextFor } from '@pictable/model/form-texts/texts'
import { AppError } from '#core/errors.ts'
import { pictureTypeOf } from '#core/image/picture-type.ts'
import type { Form, FormUpload } from '#core/ports/data/forms.ts'
import type { World } from '#core/ports/world.ts'
import { RecordError } from '#core/run/record-error.ts'
import { uploadKey } from './form.ts'

const unusable = (message: string, cause?: unknown) => new AppError('image_failed', message, { cause })

/**
 * Stores a picture of a visitor for a day. It is decoded in a render process first, so that one that cannot be is refused
 * while its visitor is there.
 */
export async function uploadPicture(
  world: Pick<World, 'clock' | 'data' | 'newId' | 'renderer' | 'storage'>,
  form: Form,
  { bytes, signal }: { bytes: Uint8Array; signal: AbortSignal },
): Promise<FormUpload> {
  const text = formTextFor(form.language)
  if (bytes.length > MAX_UPLOAD_BYTES) throw new AppError('payload_too_large', text('file_unusable'))
  const contentType = pictureTypeOf(bytes)
  if (!uploadTypes.some((type) => type === contentType) || contentType === null) throw unusable(text('file_unusable'))
  await world.renderer.makePreview(bytes, signal).catch((error: unknown) => {
    if (!(error instanceof RecordError)) throw error
    throw unusable(text('file_unreadable'), error)
  })
  const { id: formId } = form
  const upload = {
    id: world.newId('upload'),
    formId,
    contentType,
    sizeBytes: bytes.length,
    createdAt: world.clock.now(),
  }
  await world.storage.put(uploadKey(upload), bytes, contentType)
  await world.data.forms.insertUpload(upload)
  return upload
}
