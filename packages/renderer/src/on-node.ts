import { createMeasurer, createSurface } from './canvas/node.ts'
import { canvasFonts } from './fonts/canvas-fonts.ts'
import { createFontBook } from './fonts/font-book.ts'
import { hyphenator } from './fonts/hyphenator.ts'
import { createTypesetter } from './fonts/typesetter.ts'
import { decodeImage } from './pictures/decode-image.ts'
import type { Platform } from './prepared.ts'

/** Makes pictures with native code. */
export const onNode: Omit<Platform, 'faces'> = {
  letter(faces) {
    const fonts = createFontBook(faces, canvasFonts)
    return {
      fonts,
      measurer: createTypesetter(fonts, { ...createMeasurer(fonts), hyphenator }),
      createSurface: (widthPx, heightPx) => createSurface(widthPx, heightPx, fonts),
    }
  },
  vet: canvasFonts.open,
  decode: decodeImage,
  drawsAgain: false,
  readBase64: (text) => Buffer.from(text, 'base64'),
}
