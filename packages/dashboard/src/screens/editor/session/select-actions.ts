import { childrenOf, type LayerId, layerAt, parentOf } from '@pictable/editor'
import type { EditorSession } from './session.ts'
import { type EditorState, isLocked, placeOf } from './state.ts'
import { revealSelection } from './view-actions.ts'

/** Selects layers; the group around them becomes the level on which clicks select. */
export function select(session: EditorSession, selection: readonly LayerId[]): void {
  const { state } = session
  const isSame = selection.length === state.selection.length && selection.every((id) => state.selection.includes(id))
  const [first] = selection
  if (isSame) return
  const entered = first === undefined ? state.entered : parentOf(state.document, first)
  session.set({ selection, entered })
}

/** With Shift: adds to the selection, or takes away. A layer and what is inside of it are never selected together. */
export function toggle(session: EditorSession, layer: LayerId): void {
  const { selection, document } = session.state
  const beside = selection.filter((id) => parentOf(document, id) === parentOf(document, layer))
  select(session, beside.includes(layer) ? beside.filter((id) => id !== layer) : [...beside, layer])
}

/** Nothing is selected, and a click selects on the page again. */
export const selectNone = (session: EditorSession): void => session.set({ selection: [], entered: null })

/** Escape: a tool is put away, else one level out, then nothing is selected. */
export function selectOut(session: EditorSession): void {
  const { tool, entered } = session.state
  if (tool !== 'select') session.set({ tool: 'select' })
  else if (entered === null) selectNone(session)
  else select(session, [entered])
}

/** The groups around what is selected; on the page it stays selected. */
export function selectAround(session: EditorSession): void {
  const { entered } = session.state
  if (entered !== null) select(session, [entered])
}

/** What is inside of the first group that is selected. */
export function selectInside(session: EditorSession): void {
  const { document, selection } = session.state
  const group = selection.find((id) => childrenOf(document, id).length > 0)
  const inside = group === undefined ? [] : selectable(session.state, group)
  if (inside.length > 0) select(session, inside)
}

/** What can be selected on a level: what is drawn and not locked, in drawing order. */
function selectable(state: EditorState, level = state.entered): readonly LayerId[] {
  return childrenOf(state.document, level).filter(
    (id) => placeOf(state, id) !== undefined && !isLocked(state.document, id),
  )
}

export function selectAll(session: EditorSession): void {
  select(session, selectable(session.state))
}

/** All of the level that are of the kind of a selected layer, such as all texts. */
export function selectSameKind(session: EditorSession): void {
  const { document, selection } = session.state
  const kinds = new Set(selection.map((id) => layerAt(document, id)?.type))
  const [first] = selection
  const level = first === undefined ? null : parentOf(document, first)
  select(
    session,
    selectable(session.state, level).filter((id) => kinds.has(layerAt(document, id)?.type)),
  )
}

/** To the next layer of the level, or the one before; around at the ends. */
export function selectNext(session: EditorSession, direction: 1 | -1): void {
  const layers = selectable(session.state)
  const at = layers.findIndex((id) => session.state.selection.includes(id))
  const next = at < 0 ? (direction > 0 ? 0 : -1) : (at + direction + layers.length) % layers.length
  const layer = layers.at(next)
  if (layer === undefined) return
  select(session, [layer])
  revealSelection(session)
}

/** A double click goes one level into the group that is selected, towards the layer under the pointer. */
export function enterLayer(session: EditorSession, deepest: LayerId): void {
  const { document, selection } = session.state
  let at: LayerId | null = deepest
  while (at !== null) {
    const parent: LayerId | null = parentOf(document, at)
    if (parent !== null && selection.includes(parent)) {
      select(session, [at])
      return
    }
    at = parent
  }
}
