import {
  type Command,
  childrenOf,
  isFilled,
  type LayerId,
  layerAt,
  normalizeSelection,
  parentOf,
} from '@pictable/editor'
import { reparentCommand } from '#dashboard/screens/editor/session/reparent.ts'
import { select } from '#dashboard/screens/editor/session/select-actions.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { editorPartOf, isLocked, setEditorPart } from '#dashboard/screens/editor/session/state.ts'
import { revealSelection } from '#dashboard/screens/editor/session/view-actions.ts'
import type { DropPlace } from './drop-place.ts'

/** A record or a condition decides whether the layer is shown. */
export function isShownByData(layer: object | undefined): boolean {
  return layer !== undefined && isFilled(Reflect.get(layer, 'visible'))
}

export const isHidden = (layer: object | undefined): boolean =>
  layer !== undefined && Reflect.get(layer, 'visible') === false

/** Shows or hides layers, unless their data decides. */
function showCommands({ state: { document } }: EditorSession, ids: readonly LayerId[], isShown: boolean): Command[] {
  return ids
    .filter((id) => !isShownByData(layerAt(document, id)) && isHidden(layerAt(document, id)) === isShown)
    .map((target) => ({ type: 'set', target, path: ['visible'], value: isShown ? undefined : false }))
}

export function toggleShown(session: EditorSession, id: LayerId): void {
  const commands = showCommands(session, [id], isHidden(layerAt(session.state.document, id)))
  if (commands.length > 0) session.run({ type: 'batch', commands })
}

/** Hides everything beside a layer; done again, all of that is shown. */
export function isolate(session: EditorSession, id: LayerId): void {
  const { document } = session.state
  const others = childrenOf(document, parentOf(document, id)).filter((each) => each !== id)
  const hiding = showCommands(session, others, false)
  const commands =
    hiding.length > 0 ? [...hiding, ...showCommands(session, [id], true)] : showCommands(session, others, true)
  if (commands.length > 0) session.run({ type: 'batch', commands })
}

/** Locks everything beside a layer, and unlocks that; done again, nothing on the level is locked. */
export function lockOthers(session: EditorSession, id: LayerId): void {
  const { document } = session.state
  const siblings = childrenOf(document, parentOf(document, id))
  const nameOf = (each: LayerId) => layerAt(document, each)?.name ?? ''
  const others = siblings.filter((each) => each !== id).map(nameOf)
  const { locked = [] } = editorPartOf(document)
  const kept = locked.filter((name) => !siblings.map(nameOf).includes(name))
  const isDone = others.every((name) => locked.includes(name)) && !isLocked(document, id)
  const value = isDone ? kept : [...kept, ...others]
  session.run(setEditorPart(document, 'locked', value.length > 0 ? value : undefined))
}

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
