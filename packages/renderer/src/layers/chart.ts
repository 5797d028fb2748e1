import { z } from 'zod/mini'
import { lazily } from '#renderer/async/pending.ts'
import { requestPaints } from '#renderer/drawing/paint-requests.ts'
import type { Box } from '#renderer/geometry/box.ts'
import { type Label, type LabelLook, reportOfWords, setLabel } from '#renderer/labels/set-label.ts'
import { defineLayer, type LeftOut } from '#renderer/model/layer-kind.ts'
import { numbersOf, numbersSchema, wordsOf, wordsSchema } from '#renderer/properties/list.ts'
import { paintSchema } from '#renderer/properties/paint.ts'
import { describe } from '#renderer/values/describe.ts'
import { formatSchema } from '#renderer/values/format.ts'
import { formatValue } from '#renderer/values/format-value.ts'
import { toText } from '#renderer/values/value.ts'

/** More than any words take: they are measured as they are, not as they were made smaller. */
const ENDLESS = 1e9

const charts = lazily(() => import('#renderer/charts/forms.ts'))

/** Numbers as bars, a line, parts of a whole, or progress towards a goal. */
export const chart = defineLayer({
  type: 'chart',
  properties: {
    chart: z
      ._default(z.enum(['bar', 'line', 'area', 'pie', 'donut', 'progress', 'ring']), 'bar')
      .apply(describe, 'Type of the chart'),
    values: z
      ._default(numbersSchema, [])
      .apply(
        describe,
        'Values to draw: a list, or text such as `3, 5, 8`. Bind it to a field that contains a list, or to several fields. `progress` and `ring` use the first value',
      ),
    labels: z
      ._default(wordsSchema, [])
      .apply(
        describe,
        'Names of the values, in the same order. Long ones are cut, and where they have no room, only some are shown',
      ),
    min: z
      .optional(z.number())
      .apply(describe, 'Start of the axis. Default: 0, or the smallest value if it is negative'),
    max: z.optional(z.number()).apply(describe, 'End of the axis. Default: the largest value, 100 for progress'),
    colors: z
      ._default(z.array(paintSchema).check(z.minLength(1), z.maxLength(50)), [
        '#4f46e5',
        '#f59e0b',
        '#10b981',
        '#ef4444',
        '#0ea5e9',
        '#a855f7',
        '#84cc16',
        '#f43f5e',
      ])
      .apply(
        describe,
        'Colours, gradients or pictures of the bars and parts, in order. More bars begin again with the first; more parts of a pie or donut are lighter and darker. A line uses the first, and the second for the area below it',
      ),
    trackFill: z
      ._default(paintSchema, '#e5e7eb')
      .apply(describe, 'Colour, gradient or picture of the part beyond the value, and of the axis lines'),
    innerRadius: z
      ._default(z.number().check(z.minimum(0), z.maximum(0.98)), 0.65)
      .apply(describe, 'Size of the hole of a donut or ring, relative to its radius'),
    startAngle: z
      ._default(z.number().check(z.minimum(-360), z.maximum(360)), 0)
      .apply(describe, 'Where the first part of a pie or donut, or a ring, starts: degrees clockwise from the top'),
    legend: z
      ._default(z.enum(['right', 'left', 'none']), 'right')
      .apply(
        describe,
        'Side of the pie or donut on which `labels` are listed. What has no room is counted, such as `+3`',
      ),
    gap: z
      ._default(z.number().check(z.minimum(0), z.maximum(0.95)), 0.3)
      .apply(describe, 'Gap between bars, relative to their distance'),
    radius: z
      ._default(z.number().check(z.minimum(0), z.maximum(10_000)), 0)
      .apply(describe, 'Corner radius of bars, in pixels. Above 0, the ends of a ring are round'),
    thickness: z
      ._default(z.number().check(z.minimum(0), z.maximum(1000)), 3)
      .apply(describe, 'Width of lines, in pixels'),
    smooth: z._default(z.boolean(), false).apply(describe, 'Draws curves instead of corners'),
    dots: z._default(z.boolean(), false).apply(describe, 'Shows a dot at every value of a line'),
    horizontal: z._default(z.boolean(), false).apply(describe, 'Draws horizontal bars'),
    axis: z._default(z.boolean(), false).apply(describe, 'Shows grid lines with their numbers'),
    showValues: z._default(z.boolean(), false).apply(describe, 'Shows every value next to its position'),
    format: z.optional(formatSchema).apply(describe, 'Format of the values and the axis'),
    fontFamily: z
      ._default(z.string().check(z.minLength(1), z.maxLength(200)), 'Inter')
      .apply(describe, 'Font family of all text'),
    fontSize: z
      ._default(z.number().check(z.minimum(0.5), z.maximum(5000)), 16)
      .apply(describe, 'Font size of all text, in pixels'),
    fontWeight: z
      ._default(z.number().check(z.minimum(1), z.maximum(1000)), 500)
      .apply(describe, 'Font weight of all text'),
    textFill: z._default(paintSchema, '#374151').apply(describe, 'Colour, gradient or picture of the text'),
  },
  create: ({ values, labels, format, ...look }) => ({
    paints: new Map(requestPaints(look, [...look.colors, look.trackFill, look.textFill])),
    measure(typesetter, pictures) {
      const { width, height, fontFamily, fontSize, fontWeight, textFill } = look
      const texts: Label[] = []
      const leftOut: LeftOut = {}
      const widths = new Map<string, number>()
      const set = (words: string, box: Box, change?: Partial<LabelLook>) =>
        setLabel(typesetter, words, {
          box,
          look: { fontFamily, fontSize, fontWeight, fill: textFill, pictures, ...change },
        })
      const draw = charts().forms[look.chart](
        { ...look, pictures, numbers: numbersOf(values), words: wordsOf(labels) },
        {
          write: (number) => toText(format ? formatValue(number, format).value : number),
          leaveOut(what, count) {
            if (count > 0) leftOut[what] = (leftOut[what] ?? 0) + count
          },
          widthOf(words) {
            const known = widths.get(words) ?? set(words, { x: 0, y: 0, width: ENDLESS, height: fontSize * 1.4 }).width
            widths.set(words, known)
            return known
          },
          setWords(...words) {
            const label = set(...words)
            texts.push(label)
            return label
          },
        },
      )
      const marginPx = look.thickness + fontSize
      const words = reportOfWords(texts)
      const report = { ...words.report, ...(Object.keys(leftOut).length > 0 && { leftOut }) }
      return { width, height, marginPx, single: false, draw, ...words, report }
    },
  }),
})
