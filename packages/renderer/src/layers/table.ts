import { z } from 'zod'
import { lazily } from '#renderer/async/pending.ts'
import { defineLayer } from '#renderer/model/layer-kind.ts'
import { paddingSchema } from '#renderer/properties/padding.ts'
import { paintSchema } from '#renderer/properties/paint.ts'
import { radiusSchema } from '#renderer/properties/radius.ts'
import { strokeSchema } from '#renderer/properties/stroke.ts'
import { columnCellsSchema, rowsSchema } from '#renderer/tables/cells.ts'
import { describe } from '#renderer/values/describe.ts'
import { formatSchema } from '#renderer/values/format.ts'

const family = z.string().min(1).max(200)
const familySchema = z.union([family, z.array(family).min(1).max(10)])
const fontSize = z.number().min(0.5).max(5000)
const fontWeight = z.number().min(1).max(1000)
const align = z.enum(['start', 'center', 'end', 'left', 'right'])

const columnSchema = z.strictObject({
  title: z
    .string()
    .max(500)
    .optional()
    .apply(describe, 'Title in the header. Default: the name of the column in the rows'),
  field: z
    .union([z.string().min(1).max(200), z.int().min(1).max(50)])
    .optional()
    .apply(
      describe,
      'Part of a row: its name, or its number from 1. Default: the title, otherwise the position of the column',
    ),
  values: columnCellsSchema
    .optional()
    .apply(
      describe,
      'Cells of this column instead of those in `rows`. Bind it to a field that contains a list, such as a lookup of linked records',
    ),
  width: z
    .union([
      z.number().min(1).max(10_000),
      z.literal('auto'),
      z.templateLiteral([z.number().min(0.01).max(1000), 'fr']),
    ])
    .default('auto')
    .apply(describe, 'Width in pixels; `auto` fits the cells; `"2fr"` is two parts of the remaining width'),
  align: align
    .default('start')
    .apply(describe, 'Alignment of the cells and the title. `start` is the side where reading begins'),
  format: formatSchema.optional().apply(describe, 'Format of the cells'),
  fontWeight: fontWeight.optional().apply(describe, 'Font weight of the cells. Default: that of the table'),
  textFill: paintSchema.optional().apply(describe, 'Text colour of the cells. Default: that of the table'),
})

const tables = lazily(() => import('#renderer/tables/measure-table.ts'))

/** Rows and columns from a list, from linked records, from JSON or from CSV. */
export const table = defineLayer({
  type: 'table',
  properties: {
    rows: rowsSchema
      .default([])
      .apply(
        describe,
        'Rows: a list of rows, each a list of cells or an object with cells by name; or text with such a list as JSON, or CSV',
      ),
    headerRow: z
      .boolean()
      .default(true)
      .apply(
        describe,
        'The first row of lists or CSV contains the column names. Rows that are objects have them as keys',
      ),
    columns: z
      .array(columnSchema)
      .max(50)
      .default([])
      .apply(describe, 'Columns to show, in this order. Default: every column of the rows'),
    showHeader: z.boolean().default(true).apply(describe, 'Shows the titles of the columns above the rows'),
    direction: z
      .enum(['auto', 'ltr', 'rtl'])
      .default('auto')
      .apply(describe, 'Position of the first column; `auto`: the direction of the first strong character'),
    fit: z
      .enum(['shrink', 'truncate', 'grow'])
      .default('shrink')
      .apply(
        describe,
        'Behaviour if the rows do not fit: shrink the text and padding, leave out rows, or make the layer taller',
      ),
    minFontSize: fontSize
      .default(8)
      .apply(describe, 'Minimum font size for `fit: "shrink"`. Rows that do not fit at this size are left out'),
    more: z
      .string()
      .max(200)
      .default('+{n} more')
      .apply(describe, 'Text below the last row if rows are left out; `{n}` is their number. Empty: no text'),
    wrap: z.boolean().default(true).apply(describe, 'Wraps cells into several lines; otherwise long texts are cut off'),
    maxLines: z.int().min(1).max(1000).optional().apply(describe, 'Maximum lines of a cell'),
    markup: z
      .boolean()
      .default(false)
      .apply(describe, 'Read `**bold**`, `*italic*` and `[words](color=#f00 size=1.2)` in the cells'),
    padding: paddingSchema
      .default([8, 12, 8, 12])
      .apply(describe, 'Padding of a cell in pixels: for all sides, or top, right, bottom, left'),
    rowHeight: z
      .number()
      .min(0)
      .max(10_000)
      .default(0)
      .apply(describe, 'Minimum height of a row in pixels, including the header'),
    verticalAlign: z
      .enum(['top', 'middle', 'bottom'])
      .default('middle')
      .apply(describe, 'Vertical position of the text in a taller row'),
    fontFamily: familySchema
      .default('Inter')
      .apply(describe, 'Font family, or several. Each one provides the characters that the previous ones lack'),
    fontSize: fontSize.default(16).apply(describe, 'Font size in pixels'),
    fontWeight: fontWeight.default(400).apply(describe, 'Font weight, 100 (thin) to 900 (black)'),
    lineHeight: z.number().min(0.1).max(10).default(1.3).apply(describe, 'Multiple of the font size'),
    textFill: paintSchema.default('#111827').apply(describe, 'Colour of the text'),
    headerFontFamily: familySchema.optional().apply(describe, 'Font family of the titles. Default: that of the table'),
    headerFontSize: fontSize.optional().apply(describe, 'Font size of the titles. Default: that of the table'),
    headerFontWeight: fontWeight.default(600).apply(describe, 'Font weight of the titles'),
    headerTextFill: paintSchema.optional().apply(describe, 'Text colour of the titles. Default: that of the table'),
    headerFill: paintSchema.default('transparent').apply(describe, 'Colour behind the titles'),
    fill: paintSchema.default('transparent').apply(describe, 'Colour behind the rows'),
    alternateFill: paintSchema.default('transparent').apply(describe, 'Colour behind every second row'),
    lines: z
      .enum(['none', 'rows', 'columns', 'all'])
      .default('rows')
      .apply(describe, 'Lines to draw: between rows, columns or both'),
    lineFill: paintSchema.default('#e5e7eb').apply(describe, 'Colour of the lines'),
    lineThickness: z.number().min(0).max(1000).default(1).apply(describe, 'Width of the lines, in pixels'),
    border: strokeSchema.optional().apply(describe, 'Outline of the table'),
    radius: radiusSchema
      .default(0)
      .apply(
        describe,
        'Corner radius of the table in pixels: one for all, or upper left, upper right, lower right, lower left',
      ),
  },
  create: (properties) => ({ measure: (typesetter) => tables().measureTable(properties, typesetter) }),
})
