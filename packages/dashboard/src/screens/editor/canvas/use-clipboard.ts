import { type RefObject, useLayoutEffect } from 'react'
import { copiedText, cutSelection } from '#dashboard/screens/editor/clipboard/copy-actions.ts'
import { pasteByMenu, pasteGiven } from '#dashboard/screens/editor/clipboard/paste-actions.ts'
import { lastPointer, notePointer } from '#dashboard/screens/editor/session/last-pointer.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { toPage } from '#dashboard/screens/editor/session/view.ts'
import { isPressed } from '#dashboard/ui/fields/keys.ts'
import { isForOthers } from './use-keys.ts'

/** Browsers paste without formatting only where text can be typed: such a place, for the moment of the paste. */
class Catcher {
  #box: HTMLTextAreaElement | undefined
  #before: Element | null = null

  get isOpen(): boolean {
    return this.#box !== undefined
  }

  open(): void {
    this.close()
    this.#before = document.activeElement
    this.#box = document.createElement('textarea')
    this.#box.tabIndex = -1
    this.#box.className = 'fixed start-0 top-0 size-px opacity-0'
    document.body.append(this.#box)
    this.#box.focus({ preventScroll: true })
  }

  close(): void {
    if (!this.#box) return
    this.#box.remove()
    this.#box = undefined
    if (this.#before instanceof HTMLElement) this.#before.focus({ preventScroll: true })
  }
}

export const givenBy = (data: DataTransfer) => ({
  text: data.getData('text/plain'),
  html: data.getData('text/html'),
  files: [...data.files],
})

/** A browser on Linux pastes the selected text within this time after a middle click. */
const MIDDLE_PASTE_MS = 100

/** Text that is marked on the page is copied as ever. */
const isTextMarked = () => getSelection()?.isCollapsed === false

function listen(session: EditorSession, target: HTMLElement, signal: AbortSignal): void {
  const options = { signal }
  const catcher = new Catcher()
  const pointAt = ({ clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>) => {
    const { left, top } = target.getBoundingClientRect()
    return toPage(session.state.view, { x: clientX - left, y: clientY - top })
  }
  const note = ({ clientX, clientY }: MouseEvent) => notePointer(session, () => pointAt({ clientX, clientY }))
  const isFree = (event: Event) => !isForOthers(event) && !session.state.isHolding

  const write = (event: ClipboardEvent, text: () => string | null) => {
    const copied = isFree(event) && !isTextMarked() ? text() : null
    if (copied === null) return
    event.clipboardData?.setData('text/plain', copied)
    event.preventDefault()
  }
  // The middle button pans.
  let isMiddlePaste = false
  const onRelease = ({ button }: PointerEvent) => {
    if (button !== 1) return
    isMiddlePaste = true
    setTimeout(() => {
      isMiddlePaste = false
    }, MIDDLE_PASTE_MS)
  }
  const onPaste = (event: ClipboardEvent) => {
    if (isMiddlePaste) return event.preventDefault()
    const isHere = catcher.isOpen
    const data = event.clipboardData
    if (!data || (!isHere && !isFree(event))) return
    event.preventDefault()
    catcher.close()
    pasteGiven(session, givenBy(data), isHere ? lastPointer(session) : null)
  }
  const onDown = (event: KeyboardEvent) => {
    if (isPressed(event, 'Mod+Shift+v') && isFree(event)) catcher.open()
  }
  const onUp = () => {
    if (!catcher.isOpen) return
    // The browser has no such key.
    catcher.close()
    void pasteByMenu(session, lastPointer(session))
  }

  addEventListener('copy', (event) => write(event, () => copiedText(session)), options)
  addEventListener('cut', (event) => write(event, () => cutSelection(session)), options)
  addEventListener('paste', onPaste, options)
  target.addEventListener('pointerup', onRelease, options)
  addEventListener('keydown', onDown, options)
  addEventListener('keyup', onUp, options)
  target.addEventListener('pointermove', note, options)
  target.addEventListener('contextmenu', note, options)
}

/** Layers, pictures and texts by the clipboard. */
export function useClipboard(element: RefObject<HTMLElement | null>): void {
  const session = useSession()
  useLayoutEffect(() => {
    const stop = new AbortController()
    if (element.current) listen(session, element.current, stop.signal)
    return () => stop.abort()
  }, [element, session])
}
