import type { LayerId, Point } from '@pictable/editor'
import { type ComponentType, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { select } from '#dashboard/screens/editor/session/select-actions.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { setWindow } from '#dashboard/screens/editor/session/view-actions.ts'
import { t } from '#dashboard/strings/editor.ts'
import { Announcer } from './announcer.tsx'
import { EmptyHint } from './empty-hint.tsx'
import { ExactMark } from './exact-mark.tsx'
import { LayerNotes } from './layer-notes.tsx'
import { Overlay } from './overlay.tsx'
import { isInsideSelection, layersUnder, pick } from './pick.ts'
import { pointerAt } from './pointer.ts'
import { Rulers } from './rulers.tsx'
import { ServerPicture } from './server-picture.tsx'
import { Stage } from './stage.tsx'
import { useClipboard } from './use-clipboard.ts'
import { useKeys } from './use-keys.ts'
import { usePointer } from './use-pointer.ts'
import { useWheel } from './use-wheel.ts'

/** Where a menu was asked for, and the layers there. */
interface Pressed {
  at: Point
  under: readonly LayerId[]
}

/** Selects what a menu is asked for, unless it is part of the selection. */
function pressed(session: EditorSession, event: MouseEvent): Pressed {
  event.preventDefault()
  const { left, top } = event.currentTarget.getBoundingClientRect()
  const at = { x: event.clientX, y: event.clientY }
  const pointer = pointerAt(session, { x: at.x - left, y: at.y - top }, event)
  const under = layersUnder(session.state, pointer)
  if (!isInsideSelection(session.state, pointer)) {
    const layer = pick(session.state, pointer)
    select(session, layer === undefined ? [] : [layer])
  }
  return { at, under }
}

export interface MenusProps {
  readonly canvas: RefObject<HTMLElement | null>
  /** Where the menu is open. */
  readonly menu: Pressed | null
  readonly onClose: () => void
}

interface CanvasProps {
  picture: string
  /** What opens above the canvas. */
  Menus: ComponentType<MenusProps>
}

/** The window onto the page: what is drawn, and above it what is selected. */
export function Canvas({ picture, Menus }: CanvasProps) {
  const session = useSession()
  const element = useRef<HTMLDivElement>(null)
  const isReady = useEditor(({ window }) => window.width > 0)
  const isDrawn = useEditor(({ frame }) => frame !== null)
  const reason = useEditor(({ frame, drawError }) => (frame === null ? drawError : null))
  const isDrawing = useEditor(({ tool, readOnly }) => tool !== 'select' && readOnly === null)
  const [menu, setMenu] = useState<Pressed | null>(null)
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
    <>
      <div
        ref={element}
        role="application"
        aria-label={t('editor.canvas')}
        onContextMenu={(event) => setMenu(pressed(session, event))}
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
        <Announcer />
      </div>
      <Menus canvas={element} menu={menu} onClose={() => setMenu(null)} />
    </>
  )
}
