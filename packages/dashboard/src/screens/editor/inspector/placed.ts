import { layerAt, parentOf } from '@pictable/editor'
import { frameIn } from '#dashboard/screens/editor/session/laid-out.ts'
import type { EditorState } from '#dashboard/screens/editor/session/state.ts'
import { t } from '#dashboard/strings/editing.ts'
import type { Target } from './edit.ts'

const PLACE = ['x', 'y', 'width', 'height'] as const
type PlaceKey = (typeof PLACE)[number]

export interface Placed {
  readonly value: number
  /** Who decides it. */
  readonly reason: string
}

/** Who decides a coordinate or length of a layer, if not the layer itself. */
function placedBy({ document }: EditorState, target: Target, key: PlaceKey): string | undefined {
  const layer = layerAt(document, target)
  const parent = parentOf(document, target)
  const around = parent === null ? undefined : layerAt(document, parent)
  if (!layer) return undefined
  if (key === 'x' || key === 'y') {
    const { anchor } = layer
    const isAlong = anchor?.side === 'left' || anchor?.side === 'right' ? key === 'x' : key === 'y'
    if (anchor) return isAlong || anchor.align !== undefined ? anchor.layer : undefined
    const isStacked = around?.type === 'group' && (around.layout === 'row' || around.layout === 'column')
    return isStacked ? around.name : undefined
  }
  const isHugging =
    layer.type === 'group' && layer.fit === 'hug' && layer.layout !== undefined && layer.layout !== 'free'
  return isHugging ? layer.name : undefined
}

/** What decides the place of layers beside themselves; undefined where they do so. */
export function placedOf(state: EditorState, targets: readonly Target[], name: string): Placed | undefined {
  const key = PLACE.find((each) => each === name)
  const [first] = targets
  if (key === undefined || first === undefined) return undefined
  const by = targets.map((target) => placedBy(state, target, key)).find((each) => each !== undefined)
  const frame = by === undefined ? undefined : frameIn(state, first)
  return by === undefined || !frame ? undefined : { value: frame[key], reason: t('inspector.placed_by', { name: by }) }
}
