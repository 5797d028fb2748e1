import {
  ancestorsOf,
  type Changes,
  type Command,
  childrenOf,
  type Frame,
  isBound,
  type LayerId,
  layerAt,
  type Point,
  rounded,
  unwrapFrame,
  wrapFrame,
} from '@pictable/editor'
import { frameIn, laidOutOf } from './laid-out.ts'
import type { EditorState } from './state.ts'

/** How a layer would be placed if it were on the page, at the same place. */
function frameOnPage(state: EditorState, id: LayerId): Frame | undefined {
  return ancestorsOf(state.document, id).reduceRight<Frame | undefined>(
    (inner, around) => {
      const outer = frameIn(state, around)
      return inner && outer && unwrapFrame(inner, outer)
    },
    frameIn(state, id),
  )
}

/** A frame on the page as one inside a group. */
function frameInside(state: EditorState, frame: Frame, group: LayerId | null): Frame | undefined {
  if (group === null) return frame
  return [...ancestorsOf(state.document, group), group].reduce<Frame | undefined>((beside, around) => {
    const outer = frameIn(state, around)
    return beside && outer && wrapFrame(beside, outer)
  }, frame)
}

interface Target {
  /** The group, or null for the page. */
  readonly parent: LayerId | null
  /** Among the layers there that are not moved; default: in front of all. */
  readonly index?: number
  /** On the page. */
  readonly offset: Point
  /** Places become whole pixels. */
  readonly isWhole?: boolean
}

/** Moves layers into another group, or onto the page: they stay where they are seen, but for the offset. */
export function reparentCommand(state: EditorState, ids: readonly LayerId[], target: Target): Command {
  const { parent, offset, isWhole = false } = target
  const round = isWhole ? Math.round : rounded
  const changes: Changes = Object.fromEntries(
    ids.map((id) => {
      const before = frameOnPage(state, id)
      const moved = before && { ...before, x: before.x + offset.x, y: before.y + offset.y }
      const after = moved && frameInside(state, moved, parent)
      return [id, after ? changesOf(layerAt(state.document, id), after, round) : {}]
    }),
  )
  const others = childrenOf(state.document, parent).filter((id) => !ids.includes(id))
  return {
    type: 'move',
    layers: ids,
    parent,
    index: target.index ?? others.length,
    changes,
    laidOut: laidOutOf(state),
  }
}

/** What is bound stays so: a gesture does not replace what a record says. */
function changesOf(layer: object | undefined, { x, y, rotation, flip }: Frame, round: (value: number) => number) {
  const wanted = {
    x: round(x),
    y: round(y),
    rotation: rotation === 0 ? undefined : rounded(rotation),
    flip: flip === 'none' ? undefined : flip,
  }
  return Object.fromEntries(
    Object.entries(wanted).filter(([key]) => layer === undefined || !isBound(Reflect.get(layer, key))),
  )
}
