import type { Pen } from '#renderer/canvas/canvas.ts'
import { text } from '#renderer/layers/text.ts'
import type { Box } from '#renderer/model/layer-kind.ts'
import type { Paint } from '#renderer/properties/paint.ts'
import type { Typesetter } from '#renderer/text/types.ts'

/** How the words of a code or chart look. */
export interface LabelLook {
  readonly fontFamily: string | readonly string[]
  readonly fontSize: number
  readonly fontWeight: number
  readonly fill: Paint
  readonly align?: 'left' | 'center' | 'right'
}

/** Words in a place of their own inside a layer. */
export interface Label {
  /** Of the words, in pixels. */
  readonly width: number
  draw(pen: Pen): void
}

/** The bounds of a text layer. A value that makes a code or a chart tiny or huge leads to a font of any size. */
const [MIN_FONT_SIZE_PX, MAX_FONT_SIZE_PX] = [0.5, 5000]

/** Sets one line of words in the middle of the height of a box; they shrink where they must. */
export function setLabel(typesetter: Typesetter, words: string, { box, look }: { box: Box; look: LabelLook }): Label {
  const { x, y } = box
  const [width, height] = [Math.max(0, box.width), Math.max(0, box.height)]
  const fontSize = Math.min(MAX_FONT_SIZE_PX, Math.max(MIN_FONT_SIZE_PX, look.fontSize))
  const fixed = { markup: false, wrap: 'none', lineHeight: 1, minFontSize: 1, verticalAlign: 'middle' }
  const layer = text.create({ align: 'center', ...look, ...fixed, fontSize, text: words, width, height })
  const drawable = layer.measure(typesetter, undefined, [])
  return {
    width: drawable.textBounds?.width ?? 0,
    draw(pen) {
      pen.context.save()
      pen.context.translate(x, y)
      drawable.draw(pen)
      pen.context.restore()
    },
  }
}
