import { type RefObject, useLayoutEffect } from 'react'

type Next = (gone: HTMLElement) => Element | null

/** When an element goes that has the focus, another one gets it. `next` stays the same. */
export function usePassOnFocus(element: RefObject<HTMLElement | null>, next: Next): void {
  useLayoutEffect(() => {
    const own = element.current
    return () => {
      if (!own?.contains(document.activeElement)) return
      const other = next(own)
      if (other instanceof HTMLElement) other.focus({ preventScroll: true })
    }
  }, [element, next])
}

/** There keys move layers and step through the records, as one sees. */
export const toCanvas: Next = () => document.querySelector('[role="application"]')
