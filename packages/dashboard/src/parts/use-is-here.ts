import { useCallback, useEffect, useRef } from 'react'

/** Tells what ends later, such as a request, whether the part that began it is still shown. */
export function useIsHere(): () => boolean {
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return useCallback(() => isHere.current, [])
}
