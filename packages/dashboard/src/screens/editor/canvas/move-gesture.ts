import { type Box, dragOffset, type Point, type SnapTargets, snapMove } from '@pictable/editor'
import { moveCommands, movedLayers } from '#dashboard/screens/editor/session/place-commands.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { NO_MARKS } from '#dashboard/screens/editor/session/state.ts'
import { boundsOfSelection } from '#dashboard/screens/editor/session/view-actions.ts'
import type { Gesture, Pointer } from './pointer.ts'
import { SNAP_PX, snapTargets } from './snap-targets.ts'

interface Snapped {
  readonly box: Box
  readonly targets: SnapTargets
  readonly zoom: number
}

/** The offset with which the box of the selection snaps, and what to show of that. */
function snapped(offset: Point, { box, targets, zoom }: Snapped, locked: boolean) {
  const there = { ...box, x: box.x + offset.x, y: box.y + offset.y }
  const snap = snapMove(there, targets, { tolerance: SNAP_PX / zoom })
  const by = {
    x: locked && offset.x === 0 ? 0 : snap.offset.x,
    y: locked && offset.y === 0 ? 0 : snap.offset.y,
  }
  return {
    offset: { x: offset.x + by.x, y: offset.y + by.y },
    marks: { ...NO_MARKS, lines: snap.lines, distances: [...snap.distances, ...snap.gaps] },
  }
}

/** Drags what is selected; with Alt a copy of it. */
export function moving(session: EditorSession, start: Pointer): Gesture {
  const { state } = session
  const moved = movedLayers(state, state.selection)
  const box = boundsOfSelection(state)
  const targets = snapTargets(state, state.selection)
  session.begin()
  return {
    cursor: 'default',
    move(pointer) {
      const dragged = dragOffset(
        { x: pointer.page.x - start.page.x, y: pointer.page.y - start.page.y },
        { lockAxis: pointer.shift, exact: pointer.mod },
      )
      const isSnapping = box && !pointer.mod && session.state.isSnapping
      const { offset, marks } = isSnapping
        ? snapped(dragged, { box, targets, zoom: session.state.view.zoom }, pointer.shift)
        : { offset: dragged, marks: NO_MARKS }
      session.update({ type: 'batch', commands: moveCommands(state, moved, offset) })
      session.set({ marks })
    },
    end: () => session.end(),
    cancel: () => session.cancel(),
  }
}
