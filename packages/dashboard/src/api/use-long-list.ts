import { type QueryKey, useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { longPage } from './api.ts'

interface ListPage<Item> {
  results: Item[]
  next: string | null
}

interface PageQuery<Item> {
  queryKey: QueryKey
  queryFn: (context: { signal: AbortSignal }) => Promise<ListPage<Item>>
}

/** So near its end the next page is asked for. */
const marginItems = 50

export interface LongList<Item> {
  items: readonly Item[]
  isPending: boolean
  error: Error | null
  isLoadingMore: boolean
  /** Tells which items are in sight: these stay live, and more are read when the end comes near. */
  look: (first: number, last: number) => void
  again: () => void
}

/**
 * `useLongList((after) => api.runs.list.query({ query: { limit: longPage, ...after } }))` is a list of the API of any
 * length. Unlike those of `usePages`, each of its pages lives on its own: while things change, only the ones in sight
 * are read again.
 * @param atLeast so many items are read before anybody looks at them
 */
export function useLongList<Item>(
  pageAt: (after: { after?: string }) => PageQuery<Item>,
  { atLeast = 0 } = {},
): LongList<Item> {
  const client = useQueryClient()
  const [sight, setSight] = useState({ first: 0, last: 0 })
  const wanted = Math.max(atLeast, sight.last + marginItems)

  const pages = [pageAt({})]
  const known = (at: number) => {
    const page = pages[at]
    return page && client.getQueryData<ListPage<Item>>(page.queryKey)
  }
  for (let at = 0; ; at++) {
    const next = known(at)?.next
    if (typeof next !== 'string') break
    const page = pageAt({ after: next })
    const isKnown = client.getQueryData(page.queryKey) !== undefined
    if (!isKnown && (at + 1) * longPage > wanted) break
    pages.push(page)
  }
  const isInSight = (at: number) =>
    at * longPage <= sight.last + marginItems && (at + 1) * longPage >= sight.first - marginItems
  const results = useQueries({
    queries: pages.map((page, at) => ({ ...page, enabled: isInSight(at) || known(at) === undefined })),
  })

  const look = useCallback((first: number, last: number) => {
    setSight((before) => (before.first === first && before.last === last ? before : { first, last }))
  }, [])
  return {
    items: results.flatMap(({ data }) => data?.results ?? []),
    isPending: results[0]?.isPending ?? true,
    error: results.find(({ error }) => error)?.error ?? null,
    isLoadingMore: results.slice(1).some(({ isPending }) => isPending),
    look,
    again: () => {
      for (const result of results) if (result.error) result.refetch()
    },
  }
}
