import { variablesOf } from '@pictable/renderer/template'
import { useMemo } from 'react'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'

/** The names that can be bound: of the records, else what the design binds already. */
export function useNames(): readonly string[] {
  const fields = useEditor((state) => state.recordSource.fields)
  const design = useEditor(({ document }) => document.design)
  return useMemo(() => {
    const own = variablesOf(design).map(({ name }) => name)
    return [...new Set([...(fields ?? []).map(({ name }) => name), ...own])]
  }, [fields, design])
}
