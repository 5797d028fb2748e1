import { z } from 'zod'
import { FakeRejection } from '#test/fakes/hosted/fake-api.ts'
import { type FakeCell, type FakeRow, type FakeSpreadsheet, type FakeTab, shownText } from './model.ts'

export const refuse = (code: number, status: string, message: string, reason?: string) =>
  new FakeRejection(code, {
    error: {
      code,
      message,
      status,
      ...(reason === undefined
        ? {}
        : { details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' }] }),
    },
  })

export const invalid = (message: string) => refuse(400, 'INVALID_ARGUMENT', message)

const gridRange = z.strictObject({
  sheetId: z.int().default(0),
  startRowIndex: z.int().min(0).default(0),
  endRowIndex: z.int().min(1).optional(),
  startColumnIndex: z.int().min(0).default(0),
  endColumnIndex: z.int().min(1).optional(),
})
const lookup = z.strictObject({
  metadataId: z.int().optional(),
  metadataKey: z.string().optional(),
  metadataValue: z.string().optional(),
  visibility: z.enum(['PROJECT', 'DOCUMENT']).optional(),
  locationType: z.literal('ROW').optional(),
})
/** One kind of filter, as Google says; others than these are not modelled. */
export const dataFilter = z.union([
  z.strictObject({ gridRange }),
  z.strictObject({ developerMetadataLookup: lookup }),
  z.strictObject({ a1Range: z.string() }),
])
export type DataFilter = z.output<typeof dataFilter>

/** Rows and columns of a tab; the ends are the first ones behind. */
export interface Area {
  tab: FakeTab
  startRow: number
  endRow: number
  startColumn: number
  endColumn: number
}

export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last
}

const columnIndex = (name: string) => [...name].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** The range of A1 notation, with the title of its tab. */
export function areaOf({ tabs }: FakeSpreadsheet, a1: string): Area {
  const fail = () => invalid(`Unable to parse range: ${a1}`)
  const [, quoted, plain, cells] = /^(?:'((?:[^']|'')+)'|([^'!]+?))(?:!(.*))?$/.exec(a1) ?? []
  const title = quoted?.replaceAll("''", "'") ?? plain ?? ''
  const tab = tabs.find((each) => each.title === title)
  if (tab === undefined) throw fail()
  const whole = { tab, startRow: 0, endRow: tab.rows.length, startColumn: 0, endColumn: tab.columnCount }
  if (cells === undefined) return whole
  const found = /^([A-Z]+)?(\d+)?(?::([A-Z]+)?(\d+)?)?$/.exec(cells)
  if (found === null || cells === '') throw fail()
  const [
    ,
    fromColumn,
    fromRow,
    toColumn = cells.includes(':') ? undefined : fromColumn,
    toRow = cells.includes(':') ? undefined : fromRow,
  ] = found
  const area = {
    tab,
    startRow: fromRow === undefined ? 0 : Number(fromRow) - 1,
    endRow: toRow === undefined ? tab.rows.length : Number(toRow),
    startColumn: fromColumn === undefined ? 0 : columnIndex(fromColumn),
    endColumn: toColumn === undefined ? tab.columnCount : columnIndex(toColumn) + 1,
  }
  return withinGrid(area, a1)
}

function withinGrid(area: Area, name: string): Area {
  const { tab, startRow, endRow, endColumn } = area
  if (Math.max(startRow + 1, endRow) > tab.rows.length || endColumn > tab.columnCount)
    throw invalid(`Range (${name}) exceeds grid limits. Max rows: ${tab.rows.length}, max columns: ${tab.columnCount}`)
  return area
}

export function areasOf(spreadsheet: FakeSpreadsheet, filter: DataFilter, name: string): Area[] {
  if ('a1Range' in filter) return [areaOf(spreadsheet, filter.a1Range)]
  if ('gridRange' in filter) {
    const { sheetId, startRowIndex, endRowIndex, startColumnIndex, endColumnIndex } = filter.gridRange
    const tab = spreadsheet.tabs.find((each) => each.sheetId === sheetId)
    if (tab === undefined) throw invalid(`Invalid ${name}: No grid with id: ${sheetId}`)
    const ends = { endRow: endRowIndex ?? tab.rows.length, endColumn: endColumnIndex ?? tab.columnCount }
    return [withinGrid({ tab, startRow: startRowIndex, startColumn: startColumnIndex, ...ends }, `${tab.title}!…`)]
  }
  const { metadataId, metadataKey, metadataValue } = filter.developerMetadataLookup
  return spreadsheet.tabs.flatMap((tab) =>
    tab.rows.flatMap(({ marks }, index) => {
      const isMatch = marks.some(
        ({ id, key, value }) =>
          (metadataId === undefined || id === metadataId) &&
          (metadataKey === undefined || key === metadataKey) &&
          (metadataValue === undefined || value === metadataValue),
      )
      const columns = { startColumn: 0, endColumn: tab.columnCount }
      return isMatch ? [{ tab, startRow: index, endRow: index + 1, ...columns }] : []
    }),
  )
}

/** What Google shows where only the type of a number format was chosen. */
const patterns: Readonly<Record<string, string>> = {
  ...{ NUMBER: '#,##0.00', PERCENT: '0.00%', CURRENCY: '"$"#,##0.00', SCIENTIFIC: '0.00E+00', TEXT: '@' },
  ...{ DATE: 'm/d/yyyy', DATE_TIME: 'm/d/yyyy h:mm:ss', TIME: 'h:mm:ss am/pm' },
}

function describeCell(cell: FakeCell | null) {
  if (cell === null) return {}
  const { value, formula, format, pattern = patterns[format ?? ''] } = cell
  const typed = (given: FakeCell['value']) =>
    typeof given === 'number'
      ? { numberValue: given }
      : typeof given === 'boolean'
        ? { boolValue: given }
        : { stringValue: given }
  return {
    userEnteredValue: formula === undefined ? typed(value) : { formulaValue: formula },
    ...(value === null ? {} : { effectiveValue: typed(value), formattedValue: shownText(cell) }),
    effectiveFormat: {
      ...(format === undefined ? {} : { numberFormat: { type: format, pattern } }),
      horizontalAlignment: 'LEFT',
    },
  }
}

const lastFilled = <Item>(items: readonly Item[], isFilled: (item: Item) => boolean) =>
  items.slice(0, items.findLastIndex(isFilled) + 1)

function describeRow({ cells }: FakeRow, { startColumn, endColumn }: Area) {
  const inside = Array.from({ length: endColumn - startColumn }, (_, place) => cells[startColumn + place] ?? null)
  const values = lastFilled(inside, (cell) => cell !== null).map(describeCell)
  return values.length === 0 ? {} : { values }
}

export const describeMark = ({ sheetId }: FakeTab, row: number, { id, key, value }: FakeRow['marks'][number]) => ({
  metadataId: id,
  metadataKey: key,
  ...(value === '' ? {} : { metadataValue: value }),
  location: {
    locationType: 'ROW',
    dimensionRange: { sheetId, dimension: 'ROWS', startIndex: row, endIndex: row + 1 },
  },
  visibility: 'PROJECT',
})

function describeArea(area: Area) {
  const { tab, startRow, endRow, startColumn } = area
  const rows = tab.rows.slice(startRow, endRow)
  const rowData = lastFilled(
    rows.map((row) => describeRow(row, area)),
    (row) => 'values' in row,
  )
  return {
    ...(startRow === 0 ? {} : { startRow }),
    ...(startColumn === 0 ? {} : { startColumn }),
    rowData,
    rowMetadata: rows.map(({ marks }, place) => ({
      pixelSize: 21,
      ...(marks.length === 0
        ? {}
        : { developerMetadata: marks.map((mark) => describeMark(tab, startRow + place, mark)) }),
    })),
  }
}

export const describeTab = ({ sheetId, title, rows, columnCount }: FakeTab, index: number) => ({
  properties: {
    ...(sheetId === 0 ? {} : { sheetId }),
    title,
    index,
    sheetType: 'GRID',
    gridProperties: { rowCount: rows.length, columnCount },
  },
})

/** A spreadsheet with the data of these areas, or of no tab. */
export function describeSpreadsheet(spreadsheet: FakeSpreadsheet, areas?: readonly Area[]) {
  const { id, name, timeZone, tabs } = spreadsheet
  const all = tabs.map((tab, index) => ({ tab, sheet: describeTab(tab, index) }))
  const shown = areas === undefined ? all : all.filter(({ tab }) => areas.some((area) => area.tab === tab))
  return {
    spreadsheetId: id,
    properties: { title: name, locale: 'en_US', timeZone, autoRecalc: 'ON_CHANGE' },
    sheets: shown.map(({ tab, sheet }) => {
      const own = areas?.filter((area) => area.tab === tab) ?? []
      return own.length === 0 ? sheet : { ...sheet, data: own.map(describeArea) }
    }),
    spreadsheetUrl: `https://docs.google.com/spreadsheets/d/${id}/edit`,
  }
}
