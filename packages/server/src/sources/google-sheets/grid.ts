import { z } from 'zod'
import type { SheetsApi } from './sheets-api.ts'
import { pathOf } from './spreadsheet.ts'

/** Rows and columns count from 0; `end` is the first one behind. */
export interface GridRange {
  startRow: number
  endRow: number
  startColumn?: number
  endColumn?: number
}

export interface Cell {
  /** null for nothing, and for what cannot be worked out. */
  value: string | number | boolean | null
  /** As the spreadsheet shows it. */
  text: string
  /** `DATE`, `CURRENCY` …; absent for what is shown as it is. */
  format: string | undefined
  /** Of the format, such as `#,##0.00`. */
  pattern: string | undefined
  formula: string | undefined
}

/** Developer metadata of a row. */
export interface Mark {
  id: number
  key: string
  value: string
}

export interface GridRow {
  index: number
  /** By column; empty cells are left out. */
  cells: ReadonlyMap<number, Cell>
  marks: readonly Mark[]
}

/** What one response shows of a tab: all of it at one moment. */
export interface Grid {
  rowCount: number
  columnCount: number
  /** By index. */
  rows: ReadonlyMap<number, GridRow>
}

const cellSchema = z.object({
  effectiveValue: z
    .object({
      stringValue: z.string().optional(),
      // A number beyond 2^53 is decimal text.
      numberValue: z.union([z.number(), z.string()]).optional(),
      boolValue: z.boolean().optional(),
    })
    .optional(),
  formattedValue: z.string().default(''),
  userEnteredValue: z.object({ formulaValue: z.string().optional() }).optional(),
  effectiveFormat: z
    .object({ numberFormat: z.object({ type: z.string().optional(), pattern: z.string().optional() }).optional() })
    .optional(),
})
const markSchema = z.object({
  metadataId: z.int(),
  metadataKey: z.string().default(''),
  metadataValue: z.string().default(''),
})
const dataSchema = z.object({
  startRow: z.int().default(0),
  startColumn: z.int().default(0),
  rowData: z.array(z.object({ values: z.array(cellSchema).default([]) })).default([]),
  rowMetadata: z.array(z.object({ developerMetadata: z.array(markSchema).default([]) })).default([]),
})
export const gridSheet = z.object({
  properties: z.object({
    sheetId: z.int().default(0),
    gridProperties: z.object({ rowCount: z.int().default(0), columnCount: z.int().default(0) }),
  }),
  data: z.array(dataSchema).default([]),
})
type GridData = z.output<typeof dataSchema>

export const SHEET_FIELDS =
  'sheets(properties(sheetId,gridProperties(rowCount,columnCount)),data(startRow,startColumn,' +
  'rowData(values(effectiveValue,formattedValue,userEnteredValue(formulaValue),effectiveFormat(numberFormat(type,pattern)))),' +
  'rowMetadata(developerMetadata(metadataId,metadataKey,metadataValue))))'

const answerSchema = z.object({ sheets: z.array(gridSheet).default([]) })

function cellOf(raw: z.output<typeof cellSchema>): Cell | null {
  const { effectiveValue: { stringValue, numberValue, boolValue } = {}, formattedValue: text } = raw
  const formula = raw.userEnteredValue?.formulaValue
  const value = stringValue ?? numberValue ?? boolValue ?? null
  if (value === null && formula === undefined) return null
  const { type: format, pattern } = raw.effectiveFormat?.numberFormat ?? {}
  return { value, text, formula, format, pattern }
}

/** Ranges of the same rows are put together. */
function addData(rows: Map<number, GridRow>, { startRow, startColumn, rowData, rowMetadata }: GridData): void {
  for (let offset = 0; offset < Math.max(rowData.length, rowMetadata.length); offset++) {
    const index = startRow + offset
    const known = rows.get(index)
    const cells = new Map(known?.cells)
    for (const [place, raw] of (rowData[offset]?.values ?? []).entries()) {
      const cell = cellOf(raw)
      if (cell !== null) cells.set(startColumn + place, cell)
    }
    const marks = rowMetadata[offset]?.developerMetadata.map(({ metadataId, metadataKey, metadataValue }): Mark => {
      return { id: metadataId, key: metadataKey, value: metadataValue }
    })
    rows.set(index, { index, cells, marks: marks ?? known?.marks ?? [] })
  }
}

/** @returns null when the response does not have the tab */
export function gridOf(sheets: readonly z.output<typeof gridSheet>[], sheetId: number): Grid | null {
  const sheet = sheets.find(({ properties }) => properties.sheetId === sheetId)
  if (sheet === undefined) return null
  const rows = new Map<number, GridRow>()
  for (const data of sheet.data) addData(rows, data)
  return { ...sheet.properties.gridProperties, rows }
}

/** What finds rows: their place, or the developer metadata that moves with them. */
export type RowFilter = GridRange | { metadataId: number }

interface GridQuery {
  baseId: string
  sheetId: number
  filters: readonly RowFilter[]
  signal?: AbortSignal | undefined
}

function filterOf(sheetId: number, filter: RowFilter) {
  if ('metadataId' in filter) return { developerMetadataLookup: { metadataId: filter.metadataId } }
  const { startRow, endRow, startColumn, endColumn } = filter
  return {
    gridRange: {
      sheetId,
      startRowIndex: startRow,
      ...(endRow === Number.POSITIVE_INFINITY ? {} : { endRowIndex: endRow }),
      ...(startColumn === undefined ? {} : { startColumnIndex: startColumn, endColumnIndex: endColumn }),
    },
  }
}

/** Parts of a tab as they are at one moment, in one request. @returns null when the tab is gone */
export async function readGrid(
  { call }: SheetsApi,
  { baseId, sheetId, filters, signal }: GridQuery,
): Promise<Grid | null> {
  const query = new URLSearchParams({ fields: SHEET_FIELDS, prettyPrint: 'false' })
  const { sheets } = await call({
    method: 'POST',
    path: `${pathOf(baseId)}:getByDataFilter?${query}`,
    body: { dataFilters: filters.map((filter) => filterOf(sheetId, filter)), includeGridData: true },
    answer: answerSchema,
    isRead: true,
    signal,
  })
  return gridOf(sheets, sheetId)
}
