import { z } from 'zod'
import type { TableRef } from '#core/ports/source.ts'
import type { NocoField } from './noco-table.ts'
import type { NocoApi } from './nocodb-api.ts'
import { NocoError } from './refusal.ts'

/** The links of a cell that NocoDB lists where nothing else is asked for: of more it says nothing. */
const DEFAULT_LINKS = 25
/** The most that it lists in one response. */
const MAX_LINKS = 1000
const PAGE = 100

/** Asks for as many links of each cell as there may be. Names with brackets have another meaning in a query. */
export function linkLimits(fields: readonly NocoField[]): [name: string, limit: string][] {
  const links = fields.filter(({ kind, name }) => kind === 'link' && !/[[\]]/.test(name))
  return links.map(({ name }) => [`nested[${name}][limit]`, String(MAX_LINKS)])
}

const linkedPage = z.object({ records: z.array(z.unknown()) })

interface NocoRecord {
  id: string | number | null
  fields: Record<string, unknown>
}

/** None where the list ends before the page. */
async function readPage(api: Pick<NocoApi, 'get'>, path: string, signal: AbortSignal | undefined) {
  try {
    return (await api.get(path, { answer: linkedPage, signal })).records
  } catch (error) {
    if (error instanceof NocoError && error.vendorCode === 'ERR_INVALID_OFFSET_VALUE') return []
    throw error
  }
}

/** One more than the most tells that there are too many. */
async function readLinks(
  api: Pick<NocoApi, 'get'>,
  path: string,
  signal: AbortSignal | undefined,
): Promise<readonly unknown[]> {
  const links: unknown[] = []
  for (let page = 1; links.length <= MAX_LINKS; page++) {
    const query = `page=${page}&pageSize=${PAGE}`
    const records = await readPage(api, `${path}?${query}`, signal)
    links.push(...records)
    if (records.length < PAGE) break
  }
  return links
}

/** The records with all links of their cells: those of cells that may have been cut are listed by themselves. */
export async function withAllLinks<Found extends NocoRecord>(
  api: Pick<NocoApi, 'get'>,
  { baseId, tableId }: TableRef,
  { records, fields, signal }: { records: Found[]; fields: readonly NocoField[]; signal?: AbortSignal | undefined },
): Promise<Found[]> {
  const links = fields.filter(({ kind }) => kind === 'link')
  for (const { id, fields: cells } of records) {
    for (const { id: fieldId, name } of links) {
      const cell = cells[name]
      const isCut = Array.isArray(cell) && (cell.length === DEFAULT_LINKS || cell.length >= MAX_LINKS)
      if (!isCut || id === null) continue
      const place = [baseId, tableId, 'links', fieldId, String(id)].map(encodeURIComponent).join('/')
      cells[name] = await readLinks(api, `/api/v3/data/${place}`, signal)
    }
  }
  return records
}
