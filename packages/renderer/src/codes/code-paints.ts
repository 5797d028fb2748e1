import { isMissing } from '#renderer/drawing/style.ts'
import type { Pictures } from '#renderer/model/layer-kind.ts'
import type { Paint } from '#renderer/properties/paint.ts'

interface PaintedCode {
  readonly fill: Paint
  readonly background: Paint
  readonly eyeFill?: Paint | undefined
  readonly pictures: Pictures
}

/** A code is read without its pictures as well: all of it is black on white as soon as one is missing. */
export function readable<Code extends PaintedCode>(code: Code): Code {
  const { fill, background, eyeFill = fill, pictures } = code
  const isWhole = ![fill, background, eyeFill].some((paint) => isMissing(paint, pictures))
  return isWhole ? code : { ...code, fill: '#000000', background: '#ffffff', eyeFill: undefined }
}
