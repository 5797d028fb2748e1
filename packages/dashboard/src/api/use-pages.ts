import { type InfiniteData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'

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
  return {
    items: list.data?.pages.flatMap((page) => page.results) ?? [],
    isPending: list.isPending,
    error: list.error,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    loadMore: () => {
      if (list.hasNextPage && !list.isFetchingNextPage) list.fetchNextPage()
    },
    again: () => list.refetch(),
  }
}
