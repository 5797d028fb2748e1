import { type Box, childrenOf, type LayerId, parentOf, type SnapTargets } from '@pictable/editor'
import { type EditorState, guidesOf, placeOf } from '#dashboard/screens/editor/session/state.ts'

/** In CSS pixels: near enough to snap. */
export const SNAP_PX = 6

/** What the selection snaps to: layers beside it, the group around it, the page and guides, in pixels of the page. */
export function snapTargets(state: EditorState, moved: readonly LayerId[]): SnapTargets {
  const { document } = state
  const [first] = moved
  const parent = first === undefined ? null : parentOf(document, first)
  const beside = childrenOf(document, parent).filter((id) => !moved.includes(id))
  const page = { x: 0, y: 0, width: document.design.width, height: document.design.height }
  const around: readonly Box[] = parent === null ? [] : [placeOf(state, parent)?.bounds ?? page]
  return {
    boxes: beside.flatMap((id) => placeOf(state, id)?.bounds ?? []),
    frames: [page, ...around],
    guides: guidesOf(document),
  }
}
