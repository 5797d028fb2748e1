import { type ChangeEvent, useEffect, useRef, useState } from 'react'

/**
 * What is typed stands in its box, with the cursor where it is, until the box is left: its owner, such as the address,
 * may take it over late.
 * @param afterMs the owner is told when the typing pauses for so long; of each letter when absent
 */
export function useTyped(value: string, onChange: (typed: string) => void, afterMs = 0) {
  const [typed, setTyped] = useState<string | null>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(pause.current), [])
  const tell = (text: string) => {
    clearTimeout(pause.current)
    if (text !== value) onChange(text)
  }
  return {
    value: typed ?? value,
    onChange: ({ target: { value: text } }: ChangeEvent<HTMLInputElement>) => {
      setTyped(text)
      clearTimeout(pause.current)
      if (afterMs === 0) onChange(text)
      else pause.current = setTimeout(() => tell(text), afterMs)
    },
    onBlur: () => {
      if (typed !== null) tell(typed)
      setTyped(null)
    },
  }
}
