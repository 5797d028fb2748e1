import { useEffect, useRef, useState } from 'react'

/** Nothing was typed for this long: the word is finished. */
const PAUSE_MS = 1500

/** Whether something that takes the focus may open: `wanted`, and nothing is being typed. It then stays open. */
export function useTypingPause(wanted: boolean): boolean {
  const typedAt = useRef(Number.NEGATIVE_INFINITY)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const note = () => {
      typedAt.current = performance.now()
    }
    addEventListener('keydown', note, { capture: true })
    addEventListener('input', note, { capture: true })
    return () => {
      removeEventListener('keydown', note, { capture: true })
      removeEventListener('input', note, { capture: true })
    }
  }, [])
  useEffect(() => {
    setOpen(false)
    if (!wanted) return
    let timer: ReturnType<typeof setTimeout>
    const check = () => {
      const leftMs = typedAt.current + PAUSE_MS - performance.now()
      if (leftMs <= 0) setOpen(true)
      else timer = setTimeout(check, leftMs)
    }
    check()
    return () => clearTimeout(timer)
  }, [wanted])
  return wanted && isOpen
}
