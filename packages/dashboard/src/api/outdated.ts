import { type Query, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { mayPass } from './error-words.ts'

/**
 * Whether a page shows what was read earlier because reading it again failed, for a reason that may pass. Queries whose
 * error is itself what a page shows say so: `meta: { saysItself: true }`.
 */
export const isOutdated = ({ state, meta }: Query): boolean =>
  state.status === 'error' && state.data !== undefined && mayPass(state.error) && meta?.saysItself !== true

/** Why a part of the page is outdated; null when none is. */
export function useOutdated(): Error | null {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(onChange), [cache])
  return useSyncExternalStore(
    subscribe,
    () => cache.findAll({ type: 'active', predicate: isOutdated })[0]?.state.error ?? null,
  )
}
