import type { Gesture, Pointer } from '#dashboard/screens/editor/session/pointer.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { copying, moving } from './move-gesture.ts'
import { reordering } from './reorder-gesture.ts'
import { stackAround } from './stack-order.ts'

/** With Alt a copy is dragged, from when it is pressed until it is released. */
export function dragging(session: EditorSession, start: Pointer): Gesture {
  const { state } = session
  const begin = (isCopy: boolean) => {
    if (isCopy) return copying(session, { state, start })
    const stack = stackAround(state, state.selection)
    return stack ? reordering(session, { state, start, stack }) : moving(session, { state, start })
  }
  let isCopy = start.alt
  let active = begin(isCopy)
  return {
    get cursor() {
      return active.cursor
    },
    get isElsewhere() {
      return active.isElsewhere
    },
    move(pointer) {
      if (pointer.alt !== isCopy) {
        active.cancel()
        isCopy = pointer.alt
        active = begin(isCopy)
      }
      active.move(pointer)
    },
    end: (pointer) => active.end(pointer),
    cancel: () => active.cancel(),
  }
}
