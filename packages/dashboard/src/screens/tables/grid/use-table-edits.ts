import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import type { EditState } from './edit-state.ts'
import { createTableEdits, type TableEdits } from './table-edits.ts'

/** The edits of one table while its page is open. */
export function useTableEdits(tableId: string): { edits: TableEdits; state: EditState } {
  const queries = useQueryClient()
  const [edits] = useState(() => createTableEdits(tableId, queries))
  return { edits, state: useSyncExternalStore(edits.subscribe, edits.get) }
}
