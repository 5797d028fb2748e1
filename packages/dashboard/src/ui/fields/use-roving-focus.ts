import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { direction } from '#dashboard/api/direction.ts'

const itemsOf = (bar: HTMLElement | null) => [...(bar?.querySelectorAll<HTMLElement>('button, input') ?? [])]

/** Whether an arrow leaves a field: inside of it, arrows move the caret. */
function leavesField(target: EventTarget, key: string): boolean {
  if (!(target instanceof HTMLInputElement) || target.selectionStart === null) return true
  const { selectionStart, selectionEnd, value } = target
  if (selectionStart !== selectionEnd) return false
  return key === 'ArrowLeft' ? selectionStart === 0 : key === 'ArrowRight' && selectionEnd === value.length
}

function nextOf(items: readonly HTMLElement[], { key, target }: KeyboardEvent): HTMLElement | undefined {
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  const forward = direction() === 'rtl' ? -1 : 1
  const steps: Readonly<Record<string, number>> = { ArrowLeft: -forward, ArrowRight: forward }
  const step = steps[key]
  const at = items.findIndex((item) => Object.is(item, target))
  return step === undefined || at < 0 ? undefined : items[(at + step + items.length) % items.length]
}

/** Arrows, Home and End lead from one control of a bar to the others. */
export function moveFocus(bar: HTMLElement | null, event: KeyboardEvent): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !leavesField(event.target, event.key)) return
  const next = nextOf(itemsOf(bar), event)
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** A toolbar is one stop for Tab: the one that had the focus last. Arrows, Home and End lead to its other controls. */
export function useRovingFocus(bar: RefObject<HTMLElement | null>) {
  const last = useRef<EventTarget>(null)
  const mark = () => {
    const items = itemsOf(bar.current)
    const stop = items.find((item) => item === last.current) ?? items[0]
    for (const item of items) item.tabIndex = item === stop ? 0 : -1
  }
  // Whatever was added or removed.
  useEffect(mark)
  return {
    onFocus(event: FocusEvent) {
      last.current = event.target
      mark()
    },
    onKeyDown: (event: KeyboardEvent) => moveFocus(bar.current, event),
  }
}
