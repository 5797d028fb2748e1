import { invert, transform } from '@pictable/editor'
import { CHIP, lineOfText, type TextRange, wordAt } from '@pictable/editor/text'
import { type RefObject, useLayoutEffect } from 'react'
import { layersUnder } from '#dashboard/screens/editor/session/pick.ts'
import { isOnPage, type Pointer, pointerAt } from '#dashboard/screens/editor/session/pointer.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { placeOf } from '#dashboard/screens/editor/session/state.ts'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { canEnterText, enterText } from '#dashboard/screens/editor/typing/enter-text.ts'
import { type TextEditor, textEditorOf } from '#dashboard/screens/editor/typing/text-editor.ts'

/** Presses that follow each other within this time and distance are one of several. */
const CLICK_MS = 500
const CLICK_PX = 5
/** A text is pressed as well a little outside of its box, in CSS pixels. */
const ROOM_PX = 8

/** Whether a press is on the text that is typed into: in its box, or on words that leave it. */
function isOnText({ state }: EditorSession, { layer }: TextEditor, { page }: Pointer): boolean {
  const place = placeOf(state, layer)
  const inverse = place && invert(place.matrix)
  if (!inverse) return false
  const { x, y } = transform(inverse, page)
  const room = ROOM_PX / state.view.zoom
  return [{ x: 0, y: 0, width: place.width, height: place.height }, place.textBounds].some(
    (box) =>
      box !== undefined &&
      x >= box.x - room &&
      y >= box.y - room &&
      x <= box.x + box.width + room &&
      y <= box.y + box.height + room,
  )
}

/** Selects as the pointer is dragged: by characters, by words after a double click, by paragraphs after a third. */
class TextDrag {
  #times = 0
  #last = { at: 0, x: 0, y: 0 }
  #first: TextRange | undefined

  get isActive(): boolean {
    return this.#first !== undefined
  }

  /** Clicks of before count no more. */
  reset(): void {
    this.#times = 0
    this.#last = { ...this.#last, at: 0 }
  }

  begin(editor: TextEditor, { page, screen, shift }: Pointer, timeMs: number): void {
    const { at, x, y } = this.#last
    const isAgain = timeMs - at < CLICK_MS && Math.hypot(screen.x - x, screen.y - y) < CLICK_PX
    this.#times = isAgain ? (this.#times % 3) + 1 : 1
    this.#last = { at: timeMs, ...screen }
    // Where it was seen: a field that was typed into ends then, and may change what was selected.
    const caret = editor.caretAt(page)
    editor.focus()
    if (!caret) {
      editor.pointAt(page)
      return
    }
    if (shift && this.#times === 1) {
      const { anchor } = editor.selection
      this.#first = { from: anchor, to: anchor }
      editor.select({ anchor, caret })
      return
    }
    this.#first = this.#around(editor, caret.at)
    const { from, to } = this.#first
    editor.select({ anchor: from, caret: from === to ? caret : { at: to, side: 'end' } })
  }

  move(editor: TextEditor, { page }: Pointer): void {
    const first = this.#first
    const caret = editor.caretAt(page)
    if (!first || !caret) return
    const { from, to } = this.#around(editor, caret.at)
    if (caret.at < first.from) editor.select({ anchor: first.to, caret: { at: from, side: 'start' } })
    else
      editor.select({ anchor: first.from, caret: to > first.to ? { ...caret, at: to } : { at: first.to, side: 'end' } })
  }

  end(): void {
    this.#first = undefined
  }

  #around({ text }: TextEditor, at: number): TextRange {
    const plain = text?.plain ?? ''
    // A field that is all of the text looks like words: one letter would replace it.
    if (plain === CHIP) return { from: at, to: at }
    if (this.#times === 2) return wordAt(plain, at)
    return this.#times === 3 ? lineOfText(plain, at) : { from: at, to: at }
  }
}

/** The pointer in a text: a double click begins to type, presses and drags select, a press outside ends it. */
export function useTextPointer(canvas: RefObject<HTMLElement | null>): void {
  const session = useSession()
  useLayoutEffect(() => {
    const target = canvas.current
    if (!target) return
    const stop = new AbortController()
    const options = { signal: stop.signal, capture: true }
    const drag = new TextDrag()
    let hasTextCursor = false
    const showTextCursor = (isOn: boolean) => {
      if (isOn === hasTextCursor) return
      hasTextCursor = isOn
      target.style.cursor = isOn ? 'text' : ''
    }
    const read = (event: MouseEvent) => {
      const { left, top } = target.getBoundingClientRect()
      return pointerAt(session, { x: event.clientX - left, y: event.clientY - top }, event)
    }
    const take = (event: Event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    const onDown = (event: PointerEvent) => {
      const editor = textEditorOf(session.state)
      if (!editor || event.button !== 0 || !isOnPage(event)) return
      const pointer = read(event)
      if (!isOnText(session, editor, pointer)) {
        editor.focus()
        return editor.leave()
      }
      take(event)
      if (editor.isComposing) return
      target.setPointerCapture(event.pointerId)
      drag.begin(editor, pointer, event.timeStamp)
    }
    const onMove = (event: PointerEvent) => {
      const editor = textEditorOf(session.state)
      if (!editor || !isOnPage(event)) return showTextCursor(false)
      const pointer = read(event)
      showTextCursor(drag.isActive || isOnText(session, editor, pointer))
      if (!drag.isActive) return
      take(event)
      drag.move(editor, pointer)
    }
    const onUp = () => drag.end()
    const onDouble = (event: MouseEvent) => {
      if (!isOnPage(event)) return
      if (textEditorOf(session.state)) return take(event)
      const { state } = session
      const pointer = read(event)
      const [deepest] = layersUnder(state, pointer)
      const [only, ...others] = state.selection
      if (deepest === undefined || only !== deepest || others.length > 0 || !canEnterText(state, deepest)) return
      take(event)
      drag.reset()
      enterText(session, deepest, { at: pointer.page })
    }
    // A mouse that is pressed takes the focus from the field.
    const onMouse = (event: MouseEvent) => {
      if (textEditorOf(session.state) && isOnPage(event)) event.preventDefault()
    }
    target.addEventListener('pointerdown', onDown, options)
    target.addEventListener('pointermove', onMove, options)
    target.addEventListener('pointerup', onUp, options)
    target.addEventListener('pointercancel', onUp, options)
    target.addEventListener('mousedown', onMouse, options)
    target.addEventListener('dblclick', onDouble, options)
    return () => stop.abort()
  }, [canvas, session])
}
