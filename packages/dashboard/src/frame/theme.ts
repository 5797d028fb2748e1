import { useState } from 'react'
import * as v from 'valibot'

/** Where `public/theme.js` reads it, and what that listens to. */
const keptAs = 'pictable.theme'
const themeShape = v.fallback(v.picklist(['system', 'light', 'dark']), 'system')

type Theme = v.InferOutput<typeof themeShape>

export function useTheme(): [Theme, (theme: string) => void] {
  const [theme, setTheme] = useState(() => v.parse(themeShape, localStorage.getItem(keptAs)))
  const choose = (chosen: string) => {
    localStorage.setItem(keptAs, chosen)
    setTheme(v.parse(themeShape, chosen))
    dispatchEvent(new Event(keptAs))
  }
  return [theme, choose]
}
