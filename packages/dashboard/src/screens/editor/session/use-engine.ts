import { useEffect, useSyncExternalStore } from 'react'
import { openEngine } from '#dashboard/screens/editor/engine/engine.ts'
import { t } from '#dashboard/strings/editor.ts'
import { startDrawing } from './draw-loop.ts'
import type { EditorSession } from './session.ts'

const RETRY_MS = 3000

/** What the renderer needs and this browser lacks, as a sentence. */
function missingFeature(): string | null {
  if (typeof WebAssembly !== 'object') return t('editor.no_webassembly')
  return document.createElement('canvas').getContext('2d') === null ? t('editor.no_canvas') : null
}

/** Draws the session as long as the component is shown. A server that is away is asked again for its fonts. */
export function useEngine(session: EditorSession): void {
  const fonts = useSyncExternalStore(session.subscribe, () => session.state.fontsRelease)
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened again for new fonts
  useEffect(() => {
    const missing = missingFeature()
    if (missing !== null) {
      // What the canvas would show is edited as text. New fonts do not open it again.
      if (session.state.drawError === null) session.set({ drawError: missing, source: 'design' })
      return
    }
    let stop: (() => void) | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    const open = () =>
      void openEngine().then(
        (engine) => {
          if (isGone) return
          session.set({ engine })
          stop = startDrawing(session, engine)
        },
        (error: unknown) => {
          if (isGone) return
          const reason = error instanceof Error ? error.message : String(error)
          session.set({ drawError: t('editor.not_started', { reason }) })
          timer = setTimeout(open, RETRY_MS)
        },
      )
    open()
    return () => {
      isGone = true
      clearTimeout(timer)
      stop?.()
    }
  }, [session, fonts])
}
