import { z } from 'zod'
import { lazily } from '#renderer/async/pending.ts'
import { barcodeFormats } from '#renderer/codes/code-looks.ts'
import { setLabel } from '#renderer/labels/set-label.ts'
import { defineLayer } from '#renderer/model/layer-kind.ts'
import { paintSchema } from '#renderer/properties/paint.ts'
import { describe } from '#renderer/values/describe.ts'

const codes = lazily(() => import('#renderer/codes/measure-barcode.ts'))

/** A code of bars, or of squares. An empty value leaves the box empty; one that cannot be encoded is an error. */
export const barcode = defineLayer({
  type: 'barcode',
  properties: {
    value: z
      .string()
      .max(3000)
      .default('')
      .apply(describe, 'Value to encode. EAN, UPC and ITF accept the number with or without its check digit'),
    format: z.enum(barcodeFormats).default('code-128').apply(describe, 'Type of the code'),
    fill: paintSchema.default('#000000').apply(describe, 'Colour of the bars or squares'),
    background: paintSchema.default('#ffffff').apply(describe, 'Colour behind the code and its quiet zone'),
    quietZone: z
      .number()
      .min(0)
      .max(100)
      .optional()
      .apply(describe, 'Margin around the code, in units of its thinnest bar. Default: the quiet zone of the standard'),
    showText: z.boolean().default(true).apply(describe, 'Shows the value below codes with bars'),
    fontFamily: z.string().min(1).max(200).default('Inter').apply(describe, 'Font family of the value below the bars'),
    fontSize: z
      .number()
      .min(0.5)
      .max(5000)
      .optional()
      .apply(describe, 'Font size in pixels. Default: 0.16 of the height'),
    fontWeight: z.number().min(1).max(1000).default(500).apply(describe, 'Font weight of the value below the bars'),
  },
  create: (properties) => ({
    measure: (typesetter) =>
      codes().measureBarcode(properties, (words, box, fontSize) =>
        setLabel(typesetter, words, { box, look: { ...properties, fontSize } }),
      ),
  }),
})
