import { z } from 'zod/mini'
import { describe } from '#renderer/values/describe.ts'

const position = z.number().check(z.minimum(-100_000), z.maximum(100_000))
const guides = z.optional(z.array(position).check(z.maxLength(200)))
const lengthPx = z.number().check(z.minimum(0), z.maximum(10_000))

const gridSchema = z.strictObject({
  columns: z.int().check(z.minimum(1), z.maximum(100)).apply(describe, 'Number of columns between the margins'),
  gutter: z.optional(lengthPx).apply(describe, 'Gap between two columns in pixels. Default: 0'),
  margin: z
    .optional(lengthPx)
    .apply(describe, 'Distance of the columns from the edges of the page in pixels. Default: 0'),
  visible: z.optional(z.boolean()).apply(describe, 'Whether the editor shows the grid. Default: true'),
})

/** What the visual editor keeps in a template. Renderers ignore it. */
export const editorSettingsSchema = z.strictObject({
  guides: z
    .optional(
      z.strictObject({
        x: guides.apply(describe, 'Positions of vertical guides, in pixels from the left edge of the page'),
        y: guides.apply(describe, 'Positions of horizontal guides, in pixels from the top edge of the page'),
      }),
    )
    .apply(describe, 'Lines to which layers snap'),
  grid: z.optional(gridSchema).apply(describe, 'Columns to which layers snap'),
  safeArea: z
    .optional(
      z.strictObject({
        top: z.optional(lengthPx).apply(describe, 'Free space at the top in pixels. Default: 0'),
        right: z.optional(lengthPx).apply(describe, 'Free space on the right in pixels. Default: 0'),
        bottom: z.optional(lengthPx).apply(describe, 'Free space at the bottom in pixels. Default: 0'),
        left: z.optional(lengthPx).apply(describe, 'Free space on the left in pixels. Default: 0'),
      }),
    )
    .apply(describe, 'Margins inside the edges of the page that important content should avoid'),
  locked: z
    .optional(z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.maxLength(500)))
    .apply(describe, 'Names of locked layers: the pointer does not select them. Names that no layer has are ignored'),
})

export type EditorSettings = z.output<typeof editorSettingsSchema>
