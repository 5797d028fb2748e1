import { childrenOf, type EditorDocument, layerAt, parentOf } from '@pictable/editor'
import { laidOutOf } from '#dashboard/screens/editor/session/laid-out.ts'
import type { EditorState } from '#dashboard/screens/editor/session/state.ts'
import type { Target } from './edit.ts'

/** What an addition begins as, so that it is seen at once. */
const looks: Readonly<Record<string, unknown>> = {
  shadow: { color: '#00000066', y: 8, blur: 24 },
  stroke: { color: '#17171c', width: 2 },
  border: { color: '#ffffff', width: 4 },
  filters: { blur: 4 },
  format: { type: 'number' },
  guides: { x: [], y: [] },
}

/** Names of the layers beside all of these, to which they can be anchored. */
export function siblingNames(document: EditorDocument, targets: readonly Target[]): readonly string[] {
  const [first] = targets
  if (first === undefined || first === 'page') return []
  const parent = parentOf(document, first)
  if (targets.some((target) => parentOf(document, target) !== parent)) return []
  return childrenOf(document, parent)
    .filter((id) => !targets.includes(id))
    .flatMap((id) => layerAt(document, id)?.name ?? [])
}

/** An anchor that leaves a layer where it is, as far as an anchor can. */
function anchorFor(state: EditorState, target: Target, sibling: string): unknown {
  const boxes = laidOutOf(state)
  const parent = parentOf(state.document, target)
  const id = childrenOf(state.document, parent).find((each) => layerAt(state.document, each)?.name === sibling)
  const [own, other] = [boxes[target], boxes[id ?? '']]
  if (!own || !other) return { layer: sibling, side: 'below' }
  const below = Math.round(own.y - other.y - other.height)
  const above = Math.round(other.y - own.y - own.height)
  return above > below ? { layer: sibling, side: 'above', gap: above } : { layer: sibling, side: 'below', gap: below }
}

/** Names of siblings, the nearest in the drawing order first: of two as near, the one below. */
function nearestFirst({ document }: EditorState, targets: readonly Target[]): readonly string[] {
  const [target = 'page'] = targets
  const siblings = childrenOf(document, target === 'page' ? null : parentOf(document, target))
  const own = siblings.indexOf(target)
  const distance = (name: string) => {
    const at = siblings.findIndex((id) => layerAt(document, id)?.name === name) - own
    return Math.abs(at) + (at > 0 ? 0.5 : 0)
  }
  return siblingNames(document, targets).toSorted((one, other) => distance(one) - distance(other))
}

/** What a layer gets when something is added to it; undefined when that is not possible. */
export function startOfAddition(
  state: EditorState,
  name: string,
  { targets, isPossible }: { targets: readonly Target[]; isPossible: (start: unknown) => boolean },
): unknown {
  if (name !== 'anchor' && name !== 'mask') return looks[name] ?? {}
  const [target = 'page'] = targets
  const starts = nearestFirst(state, targets).map((sibling) =>
    name === 'mask' ? { layer: sibling } : anchorFor(state, target, sibling),
  )
  // A sibling that is itself placed or cut by this layer is none to refer to.
  return starts.find(isPossible) ?? starts[0]
}
