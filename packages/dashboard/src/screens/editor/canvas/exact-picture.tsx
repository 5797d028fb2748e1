import { Check, CircleAlert, CloudOff, Eye } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { useConnection } from '#dashboard/api/connection.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { eachFrame } from './each-frame.ts'
import { ExactFrame } from './exact-frame.ts'
import { canvasClass } from './stage.tsx'

const markClass =
  // A layer of the compositor by itself: what is above it is not painted again when it comes or goes.
  'absolute start-3 bottom-3 flex h-6 items-center gap-1 rounded-full border border-line bg-raised/90 px-2 text-xs text-ink-soft shadow-float will-change-transform [&_svg]:size-3.5'

/** Shows the server's picture while it is held down. */
function HeldMark() {
  const session = useSession()
  const isHeld = useEditor((state) => state.isExactHeld)
  const hold = (isDown: boolean) => session.set({ isExactHeld: isDown })
  // An edit takes the mark away below the finger.
  useEffect(() => () => session.set({ isExactHeld: false }), [session])
  const onKey = (event: KeyboardEvent, isDown: boolean) => {
    if (event.key !== ' ' && event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    hold(isDown)
  }
  const onDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    hold(true)
  }
  return (
    <button
      type="button"
      aria-pressed={isHeld}
      data-tooltip={t('editor.exact_hold')}
      onPointerDown={onDown}
      onPointerUp={() => hold(false)}
      onPointerCancel={() => hold(false)}
      onKeyDown={(event) => onKey(event, true)}
      onKeyUp={(event) => onKey(event, false)}
      onBlur={() => hold(false)}
      className={`${markClass} hover:text-ink aria-pressed:border-accent aria-pressed:text-accent-ink`}
    >
      <Eye aria-hidden />
      {t('editor.exact_differs')}
    </button>
  )
}

/** Whether what is seen is the server's own picture, to the pixel. */
export function ExactMark() {
  const exactness = useEditor((state) => state.exactness)
  const reason = useEditor((state) => state.exactReason)
  const { server } = useConnection()
  if (exactness === 'differs') return <HeldMark />
  if (exactness === 'exact') {
    return (
      <p data-tooltip={t('editor.exact_hint')} className={`${markClass} pointer-events-none`}>
        <Check aria-hidden />
        {t('editor.exact')}
      </p>
    )
  }
  if (exactness === 'failed') {
    return (
      <p className={`${markClass} max-w-[calc(100%-1.5rem)]`} data-tooltip={reason ?? undefined}>
        <CircleAlert aria-hidden className="shrink-0 text-warn" />
        <span className="truncate">{reason}</span>
      </p>
    )
  }
  if (exactness === 'browser' && server !== 'gone') return null
  return (
    <p className={markClass}>
      <CloudOff aria-hidden className="text-warn" />
      {t('editor.exact_stale')}
    </p>
  )
}

/** The server's own picture, above that of the browser. */
export function ExactCanvas() {
  const session = useSession()
  const canvas = useRef<HTMLCanvasElement>(null)
  const isHeld = useEditor((state) => state.isExactHeld)
  useLayoutEffect(() => {
    if (!canvas.current) return
    const exact = new ExactFrame(canvas.current, session)
    const end = eachFrame(session, () => exact.show(session.state))
    return () => {
      end()
      exact.stop()
    }
  }, [session])
  return (
    <canvas
      ref={canvas}
      aria-hidden
      data-shown="no"
      data-held={isHeld}
      className={`${canvasClass} opacity-0 motion-safe:data-[shown=yes]:transition-opacity motion-safe:data-[shown=yes]:duration-120 data-[shown=yes]:opacity-100 data-[shown=held]:data-[held=true]:opacity-100`}
    />
  )
}
