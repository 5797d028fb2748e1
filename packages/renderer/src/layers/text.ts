import { measureText } from '#renderer/drawing/measure-text.ts'
import { textShape } from '#renderer/drawing/text-properties.ts'
import { defineLayer } from '#renderer/model/layer-kind.ts'

/** Text in a box, with bold, italic and otherwise marked words. */
export const text = defineLayer({
  type: 'text',
  properties: textShape,
  create: (properties) => ({ measure: (typesetter) => measureText(properties, typesetter) }),
})
