import { type DraftState, type DraftStatus, statusOf } from '@pictable/editor'
import { createContext, use, useSyncExternalStore } from 'react'
import type { DraftSync } from './draft-sync.ts'

export const SyncContext = createContext<DraftSync | null>(null)

export function useSync(): DraftSync {
  const sync = use(SyncContext)
  if (sync === null) throw new Error('a part of the editor is outside of its draft')
  return sync
}

/** A part of the state of the draft that exists already. */
export function useDraftState<Part>(select: (state: DraftState) => Part): Part {
  const sync = useSync()
  return useSyncExternalStore(sync.subscribe, () => select(sync.state))
}

export const useDraftStatus = (): DraftStatus => useDraftState(statusOf)
