import { makePreview, type PreviewFile } from './make-preview.ts'
import { openPicture } from './open-picture.ts'

/** The preview of a file that was made before: of its first frame. Throws a RenderError for what is no picture. */
export function previewOf(bytes: Uint8Array): Promise<PreviewFile> {
  return openPicture(bytes, async ({ picture }) => {
    const { width, height, hasAlpha } = await picture.metadata()
    return makePreview({ open: () => picture.clone(), opaque: !hasAlpha, widthPx: width, heightPx: height })
  })
}
