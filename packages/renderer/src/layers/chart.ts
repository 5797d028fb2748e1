import { z } from 'zod'
import { lazily } from '#renderer/async/pending.ts'
import { setLabel } from '#renderer/labels/set-label.ts'
import { defineLayer } from '#renderer/model/layer-kind.ts'
import { numbersOf, numbersSchema, wordsOf, wordsSchema } from '#renderer/properties/list.ts'
import { paintSchema } from '#renderer/properties/paint.ts'
import { formatSchema } from '#renderer/values/format.ts'
import { formatValue } from '#renderer/values/format-value.ts'
import { toText } from '#renderer/values/value.ts'

const charts = lazily(() => import('#renderer/charts/forms.ts'))

/** Numbers as bars, a line, parts of a whole, or progress towards a goal. */
export const chart = defineLayer({
  type: 'chart',
  properties: {
    chart: z
      .enum(['bar', 'line', 'area', 'pie', 'donut', 'progress', 'ring'])
      .default('bar')
      .describe('What it looks like'),
    values: numbersSchema
      .default([])
      .describe(
        'A list, or text such as `3, 5, 8`; bind it to one field that holds a list, or to several fields. `progress` and `ring` use the first',
      ),
    labels: wordsSchema.default([]).describe('What each value is, in the same order'),
    min: z.number().optional().describe('Where the axis begins; default: 0 or less, where values are'),
    max: z.number().optional().describe('Where the axis ends; default: with the largest value, 100 for progress'),
    colors: z
      .array(paintSchema)
      .min(1)
      .max(50)
      .default(['#4f46e5', '#f59e0b', '#10b981', '#ef4444', '#0ea5e9', '#a855f7', '#84cc16', '#f43f5e'])
      .describe('One after the other for bars and parts; for lines the first, and the second for the area under it'),
    trackFill: paintSchema.default('#e5e7eb').describe('What is not reached, and the lines of the axis'),
    innerRadius: z
      .number()
      .min(0)
      .max(0.98)
      .default(0.65)
      .describe('The hole of a donut or ring, relative to its radius'),
    gap: z.number().min(0).max(0.95).default(0.3).describe('Between bars, relative to their distance'),
    radius: z
      .number()
      .min(0)
      .max(10_000)
      .default(0)
      .describe('Of the ends of bars, in pixels; above 0 the ends of a ring are round'),
    thickness: z.number().min(0).max(1000).default(3).describe('Of lines, in pixels'),
    smooth: z.boolean().default(false).describe('Curves instead of corners'),
    dots: z.boolean().default(false).describe('Marks every value of a line'),
    horizontal: z.boolean().default(false).describe('Bars lie instead of standing'),
    axis: z.boolean().default(false).describe('Lines at round numbers, which stand beside them'),
    showValues: z.boolean().default(false).describe('Writes every value beside its place'),
    format: formatSchema.optional().describe('How values and the axis are written'),
    fontFamily: z.string().min(1).max(200).default('Inter').describe('Of all words'),
    fontSize: z.number().min(0.5).max(5000).default(16).describe('Of all words, in pixels'),
    fontWeight: z.number().min(1).max(1000).default(500).describe('Of all words'),
    textFill: paintSchema.default('#374151').describe('Of all words'),
  },
  create: ({ values, labels, format, ...look }) => ({
    measure(typesetter) {
      const { width, height, fontFamily, fontSize, fontWeight, textFill } = look
      const draw = charts().forms[look.chart](
        { ...look, numbers: numbersOf(values), words: wordsOf(labels) },
        {
          write: (number) => toText(format ? formatValue(number, format).value : number),
          setWords: (words, box, change) =>
            setLabel(typesetter, words, {
              box,
              look: { fontFamily, fontSize, fontWeight, fill: textFill, ...change },
            }),
        },
      )
      return { width, height, marginPx: look.thickness + fontSize, single: false, draw }
    },
  }),
})
