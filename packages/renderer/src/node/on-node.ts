import { createMeasurer, createSurface } from '#renderer/canvas/node.ts'
import { canvasFonts } from '#renderer/fonts/canvas-fonts.ts'
import { createFontBook } from '#renderer/fonts/font-book.ts'
import { hyphenator } from '#renderer/fonts/hyphenator.ts'
import { createTypesetter } from '#renderer/fonts/typesetter.ts'
import type { Platform } from '#renderer/jobs/prepared.ts'
import { decodeImage } from '#renderer/pictures/decode-image.ts'

/** Makes pictures with native code. */
export const onNode: Omit<Platform, 'faces'> = {
  letter(faces) {
    const fonts = createFontBook(faces, canvasFonts)
    return {
      fonts,
      measurer: createTypesetter(fonts, { ...createMeasurer(fonts), hyphenator }),
      drawables: new WeakMap(),
      createSurface: (widthPx, heightPx) => createSurface(widthPx, heightPx, fonts),
    }
  },
  vet: canvasFonts.open,
  decode: decodeImage,
  drawsAgain: false,
  readBase64: (text) => Buffer.from(text, 'base64'),
}
