import { type Command, childrenOf, type LayerId, normalizeSelection, parentOf } from '@pictable/editor'
import { reparentCommand } from '#dashboard/screens/editor/session/reparent.ts'
import { select } from '#dashboard/screens/editor/session/select-actions.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { revealSelection } from '#dashboard/screens/editor/session/view-actions.ts'
import type { DropPlace } from './drop-place.ts'

/** Puts layers elsewhere in the tree: they stay where they are on the page, as far as their new group lets them. */
export function dropLayers(
  session: EditorSession,
  ids: readonly LayerId[],
  place: Pick<DropPlace, 'parent' | 'index'>,
): void {
  const { state } = session
  const layers = normalizeSelection(state.document, ids)
  const { parent, index } = place
  const isMovedOut = layers.some((id) => parentOf(state.document, id) !== parent)
  const command: Command = isMovedOut
    ? reparentCommand(state, layers, { parent, index, offset: { x: 0, y: 0 } })
    : { type: 'move', layers, parent, index, laidOut: session.laidOut }
  session.run(command, { select: true })
}

/** Selects in the tree: the canvas goes there when nothing of it is seen. */
export function selectRow(session: EditorSession, ids: readonly LayerId[]): void {
  select(session, ids)
  revealSelection(session)
}

/** The layers of one level between two of them. */
export function between(session: EditorSession, from: LayerId | undefined, to: LayerId): readonly LayerId[] {
  const { document } = session.state
  const list = childrenOf(document, parentOf(document, to))
  const [one, other] = [from === undefined ? -1 : list.indexOf(from), list.indexOf(to)]
  return one < 0 ? [to] : list.slice(Math.min(one, other), Math.max(one, other) + 1)
}
