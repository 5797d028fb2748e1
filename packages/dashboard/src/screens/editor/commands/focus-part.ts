/** The bar, the panels, the canvas and the source, in their order on the screen. */
const PARTS = 'header, [data-part], [role="application"]'
const STOPS = 'a[href], button:enabled, input:enabled, textarea:enabled, [tabindex="0"]'

/** Where Tab would stop first; on the canvas the text that is typed into. */
function firstStop(part: HTMLElement): HTMLElement | null | undefined {
  if (part.matches(STOPS)) return part.querySelector('textarea') ?? part
  return [...part.querySelectorAll<HTMLElement>(STOPS)].find((stop) => stop.tabIndex >= 0 && stop.checkVisibility())
}

/** Gives the focus to the next part of the screen, or the one before: on the canvas, Tab goes through layers. */
export function focusPart(step: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(PARTS)]
  const holds = (part: HTMLElement) => part.contains(document.activeElement)
  // While nothing has the focus, keys are for the canvas.
  const isHere = all.some(holds) ? holds : (part: HTMLElement) => part.role === 'application'
  const parts = all.filter((part) => isHere(part) || firstStop(part))
  const next = parts.at((parts.findIndex(isHere) + step) % parts.length)
  if (next) firstStop(next)?.focus()
}
