import { type GuideAxis, guideCommand } from '#dashboard/screens/editor/session/guides.ts'
import type { Gesture, Pointer } from '#dashboard/screens/editor/session/pointer.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { type EditorState, NO_MARKS } from '#dashboard/screens/editor/session/state.ts'
import { SNAP_PX } from './snap-targets.ts'

/** Breadth of the rulers, in CSS pixels. */
export const RULER_PX = 20

/** Edges and middles of the page and of everything on it. */
function stopsOn(state: EditorState, axis: GuideAxis): readonly number[] {
  const { width, height } = state.document.design
  const boxes = [...(state.frame?.placed.values() ?? [])].map(({ bounds }) => bounds)
  return [{ x: 0, y: 0, width, height }, ...boxes].flatMap((box) => {
    const [from, side] = axis === 'x' ? [box.x, box.width] : [box.y, box.height]
    return [from, from + side / 2, from + side]
  })
}

function snapped(state: EditorState, stops: readonly number[], at: number): number {
  const near = stops.filter((stop) => Math.abs(stop - at) <= SNAP_PX / state.view.zoom)
  return near.toSorted((one, other) => Math.abs(one - at) - Math.abs(other - at))[0] ?? Math.round(at)
}

/** Drags a guide, or a new one out of a ruler; back onto the ruler it is removed. */
export function guiding(session: EditorSession, { axis, index }: { axis: GuideAxis; index: number | null }): Gesture {
  const { state } = session
  const stops = stopsOn(state, axis)
  session.begin()
  return {
    cursor: axis === 'x' ? 'ew-resize' : 'ns-resize',
    move({ page, screen, mod }: Pointer) {
      const isGone = screen[axis] < RULER_PX
      const exact = page[axis]
      const at = isGone ? null : mod ? Math.round(exact) : snapped(session.state, stops, exact)
      session.update(guideCommand(state.document, { axis, index, at }))
      session.set({ marks: { ...NO_MARKS, pointerLabel: at === null ? null : { at: screen, text: String(at) } } })
    },
    end: () => session.end(),
    cancel: () => session.cancel(),
  }
}

/** `guide-x` begins a new guide, `guide-x-2` moves the third. */
export function guideOf(name: string): { axis: GuideAxis; index: number | null } | undefined {
  const [, axis, index] = /^guide-([xy])(?:-(\d+))?$/.exec(name) ?? []
  if (axis !== 'x' && axis !== 'y') return undefined
  return { axis, index: index === undefined ? null : Number(index) }
}
