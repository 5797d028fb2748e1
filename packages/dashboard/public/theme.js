// Before the first paint, so that a dark page never flashes light; and whenever the person, the system or another tab changes it.
;(() => {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const readTheme = () => {
    try {
      return localStorage.getItem('pictable.theme')
    } catch {
      return null
    }
  }
  const show = () => {
    const kept = readTheme()
    const isDark = kept === 'dark' || (kept !== 'light' && system.matches)
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
  }
  show()
  system.addEventListener('change', show)
  addEventListener('storage', show)
  addEventListener('pictable.theme', show)
})()
