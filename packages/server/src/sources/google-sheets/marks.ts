import { z } from 'zod'
import type { TableRef } from '#core/ports/source.ts'
import { type Grid, type GridRow, gridOf, gridSheet, SHEET_FIELDS } from './grid.ts'
import type { Reader } from './read-block.ts'
import { rejectionIn } from './rejection.ts'
import { pathOf, type Tab } from './spreadsheet.ts'

/**
 * Developer metadata that Pictable gives to rows: it moves with its row, and only the Google Cloud project of the credentials
 * sees it. Google counts its characters, 30,000 for a tab: so the key has one, and there is no value.
 */
const KEY = 'p'

/** The mark of a row; of several, as after two processes marked it together, always the same one. */
export function markOf({ marks }: GridRow): number | null {
  const own = marks.filter(({ key }) => key === KEY).map(({ id }) => id)
  return own.length === 0 ? null : Math.min(...own)
}

const answerSchema = z.object({
  replies: z.array(
    z.object({
      createDeveloperMetadata: z.object({ developerMetadata: z.object({ metadataId: z.int() }) }).optional(),
    }),
  ),
  updatedSpreadsheet: z.object({ sheets: z.array(gridSheet).default([]) }),
})
const FIELDS = `replies(createDeveloperMetadata(developerMetadata(metadataId))),updatedSpreadsheet(${SHEET_FIELDS})`

const isFull = (error: unknown) =>
  /metadata/i.test(rejectionIn(error)?.message ?? '') && rejectionIn(error)?.status === 400
/** The tab was renamed or has fewer rows by now. */
const isOutdated = (error: unknown) =>
  /unable to parse range|exceeds? grid limits/i.test(rejectionIn(error)?.message ?? '')

const creation = ({ sheetId }: Tab, row: number) => ({
  createDeveloperMetadata: {
    developerMetadata: {
      metadataKey: KEY,
      visibility: 'PROJECT',
      location: { dimensionRange: { sheetId, dimension: 'ROWS', startIndex: row, endIndex: row + 1 } },
    },
  },
})

const removal = ({ sheetId }: Tab) => ({
  deleteDeveloperMetadata: {
    dataFilter: {
      developerMetadataLookup: {
        metadataKey: KEY,
        metadataLocation: { sheetId },
        locationMatchingStrategy: 'INTERSECTING_LOCATION',
      },
    },
  },
})

interface Marking {
  rows: readonly number[]
  /** Marked with them where there is space. */
  more?: readonly number[]
  /** In A1 notation, without the tab: what is read in the same request, after the rows were marked. */
  shows: (rowCount: number) => readonly string[]
  /** Every mark may be taken away when there is no space for more: the rows have keys. */
  mayStartOver: boolean
}

const inTab = ({ title }: Tab, cells: string) => `'${title.replaceAll("'", "''")}'!${cells}`

interface Sending {
  tab: Tab
  shows: readonly string[]
  requests: readonly object[]
}

async function send({ api }: Reader, { baseId }: TableRef, { tab, shows, requests }: Sending) {
  const query = new URLSearchParams({ fields: FIELDS, prettyPrint: 'false' })
  const { replies, updatedSpreadsheet } = await api.call({
    method: 'POST',
    path: `${pathOf(baseId)}:batchUpdate?${query}`,
    body: {
      requests,
      includeSpreadsheetInResponse: true,
      responseIncludeGridData: true,
      responseRanges: shows.map((cells) => inTab(tab, cells)),
    },
    answer: answerSchema,
    isRead: false,
  })
  const made = replies.flatMap((reply) => reply.createDeveloperMetadata?.developerMetadata.metadataId ?? [])
  return { made: new Set(made), grid: gridOf(updatedSpreadsheet.sheets, tab.sheetId) }
}

/** Marks that went to rows that had one: others moved rows in that moment. */
function surplusIn({ rows }: Grid, made: ReadonlySet<number>): number[] {
  return [...rows.values()].flatMap(({ marks }) => {
    const own = marks.filter(({ key }) => key === KEY).map(({ id }) => id)
    const earlier = own.filter((id) => !made.has(id))
    return own.filter((id) => made.has(id) && (earlier.length > 0 || id !== Math.min(...own)))
  })
}

/** What the grid shows without these marks. */
function without({ rows, ...size }: Grid, surplus: readonly number[]): Grid {
  const cleaned = [...rows].map(([index, row]) => {
    return [index, { ...row, marks: row.marks.filter(({ id }) => !surplus.includes(id)) }] as const
  })
  return { ...size, rows: new Map(cleaned) }
}

/**
 * Marks rows by their places. They may move before Google does so: which row has which mark is in the grid, which shows the
 * tab right after.
 * @returns null when the tab is gone
 */
export async function createMarks(reader: Reader, ref: TableRef, marking: Marking): Promise<Grid | null> {
  let isOver = false
  for (let attempts = 1; ; attempts++) {
    const { tab } = await reader.spreadsheets.tab(ref)
    const shows = marking.shows(tab.rows)
    const wanted = isOver ? marking.rows : [...marking.rows, ...(marking.more ?? [])]
    const created = wanted.filter((row) => row < tab.rows).map((row) => creation(tab, row))
    try {
      const { made, grid } = await send(reader, ref, {
        tab,
        shows,
        requests: isOver ? [removal(tab), ...created] : created,
      })
      const surplus = grid === null ? [] : surplusIn(grid, made)
      if (grid === null || surplus.length === 0) return grid
      const requests = surplus.map((metadataId) => ({
        deleteDeveloperMetadata: { dataFilter: { developerMetadataLookup: { metadataId } } },
      }))
      await send(reader, ref, { tab, shows: ['1:1'], requests })
      return without(grid, surplus)
    } catch (error) {
      const mayStartOver: boolean = isFull(error) && marking.mayStartOver && !isOver
      if (!(isOutdated(error) || mayStartOver) || attempts > 4) throw error
      isOver ||= mayStartOver
      reader.spreadsheets.forget(ref.baseId)
    }
  }
}
