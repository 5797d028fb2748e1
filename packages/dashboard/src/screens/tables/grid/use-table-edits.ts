import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { EditState } from './edit-state.ts'
import { createTableEdits, type TableEdits } from './table-edits.ts'

/** The edits of one table while its page is open. */
export function useTableEdits(tableId: string): { edits: TableEdits; state: EditState } {
  const queries = useQueryClient()
  const [edits] = useState(() => createTableEdits(tableId, queries))
  const state = useSyncExternalStore(edits.subscribe, edits.get)
  useEffect(() => {
    if (!state.isSaving) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [state.isSaving])
  return { edits, state }
}
