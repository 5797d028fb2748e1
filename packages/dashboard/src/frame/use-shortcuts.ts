import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { hasOpenPopup } from '#dashboard/ui/fields/open-popup.ts'
import { isTypedInto } from '#dashboard/ui/fields/typed-into.ts'
import type { PageEntry } from './pages.ts'

interface Shortcuts {
  pages: readonly PageEntry[]
  openPalette: () => void
  openHelp: () => void
  /** The page has shortcuts of its own: only that of the palette is left. */
  isFullScreen: boolean
}

const secondKeyWithinMs = 1500

function isTyping(event: KeyboardEvent): boolean {
  // What has a shadow root stands for all that is typed inside.
  const [target] = event.composedPath()
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || isTypedInto(target)
}

function isPalette({ ctrlKey, metaKey, key }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && key.toLowerCase() === 'k'
}

/** Keys that are for the browser, for what somebody types into, or for what is open. */
function isForOthers(event: KeyboardEvent): boolean {
  const isCommand = event.ctrlKey || event.metaKey || event.altKey
  return isCommand || isTyping(event) || hasOpenPopup()
}

/** Ctrl or Cmd K: palette; `?`: help; `g` and a letter: a page. Not while somebody types. */
export function useShortcuts({ pages, openPalette, openHelp, isFullScreen }: Shortcuts): void {
  const navigate = useNavigate()
  const goUntilMs = useRef(0)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isPalette(event)) {
        event.preventDefault()
        openPalette()
        return
      }
      if (isFullScreen || isForOthers(event)) return
      const isSecond = performance.now() < goUntilMs.current
      goUntilMs.current = event.key === 'g' && !isSecond ? performance.now() + secondKeyWithinMs : 0
      const page = isSecond ? pages.find(({ key }) => key === event.key) : undefined
      if (page) navigate({ to: page.path })
      else if (event.key === '?') openHelp()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [pages, navigate, openPalette, openHelp, isFullScreen])
}
