import {
  type Box,
  childrenOf,
  IDENTITY,
  type LayerId,
  layersOf,
  type Point,
  parentOf,
  type SnapLine,
  type SnapTargets,
  snapMove,
  transform,
} from '@pictable/editor'
import { gridColumns, safeBox } from '#dashboard/screens/editor/session/page-aids.ts'
import type { Pointer } from '#dashboard/screens/editor/session/pointer.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { type EditorState, guidesOf, placeOf } from '#dashboard/screens/editor/session/state.ts'

/** In CSS pixels: near enough to snap. */
export const SNAP_PX = 6

/** Where the lines of a text stand on the page; none when it is turned. */
export function baselinesOf(state: EditorState, id: LayerId): readonly number[] {
  const place = placeOf(state, id)
  const [a, b, c] = place?.matrix ?? IDENTITY
  if (!place?.baselines || b !== 0 || c !== 0 || a <= 0) return []
  return place.baselines.map((y) => transform(place.matrix, { x: 0, y }).y)
}

/**
 * What the selection snaps to: layers beside it, the group around it, the page, its margins, columns and guides, in
 * pixels of the page.
 */
export function snapTargets(state: EditorState, moved: readonly LayerId[]): SnapTargets {
  const { document } = state
  const [first] = moved
  const parent = first === undefined ? null : parentOf(document, first)
  const beside = childrenOf(document, parent).filter((id) => !moved.includes(id))
  const page = { x: 0, y: 0, width: document.design.width, height: document.design.height }
  const around: readonly Box[] = parent === null ? [] : [placeOf(state, parent)?.bounds ?? page]
  const safe = safeBox(document)
  const guides = state.hasRulers ? guidesOf(document) : { x: [], y: [] }
  const columns = gridColumns(document).flatMap(({ x, width }) => [x, x + width])
  return {
    boxes: beside.flatMap((id) => placeOf(state, id)?.bounds ?? []),
    frames: [page, ...around, ...(safe ? [safe] : [])],
    guides: { x: [...guides.x, ...columns], y: guides.y },
    baselines: textBeside(state, moved),
  }
}

/**
 * Where a point that is dragged snaps, and the lines that show it; not with Mod, nor with Shift, which gives it a
 * direction.
 */
export function snapPoints(session: EditorSession, moved: readonly LayerId[]) {
  const { state } = session
  const { boxes, frames = [], guides = {} } = snapTargets(state, moved)
  const targets = { boxes: [], frames: [...boxes, ...frames], guides }
  return ({ page, shift, mod }: Pointer): { page: Point; lines: readonly SnapLine[] } => {
    if (shift || mod || !state.isSnapping) return { page, lines: [] }
    const { offset, lines } = snapMove({ ...page, width: 0, height: 0 }, targets, {
      tolerance: SNAP_PX / state.view.zoom,
    })
    return { page: { x: page.x + offset.x, y: page.y + offset.y }, lines }
  }
}

/** Baselines of all other texts, whatever group they are in. */
function textBeside(state: EditorState, moved: readonly LayerId[]): readonly number[] {
  const texts = [...layersOf(state.document)].filter(([id, { layer }]) => layer.type === 'text' && !moved.includes(id))
  return texts.flatMap(([id]) => baselinesOf(state, id))
}
