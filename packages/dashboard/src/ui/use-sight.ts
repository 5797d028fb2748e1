import { type RefObject, useEffect } from 'react'

/** Calls back whenever an element comes into sight, or so near to it. */
export function useSight(element: RefObject<Element | null>, onSight: () => void, nearPx = 0): void {
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && onSight(), {
      rootMargin: `${nearPx}px`,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, onSight, nearPx])
}
