import { useEffect, useRef } from 'react'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'

/** Larger pictures are stretched. */
const MAX_PIXELS = 16_000_000
/** A zoom that still changes stretches the picture, which is drawn again at rest. */
const SETTLED_MS = 80

/** The page as the browser draws it. */
export function Stage() {
  const canvas = useRef<HTMLCanvasElement>(null)
  const frame = useEditor((state) => state.frame)
  const view = useEditor((state) => state.view)
  const { width, height } = useEditor(({ document }) => document.design)
  const drawnScale = useRef(0)
  const wanted = view.zoom * devicePixelRatio
  const scale = Math.min(wanted, Math.sqrt(MAX_PIXELS / (width * height)), 8)
  useEffect(() => {
    const target = canvas.current
    if (!target || !frame) return
    const draw = () => {
      drawnScale.current = scale
      void frame.draw(target, { x: 0, y: 0, width, height, scale })
    }
    if (drawnScale.current === scale || drawnScale.current === 0) {
      draw()
      return
    }
    const timer = setTimeout(draw, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [frame, scale, width, height])
  return (
    <canvas
      ref={canvas}
      aria-hidden
      className="pointer-events-none absolute start-0 top-0 origin-top-left shadow-float"
      style={{
        width: width * view.zoom,
        height: height * view.zoom,
        transform: `translate(${view.x}px, ${view.y}px)`,
      }}
    />
  )
}
