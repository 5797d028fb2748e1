import { RenderError } from '#renderer/errors/render-error.ts'
import type { Pictures } from '#renderer/model/layer-kind.ts'
import type { Padding } from '#renderer/properties/padding.ts'
import type { Paint } from '#renderer/properties/paint.ts'
import type { Radius } from '#renderer/properties/radius.ts'
import type { Stroke } from '#renderer/properties/stroke.ts'
import type { Format } from '#renderer/values/format.ts'
import { formatValue } from '#renderer/values/format-value.ts'
import { isEmpty, toText, type Value } from '#renderer/values/value.ts'
import type { ColumnWidth } from './column-widths.ts'
import { cellsOf, columnCellsOf } from './read-cells.ts'

export type CellAlign = 'start' | 'center' | 'end' | 'left' | 'right'
type Family = string | string[]

export interface Column {
  readonly title?: string | undefined
  readonly field?: string | number | undefined
  readonly values?: Parameters<typeof columnCellsOf>[0] | undefined
  readonly width: ColumnWidth
  readonly align: CellAlign
  readonly format?: Format | undefined
  readonly fontWeight?: number | undefined
  readonly textFill?: Paint | undefined
}

/** What a table layer says, with its values. */
export interface TableProperties {
  readonly width: number
  readonly height: number
  readonly rows: Parameters<typeof cellsOf>[0]
  readonly headerRow: boolean
  readonly columns: readonly Column[]
  readonly showHeader: boolean
  readonly direction: 'auto' | 'ltr' | 'rtl'
  readonly fit: 'shrink' | 'truncate' | 'grow'
  readonly minFontSize: number
  readonly more: string
  readonly wrap: boolean
  readonly maxLines?: number | undefined
  readonly markup: boolean
  readonly padding: Padding
  readonly rowHeight: number
  readonly verticalAlign: 'top' | 'middle' | 'bottom'
  readonly fontFamily: Family
  readonly fontSize: number
  readonly fontWeight: number
  readonly lineHeight: number
  readonly textFill: Paint
  readonly headerFontFamily?: Family | undefined
  readonly headerFontSize?: number | undefined
  readonly headerFontWeight: number
  readonly headerTextFill?: Paint | undefined
  readonly headerFill: Paint
  readonly fill: Paint
  readonly alternateFill: Paint
  readonly lines: 'none' | 'rows' | 'columns' | 'all'
  readonly lineFill: Paint
  readonly lineThickness: number
  readonly border?: Stroke | undefined
  readonly radius: Radius
  readonly pictures: Pictures
}

/** A table of words. */
export interface Words {
  readonly columns: readonly Column[]
  /** Of each column, whether its place says which part of the rows it shows. */
  readonly isByPlace: readonly boolean[]
  /** Absent when no column has one, or none is to be seen. */
  readonly titles: readonly string[] | undefined
  readonly rows: readonly (readonly string[])[]
  /** Of the record, those beyond what is laid out included. */
  readonly rowCount: number
}

/** More cells than anybody reads in a picture; rows beyond them are left out. */
const MAX_CELLS = 5_000

/** What stands in the columns that are asked for. @throws RenderError for a column that is not there */
export function readWords(table: TableProperties): Words {
  const cells = cellsOf(table.rows, table.headerRow)
  const count = cells.names.length > 0 ? cells.names.length : Math.max(0, ...cells.rows.map(({ length }) => length))
  const usual = Array.from({ length: count }, (): Column => ({ width: 'auto', align: 'start' }))
  const columns = table.columns.length > 0 ? table.columns : usual
  const indexes = columns.map((column, at) => (column.values === undefined ? indexOf(column, at, cells.names) : at))
  const own = columns.map(({ values }) => (values === undefined ? undefined : columnCellsOf(values)))
  const isFromRows = own.includes(undefined)
  const rowCount = Math.max(isFromRows ? cells.rows.length : 0, ...own.map((values) => values?.length ?? 0))
  const shown = columns.length === 0 ? 0 : Math.min(rowCount, Math.floor(MAX_CELLS / columns.length))
  const titles = columns.map(({ title, values }, at) => {
    return title ?? (values === undefined ? (cells.names[indexes[at] ?? -1] ?? '') : '')
  })
  return {
    columns,
    isByPlace: columns.map(({ field, title, values }) => {
      return values === undefined && field === undefined && !(title && cells.names.includes(title))
    }),
    titles: table.showHeader && titles.some((title) => title.trim() !== '') ? titles : undefined,
    rows: Array.from({ length: shown }, (_, row) =>
      columns.map(({ format }, at) => {
        const values = own[at]
        return write(values === undefined ? cells.rows[row]?.[indexes[at] ?? -1] : values[row], format)
      }),
    ),
    rowCount,
  }
}

function indexOf({ field, title }: Column, at: number, names: readonly string[]): number {
  if (typeof field === 'number') return field - 1
  // A column without a title is none of a name that is empty.
  const name = field ?? (title === '' ? undefined : title)
  const index = name === undefined ? -1 : names.indexOf(name)
  if (index >= 0) return index
  if (field === undefined || names.length === 0) return at
  const known = names.map((name) => `"${name}"`).join(', ')
  throw new RenderError('value_invalid', `columns[${at}].field: the rows have no "${field}"; they have ${known}`)
}

function write(value: Value, format: Format | undefined): string {
  if (isEmpty(value)) return ''
  return toText(format ? formatValue(value, format).value : value)
}
