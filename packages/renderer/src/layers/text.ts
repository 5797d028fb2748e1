import { measureText } from '#renderer/drawing/measure-text.ts'
import { requestPaints } from '#renderer/drawing/paint-requests.ts'
import { textShape } from '#renderer/drawing/text-properties.ts'
import { defineLayer } from '#renderer/model/layer-kind.ts'

/** Text in a box, with bold, italic and otherwise marked words. */
export const text = defineLayer({
  type: 'text',
  properties: textShape,
  create: (properties) => ({
    paints: new Map([
      ...requestPaints(properties, [properties.fill]),
      ...requestPaints(properties, [properties.stroke?.color], properties.stroke?.width),
    ]),
    measure: (typesetter, pictures) => measureText(properties, typesetter, pictures),
  }),
})
