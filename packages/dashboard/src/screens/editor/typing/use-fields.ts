import { useMemo } from 'react'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'
import { type Field, fieldsOf } from '#dashboard/screens/editor/typing/fields.ts'

/** What can be bound. */
export function useFields(): readonly Field[] {
  const document = useEditor((state) => state.document)
  const recordSource = useEditor((state) => state.recordSource)
  const values = useEditor((state) => state.values)
  return useMemo(() => fieldsOf({ document, recordSource, values }), [document, recordSource, values])
}
