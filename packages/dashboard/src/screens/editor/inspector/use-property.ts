import { type EditorDocument, isEqual } from '@pictable/editor'
import { useMemo } from 'react'
import { partAt, sharedValue } from '#dashboard/screens/editor/properties/values.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { type Edit, editOf, holderOf, type Target } from './edit.ts'

/** What is written for a property of everything selected, and how it is changed. */
export function useProperty(targets: readonly Target[], name: string): { written: unknown; edit: Edit } {
  const session = useSession()
  const edit = useMemo(() => editOf(session, { targets, name }), [session, targets, name])
  const read = useMemo(() => {
    // Values that differ are the same object as long as they are equal.
    let last: unknown
    let seen: EditorDocument | undefined
    return (document: EditorDocument) => {
      if (document === seen) return last
      seen = document
      const next = sharedValue(targets.map((target) => partAt(holderOf(session, target, document), name)))
      if (!isEqual(last, next)) last = next
      return last
    }
  }, [session, targets, name])
  const written = useEditor(({ document }) => read(document))
  return { written, edit }
}
