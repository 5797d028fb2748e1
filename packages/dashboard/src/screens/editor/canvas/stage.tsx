import { useLayoutEffect, useRef } from 'react'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { eachFrame } from './each-frame.ts'
import { Painter } from './painter.ts'

/** What is drawn above the page: layers of the compositor by themselves, so that none is painted again when another comes. */
export const overlayClass = 'pointer-events-none absolute inset-0 size-full overflow-hidden will-change-transform'
/** The compositor moves them: a view that changes paints nothing. */
export const canvasClass = 'pointer-events-none absolute start-0 top-0 origin-top-left will-change-transform'

/** The page as the browser draws it; until it can, as the server drew it last. */
export function Stage({ picture }: { picture: string }) {
  const session = useSession()
  const canvas = useRef<HTMLCanvasElement>(null)
  const still = useRef<HTMLCanvasElement>(null)
  const page = useRef<HTMLDivElement>(null)
  const isDrawn = useEditor(({ frame }) => frame !== null)
  useLayoutEffect(() => {
    const paper = page.current
    if (!canvas.current || !still.current || !paper) return
    const painter = new Painter(canvas.current, still.current, paper)
    const end = eachFrame(session, () => {
      painter.show(session.state)
      // The first picture is not held up by what comes after it.
      if (session.state.frame && !session.state.isShown) requestAnimationFrame(() => session.set({ isShown: true }))
    })
    return () => {
      end()
      painter.stop()
    }
  }, [session])
  return (
    <>
      <div
        ref={page}
        aria-hidden
        className="pointer-events-none absolute start-0 top-0 origin-top-left bg-raised shadow-float will-change-transform"
      >
        {!isDrawn && <img src={picture} alt="" className="size-full" />}
      </div>
      <canvas ref={canvas} aria-hidden className={canvasClass} />
      <canvas ref={still} aria-hidden className={canvasClass} />
    </>
  )
}
