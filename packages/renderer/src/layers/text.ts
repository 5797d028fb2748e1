import { measureText, paintedHeightOf } from '#renderer/drawing/measure-text.ts'
import { imagesOf } from '#renderer/drawing/shape.ts'
import { textShape } from '#renderer/drawing/text-properties.ts'
import { defineLayer } from '#renderer/model/layer-kind.ts'

/** Text in a box, with bold, italic and otherwise marked words. */
export const text = defineLayer({
  type: 'text',
  properties: textShape,
  create: (properties) => ({
    ...imagesOf({ ...properties, height: paintedHeightOf(properties) }, properties.stroke?.width ?? 0),
    measure: (typesetter, pictures) => measureText(properties, typesetter, pictures),
  }),
})
