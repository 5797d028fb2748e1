import { type Box, dragOffset, type LayerId, type Point, type SnapTargets, snapMove } from '@pictable/editor'
import { copyCommand, noteCopy, originalOf } from '#dashboard/screens/editor/session/arrange-actions.ts'
import { moveCommands, movedLayers } from '#dashboard/screens/editor/session/place-commands.ts'
import type { Gesture, Pointer } from '#dashboard/screens/editor/session/pointer.ts'
import { reparentCommand } from '#dashboard/screens/editor/session/reparent.ts'
import { select } from '#dashboard/screens/editor/session/select-actions.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { type EditorState, type Marks, NO_MARKS } from '#dashboard/screens/editor/session/state.ts'
import { type TreeTarget, treeAt } from '#dashboard/screens/editor/session/tree-target.ts'
import { boundsOfSelection } from '#dashboard/screens/editor/session/view-actions.ts'
import { DropGroup } from './drop-group.ts'
import { baselinesOf, SNAP_PX, snapTargets } from './snap-targets.ts'

interface Snapped {
  readonly box: Box
  readonly baselines: readonly number[]
  readonly targets: SnapTargets
  readonly zoom: number
}

/** The offset with which the box of the selection snaps, and what to show of that. */
function snapped(offset: Point, { box, baselines, targets, zoom }: Snapped, locked: boolean) {
  const there = { ...box, x: box.x + offset.x, y: box.y + offset.y }
  const snap = snapMove(there, targets, {
    tolerance: SNAP_PX / zoom,
    baselines: baselines.map((place) => place + offset.y),
  })
  const by = {
    x: locked && offset.x === 0 ? 0 : snap.offset.x,
    y: locked && offset.y === 0 ? 0 : snap.offset.y,
  }
  return {
    offset: { x: offset.x + by.x, y: offset.y + by.y },
    marks: { ...NO_MARKS, lines: snap.lines, distances: [...snap.distances, ...snap.gaps] },
  }
}

interface Drag {
  /** As it was at the press. */
  readonly state: EditorState
  readonly start: Pointer
}

/** How far a pointer has dragged what is selected, with what it snaps to. */
function dragged(session: EditorSession, { state, start }: Drag, ids: readonly LayerId[]) {
  const box = boundsOfSelection(state)
  const targets = snapTargets(state, state.selection)
  const baselines = ids.length === 1 ? ids.flatMap((id) => baselinesOf(state, id)) : []
  return (pointer: Pointer): { offset: Point; marks: Marks } => {
    const offset = dragOffset(
      { x: pointer.page.x - start.page.x, y: pointer.page.y - start.page.y },
      { lockAxis: pointer.shift, exact: pointer.mod },
    )
    const { zoom } = session.state.view
    const isSnapping = box && !pointer.mod && session.state.isSnapping
    if (!isSnapping) return { offset, marks: NO_MARKS }
    return snapped(offset, { box, baselines, targets, zoom }, pointer.shift)
  }
}

/** With Alt: copies are dragged, in one step. */
export function copying(session: EditorSession, press: Drag): Gesture {
  const { state } = press
  const original = originalOf(state)
  const drag = dragged(session, press, state.selection)
  session.begin()
  return {
    cursor: 'copy',
    move(pointer) {
      const { offset, marks } = drag(pointer)
      const command = copyCommand(state, offset)
      if (command) session.update(command, { select: true })
      session.set({ marks })
    },
    end() {
      session.end()
      noteCopy(session, original)
    },
    cancel() {
      session.cancel()
      select(session, state.selection)
    },
  }
}

/** Drags what is selected; held over a group it goes into that. */
export function moving(session: EditorSession, press: Drag): Gesture {
  const { state } = press
  const moved = movedLayers(state, state.selection)
  const ids = moved.map(({ id }) => id)
  const drag = dragged(session, press, ids)
  let [offset, marks]: [Point, Marks] = [{ x: 0, y: 0 }, NO_MARKS]
  let tree: TreeTarget | undefined
  const group = new DropGroup(state, ids, () => show())
  session.begin()
  function show(): void {
    // Held over a group, the layers are in front of it: they would be seen through it, or not at all.
    const isHeld = group.target !== null
    session.update(
      isHeld
        ? reparentCommand(state, ids, { parent: null, offset })
        : { type: 'batch', commands: moveCommands(state, moved, offset) },
    )
    session.set({ marks: { ...marks, target: group.target } })
  }
  return {
    cursor: 'default',
    get isElsewhere() {
      return tree !== undefined
    },
    move(pointer) {
      tree = treeAt(session, pointer.screen, ids)
      if (tree) {
        // They are shown where they are until they are dropped.
        group.stop()
        session.update({ type: 'batch', commands: [] })
        session.set({ marks: NO_MARKS })
        return
      }
      const next = drag(pointer)
      offset = next.offset
      marks = next.marks
      group.at(pointer.page)
      show()
    },
    end() {
      group.stop()
      if (tree) {
        session.cancel()
        tree.drop(ids)
        return
      }
      if (group.target !== null) session.update(reparentCommand(state, ids, { parent: group.target, offset }))
      session.end()
    },
    cancel() {
      group.stop()
      tree?.leave()
      session.cancel()
    },
  }
}
