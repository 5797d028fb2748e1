import { useMemo } from 'react'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { type Edit, editOf, holderOf, type Target } from './edit.ts'
import { partAt, sharedValue } from './values.ts'

/** What is written for a property of everything selected, and how it is changed. */
export function useProperty(targets: readonly Target[], name: string): { written: unknown; edit: Edit } {
  const session = useSession()
  const edit = useMemo(() => editOf(session, { targets, name }), [session, targets, name])
  const written = useEditor(({ document }) =>
    sharedValue(targets.map((target) => partAt(holderOf(session, target, document), name))),
  )
  return { written, edit }
}
