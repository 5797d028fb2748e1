/** Where the dashboard keeps it as well; its script reads it before the first paint. */
const KEPT_AS = 'pictable.theme'
const themes = ['system', 'light', 'dark']

function kept(): string {
  try {
    return localStorage.getItem(KEPT_AS) ?? 'system'
  } catch {
    return 'system'
  }
}

function keep(theme: string): void {
  try {
    localStorage.setItem(KEPT_AS, theme)
  } catch {
    // A browser may forbid it: the theme is that of the system then.
  }
}

/** A button that goes through the themes: that of the system, light, dark. */
export function switchTheme(): void {
  const button = document.querySelector<HTMLButtonElement>('.theme-button')
  if (button === null) return
  const label = () => {
    button.ariaLabel = `Theme: ${kept()}`
    button.title = button.ariaLabel
  }
  button.hidden = false
  label()
  button.addEventListener('click', () => {
    keep(themes[(themes.indexOf(kept()) + 1) % themes.length] ?? 'system')
    label()
    dispatchEvent(new Event(KEPT_AS))
  })
}
