import { z } from 'zod'
import { type Area, areaOf, areasOf, dataFilter, describeMark, describeSpreadsheet, invalid } from './grid-data.ts'
import type { FakeCell, FakeMark, FakeSpreadsheet, Value } from './model.ts'

/** What people type; null leaves a cell as it is. */
export type Typed = Value | null

/** A cell as Google reads what people type into it. */
export function typedCell(typed: Value): FakeCell | null {
  if (typeof typed !== 'string') return { value: typed }
  if (typed.length > 50_000)
    throw invalid('Your input contains more than the maximum of 50000 characters in a single cell.')
  if (typed === '') return null
  if (typed.startsWith("'")) return { value: typed.slice(1) }
  if (/^[=+]/.test(typed)) return { value: null, formula: typed.replace(/^\+/, '=') }
  if (/^(true|false)$/i.test(typed)) return { value: typed.toLowerCase() === 'true' }
  if (/^-?[\d.,]+$/.test(typed)) return { value: Number(typed.replaceAll(',', '')) }
  if (/^\d{4}-\d\d-\d\d$/.test(typed))
    return { value: Date.parse(typed) / 86_400_000 + 25_569, format: 'DATE', text: typed }
  return { value: typed }
}

function writeArea({ tab, startRow, startColumn, endRow, endColumn }: Area, rows: readonly (readonly Typed[])[]): void {
  const isTooLarge = rows.length > endRow - startRow || rows.some(({ length }) => length > endColumn - startColumn)
  if (isTooLarge) throw invalid(`matched range ${tab.title} whose rows cannot fit the data described in data.values[0]`)
  for (const [offset, values] of rows.entries()) {
    const cells = tab.rows[startRow + offset]?.cells ?? []
    for (const [place, typed] of values.entries()) {
      if (typed === null) continue
      while (cells.length < startColumn + place) cells.push(null)
      cells[startColumn + place] = typedCell(typed)
    }
  }
}

/** All that is in the range. */
const valuesIn = ({ tab, startRow, endRow, startColumn, endColumn }: Area) =>
  tab.rows.slice(startRow, endRow).map(({ cells }) => {
    const shown = cells.slice(startColumn, endColumn).map((cell) => cell?.value ?? '')
    return shown.slice(0, shown.findLastIndex((value) => value !== '') + 1)
  })

const values = z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])))
const byFilter = z.strictObject({
  valueInputOption: z.literal('USER_ENTERED'),
  includeValuesInResponse: z.boolean().default(false),
  responseValueRenderOption: z.literal('UNFORMATTED_VALUE').optional(),
  data: z.array(z.strictObject({ dataFilter, majorDimension: z.literal('ROWS').optional(), values })),
})

/** All or nothing: what cannot be written is found before anything is. */
export function updateByDataFilter(spreadsheet: FakeSpreadsheet, body: unknown) {
  const { data, includeValuesInResponse } = byFilter.parse(body)
  const writes = data.flatMap(({ dataFilter: filter, values: rows }, index) =>
    areasOf(spreadsheet, filter, `dataFilterValueRange[${index}]`).map((area) => ({ filter, area, rows })),
  )
  for (const { rows } of writes) for (const typed of rows.flat()) if (typed !== null) typedCell(typed)
  for (const { area, rows } of writes) writeArea(area, rows)
  const responses = writes.map(({ filter, area, area: { tab, startRow }, rows }) => ({
    dataFilter: filter,
    updatedRange: `'${tab.title}'!A${startRow + 1}`,
    updatedRows: rows.length,
    updatedCells: rows.flat().filter((typed) => typed !== null).length,
    ...(includeValuesInResponse && { updatedData: { majorDimension: 'ROWS', values: valuesIn(area) } }),
  }))
  return { spreadsheetId: spreadsheet.id, totalUpdatedRows: responses.length, responses }
}

const plainValues = z.strictObject({
  valueInputOption: z.enum(['USER_ENTERED', 'RAW']),
  data: z.array(z.strictObject({ range: z.string(), majorDimension: z.literal('ROWS').optional(), values })),
})

export function updateValues(spreadsheet: FakeSpreadsheet, body: unknown) {
  const { data } = plainValues.parse(body)
  for (const { range, values: rows } of data) writeArea(areaOf(spreadsheet, range), rows)
  return { spreadsheetId: spreadsheet.id, totalUpdatedRows: data.flatMap((each) => each.values).length }
}

const dimensionRange = z.strictObject({
  sheetId: z.int().default(0),
  dimension: z.literal('ROWS'),
  startIndex: z.int().default(0),
  endIndex: z.int(),
})
const rowRange = dimensionRange.refine(({ startIndex, endIndex }) => endIndex === startIndex + 1)
const creation = z.strictObject({
  developerMetadata: z.strictObject({
    metadataId: z.int().optional(),
    metadataKey: z.string().min(1),
    metadataValue: z.string().default(''),
    visibility: z.literal('PROJECT'),
    location: z.strictObject({ dimensionRange: rowRange }),
  }),
})
const removal = z.strictObject({
  dataFilter: z.strictObject({
    developerMetadataLookup: z.union([
      z.strictObject({ metadataId: z.int() }),
      z.strictObject({
        metadataKey: z.string(),
        metadataLocation: z.strictObject({ sheetId: z.int().default(0) }),
        locationMatchingStrategy: z.literal('INTERSECTING_LOCATION'),
      }),
    ]),
  }),
})
const request = z.union([
  z.strictObject({ createDeveloperMetadata: creation }),
  z.strictObject({ deleteDeveloperMetadata: removal }),
  z.strictObject({
    insertDimension: z.strictObject({ range: dimensionRange, inheritFromBefore: z.boolean().optional() }),
  }),
])
const batch = z.strictObject({
  requests: z.array(request).min(1),
  includeSpreadsheetInResponse: z.boolean().default(false),
  responseIncludeGridData: z.boolean().default(false),
  responseRanges: z.array(z.string()).default([]),
})
type BatchRequest = z.output<typeof request>

/** What Google keeps of developer metadata for a tab, in characters of keys and values. */
const MAX_METADATA = 30_000

let made = 1_000_000

function tabOf({ tabs }: FakeSpreadsheet, sheetId: number) {
  const tab = tabs.find((each) => each.sheetId === sheetId)
  if (tab === undefined) throw invalid(`Invalid requests[0]: No grid with id: ${sheetId}`)
  return tab
}

function createMark(spreadsheet: FakeSpreadsheet, { developerMetadata }: z.output<typeof creation>) {
  made += 17
  const { metadataId = made, metadataKey: key, metadataValue: value, location } = developerMetadata
  const { sheetId, startIndex } = location.dimensionRange
  const tab = tabOf(spreadsheet, sheetId)
  const row = tab.rows[startIndex]
  if (row === undefined) throw invalid(`Invalid requests[0].createDeveloperMetadata: exceeds grid limits`)
  const used = tab.rows
    .flatMap(({ marks }) => marks)
    .reduce((sum, mark) => sum + mark.key.length + mark.value.length, 0)
  if (used + key.length + value.length > MAX_METADATA)
    throw invalid(
      'Invalid requests[0].createDeveloperMetadata: The developer metadata limit of the sheet was exceeded.',
    )
  const mark = { id: metadataId, key, value }
  row.marks.push(mark)
  return { createDeveloperMetadata: { developerMetadata: describeMark(tab, startIndex, mark) } }
}

function run(spreadsheet: FakeSpreadsheet, given: BatchRequest) {
  if ('createDeveloperMetadata' in given) return createMark(spreadsheet, given.createDeveloperMetadata)
  if ('insertDimension' in given) {
    const { sheetId, startIndex, endIndex } = given.insertDimension.range
    const blank = Array.from({ length: endIndex - startIndex }, () => ({ cells: [], marks: [] }))
    tabOf(spreadsheet, sheetId).rows.splice(startIndex, 0, ...blank)
    return {}
  }
  const lookup = given.deleteDeveloperMetadata.dataFilter.developerMetadataLookup
  const tabs = 'metadataId' in lookup ? spreadsheet.tabs : [tabOf(spreadsheet, lookup.metadataLocation.sheetId)]
  const isGone = ({ id, key }: FakeMark) =>
    'metadataId' in lookup ? id === lookup.metadataId : key === lookup.metadataKey
  for (const row of tabs.flatMap(({ rows }) => rows)) row.marks = row.marks.filter((mark) => !isGone(mark))
  return { deleteDeveloperMetadata: {} }
}

/** All requests or none. */
export function batchUpdate(spreadsheet: FakeSpreadsheet, body: unknown) {
  const { requests, includeSpreadsheetInResponse, responseRanges, responseIncludeGridData } = batch.parse(body)
  const areas = responseRanges.map((range) => areaOf(spreadsheet, range))
  const before = spreadsheet.tabs.flatMap(({ rows }) => rows.map((row) => ({ row, marks: [...row.marks] })))
  try {
    const replies = requests.map((given) => run(spreadsheet, given))
    const shown = responseIncludeGridData ? areas : []
    return {
      spreadsheetId: spreadsheet.id,
      replies,
      ...(includeSpreadsheetInResponse && { updatedSpreadsheet: describeSpreadsheet(spreadsheet, shown) }),
    }
  } catch (error) {
    for (const { row, marks } of before) row.marks = marks
    throw error
  }
}
