import { useEffect, useRef } from 'react'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { setWindow } from '#dashboard/screens/editor/session/view-actions.ts'
import { t } from '#dashboard/strings/editor.ts'
import { Announcer } from './announcer.tsx'
import { CanvasMenu } from './context-menu.tsx'
import { EmptyHint } from './empty-hint.tsx'
import { ExactMark } from './exact-mark.tsx'
import { LayerMenu } from './layer-menu.tsx'
import { LayerNotes } from './layer-notes.tsx'
import { Overlay } from './overlay.tsx'
import { Rulers } from './rulers.tsx'
import { ServerPicture } from './server-picture.tsx'
import { Stage } from './stage.tsx'
import { useClipboard } from './use-clipboard.ts'
import { useKeys } from './use-keys.ts'
import { usePointer } from './use-pointer.ts'
import { useWheel } from './use-wheel.ts'

/** The window onto the page: what is drawn, and above it what is selected. */
export function Canvas({ picture }: { picture: string }) {
  const session = useSession()
  const element = useRef<HTMLDivElement>(null)
  const isReady = useEditor(({ window }) => window.width > 0)
  const isDrawn = useEditor(({ frame }) => frame !== null)
  const reason = useEditor(({ frame, drawError }) => (frame === null ? drawError : null))
  const isDrawing = useEditor(({ tool, readOnly }) => tool !== 'select' && readOnly === null)
  useWheel(element)
  usePointer(element)
  useKeys(element)
  useClipboard(element)
  useEffect(() => {
    const target = element.current
    if (!target) return
    const measure = () => setWindow(session, { width: target.clientWidth, height: target.clientHeight })
    const observer = new ResizeObserver(measure)
    observer.observe(target)
    return () => observer.disconnect()
  }, [session])
  return (
    <CanvasMenu>
      <div
        ref={element}
        role="application"
        aria-label={t('editor.canvas')}
        aria-busy={!isDrawn && reason === null}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is worked by keyboard
        tabIndex={0}
        // The ring of the focus is above what is drawn.
        className={`relative touch-none overflow-hidden bg-sunken outline-none select-none after:pointer-events-none after:absolute after:inset-0 after:-outline-offset-2 focus-visible:after:outline-2 focus-visible:after:outline-accent ${isDrawing ? 'cursor-crosshair' : ''}`}
      >
        {isReady && (
          <>
            <Stage picture={picture} />
            {reason !== null && <ServerPicture reason={reason} />}
            <EmptyHint />
            <LayerNotes />
            <Overlay />
            <Rulers />
            <ExactMark />
          </>
        )}
        <LayerMenu canvas={element} />
        <Announcer />
      </div>
    </CanvasMenu>
  )
}
