import { z } from 'zod/mini'
import { lazily } from '#renderer/async/pending.ts'
import { requestPaints } from '#renderer/drawing/paint-requests.ts'
import { requestsOfStroke } from '#renderer/drawing/shape.ts'
import { defineLayer } from '#renderer/model/layer-kind.ts'
import { paddingSchema } from '#renderer/properties/padding.ts'
import { paintSchema } from '#renderer/properties/paint.ts'
import { radiusSchema } from '#renderer/properties/radius.ts'
import { strokeSchema } from '#renderer/properties/stroke.ts'
import { columnCellsSchema, rowsSchema } from '#renderer/tables/cells.ts'
import { describe } from '#renderer/values/describe.ts'
import { formatSchema } from '#renderer/values/format.ts'

const family = z.string().check(z.minLength(1), z.maxLength(200))
const familySchema = z.union([family, z.array(family).check(z.minLength(1), z.maxLength(10))])
const fontSize = z.number().check(z.minimum(0.5), z.maximum(5000))
const fontWeight = z.number().check(z.minimum(1), z.maximum(1000))
const align = z.enum(['start', 'center', 'end', 'left', 'right'])

/** Parts of a width: more than none, such as `0.5fr`. */
const SHARE = /^(?=.*[1-9])\d{1,4}(?:\.\d+)?fr$/

const columnSchema = z.strictObject({
  title: z
    .optional(z.string().check(z.maxLength(500)))
    .apply(describe, 'Title in the header. Default: the name of the column in the rows'),
  field: z
    .optional(z.union([z.string().check(z.minLength(1), z.maxLength(200)), z.int().check(z.minimum(1), z.maximum(50))]))
    .apply(
      describe,
      'Part of a row: its name, or its number from 1. Default: the title, otherwise the position of the column',
    ),
  values: z
    .optional(columnCellsSchema)
    .apply(
      describe,
      'Cells of this column instead of those in `rows`. Bind it to a field that contains a list, such as a lookup of linked records',
    ),
  width: z
    ._default(
      z.union([z.number().check(z.minimum(1), z.maximum(10_000)), z.literal('auto'), z.string().check(z.regex(SHARE))]),
      'auto',
    )
    .apply(describe, 'Width in pixels; `auto` fits the cells; `"2fr"` is two parts of the remaining width'),
  align: z
    ._default(align, 'start')
    .apply(describe, 'Alignment of the cells and the title. `start` is the side where reading begins'),
  format: z.optional(formatSchema).apply(describe, 'Format of the cells'),
  fontWeight: z.optional(fontWeight).apply(describe, 'Font weight of the cells. Default: that of the table'),
  textFill: z
    .optional(paintSchema)
    .apply(describe, 'Colour, gradient or picture of the text. Default: that of the table'),
})

const tables = lazily(() => import('#renderer/tables/measure-table.ts'))

/** Rows and columns from a list, from linked records, from JSON or from CSV. */
export const table = defineLayer({
  type: 'table',
  properties: {
    rows: z
      ._default(rowsSchema, [])
      .apply(
        describe,
        'Rows: a list of rows, each a list of cells or an object with cells by name; or text with such a list as JSON, or CSV',
      ),
    headerRow: z
      ._default(z.boolean(), true)
      .apply(
        describe,
        'The first row of lists or CSV contains the column names. Rows that are objects have them as keys',
      ),
    columns: z
      ._default(z.array(columnSchema).check(z.maxLength(50)), [])
      .apply(describe, 'Columns to show, in this order. Default: every column of the rows'),
    showHeader: z._default(z.boolean(), true).apply(describe, 'Shows the titles of the columns above the rows'),
    direction: z
      ._default(z.enum(['auto', 'ltr', 'rtl']), 'auto')
      .apply(describe, 'Position of the first column; `auto`: the direction of the first strong character'),
    fit: z
      ._default(z.enum(['shrink', 'truncate', 'grow']), 'shrink')
      .apply(
        describe,
        'Behaviour if the rows do not fit: shrink the text and padding, leave out rows, or make the layer taller',
      ),
    minFontSize: z
      ._default(fontSize, 8)
      .apply(describe, 'Minimum font size for `fit: "shrink"`. Rows that do not fit at this size are left out'),
    more: z
      ._default(z.string().check(z.maxLength(200)), '+{n} more')
      .apply(describe, 'Text below the last row if rows are left out; `{n}` is their number. Empty: no text'),
    wrap: z
      ._default(z.boolean(), true)
      .apply(describe, 'Wraps cells into several lines; otherwise long texts are cut off'),
    maxLines: z.optional(z.int().check(z.minimum(1), z.maximum(1000))).apply(describe, 'Maximum lines of a cell'),
    markup: z
      ._default(z.boolean(), false)
      .apply(
        describe,
        'Read `**bold**`, `*italic*` and `[words](color=#f00 underline link=https://example.com)` in the cells',
      ),
    padding: z
      ._default(paddingSchema, [8, 12, 8, 12])
      .apply(describe, 'Padding of a cell in pixels: for all sides, or top, right, bottom, left'),
    rowHeight: z
      ._default(z.number().check(z.minimum(0), z.maximum(10_000)), 0)
      .apply(describe, 'Minimum height of a row in pixels, including the header'),
    verticalAlign: z
      ._default(z.enum(['top', 'middle', 'bottom']), 'middle')
      .apply(describe, 'Vertical position of the text in a taller row'),
    fontFamily: z
      ._default(familySchema, 'Inter')
      .apply(describe, 'Font family, or several. Each one provides the characters that the previous ones lack'),
    fontSize: z._default(fontSize, 16).apply(describe, 'Font size in pixels'),
    fontWeight: z._default(fontWeight, 400).apply(describe, 'Font weight, 100 (thin) to 900 (black)'),
    lineHeight: z
      ._default(z.number().check(z.minimum(0.1), z.maximum(10)), 1.3)
      .apply(describe, 'Multiple of the font size'),
    textFill: z._default(paintSchema, '#111827').apply(describe, 'Colour, gradient or picture of the text'),
    headerFontFamily: z.optional(familySchema).apply(describe, 'Font family of the titles. Default: that of the table'),
    headerFontSize: z.optional(fontSize).apply(describe, 'Font size of the titles. Default: that of the table'),
    headerFontWeight: z._default(fontWeight, 600).apply(describe, 'Font weight of the titles'),
    headerTextFill: z
      .optional(paintSchema)
      .apply(describe, 'Colour, gradient or picture of the titles. Default: that of the table'),
    headerFill: z._default(paintSchema, 'transparent').apply(describe, 'Colour, gradient or picture behind the titles'),
    fill: z._default(paintSchema, 'transparent').apply(describe, 'Colour, gradient or picture behind the rows'),
    alternateFill: z
      ._default(paintSchema, 'transparent')
      .apply(describe, 'Colour, gradient or picture behind every second row'),
    lines: z
      ._default(z.enum(['none', 'rows', 'columns', 'all']), 'rows')
      .apply(describe, 'Lines to draw: between rows, columns or both'),
    lineFill: z._default(paintSchema, '#e5e7eb').apply(describe, 'Colour, gradient or picture of the lines'),
    lineThickness: z
      ._default(z.number().check(z.minimum(0), z.maximum(1000)), 1)
      .apply(describe, 'Width of the lines, in pixels'),
    border: z.optional(strokeSchema).apply(describe, 'Outline of the table'),
    radius: z
      ._default(radiusSchema, 0)
      .apply(
        describe,
        'Corner radius of the table in pixels: one for all, or upper left, upper right, lower right, lower left',
      ),
  },
  create: (properties) => {
    const { textFill, headerTextFill, headerFill, fill, alternateFill, lineFill, columns, border } = properties
    const ofCells = [textFill, headerTextFill, ...columns.map((column) => column.textFill)]
    return {
      paints: new Map([
        ...requestPaints(properties, [fill, alternateFill, headerFill, lineFill, ...ofCells]),
        ...requestsOfStroke(properties, border),
      ]),
      measure: (typesetter, pictures) => tables().measureTable({ ...properties, pictures }, typesetter),
    }
  },
})
