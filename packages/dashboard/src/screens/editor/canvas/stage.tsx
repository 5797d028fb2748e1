import { useLayoutEffect, useRef } from 'react'
import type { EditorState } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { ExactFrame } from './exact-frame.ts'
import { Painter } from './painter.ts'

// The compositor moves them: a view that changes paints nothing.
const canvasClass = 'pointer-events-none absolute start-0 top-0 origin-top-left will-change-transform'

function placePage({ style }: HTMLElement, { view: { zoom, x, y }, document: { design } }: EditorState): void {
  style.width = `${design.width * zoom}px`
  style.height = `${design.height * zoom}px`
  style.transform = `translate(${x}px, ${y}px)`
}

/** The page as the browser draws it; until it can, as the server drew it last. */
export function Stage({ picture }: { picture: string }) {
  const session = useSession()
  const canvas = useRef<HTMLCanvasElement>(null)
  const exactCanvas = useRef<HTMLCanvasElement>(null)
  const page = useRef<HTMLDivElement>(null)
  const isExactHeld = useEditor((state) => state.isExactHeld)
  const isDrawn = useEditor(({ frame }) => frame !== null)
  useLayoutEffect(() => {
    const paper = page.current
    if (!canvas.current || !exactCanvas.current || !paper) return
    const painter = new Painter(canvas.current)
    const exact = new ExactFrame(exactCanvas.current, session)
    let request = 0
    const show = () => {
      request = 0
      placePage(paper, session.state)
      painter.show(session.state)
      exact.show(session.state)
      // The first picture is not held up by what comes after it.
      if (session.state.frame && !session.state.isShown) requestAnimationFrame(() => session.set({ isShown: true }))
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
  return (
    <>
      <div
        ref={page}
        aria-hidden
        className="pointer-events-none absolute start-0 top-0 bg-raised shadow-float will-change-transform"
      >
        {!isDrawn && <img src={picture} alt="" className="size-full" />}
      </div>
      <canvas ref={canvas} aria-hidden className={canvasClass} />
      <canvas
        ref={exactCanvas}
        aria-hidden
        data-shown="no"
        data-held={isExactHeld}
        className={`${canvasClass} opacity-0 motion-safe:data-[shown=yes]:transition-opacity motion-safe:data-[shown=yes]:duration-120 data-[shown=yes]:opacity-100 data-[shown=held]:data-[held=true]:opacity-100`}
      />
    </>
  )
}
