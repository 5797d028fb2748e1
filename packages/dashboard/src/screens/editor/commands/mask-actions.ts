import { type Command, childrenOf, type LayerId, layerAt, parentOf } from '@pictable/editor'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import type { EditorState } from '#dashboard/screens/editor/session/state.ts'

/** The selection in drawing order, when all of it is on one level. */
function onOneLevel({ document, selection }: EditorState): readonly LayerId[] {
  const [first] = selection
  if (first === undefined) return []
  const inOrder = childrenOf(document, parentOf(document, first)).filter((id) => selection.includes(id))
  return inOrder.length === selection.length ? inOrder : []
}

export const isMasked = ({ document, selection }: EditorState): boolean =>
  selection.some((id) => layerAt(document, id)?.mask !== undefined)

/** Whether the lowest of several layers can be the shape of the others. */
export const canMask = (state: EditorState): boolean => onOneLevel(state).length > 1 && !isMasked(state)

/** Shows the selected layers only where the lowest of them is. */
export function maskSelection(session: EditorSession): void {
  const [shape, ...others] = onOneLevel(session.state)
  const layer = shape === undefined ? undefined : layerAt(session.state.document, shape)?.name
  if (layer === undefined) return
  const commands = others.map((target): Command => ({ type: 'set', target, path: ['mask'], value: { layer } }))
  if (commands.length > 0) session.run({ type: 'batch', commands })
}

export function removeMasks(session: EditorSession): void {
  const commands = session.state.selection.map((target): Command => ({ type: 'set', target, path: ['mask'] }))
  if (commands.length > 0) session.run({ type: 'batch', commands })
}
