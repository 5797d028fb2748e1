import { type QueryKey, useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

interface ListPage<Item> {
  results: Item[]
  next: string | null
}

interface PageQuery<Item> {
  queryKey: QueryKey
  queryFn: (context: { signal: AbortSignal }) => Promise<ListPage<Item>>
  /** For items of which no event tells. */
  refetchInterval?: (query: { state: { data: ListPage<Item> | undefined } }) => number | false
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

  const knownOf = ({ queryKey }: PageQuery<Item>) => client.getQueryData<ListPage<Item>>(queryKey)
  const pages: { page: PageQuery<Item>; from: number; until: number }[] = []
  // A page of a filtered list can hold fewer items than it may, even none.
  for (let page: PageQuery<Item> | null = pageAt({}), from = 0; page !== null; ) {
    const known = knownOf(page)
    if (known === undefined && pages.length > 0 && from > wanted) break
    const until = from + (known?.results.length ?? 0)
    pages.push({ page, from, until })
    page = typeof known?.next === 'string' ? pageAt({ after: known.next }) : null
    from = until
  }
  const isInSight = ({ from, until }: { from: number; until: number }) =>
    from <= sight.last + marginItems && until >= sight.first - marginItems
  const results = useQueries({
    queries: pages.map((each) => ({ ...each.page, enabled: isInSight(each) || knownOf(each.page) === undefined })),
  })
  const items = results.flatMap(({ data }) => data?.results ?? [])

  const look = useCallback((first: number, last: number) => {
    setSight((before) => (before.first === first && before.last === last ? before : { first, last }))
  }, [])
  return {
    items,
    isPending: items.length === 0 ? results.some(({ isPending }) => isPending) : false,
    error: results.find(({ isLoadingError }) => isLoadingError)?.error ?? null,
    isLoadingMore: results.slice(1).some(({ isPending }) => isPending),
    look,
    again: () => {
      for (const result of results) if (result.error) result.refetch()
    },
  }
}
