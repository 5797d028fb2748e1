import { type InfiniteData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

interface PageOf<Item> {
  results: Item[]
  next: string | null
}

interface PagesOptions<Page> {
  queryKey: QueryKey
  queryFn: (context: { signal: AbortSignal; pageParam: string | undefined }) => Promise<Page>
  initialPageParam: string | undefined
  getNextPageParam: (last: Page) => string | undefined
}

export interface Pages<Item> {
  items: Item[]
  isPending: boolean
  error: Error | null
  hasMore: boolean
  isLoadingMore: boolean
  /** Safe to call at every scroll. */
  loadMore: () => void
  again: () => void
}

/** `usePages(api.runs.list.pages({ query: { limit: 50 } }))` is a list of the API as one list that grows. */
export function usePages<Item>(options: PagesOptions<PageOf<Item>>): Pages<Item> {
  const list = useInfiniteQuery<PageOf<Item>, Error, InfiniteData<PageOf<Item>>, QueryKey, string | undefined>(options)
  const items = list.data?.pages.flatMap((page) => page.results) ?? []
  // A page of a filtered list can be empty although more follow.
  const isSearching = items.length === 0 && list.hasNextPage && list.error === null
  const { fetchNextPage, isFetchingNextPage } = list
  useEffect(() => {
    if (isSearching && !isFetchingNextPage) fetchNextPage()
  }, [isSearching, isFetchingNextPage, fetchNextPage])
  return {
    items,
    isPending: list.isPending || isSearching,
    // What failed to be read again is still shown: the frame says that it may be old.
    error: list.isLoadingError ? list.error : null,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    loadMore: () => {
      if (list.hasNextPage && !list.isFetchingNextPage) list.fetchNextPage()
    },
    again: () => list.refetch(),
  }
}
