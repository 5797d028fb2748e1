import { useEffect, useRef, useState } from 'react'

const waitMs = 400
const gapPx = 6
const edgePx = 8

function hintOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null
}

/** Below its element, above it where there is no room, and never outside of the window. */
function place(layer: HTMLElement, at: DOMRect): void {
  const { width, height } = layer.getBoundingClientRect()
  const left = Math.min(Math.max(edgePx, at.left + (at.width - width) / 2), innerWidth - width - edgePx)
  const fitsBelow = at.bottom + gapPx + height < innerHeight - edgePx
  layer.style.left = `${left}px`
  layer.style.top = `${fitsBelow ? at.bottom + gapPx : at.top - gapPx - height}px`
}

/** One tooltip for the whole page: of whatever has `data-tooltip` and is pointed at or has the focus. */
export function TooltipLayer() {
  const layer = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  useEffect(() => {
    const stop = new AbortController()
    const options = { signal: stop.signal, capture: true }
    let timer: ReturnType<typeof setTimeout> | undefined
    let shown: HTMLElement | null = null

    function hide(): void {
      clearTimeout(timer)
      shown = null
      layer.current?.hidePopover()
    }
    function show(target: HTMLElement): void {
      setText(target.dataset.tooltip ?? '')
      // The text has to be there before it can be measured.
      requestAnimationFrame(() => {
        if (shown !== target || !target.isConnected || layer.current === null) return
        layer.current.showPopover()
        place(layer.current, target.getBoundingClientRect())
      })
    }
    function want(target: HTMLElement | null, afterMs: number): void {
      if (target === shown) return
      hide()
      shown = target
      if (target !== null) timer = setTimeout(() => show(target), afterMs)
    }
    addEventListener(
      'pointerover',
      ({ target, pointerType }) => pointerType !== 'touch' && want(hintOf(target), waitMs),
      options,
    )
    addEventListener(
      'focusin',
      ({ target }) => {
        const hint = hintOf(target)
        want(hint?.matches(':focus-visible') === true ? hint : null, 0)
      },
      options,
    )
    for (const ends of ['pointerdown', 'keydown', 'scroll', 'blur']) addEventListener(ends, hide, options)
    return () => {
      hide()
      stop.abort()
    }
  }, [])
  return (
    <div
      ref={layer}
      popover="manual"
      role="tooltip"
      className="pointer-events-none fixed inset-auto m-0 max-w-xs rounded-md bg-ink px-2 py-1 text-xs text-ground shadow-float"
    >
      {text}
    </div>
  )
}
