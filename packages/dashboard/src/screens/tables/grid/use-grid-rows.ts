import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '#dashboard/api/api.ts'
import { persistently } from '#dashboard/api/connection.ts'
import type { RowJson } from './table.ts'

/** Which rows, and in which order. */
export interface RowsAsked {
  tableId: string
  view: string | undefined
  search: string | undefined
  sort: string | undefined
}

/** Other rows, or the same in another order. */
export type AskedChange = Partial<Omit<RowsAsked, 'tableId'>>

/** Of one request: as many as the API gives at most. */
const pageRows = 100

function given(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

function pageQuery({ tableId, ...asked }: RowsAsked, page: number) {
  const params = { id: tableId }
  const from = (place: { skip?: number; after?: string }, limit: number) =>
    api.tables.rows.query({ params, query: { limit, ...place, ...given(asked) } })
  const { queryKey, queryFn } = from({ skip: page * pageRows }, pageRows)
  return {
    queryKey,
    /** A page of large rows ends early: what is missing is read behind it. */
    async queryFn(context: Parameters<typeof queryFn>[0]) {
      const answer = await queryFn(context)
      while (answer.next !== null && answer.results.length < pageRows) {
        const more = from({ after: answer.next }, pageRows - answer.results.length)
        const { results, next } = await more.queryFn(context)
        answer.results.push(...results)
        answer.next = next
      }
      return answer
    },
  }
}

export interface GridRows {
  /** How many there are; undefined while nobody knows. */
  count: number | undefined
  error: Error | null
  again: () => void
  /** Undefined while it is on its way. */
  rowAt: (place: number) => RowJson | undefined
  /** Null when the row is not among those that are live. */
  placeOf: (rowId: string) => number | null
  /** Reads what is not there yet, or no longer as it was. */
  read: (first: number, last: number) => Promise<(RowJson | undefined)[]>
}

/** The rows of a table of any length: only the pages around those in sight are read and stay live. */
export function useGridRows(asked: RowsAsked, sight: { first: number; last: number }): GridRows {
  const client = useQueryClient()
  const { tableId, view, search, sort } = asked
  const counted = useQuery(api.tables.countRows.query({ params: { id: tableId }, query: given({ view, search }) }))
  const count = counted.data?.count
  const firstPage = Math.floor(sight.first / pageRows)
  const lastPage = Math.floor(Math.min(sight.last, Math.max(0, (count ?? 1) - 1)) / pageRows)
  const pages = Array.from({ length: Math.max(1, lastPage - firstPage + 1) }, (_, at) => firstPage + at)
  const results = useQueries({ queries: pages.map((page) => pageQuery(asked, page)) })

  // Taking the data from the results draws the grid again when it comes.
  const inSight = new Map(pages.map((page, at) => [page, results[at]?.data]))
  const rowAt = (place: number) => {
    const number = Math.floor(place / pageRows)
    const page = inSight.get(number) ?? client.getQueryData(pageQuery(asked, number).queryKey)
    return page?.results[place % pageRows]
  }
  const placeOf = (rowId: string) => {
    for (const [number, page] of inSight) {
      const at = page?.results.findIndex(({ id }) => id === rowId) ?? -1
      if (at >= 0) return number * pageRows + at
    }
    return null
  }
  const read = useCallback(
    async (first: number, last: number) => {
      const numbers: number[] = []
      for (let page = Math.floor(first / pageRows); page * pageRows <= last; page++) numbers.push(page)
      const read: (RowJson | undefined)[] = []
      for (const page of numbers) {
        const options = { ...pageQuery({ tableId, view, search, sort }, page), staleTime: Number.POSITIVE_INFINITY }
        const { results } = await persistently(() => client.fetchQuery(options))
        results.forEach((row, at) => {
          read[page * pageRows + at - first] = row
        })
      }
      return Array.from({ length: last - first + 1 }, (_, at) => read[at])
    },
    [client, tableId, view, search, sort],
  )
  return {
    count,
    error: [counted, ...results].find(({ isLoadingError }) => isLoadingError)?.error ?? null,
    again: () => {
      counted.refetch()
      for (const result of results) if (result.error) result.refetch()
    },
    rowAt,
    placeOf,
    read,
  }
}
