import { z } from 'zod'
import { lazily } from '#renderer/async/pending.ts'
import { defineLayer } from '#renderer/model/layer-kind.ts'
import { paddingSchema } from '#renderer/properties/padding.ts'
import { paintSchema } from '#renderer/properties/paint.ts'
import { radiusSchema } from '#renderer/properties/radius.ts'
import { strokeSchema } from '#renderer/properties/stroke.ts'
import { columnCellsSchema, rowsSchema } from '#renderer/tables/cells.ts'
import { formatSchema } from '#renderer/values/format.ts'

const family = z.string().min(1).max(200)
const familySchema = z.union([family, z.array(family).min(1).max(10)])
const fontSize = z.number().min(0.5).max(5000)
const fontWeight = z.number().min(1).max(1000)
const align = z.enum(['start', 'center', 'end', 'left', 'right'])

const columnSchema = z.strictObject({
  title: z.string().max(500).optional().describe('Title in the header. Default: the name of the column in the rows'),
  field: z
    .union([z.string().min(1).max(200), z.int().min(1).max(50)])
    .optional()
    .describe(
      'Which part of a row: what the rows call it, or its number from 1; default: the title, else the place of the column',
    ),
  values: columnCellsSchema
    .optional()
    .describe(
      'The cells of this column, in place of those in `rows`: bind it to a field that holds a list, such as a lookup of linked records',
    ),
  width: z
    .union([
      z.number().min(1).max(10_000),
      z.literal('auto'),
      z.templateLiteral([z.number().min(0.01).max(1000), 'fr']),
    ])
    .default('auto')
    .describe('Pixels; `auto`: as wide as its cells need; `"2fr"`: two parts of what the others leave'),
  align: align.default('start').describe('Of the cells and the title; `start` is where reading begins'),
  format: formatSchema.optional().describe('How the cells are written'),
  fontWeight: fontWeight.optional().describe('Of the cells; default: that of the table'),
  textFill: paintSchema.optional().describe('Of the cells; default: that of the table'),
})

const tables = lazily(() => import('#renderer/tables/measure-table.ts'))

/** Rows and columns from a list, from linked records, from JSON or from CSV. */
export const table = defineLayer({
  type: 'table',
  properties: {
    rows: rowsSchema
      .default([])
      .describe(
        'A list of rows, each a list of cells or an object with cells by name, or text: such a list as JSON, or CSV',
      ),
    headerRow: z
      .boolean()
      .default(true)
      .describe('The first row of lists or of CSV names the columns; objects name them themselves'),
    columns: z
      .array(columnSchema)
      .max(50)
      .default([])
      .describe('What is shown, in this order; default: every column of the rows'),
    showHeader: z.boolean().default(true).describe('Writes the titles of the columns above the rows'),
    direction: z
      .enum(['auto', 'ltr', 'rtl'])
      .default('auto')
      .describe('Position of the first column; `auto`: the direction of the first strong character'),
    fit: z
      .enum(['shrink', 'truncate', 'grow'])
      .default('shrink')
      .describe(
        'When the rows do not fit: letters and padding become smaller, rows are left out, or the layer becomes higher',
      ),
    minFontSize: fontSize.default(8).describe('For `fit: "shrink"`; rows that do not fit at this size are left out'),
    more: z
      .string()
      .max(200)
      .default('+{n} more')
      .describe('Text below the last row if rows are left out, `{n}` of them; empty: no text'),
    wrap: z.boolean().default(true).describe('Wraps cells into several lines; otherwise long texts are cut'),
    maxLines: z.int().min(1).max(1000).optional().describe('Maximum lines of a cell'),
    markup: z
      .boolean()
      .default(false)
      .describe('Read `**bold**`, `*italic*` and `[words](color=#f00 size=1.2)` in the cells'),
    padding: paddingSchema
      .default([8, 12, 8, 12])
      .describe('Free room around the words of a cell: for all sides, or top, right, bottom, left'),
    rowHeight: z
      .number()
      .min(0)
      .max(10_000)
      .default(0)
      .describe('Minimum height of a row in pixels, including the header'),
    verticalAlign: z
      .enum(['top', 'middle', 'bottom'])
      .default('middle')
      .describe('Where words stand in a row that is higher than they are'),
    fontFamily: familySchema
      .default('Inter')
      .describe('The font family, or several; each provides the characters that the ones before it lack'),
    fontSize: fontSize.default(16).describe('In pixels'),
    fontWeight: fontWeight.default(400).describe('100 (thin) to 900 (black)'),
    lineHeight: z.number().min(0.1).max(10).default(1.3).describe('Multiple of the font size'),
    textFill: paintSchema.default('#111827').describe('Colour of the words'),
    headerFontFamily: familySchema.optional().describe('Of the titles; default: that of the table'),
    headerFontSize: fontSize.optional().describe('Of the titles; default: that of the table'),
    headerFontWeight: fontWeight.default(600).describe('Of the titles'),
    headerTextFill: paintSchema.optional().describe('Of the titles; default: that of the table'),
    headerFill: paintSchema.default('transparent').describe('Behind the titles'),
    fill: paintSchema.default('transparent').describe('Behind the rows'),
    alternateFill: paintSchema.default('transparent').describe('Behind every second row'),
    lines: z.enum(['none', 'rows', 'columns', 'all']).default('rows').describe('Lines between rows, columns or both'),
    lineFill: paintSchema.default('#e5e7eb').describe('Colour of the lines'),
    lineThickness: z.number().min(0).max(1000).default(1).describe('Of the lines, in pixels'),
    border: strokeSchema.optional().describe('Around the table'),
    radius: radiusSchema
      .default(0)
      .describe('The corners of the table: one for all, or upper left, upper right, lower right, lower left'),
  },
  create: (properties) => ({ measure: (typesetter) => tables().measureTable(properties, typesetter) }),
})
