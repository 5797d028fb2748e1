import {
  type Box,
  boundsOfFrame,
  directionOf,
  type Frame,
  frameMatrix,
  frameOfBox,
  type Handle,
  invert,
  type LayerId,
  layerAt,
  type Matrix,
  multiply,
  type Point,
  parentOf,
  resizeFrame,
  scaleFrame,
  snapResize,
  transformVector,
  union,
  wholeEdges,
  withSize,
} from '@pictable/editor'
import { parentMatrix } from '#dashboard/screens/editor/session/laid-out.ts'
import { movedLayers } from '#dashboard/screens/editor/session/place-commands.ts'
import type { Gesture, Pointer } from '#dashboard/screens/editor/session/pointer.ts'
import { asDrawn, resizeCommands } from '#dashboard/screens/editor/session/resize-commands.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { type EditorState, NO_MARKS, placeOf } from '#dashboard/screens/editor/session/state.ts'
import { baselinesOf, SNAP_PX, snapTargets } from './snap-targets.ts'

/** Kinds whose content would be distorted. */
const KEEPS_RATIO = new Set(['image', 'svg', 'qr-code', 'barcode'])
function keepsRatio(state: EditorState, ids: readonly LayerId[]): boolean {
  return ids.every((id) => KEEPS_RATIO.has(layerAt(state.document, id)?.type ?? ''))
}

const CURSORS = ['ew-resize', 'nwse-resize', 'ns-resize', 'nesw-resize'] as const

/** The cursor of a handle: along the way that it pulls, as the box is turned on the screen. */
export function handleCursor(matrix: Matrix, handle: Handle): string {
  const { x, y } = transformVector(matrix, directionOf(handle))
  const turn = Math.round(Math.atan2(y, x) / (Math.PI / 4))
  return CURSORS[((turn % 4) + 4) % 4] ?? 'move'
}

interface Resized {
  readonly state: EditorState
  readonly handle: Handle
  /** In whose coordinates it is resized. */
  readonly outer: Matrix
  readonly frame: Frame
  readonly isFree: boolean
}

const SHARES = { top: 0, middle: 0.5, bottom: 1 }

/** The baselines that the one selected text has in another box, as it is aligned in it, and how the pulled edge moves them. */
function textIn(state: EditorState, box: Box, { pull, fromCenter }: { pull: number; fromCenter: boolean }) {
  const [only, ...others] = state.selection
  const layer = only === undefined || others.length > 0 ? undefined : layerAt(state.document, only)
  const place = only === undefined ? undefined : placeOf(state, only)
  if (only === undefined || layer?.type !== 'text' || !place) return undefined
  // The size of the letters, or the lines themselves, decide where it is.
  const isShrunk = (state.frame?.report[place.name]?.fit ?? 1) < 1
  const { verticalAlign = 'top' } = layer
  if (isShrunk || typeof verticalAlign !== 'string' || box.height < (place.textBounds?.height ?? 0)) return undefined
  const share = SHARES[verticalAlign]
  const by = box.y - place.bounds.y + share * (box.height - place.bounds.height)
  const still = pull > 0 ? 0 : 1
  return {
    baselines: baselinesOf(state, only).map((at) => at + by),
    rate: fromCenter ? pull * (2 * share - 1) : Math.abs(still - share),
  }
}

/** The frame that the pointer makes, snapped unless it is turned or mirrored. */
function frameAt(session: EditorSession, resized: Resized, { start, pointer }: { start: Pointer; pointer: Pointer }) {
  const { state, handle, outer, frame, isFree } = resized
  const inverse = invert(outer) ?? outer
  const by = { x: pointer.page.x - start.page.x, y: pointer.page.y - start.page.y }
  const options = { keepRatio: isFree ? pointer.shift : !pointer.shift, fromCenter: pointer.alt }
  const plain = resizeFrame(frame, { handle, offset: transformVector(inverse, by) }, options)
  const isUpright = frame.rotation === 0 && [1, 0, 0, 1].every((part, at) => Math.abs((outer[at] ?? 0) - part) < 1e-9)
  if (!isUpright || !session.state.isSnapping) return { after: plain, marks: NO_MARKS }
  const onPage = (box: Box): Box => ({ ...box, x: box.x + outer[4], y: box.y + outer[5] })
  const targets = snapTargets(state, state.selection)
  const direction = directionOf(handle)
  const tolerance = SNAP_PX / session.state.view.zoom
  const box = onPage(boundsOfFrame(plain))
  const text = textIn(session.state, box, { pull: direction.y, fromCenter: pointer.alt })
  const snap = snapResize(box, direction, { targets, tolerance, text, ...options })
  const marks = { ...NO_MARKS, lines: snap.lines, distances: [...snap.distances, ...snap.gaps, ...snap.sizes] }
  if (options.keepRatio) {
    const fixed = options.fromCenter ? { x: 0, y: 0 } : { x: -direction.x, y: -direction.y }
    return { after: withSize(frame, snap.size, fixed), marks }
  }
  const offset = { x: by.x + snap.offset.x, y: by.y + snap.offset.y }
  const after = resizeFrame(frame, { handle, offset: transformVector(inverse, offset) }, options)
  return { after, marks }
}

/** The point of the box that stays, -1 to 1 on each axis: of a side that is pulled, also the upper edge. */
function fixedBy(handle: Handle, fromCenter: boolean): Point {
  const { x, y } = directionOf(handle)
  return { x: fromCenter ? 0 : -x, y: y === 0 ? -1 : fromCenter ? 0 : -y }
}

const sizeLabel = ({ width, height }: Frame) => `${Math.round(width)} × ${Math.round(height)}`

/** Drags one of the eight handles of what is selected. */
export function resizing(session: EditorSession, start: Pointer, handle: Handle): Gesture {
  const { state } = session
  const moved = movedLayers(state, state.selection)
  const [only] = moved
  const isOne = moved.length === 1 && only !== undefined
  const frame = isOne ? only.frame : frameOfBox(union(moved.map((each) => boundsOfFrame(each.frame))))
  const outer = parentMatrix(state, only ? parentOf(state.document, only.id) : null)
  const ids = moved.map(({ id }) => id)
  const resized = { state, handle, outer, frame, isFree: !keepsRatio(state, ids) }
  let last: Pointer | undefined
  session.begin()
  const gesture = {
    cursor: handleCursor(multiply(outer, frameMatrix({ ...frame, flip: 'none' })), handle),
    move(pointer: Pointer) {
      last = pointer
      const { after: pulled, marks } = frameAt(session, resized, { start, pointer })
      const fixed = fixedBy(handle, pointer.alt)
      const isHeightPulled = directionOf(handle).y !== 0 || pulled.height !== frame.height
      const after = isOne ? asDrawn(session.state, only.id, { after: pulled, fixed, isHeightPulled }) : pulled
      const commands = isOne
        ? resizeCommands(state, only.id, {
            before: frame,
            after: { ...after, height: pulled.height },
            withContent: pointer.mod,
          })
        : moved.flatMap(({ id, frame: before }) => {
            const scale = { x: after.width / (frame.width || 1), y: after.height / (frame.height || 1) }
            const inside = scaleFrame({ ...before, x: before.x - frame.x, y: before.y - frame.y }, scale)
            const placed = wholeEdges(before, { ...inside, x: inside.x + after.x, y: inside.y + after.y })
            return resizeCommands(state, id, { before, after: placed, withContent: pointer.mod })
          })
      session.update({ type: 'batch', commands })
      session.set({ marks: { ...marks, label: sizeLabel(after) } })
    },
    end() {
      // The lines of a text are laid out after each move.
      if (last) gesture.move(last)
      session.end()
    },
    cancel: () => session.cancel(),
  }
  return gesture
}
