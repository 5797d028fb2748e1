import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { Base, TableRef } from '#core/ports/source.ts'
import { listed } from '#core/words.ts'
import type { SheetsApi } from './sheets-api.ts'

export interface Tab {
  id: string
  sheetId: number
  title: string
  rows: number
  columns: number
}

export interface Spreadsheet {
  title: string
  timeZone: string
  tabs: Tab[]
}

export interface DriveFile extends Base {
  canEdit: boolean
}

const gridSize = z.object({ rowCount: z.int().default(0), columnCount: z.int().default(0) })
const properties = z.object({
  /** Google leaves out what is zero. */
  sheetId: z.int().default(0),
  title: z.string(),
  sheetType: z.string().default('GRID'),
  gridProperties: gridSize.default({ rowCount: 0, columnCount: 0 }),
})
const spreadsheetSchema = z.object({
  properties: z.object({ title: z.string(), timeZone: z.string().default('Etc/GMT') }),
  sheets: z.array(z.object({ properties })),
})
const filesSchema = z.object({
  files: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      capabilities: z.object({ canEdit: z.boolean().default(false) }).default({ canEdit: false }),
    }),
  ),
  nextPageToken: z.string().optional(),
})

const SPREADSHEET_FIELDS =
  'properties(title,timeZone),sheets.properties(sheetId,title,sheetType,gridProperties(rowCount,columnCount))'
/** What was asked a moment ago is not asked again. */
const FRESH_FOR_MS = 10_000
/** Reading and writing notice by themselves that a tab was changed. */
const USABLE_FOR_MS = 5 * 60_000

export const pathOf = (baseId: string) => `/v4/spreadsheets/${encodeURIComponent(baseId)}`

/** Spreadsheets that the account sees, the last changed first, as many as a picker can show. */
export async function listFiles({ call }: SheetsApi, most = 1000): Promise<DriveFile[]> {
  const found: DriveFile[] = []
  let pageToken: string | undefined
  do {
    const query = new URLSearchParams({
      q: "mimeType='application/vnd.google-apps.spreadsheet' and trashed=false",
      fields: 'nextPageToken,files(id,name,capabilities/canEdit)',
      pageSize: String(Math.min(most, 1000)),
      orderBy: 'modifiedTime desc',
      supportsAllDrives: 'true',
      includeItemsFromAllDrives: 'true',
      ...(pageToken === undefined ? {} : { pageToken }),
    })
    const path = `/drive/v3/files?${query}`
    const page = await call({ method: 'GET', host: 'drive', path, answer: filesSchema, isRead: true })
    found.push(...page.files.map(({ id, name, capabilities }) => ({ id, name, canEdit: capabilities.canEdit })))
    pageToken = page.nextPageToken
  } while (pageToken !== undefined && found.length < most)
  return found
}

async function readSpreadsheet({ call }: SheetsApi, baseId: string): Promise<Spreadsheet> {
  const query = new URLSearchParams({ fields: SPREADSHEET_FIELDS, prettyPrint: 'false' })
  const path = `${pathOf(baseId)}?${query}`
  const answer = await call({ method: 'GET', path, answer: spreadsheetSchema, isRead: true })
  const grids = answer.sheets.filter((sheet) => sheet.properties.sheetType === 'GRID')
  const tabs = grids.map(({ properties: { sheetId, title, gridProperties } }) => ({
    id: String(sheetId),
    sheetId,
    title,
    rows: gridProperties.rowCount,
    columns: gridProperties.columnCount,
  }))
  return { ...answer.properties, tabs }
}

/** Spreadsheets as they were a moment ago, one call for each. */
export interface Spreadsheets {
  get(baseId: string): Promise<Spreadsheet>
  /** @throws AppError `source_not_found` naming the tabs there are */
  tab(ref: TableRef): Promise<{ tab: Tab; spreadsheet: Spreadsheet }>
  forget(baseId: string): void
}

export function tabGone({ tableId }: TableRef, { title, tabs }: Spreadsheet): AppError {
  return new AppError(
    'source_not_found',
    `The tab with the id ${tableId} is no longer in the spreadsheet "${title}". Choose another tab in the action. There are: ${listed(tabs.map((tab) => tab.title))}.`,
  )
}

/** Spreadsheets by their ids, with the times when they were asked for. */
export type SpreadsheetCache = Map<string, { askedMs: number; asked: Promise<Spreadsheet> }>

export function createSpreadsheets(api: SheetsApi, known: SpreadsheetCache): Spreadsheets {
  async function get(baseId: string, maxAgeMs = FRESH_FOR_MS): Promise<Spreadsheet> {
    const last = known.get(baseId)
    if (last !== undefined && performance.now() < last.askedMs + maxAgeMs) return last.asked
    const asked = readSpreadsheet(api, baseId)
    known.set(baseId, { askedMs: performance.now(), asked })
    try {
      return await asked
    } catch (error) {
      known.delete(baseId)
      throw error
    }
  }
  return {
    get: (baseId) => get(baseId),
    async tab(ref) {
      for (const maxAgeMs of [USABLE_FOR_MS, FRESH_FOR_MS]) {
        const spreadsheet = await get(ref.baseId, maxAgeMs)
        const tab = spreadsheet.tabs.find(({ id }) => id === ref.tableId)
        if (tab !== undefined) return { tab, spreadsheet }
      }
      throw tabGone(ref, await get(ref.baseId))
    },
    forget: (baseId) => void known.delete(baseId),
  }
}
