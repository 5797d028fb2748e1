import {
  boundsOfFrame,
  frameMatrix,
  invert,
  rotateFrame,
  rotateFrames,
  transform,
  turnBetween,
  union,
} from '@pictable/editor'
import { movedLayers, placeCommands } from '#dashboard/screens/editor/session/place-commands.ts'
import type { Gesture, Pointer } from '#dashboard/screens/editor/session/pointer.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { NO_MARKS } from '#dashboard/screens/editor/session/state.ts'

const ARROW = '<path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9" /><path d="M19.5 4.5V9H15" />'
const ICON = [
  '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" stroke-linecap="round" stroke-linejoin="round">',
  `<g stroke="#fff" stroke-width="4.5">${ARROW}</g><g stroke="#111" stroke-width="2">${ARROW}</g></svg>`,
].join('')

/** An arrow in a circle: no cursor of browsers is one. */
export const ROTATE_CURSOR = `url("data:image/svg+xml,${encodeURIComponent(ICON)}") 12 12, grab`

const middleOf = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => ({
  x: x + width / 2,
  y: y + height / 2,
})

/** Turns what is selected: one layer around its own origin, several around their common centre. */
export function rotating(session: EditorSession, start: Pointer): Gesture {
  const { state } = session
  const moved = movedLayers(state, state.selection)
  const frames = moved.map(({ frame }) => frame)
  const [first] = moved
  const inverse = first && invert(first.outer)
  const inside = (pointer: Pointer) => (inverse ? transform(inverse, pointer.page) : pointer.page)
  const center =
    moved.length === 1 && first
      ? transform(frameMatrix({ ...first.frame, flip: 'none' }), {
          x: first.frame.origin.x * first.frame.width,
          y: first.frame.origin.y * first.frame.height,
        })
      : middleOf(union(frames.map(boundsOfFrame)))
  session.begin()
  return {
    cursor: ROTATE_CURSOR,
    move(pointer) {
      const degrees = turnBetween(center, inside(start), inside(pointer))
      const steps = pointer.shift
      const turned =
        moved.length === 1
          ? frames.map((frame) => rotateFrame(frame, degrees, { steps }))
          : rotateFrames(frames, center, { degrees, steps })
      const commands = moved.flatMap(({ id, frame }, at) => {
        const after = turned[at]
        return after ? placeCommands(state, id, { before: frame, after }) : []
      })
      session.update({ type: 'batch', commands })
      const shown = moved.length === 1 ? (turned[0]?.rotation ?? 0) : degrees
      const text = `${Math.round(shown * 10) / 10}°`
      session.set({ marks: { ...NO_MARKS, pointerLabel: { at: pointer.screen, text } } })
    },
    end: () => session.end(),
    cancel: () => session.cancel(),
  }
}
