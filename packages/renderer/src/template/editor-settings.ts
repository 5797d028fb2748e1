import { z } from 'zod'
import { describe } from '#renderer/values/describe.ts'

const position = z.number().min(-100_000).max(100_000)
const guides = z.array(position).max(200).optional()
const lengthPx = z.number().min(0).max(10_000)

const gridSchema = z.strictObject({
  columns: z.int().min(1).max(100).apply(describe, 'Number of columns between the margins'),
  gutter: lengthPx.optional().apply(describe, 'Gap between two columns in pixels. Default: 0'),
  margin: lengthPx
    .optional()
    .apply(describe, 'Distance of the columns from the edges of the page in pixels. Default: 0'),
  visible: z.boolean().optional().apply(describe, 'Whether the editor shows the grid. Default: true'),
})

/** What the visual editor keeps in a template. Renderers ignore it. */
export const editorSettingsSchema = z.strictObject({
  guides: z
    .strictObject({
      x: guides.apply(describe, 'Positions of vertical guides, in pixels from the left edge of the page'),
      y: guides.apply(describe, 'Positions of horizontal guides, in pixels from the top edge of the page'),
    })
    .optional()
    .apply(describe, 'Lines to which layers snap'),
  grid: gridSchema.optional().apply(describe, 'Columns to which layers snap'),
  safeArea: z
    .strictObject({
      top: lengthPx.optional().apply(describe, 'Free space at the top in pixels. Default: 0'),
      right: lengthPx.optional().apply(describe, 'Free space on the right in pixels. Default: 0'),
      bottom: lengthPx.optional().apply(describe, 'Free space at the bottom in pixels. Default: 0'),
      left: lengthPx.optional().apply(describe, 'Free space on the left in pixels. Default: 0'),
    })
    .optional()
    .apply(describe, 'Margins inside the edges of the page that important content should avoid'),
  locked: z
    .array(z.string().min(1).max(200))
    .max(500)
    .optional()
    .apply(describe, 'Names of locked layers: the pointer does not select them. Names that no layer has are ignored'),
})

export type EditorSettings = z.output<typeof editorSettingsSchema>
