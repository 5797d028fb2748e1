import { z } from 'zod'
import type { TableRef } from '#core/ports/source.ts'
import { formerOf } from './entered.ts'
import type { GridRow } from './grid.ts'
import type { Layout } from './layout.ts'
import type { Reader } from './read-block.ts'
import { pathOf } from './spreadsheet.ts'

export type Entered = string | number | boolean

/** By column. */
type CellsAt = ReadonlyMap<number, Entered>

const filterSchema = z.looseObject({
  developerMetadataLookup: z.looseObject({ metadataId: z.int() }).optional(),
})
const answerSchema = z.object({
  responses: z
    .array(
      z.object({
        dataFilter: filterSchema,
        updatedData: z.object({ values: z.array(z.array(z.unknown())).default([]) }).optional(),
      }),
    )
    .default([]),
})

/** By their places now. */
export function cellsAt({ columns }: Layout, cells: ReadonlyMap<string, Entered>): CellsAt {
  const found = columns.flatMap(({ name, index }): [number, Entered][] => {
    const value = cells.get(name)
    return value === undefined ? [] : [[index, value]]
  })
  return new Map(found)
}

/** The values of a row up to the last one that is written; null leaves a cell as it is. */
export function valuesAt(cells: CellsAt): (Entered | null)[] {
  const last = Math.max(-1, ...cells.keys())
  return Array.from({ length: last + 1 }, (_, index) => cells.get(index) ?? null)
}

interface Sending {
  rows: readonly { mark: number; values: readonly (Entered | null)[] }[]
}

/**
 * Writes rows by their marks, all with one request. The first row is named in it too, so that it is answered as it is in that
 * moment; nothing is written into it.
 * @returns the rows that were there, by their marks, and the headers by column, as far as Google gave them
 */
export async function sendRows({ api }: Reader, ref: TableRef, { rows }: Sending) {
  const query = new URLSearchParams({ fields: 'responses(dataFilter,updatedData(values))', prettyPrint: 'false' })
  const head = { gridRange: { sheetId: Number(ref.tableId), startRowIndex: 0, endRowIndex: 1 } }
  const { responses } = await api.call({
    method: 'POST',
    path: `${pathOf(ref.baseId)}/values:batchUpdateByDataFilter?${query}`,
    body: {
      valueInputOption: 'USER_ENTERED',
      includeValuesInResponse: true,
      responseValueRenderOption: 'UNFORMATTED_VALUE',
      data: [
        { dataFilter: head, majorDimension: 'ROWS', values: [[null]] },
        ...rows.map(({ mark, values }) => ({
          dataFilter: { developerMetadataLookup: { metadataId: mark } },
          majorDimension: 'ROWS',
          values: [values],
        })),
      ],
    },
    answer: answerSchema,
    isRead: false,
  })
  const written = new Map<number, readonly unknown[] | null>()
  for (const { dataFilter, updatedData } of responses) {
    const mark = dataFilter.developerMetadataLookup?.metadataId
    if (mark !== undefined) written.set(mark, updatedData?.values[0] ?? null)
  }
  const first = responses.find(({ dataFilter }) => dataFilter.developerMetadataLookup === undefined)
  const header = first?.updatedData?.values[0]?.map((name) => String(name ?? '').trim()) ?? null
  return { written, header }
}

/** Columns of a row that got what belongs into another one, with the places where they were last seen. */
export interface Damage {
  mark: number
  /** As it was before. */
  row: GridRow
  names: ReadonlyMap<string, number>
}

/** What a row was sent: by place, the column that was meant. */
type Sent = Pick<Damage, 'mark' | 'row'> & { meant: ReadonlyMap<number, string> }

/** Compares what was meant with the headers at the moment of the write. */
export function damageOf(header: readonly string[], { mark, row, meant }: Sent): Damage[] {
  const hit = [...meant].flatMap(([index, name]): [string, number][] => {
    const there = header[index] ?? ''
    return there === name ? [] : [[there, index]]
  })
  return hit.length === 0 ? [] : [{ mark, row, names: new Map(hit) }]
}

/** Attempts to get cells back while columns are moved. */
const MAX_REPAIRS = 20

/** Restores what went into other columns, because those were moved in that very moment. */
export async function repair(
  reader: Reader,
  ref: TableRef,
  { layout, header, damages }: { layout: Layout; header: readonly string[]; damages: readonly Damage[] },
): Promise<void> {
  const former = (row: GridRow, name: string) => {
    const column = layout.columns.find((each) => each.name === name)
    return formerOf(column === undefined ? undefined : row.cells.get(column.index))
  }
  let head = header
  let left = damages
  for (let round = 0; left.length > 0 && round < MAX_REPAIRS; round++) {
    const sent = left.map(({ mark, row, names }): Sent => {
      const places = [...names].map(([name, seen]) => [name === '' ? seen : head.indexOf(name), name] as const)
      return { mark, row, meant: new Map(places.filter(([index]) => index >= 0)) }
    })
    const rows = sent.map(({ mark, row, meant }) => {
      const cells = [...meant].map(([index, name]) => [index, former(row, name)] as const)
      return { mark, values: valuesAt(new Map(cells)) }
    })
    const { written, header: next } = await sendRows(reader, ref, { rows })
    if (next === null) return
    const sentTo = sent.filter(({ mark }) => written.has(mark))
    // What was hit now, and what was meant and is still to be restored.
    left = sentTo.flatMap((each) =>
      damageOf(next, each).map((damage) => {
        const missed = [...each.meant].filter(([index, name]) => (next[index] ?? '') !== name)
        return {
          ...damage,
          names: new Map([...damage.names, ...missed.map(([index, name]) => [name, index] as const)]),
        }
      }),
    )
    head = next
  }
}
