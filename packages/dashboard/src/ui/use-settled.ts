import { useEffect, useState } from 'react'
import { isSame } from './is-same.ts'

/** The value once it has stood still for a moment: what is typed asks the server only then. */
export function useSettled<Value>(value: Value, afterMs = 400): Value {
  const [settled, setSettled] = useState(value)
  const hasMoved = !isSame(settled, value)
  useEffect(() => {
    if (!hasMoved) return
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [hasMoved, value, afterMs])
  return hasMoved ? settled : value
}
