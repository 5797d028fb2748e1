import { z } from 'zod'
import { lazily } from '#renderer/async/pending.ts'
import { setLabel } from '#renderer/labels/set-label.ts'
import { defineLayer } from '#renderer/model/layer-kind.ts'
import { numbersOf, numbersSchema, wordsOf, wordsSchema } from '#renderer/properties/list.ts'
import { paintSchema } from '#renderer/properties/paint.ts'
import { describe } from '#renderer/values/describe.ts'
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
      .apply(describe, 'Type of the chart'),
    values: numbersSchema
      .default([])
      .apply(
        describe,
        'Values to draw: a list, or text such as `3, 5, 8`. Bind it to a field that contains a list, or to several fields. `progress` and `ring` use the first value',
      ),
    labels: wordsSchema.default([]).apply(describe, 'Names of the values, in the same order'),
    min: z
      .number()
      .optional()
      .apply(describe, 'Start of the axis. Default: 0, or the smallest value if it is negative'),
    max: z.number().optional().apply(describe, 'End of the axis. Default: the largest value, 100 for progress'),
    colors: z
      .array(paintSchema)
      .min(1)
      .max(50)
      .default(['#4f46e5', '#f59e0b', '#10b981', '#ef4444', '#0ea5e9', '#a855f7', '#84cc16', '#f43f5e'])
      .apply(
        describe,
        'Colours of the bars and parts, in order. A line uses the first, and the second for the area below it',
      ),
    trackFill: paintSchema
      .default('#e5e7eb')
      .apply(describe, 'Colour of the part beyond the value, and of the axis lines'),
    innerRadius: z
      .number()
      .min(0)
      .max(0.98)
      .default(0.65)
      .apply(describe, 'Size of the hole of a donut or ring, relative to its radius'),
    gap: z.number().min(0).max(0.95).default(0.3).apply(describe, 'Gap between bars, relative to their distance'),
    radius: z
      .number()
      .min(0)
      .max(10_000)
      .default(0)
      .apply(describe, 'Corner radius of bars, in pixels. Above 0, the ends of a ring are round'),
    thickness: z.number().min(0).max(1000).default(3).apply(describe, 'Width of lines, in pixels'),
    smooth: z.boolean().default(false).apply(describe, 'Draws curves instead of corners'),
    dots: z.boolean().default(false).apply(describe, 'Shows a dot at every value of a line'),
    horizontal: z.boolean().default(false).apply(describe, 'Draws horizontal bars'),
    axis: z.boolean().default(false).apply(describe, 'Shows grid lines with their numbers'),
    showValues: z.boolean().default(false).apply(describe, 'Shows every value next to its position'),
    format: formatSchema.optional().apply(describe, 'Format of the values and the axis'),
    fontFamily: z.string().min(1).max(200).default('Inter').apply(describe, 'Font family of all text'),
    fontSize: z.number().min(0.5).max(5000).default(16).apply(describe, 'Font size of all text, in pixels'),
    fontWeight: z.number().min(1).max(1000).default(500).apply(describe, 'Font weight of all text'),
    textFill: paintSchema.default('#374151').apply(describe, 'Text colour'),
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
