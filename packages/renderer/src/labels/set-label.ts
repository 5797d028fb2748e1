import { z } from 'zod/mini'
import type { Pen } from '#renderer/canvas/canvas.ts'
import { measureText } from '#renderer/drawing/measure-text.ts'
import { textShape } from '#renderer/drawing/text-properties.ts'
import type { Box } from '#renderer/geometry/box.ts'
import type { Drawable, LayerReport, Pictures, PlacedText } from '#renderer/model/layer-kind.ts'
import type { Paint } from '#renderer/properties/paint.ts'
import type { Typesetter } from '#renderer/text/types.ts'

/** How the words of a code or chart look. */
export interface LabelLook {
  readonly fontFamily: string | readonly string[]
  readonly fontSize: number
  readonly fontWeight: number
  readonly fill: Paint
  readonly align?: 'left' | 'center' | 'right'
  /** Words that do not fit end in an ellipsis. Default: they become smaller. */
  readonly cut?: boolean
  readonly pictures: Pictures
}

/** Words in a place of their own inside a layer. */
export interface Label extends PlacedText {
  /** Of the words, in pixels. */
  readonly width: number
  draw(pen: Pen): void
}

/** The bounds of a text layer. A value that makes a code or a chart tiny or huge leads to a font of any size. */
const [MIN_FONT_SIZE_PX, MAX_FONT_SIZE_PX] = [0.5, 5000]

const textSchema = z.object(textShape)

/** Sets one line of words in the middle of the height of a box; they shrink or are cut where they must. */
export function setLabel(typesetter: Typesetter, words: string, { box, look }: { box: Box; look: LabelLook }): Label {
  const { x, y } = box
  const [width, height] = [Math.max(0, box.width), Math.max(0, box.height)]
  const fontSize = Math.min(MAX_FONT_SIZE_PX, Math.max(MIN_FONT_SIZE_PX, look.fontSize))
  const fixed = { markup: false, wrap: 'none', lineHeight: 1, minFontSize: 1, verticalAlign: 'middle' }
  const fit = look.cut ? 'truncate' : 'shrink'
  const properties = textSchema.parse({ align: 'center', ...look, ...fixed, fit, fontSize, text: words })
  const drawable = measureText({ ...properties, fill: look.fill, width, height }, typesetter, look.pictures)
  return {
    drawable,
    x,
    y,
    width: drawable.textBounds?.width ?? 0,
    draw(pen) {
      pen.context.save()
      pen.context.translate(x, y)
      drawable.draw(pen)
      pen.context.restore()
    },
  }
}

/** The characters of texts that no font has, for the report of their layer. */
export function missingIn(texts: readonly PlacedText[]): Pick<LayerReport, 'missingGlyphs'> {
  const missing = new Set(texts.flatMap(({ drawable }) => drawable.report?.missingGlyphs ?? []))
  return missing.size > 0 ? { missingGlyphs: [...missing] } : {}
}

/** What a code or chart says of its words. */
export const reportOfWords = (texts: readonly PlacedText[]): Pick<Drawable, 'texts' | 'report'> => ({
  texts,
  report: missingIn(texts),
})
