import { invert, transform } from '@pictable/editor'
import type { Gesture, Pointer } from '#dashboard/screens/editor/session/pointer.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { NO_MARKS } from '#dashboard/screens/editor/session/state.ts'
import { activeGradient } from './active-gradient.ts'

/** What handles of gradients begin with. */
const PREFIX = 'gradient-'

export const isGradientHandle = (name: string): boolean => name.startsWith(PREFIX)

/** Drags a stop, the direction, the centre or the radius of the gradient on the canvas. */
export function draggingGradient(session: EditorSession, name: string): Gesture | null {
  const active = activeGradient(session.state)
  const handle = active?.view.handles.find((each) => PREFIX + each.name === name)
  const inverse = active && invert(active.matrix)
  if (!handle || !inverse) return null
  const { target, path } = active
  const [, stop] = /^stop(\d+)$/.exec(handle.name) ?? []
  if (stop !== undefined) session.set({ paint: { path: path.join('.'), stop: Number(stop) } })
  session.begin()
  return {
    move({ page, screen, shift }) {
      const moved = handle.moved(transform(inverse, page), shift)
      session.update({ type: 'set', target, path: [...path, ...moved.path], value: moved.value })
      session.set({ marks: { ...NO_MARKS, pointerLabel: { at: screen, text: moved.label } } })
    },
    end: () => session.end(),
    cancel: () => session.cancel(),
  }
}

/** Adds a stop where the line of the gradient was clicked. */
export function addGradientStop(session: EditorSession, { page }: Pointer): void {
  const active = activeGradient(session.state)
  const inverse = active && invert(active.matrix)
  if (!inverse) return
  const { target, path, view } = active
  const { stops, at } = view.withStopAt(transform(inverse, page))
  session.run({ type: 'set', target, path: [...path, 'stops'], value: stops })
  session.set({ paint: { path: path.join('.'), stop: at } })
}
