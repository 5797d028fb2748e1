import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Where something stood that had the focus. */
interface Gap {
  parent: Node
  before: Node | null
  behind: Node | null
}

function gapOf(lost: Element, records: readonly MutationRecord[]): Gap | undefined {
  const removal = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(lost)))
  return removal && { parent: removal.target, before: removal.previousSibling, behind: removal.nextSibling }
}

const isShown = (node: Node | null): node is HTMLElement =>
  node instanceof HTMLElement && node.isConnected && node !== document.body && node.checkVisibility()

/** Nothing there is pressed by chance: what takes no focus of its own takes it as a whole, and Tab goes on from it. */
function give(element: HTMLElement | null | undefined): void {
  if (!element) return
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

/** The page, or what stands in front of it. */
const front = () => [...document.querySelectorAll<HTMLElement>('main, [role="dialog"]:not([data-toasts] *)')].at(-1)

/** After whatever else wants to move the focus, such as a dialog that closes. */
function afterOthers(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act, 0))
}

/** Watches for what goes while it has the focus, such as a row that is deleted; what stands in its place then takes it. */
function watchGaps(): () => void {
  let last: Element | null = null
  let gap: Gap | undefined
  const isLost = () => last !== null && !last.isConnected && document.activeElement === document.body
  const note = ({ target }: FocusEvent) => {
    last = target instanceof Element ? target : null
    gap = undefined
  }
  const forget = ({ target }: FocusEvent) =>
    queueMicrotask(() => {
      // Somebody pressed where nothing is: it stays there.
      if (target === last && last?.isConnected && document.activeElement === document.body) last = null
    })
  const close = () => {
    if (isLost() && gap) give([gap.behind, gap.before, gap.parent].find(isShown) ?? front())
  }
  const observer = new MutationObserver((records) => {
    if (last === null || last.isConnected) return
    gap ??= gapOf(last, records)
    afterOthers(close)
  })
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', note)
  document.addEventListener('focusout', forget)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', note)
    document.removeEventListener('focusout', forget)
  }
}

/** Whoever works by keyboard never falls out of the page: not when they go to another, nor when something goes. */
export function useKeptFocus(): void {
  const router = useRouter()
  useEffect(watchGaps, [])
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || fromLocation === undefined) return
        afterOthers(() => {
          // A form that wants to be typed into has it already, and so has what stands in front of the page.
          const isTaken = document.activeElement?.matches('input, textarea, [role="dialog"], [role="dialog"] *')
          if (!isTaken) give(front())
        })
      }),
    [router],
  )
}
