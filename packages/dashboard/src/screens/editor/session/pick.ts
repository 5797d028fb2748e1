import { ancestorsOf, idAt, type LayerId, parentOf } from '@pictable/editor'
import { hitTest } from '@pictable/renderer/browser'
import type { Pointer } from './pointer.ts'
import { type EditorState, isLocked } from './state.ts'

/** Thin lines and small texts are hit within this distance. */
const MARGIN_PX = 4

/** The layers under the pointer, the top-most first. */
export function layersUnder({ document, frame, view }: EditorState, { page }: Pointer): readonly LayerId[] {
  const hits = frame?.laidOut ? hitTest(frame.laidOut, page, { margin: MARGIN_PX / view.zoom }) : []
  return hits.flatMap((path) => idAt(document, path) ?? []).filter((id) => !isLocked(document, id))
}

/** The ancestor of a layer, or itself, whose parent is a group; undefined when it is not inside of that. */
export function childOf(state: EditorState, layer: LayerId, parent: LayerId | null): LayerId | undefined {
  let at: LayerId | null = layer
  while (at !== null) {
    const above: LayerId | null = parentOf(state.document, at)
    if (above === parent) return at
    at = above
  }
  return undefined
}

/**
 * What a click selects: among the children of the entered group, else of the groups around it. The deepest layer
 * with Mod.
 */
export function pick(state: EditorState, pointer: Pointer): LayerId | undefined {
  const [deepest] = layersUnder(state, pointer)
  if (deepest === undefined || pointer.mod) return deepest
  let level = state.entered
  for (;;) {
    const found = childOf(state, deepest, level)
    if (found !== undefined || level === null) return found
    level = parentOf(state.document, level)
  }
}

/** Whether the pointer is on a layer that is selected, whatever is above it. */
export function isInsideSelection(state: EditorState, pointer: Pointer): boolean {
  const under = layersUnder(state, pointer)
  return state.selection.some((selected) =>
    under.some((id) => id === selected || ancestorsOf(state.document, id).includes(selected)),
  )
}
