import { useEffect, useRef } from 'react'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { ExactFrame } from './exact-frame.ts'
import { Painter } from './painter.ts'

/** The page as the browser draws it; until it can, as the server drew it last. */
export function Stage({ picture }: { picture: string }) {
  const session = useSession()
  const canvas = useRef<HTMLCanvasElement>(null)
  const exactCanvas = useRef<HTMLCanvasElement>(null)
  const isExactHeld = useEditor((state) => state.isExactHeld)
  const view = useEditor((state) => state.view)
  const isDrawn = useEditor(({ frame }) => frame !== null)
  const { width, height } = useEditor(({ document }) => document.design)
  useEffect(() => {
    if (!canvas.current || !exactCanvas.current) return
    const painter = new Painter(canvas.current)
    const exact = new ExactFrame(exactCanvas.current, session)
    let request = 0
    const show = () => {
      request = 0
      painter.show(session.state)
      exact.show(session.state)
    }
    const unsubscribe = session.subscribe(() => {
      request ||= requestAnimationFrame(show)
    })
    show()
    return () => {
      cancelAnimationFrame(request)
      painter.stop()
      exact.stop()
      unsubscribe()
    }
  }, [session])
  const box = {
    width: width * view.zoom,
    height: height * view.zoom,
    transform: `translate(${view.x}px, ${view.y}px)`,
  }
  return (
    <>
      <div aria-hidden className="pointer-events-none absolute start-0 top-0 bg-raised shadow-float" style={box}>
        {!isDrawn && <img src={picture} alt="" className="size-full" />}
      </div>
      <canvas ref={canvas} aria-hidden className="pointer-events-none absolute start-0 top-0 origin-top-left" />
      <canvas
        ref={exactCanvas}
        aria-hidden
        data-shown="no"
        data-held={isExactHeld}
        className="pointer-events-none absolute start-0 top-0 origin-top-left opacity-0 motion-safe:data-[shown=yes]:transition-opacity motion-safe:data-[shown=yes]:duration-120 data-[shown=yes]:opacity-100 data-[shown=held]:data-[held=true]:opacity-100"
      />
    </>
  )
}
