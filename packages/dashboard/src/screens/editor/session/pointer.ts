import type { Point } from '@pictable/editor'
import { isMac } from '#dashboard/ui/fields/is-mac.ts'
import type { EditorSession } from './session.ts'
import { toPage } from './view.ts'

/** Where the pointer is, and what is held with it. */
export interface Pointer {
  /** In the window of the canvas, in CSS pixels. */
  readonly screen: Point
  /** On the page. */
  readonly page: Point
  readonly shift: boolean
  readonly alt: boolean
  /** Ctrl, or Cmd on macOS. */
  readonly mod: boolean
}

type Held = Pick<MouseEvent, 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>

export const isMod = (event: Pick<Held, 'ctrlKey' | 'metaKey'>): boolean => (isMac ? event.metaKey : event.ctrlKey)

/** What is shown above the page, with controls of its own. */
const ABOVE_PAGE = 'button, input, textarea, [role="toolbar"], [role="listbox"], [data-panel]'

/** Whether the pointer is on the page: what is above it is pressed for itself. */
export const isOnPage = ({ target }: Event): boolean =>
  !(target instanceof Element && target.closest(ABOVE_PAGE) !== null)

/** A press becomes a drag when the pointer has moved this far, in CSS pixels. */
const DRAG_PX = 3

export function isDragged({ screen: from }: Pointer, { screen: to }: Pointer): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) >= DRAG_PX
}

/** A press of the pointer that goes on until it is released. One is under way at a time. */
export interface Gesture {
  move(pointer: Pointer): void
  /** Released. */
  end(pointer: Pointer): void
  /** Escape, a lost window: all is as before. */
  cancel(): void
  readonly cursor?: string | undefined
  /** The pointer is where the gesture goes on outside of the canvas, which does not scroll then. */
  readonly isElsewhere?: boolean | undefined
}

export function pointerAt(session: EditorSession, screen: Point, held: Held): Pointer {
  return {
    screen,
    page: toPage(session.state.view, screen),
    shift: held.shiftKey,
    alt: held.altKey,
    mod: isMod(held),
  }
}
