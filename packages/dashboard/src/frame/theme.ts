import { useState } from 'react'
import { z } from 'zod'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** `public/theme.js` reads it before the first paint. */
const keptAs = 'pictable.theme'
const themeShape = z.enum(themes).catch('system')
const darkSystem = matchMedia('(prefers-color-scheme: dark)')

function kept(): Theme {
  return themeShape.parse(localStorage.getItem(keptAs))
}

function show(): void {
  const theme = kept()
  const isDark = theme === 'dark' || (theme === 'system' && darkSystem.matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
}

darkSystem.addEventListener('change', show)

export function useTheme(): [Theme, (theme: string) => void] {
  const [theme, setTheme] = useState(kept)
  const choose = (chosen: string) => {
    localStorage.setItem(keptAs, chosen)
    setTheme(kept())
    show()
  }
  return [theme, choose]
}
