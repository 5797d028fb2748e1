import { useActions } from '#dashboard/api/use-actions.ts'
import type { DataField } from '#dashboard/screens/editor/session/state.ts'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'

/** A field whose linked rows can fill a table. */
export interface Linking {
  readonly name: string
  /** Of the table of the field, and of the one that it links to. */
  readonly connectionId: string
  readonly link: NonNullable<DataField['link']>
}

/** How the rows that a field links to can be read; undefined for a field that links to none. */
export function useLinking({ name, link }: Pick<DataField, 'name' | 'link'>): Linking | undefined {
  const actions = useActions()
  const of = useEditor(({ recordSource }) => recordSource.of)
  if (link === null || of === null) return undefined
  const connectionId =
    'action_id' in of ? actions.find(({ id }) => id === of.action_id)?.connection_id : of.connection_id
  return connectionId === undefined ? undefined : { name, connectionId, link }
}
