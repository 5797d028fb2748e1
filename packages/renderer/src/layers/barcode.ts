import { z } from 'zod'
import { barcodeFormats, measureBarcode } from '#renderer/codes/measure-barcode.ts'
import { setLabel } from '#renderer/labels/set-label.ts'
import { defineLayer } from '#renderer/model/layer-kind.ts'
import { paintSchema } from '#renderer/properties/paint.ts'

/** A code of bars, or of squares. An empty value leaves the box empty; one that cannot be encoded is an error. */
export const barcode = defineLayer({
  type: 'barcode',
  properties: {
    value: z
      .string()
      .max(3000)
      .default('')
      .describe('EAN, UPC and ITF take the number with or without its check digit'),
    format: z.enum(barcodeFormats).default('code-128').describe('The kind of code'),
    fill: paintSchema.default('#000000').describe('Of the bars or squares'),
    background: paintSchema.default('#ffffff').describe('Behind the code and its quiet zone'),
    quietZone: z
      .number()
      .min(0)
      .max(100)
      .optional()
      .describe('Free room around the code, in units of its thinnest bar; default: what the standard asks for'),
    showText: z.boolean().default(true).describe('Writes the value under codes of bars'),
    fontFamily: z.string().min(1).max(200).default('Inter').describe('Of the value under the bars'),
    fontSize: z.number().min(0.5).max(5000).optional().describe('Default: 0.16 of the height'),
    fontWeight: z.number().min(1).max(1000).default(500).describe('Of the value under the bars'),
  },
  create: (properties) => ({
    measure: (typesetter) =>
      measureBarcode(properties, (words, box, fontSize) =>
        setLabel(typesetter, words, { box, look: { ...properties, fontSize } }),
      ),
  }),
})
