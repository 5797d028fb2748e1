import { z } from 'zod/mini'
import { lazily } from '#renderer/async/pending.ts'
import { barcodeFormats } from '#renderer/codes/code-looks.ts'
import { requestPaints } from '#renderer/drawing/paint-requests.ts'
import { setLabel } from '#renderer/labels/set-label.ts'
import { defineLayer } from '#renderer/model/layer-kind.ts'
import { paintSchema } from '#renderer/properties/paint.ts'
import { writtenText } from '#renderer/properties/written-text.ts'
import { describe } from '#renderer/values/describe.ts'

const codes = lazily(() => import('#renderer/codes/measure-barcode.ts'))

/** A code of bars, or of squares. An empty value leaves the box empty; one that cannot be encoded is an error. */
export const barcode = defineLayer({
  type: 'barcode',
  properties: {
    value: z
      ._default(writtenText(3000), '')
      .apply(
        describe,
        'Value to encode, with expressions such as `{{SKU}}`. EAN, UPC and ITF accept the number with or without its check digit',
      ),
    format: z._default(z.enum(barcodeFormats), 'code-128').apply(describe, 'Type of the code'),
    fill: z._default(paintSchema, '#000000').apply(describe, 'Colour, gradient or picture of the bars or squares'),
    background: z
      ._default(paintSchema, '#ffffff')
      .apply(describe, 'Colour, gradient or picture behind the code and its quiet zone'),
    quietZone: z
      .optional(z.number().check(z.minimum(0), z.maximum(100)))
      .apply(describe, 'Margin around the code, in units of its thinnest bar. Default: the quiet zone of the standard'),
    showText: z._default(z.boolean(), true).apply(describe, 'Shows the value below codes with bars'),
    fontFamily: z
      ._default(z.string().check(z.minLength(1), z.maxLength(200)), 'Inter')
      .apply(describe, 'Font family of the value below the bars'),
    fontSize: z
      .optional(z.number().check(z.minimum(0.5), z.maximum(5000)))
      .apply(describe, 'Font size in pixels. Default: 0.16 of the height'),
    fontWeight: z
      ._default(z.number().check(z.minimum(1), z.maximum(1000)), 500)
      .apply(describe, 'Font weight of the value below the bars'),
  },
  create: (properties) => ({
    paints: new Map(requestPaints(properties, [properties.fill, properties.background])),
    measure: (typesetter, pictures) =>
      codes().measureBarcode({ ...properties, pictures }, (words, box, look) =>
        setLabel(typesetter, words, { box, look: { ...properties, ...look, pictures } }),
      ),
  }),
})
