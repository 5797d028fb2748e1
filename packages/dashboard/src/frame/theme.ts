import { useState } from 'react'
import { z } from 'zod'

/** Where `public/theme.js` reads it, and what that listens to. */
const keptAs = 'pictable.theme'
const themeShape = z.enum(['system', 'light', 'dark']).catch('system')

type Theme = z.output<typeof themeShape>

export function useTheme(): [Theme, (theme: string) => void] {
  const [theme, setTheme] = useState(() => themeShape.parse(localStorage.getItem(keptAs)))
  const choose = (chosen: string) => {
    localStorage.setItem(keptAs, chosen)
    setTheme(themeShape.parse(chosen))
    dispatchEvent(new Event(keptAs))
  }
  return [theme, choose]
}
