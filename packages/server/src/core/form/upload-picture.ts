import { MAX_UPLOAD_BYTES, uploadTypes } from '@pictable/model/form'
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
  if (bytes.length > MAX_UPLOAD_BYTES)
    throw new AppError('payload_too_large', 'The picture is too large. The maximum is 10 MB.')
  const contentType = pictureTypeOf(bytes)
  if (!uploadTypes.some((type) => type === contentType) || contentType === null)
    throw unusable('The file is not a picture that can be used. Choose a PNG, JPEG, WebP, GIF or AVIF file.')
  await world.renderer.makePreview(bytes, signal).catch((error: unknown) => {
    if (!(error instanceof RecordError)) throw error
    throw unusable('The picture cannot be read. It may be damaged, or have more than 50 million pixels.', error)
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
