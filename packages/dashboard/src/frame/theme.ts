import { useState } from 'react'
import * as v from 'valibot'
import { kept } from '#dashboard/api/kept.ts'

/** Where `public/theme.js` reads it, and what that listens to. */
const keptAs = 'pictable.theme'
const themeShape = v.fallback(v.picklist(['system', 'light', 'dark']), 'system')

type Theme = v.InferOutput<typeof themeShape>

export function useTheme(): [Theme, (theme: string) => void] {
  const [theme, setTheme] = useState(() => v.parse(themeShape, kept.get(keptAs)))
  const choose = (chosen: string) => {
    kept.set(keptAs, chosen)
    setTheme(v.parse(themeShape, chosen))
    dispatchEvent(new Event(keptAs))
  }
  return [theme, choose]
}
