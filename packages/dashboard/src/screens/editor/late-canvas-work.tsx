import type { OnCanvasProps } from './canvas/canvas.tsx'
import { LatePart } from './late-part.tsx'

/** Gestures, keys and marks: nothing can be done with a page that is not seen. */
export function LateCanvasWork(props: OnCanvasProps) {
  return <LatePart>{({ CanvasWork }) => <CanvasWork {...props} />}</LatePart>
}
