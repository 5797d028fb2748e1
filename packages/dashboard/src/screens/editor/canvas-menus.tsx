import type { OnCanvasProps } from './canvas/canvas.tsx'
import { LatePart } from './late-part.tsx'
import { useEditor } from './session/use-editor.ts'

/** What opens above the canvas: its menu, and the list of layers under the pointer. */
export function CanvasMenus({ canvas }: OnCanvasProps) {
  const menu = useEditor((state) => state.menu)
  const stacked = useEditor((state) => state.stacked)
  return (
    <>
      {menu && <LatePart>{({ CanvasMenu }) => <CanvasMenu {...menu} canvas={canvas} />}</LatePart>}
      {stacked && <LatePart>{({ LayerMenu }) => <LayerMenu stacked={stacked} canvas={canvas} />}</LatePart>}
    </>
  )
}
