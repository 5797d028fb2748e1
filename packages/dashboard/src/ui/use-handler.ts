import { useCallback, useLayoutEffect, useRef } from 'react'

/** The same function at every render, which does what the newest does: for parts that are drawn only when they change. */
export function useHandler<Args extends unknown[], Result>(work: (...args: Args) => Result): (...args: Args) => Result {
  const newest = useRef(work)
  useLayoutEffect(() => {
    newest.current = work
  })
  return useCallback((...args: Args) => newest.current(...args), [])
}
