import type { Box, Size } from '@pictable/editor'
import { pan, type View } from '#dashboard/screens/editor/session/view.ts'

/** Between the caret and the edge of the window, in CSS pixels. */
const MARGIN_PX = 24

/** How far a stretch has to go to be seen in a window; 0 when it is. */
function shift(from: number, length: number, window: number): number {
  const margin = Math.max(0, Math.min(MARGIN_PX, (window - length) / 2))
  if (from < margin) return margin - from
  // Of what is longer than the window, the beginning is seen.
  return Math.max(margin - from, Math.min(0, window - margin - (from + length)))
}

/** The view in which a caret is seen, whose box is in CSS pixels of the window: moved as little as needed, else the same. */
export function viewOfCaret(view: View, caret: Box, window: Size): View {
  const by = {
    x: shift(caret.x, caret.width, window.width),
    y: shift(caret.y, caret.height, window.height),
  }
  return by.x === 0 && by.y === 0 ? view : pan(view, by)
}
