import { type ComponentType, type RefObject, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { lazily } from '#dashboard/api/lazily.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { setWindow } from '#dashboard/screens/editor/session/view-actions.ts'
import { t } from '#dashboard/strings/editor.ts'
import { Stage } from './stage.tsx'

const ServerPicture = lazily(() => import('./server-picture.tsx'), 'ServerPicture')

export interface OnCanvasProps {
  /** In the page before its work is, which listens to it in layout effects. */
  readonly canvas: RefObject<HTMLElement | null>
}

interface CanvasProps {
  picture: string
  /** What a person does on the canvas. */
  Work: ComponentType<OnCanvasProps>
  /** What opens above the canvas. */
  Menus: ComponentType<OnCanvasProps>
}

/** Follows the pixels of the screen: the window may go to another one, and people zoom the browser. */
function usePixelRatio(): void {
  const session = useSession()
  const pixelRatio = useEditor((state) => state.pixelRatio)
  useLayoutEffect(() => {
    // It holds for one ratio only: another one asks again.
    const query = matchMedia(`(resolution: ${pixelRatio}dppx)`)
    const measure = () => session.set({ pixelRatio: devicePixelRatio })
    measure()
    query.addEventListener('change', measure)
    return () => query.removeEventListener('change', measure)
  }, [session, pixelRatio])
}

/** The window onto the page: what is drawn, and above it what is selected. */
export function Canvas({ picture, Work, Menus }: CanvasProps) {
  const session = useSession()
  const element = useRef<HTMLDivElement>(null)
  const isReady = useEditor(({ window }) => window.width > 0)
  const isDrawn = useEditor(({ frame }) => frame !== null)
  const reason = useEditor(({ drawError }) => drawError)
  const cursor = useEditor(({ tool, readOnly }) => {
    if (tool === 'hand') return 'cursor-grab'
    return tool !== 'select' && readOnly === null ? 'cursor-crosshair' : ''
  })
  useEffect(() => {
    const target = element.current
    if (!target) return
    const measure = () => setWindow(session, { width: target.clientWidth, height: target.clientHeight })
    const observer = new ResizeObserver(measure)
    observer.observe(target)
    return () => observer.disconnect()
  }, [session])
  usePixelRatio()
  return (
    <>
      <div
        ref={element}
        role="application"
        // As the page: places count from the left.
        dir="ltr"
        aria-label={t('editor.canvas')}
        aria-busy={!isDrawn && reason === null}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is worked by keyboard
        tabIndex={0}
        // The ring of the focus is above what is drawn.
        className={`relative touch-none overflow-hidden bg-sunken outline-none select-none after:pointer-events-none after:absolute after:inset-0 after:-outline-offset-2 focus-visible:after:outline-2 focus-visible:after:outline-accent ${cursor}`}
      >
        {isReady && (
          <>
            <Stage picture={picture} />
            <Suspense>{reason !== null && <ServerPicture reason={reason} />}</Suspense>
            <Work canvas={element} />
          </>
        )}
      </div>
      <Menus canvas={element} />
    </>
  )
}
