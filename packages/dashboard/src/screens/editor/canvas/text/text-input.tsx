import { layerAt, transform } from '@pictable/editor'
import { placeOfCaret } from '@pictable/editor/text'
import { useEffect, useRef } from 'react'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { placeOf } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { toScreen } from '#dashboard/screens/editor/session/view.ts'
import { setView } from '#dashboard/screens/editor/session/view-actions.ts'
import { viewOfCaret } from '#dashboard/screens/editor/typing/caret-view.ts'
import type { Selection, TextEditor } from '#dashboard/screens/editor/typing/text-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { isComposing } from '#dashboard/ui/fields/composing.ts'
import { FieldPicker } from './field-picker.tsx'
import { copyText, pasteText } from './text-clipboard.ts'
import { handleTextKey } from './text-keys.ts'
import { useText } from './use-text.ts'

/** Shows what the document has and what is selected, unless the field has it already. */
function show(field: HTMLTextAreaElement, editor: TextEditor): void {
  const { text, range, selection, isComposing: composes } = editor
  if (!text || composes) return
  if (field.value !== text.plain) field.value = text.plain
  const direction = selection.caret.at < selection.anchor ? 'backward' : 'forward'
  if (field.selectionStart === range.from && field.selectionEnd === range.to) return
  field.setSelectionRange(range.from, range.to, direction)
}

/** Tells the editor what is selected in the field. */
function takeSelection(field: HTMLTextAreaElement, editor: TextEditor): void {
  // While the field is behind the document, its places are others.
  if (editor.isComposing || document.activeElement !== field || field.value !== editor.text?.plain) return
  const { selectionStart, selectionEnd, selectionDirection } = field
  const { from, to } = editor.range
  if (from === selectionStart && to === selectionEnd) return
  const isBack = selectionDirection === 'backward'
  const at = isBack ? selectionStart : selectionEnd
  editor.select({ anchor: isBack ? selectionEnd : selectionStart, caret: { at, side: 'start' } })
}

const isWriting = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  !ctrlKey && !metaKey && (key.length === 1 || key === 'Backspace' || key === 'Delete')

/** The last two are those with which a page that is left saves: it may get no frame any more. */
const OTHER_EVENTS = [
  ...['keydown', 'pointerdown', 'compositionstart', 'copy', 'cut', 'paste', 'blur'],
  ...['visibilitychange', 'pagehide'],
]

/**
 * What is typed faster than it is drawn is taken in one piece, with the next frame or before anything else is done.
 * @returns takes what waits
 */
function takeTyped(field: HTMLTextAreaElement, editor: TextEditor, signal: AbortSignal): () => void {
  let [isTaken, isLate] = [false, false]
  const take = () => {
    isLate = false
    editor.type(field.value, field.selectionEnd)
    show(field, editor)
  }
  const takeLate = () => {
    if (isLate) take()
  }
  const onInput = () => {
    isLate = isTaken
    if (isLate) return
    isTaken = true
    requestAnimationFrame(() => {
      isTaken = false
      takeLate()
    })
    take()
  }
  field.addEventListener('input', onInput, { signal })
  const onOther = (event: Event) => {
    if (!(event instanceof KeyboardEvent && isWriting(event))) takeLate()
  }
  // On their way to the field, so that what listens there, or saves, is of what was taken.
  for (const name of OTHER_EVENTS) addEventListener(name, onOther, { signal, capture: true })
  return takeLate
}

/** Tells the editor what is typed and selected in a field, and shows in it what the editor changes. */
function connect(field: HTMLTextAreaElement, { session, editor }: { session: EditorSession; editor: TextEditor }) {
  const stop = new AbortController()
  const options = { signal: stop.signal }
  show(field, editor)
  const takeLate = takeTyped(field, editor, stop.signal)
  // Not at each render: what was selected in the field since may not be known yet.
  const unsubscribe = editor.subscribe(() => {
    takeLate()
    show(field, editor)
  })
  field.addEventListener('compositionstart', () => editor.beginComposing(), options)
  field.addEventListener(
    'compositionend',
    () => {
      editor.type(field.value, field.selectionEnd)
      editor.endComposing()
    },
    options,
  )
  field.addEventListener(
    'beforeinput',
    (event) => {
      const { inputType } = event
      if (inputType !== 'historyUndo' && inputType !== 'historyRedo') return
      event.preventDefault()
      takeLate()
      if (inputType === 'historyUndo') session.undo()
      else session.redo()
    },
    options,
  )
  const onSelection = () => takeSelection(field, editor)
  document.addEventListener('selectionchange', onSelection, options)
  field.addEventListener('selectionchange', onSelection, options)
  field.addEventListener(
    'keydown',
    (event) => {
      if (isComposing(event)) return
      takeSelection(field, editor)
      if (handleTextKey(event, { session, editor })) {
        event.preventDefault()
        event.stopPropagation()
      }
    },
    options,
  )
  field.addEventListener('copy', (event) => copyText(event, editor), options)
  field.addEventListener(
    'cut',
    (event) => {
      if (copyText(event, editor)) editor.insert('', editor.range, 'alone')
    },
    options,
  )
  field.addEventListener('paste', (event) => pasteText(event, { editor, session }), options)
  return () => {
    takeLate()
    unsubscribe()
    stop.abort()
  }
}

/** The two ends of the caret in the window; undefined while it is not drawn. */
function caretEnds({ state }: EditorSession, editor: TextEditor) {
  const place = placeOf(state, editor.layer)
  const caret = editor.lines && placeOfCaret(editor.lines, editor.selection.caret)
  if (!place || !caret) return undefined
  const at = (y: number) => toScreen(state.view, transform(place.matrix, { x: caret.x, y }))
  return [at(caret.y), at(caret.y + caret.height)] as const
}

/** Where the field is in the window, and how high: at the caret. */
function useFieldBox(editor: TextEditor) {
  const session = useSession()
  useEditor((state) => state.view)
  const window = useEditor((state) => state.window)
  useEditor((state) => state.frame)
  const last = useRef({ x: 0, y: 0, height: 16 })
  const ends = caretEnds(session, editor)
  if (ends) {
    const [top, bottom] = ends
    const height = Math.max(8, Math.min(window.height, Math.hypot(bottom.x - top.x, bottom.y - top.y)))
    const within = (value: number, most: number) => Math.min(Math.max(0, most), Math.max(0, value))
    last.current = { x: within(top.x, window.width - 2), y: within(top.y, window.height - height), height }
  }
  return last.current
}

/** Moves the view after a caret that leaves it. Who moves the view away from the caret is left alone. */
function useCaretInSight(editor: TextEditor): void {
  const session = useSession()
  const last = useRef<{ editor: TextEditor; selection: Selection }>(undefined)
  useEffect(() => {
    const { selection } = editor
    const isNew = last.current?.editor !== editor
    if (!isNew && last.current?.selection === selection) return
    const ends = caretEnds(session, editor)
    // What was typed last is not drawn yet.
    if (!ends && !isNew) return
    last.current = { editor, selection }
    if (isNew || !ends) return
    const [top, bottom] = ends
    const corner = { x: Math.min(top.x, bottom.x), y: Math.min(top.y, bottom.y) }
    const size = { width: Math.abs(bottom.x - top.x), height: Math.abs(bottom.y - top.y) }
    const { view, window } = session.state
    const wanted = viewOfCaret(view, { ...corner, ...size }, window)
    if (wanted !== view) setView(session, wanted)
  })
}

/** The field that is typed into: invisible, at the caret. */
export function TextInput() {
  const editor = useText()
  return editor && <InputOf editor={editor} />
}

function InputOf({ editor }: { editor: TextEditor }) {
  const session = useSession()
  const field = useRef<HTMLTextAreaElement>(null)
  const { x, y, height } = useFieldBox(editor)
  useCaretInSight(editor)
  const layer = useEditor(({ document }) => layerAt(document, editor.layer))
  useEffect(() => {
    const element = field.current
    if (!element) return
    editor.focus = () => element.focus({ preventScroll: true })
    editor.focus()
    return connect(element, { session, editor })
  }, [session, editor])
  if (layer?.type !== 'text') return null
  const direction = typeof layer.direction === 'string' ? layer.direction : 'auto'
  return (
    <>
      <textarea
        ref={field}
        dir={direction}
        aria-label={t('editor.text_of', { name: layer.name })}
        wrap="off"
        spellCheck={false}
        autoComplete="off"
        defaultValue={editor.text?.plain}
        className="pointer-events-none absolute top-0 w-px resize-none overflow-hidden border-0 bg-transparent p-0 whitespace-pre text-transparent caret-transparent opacity-0 outline-none"
        style={{
          // The canvas counts from the left, also for a text that is read from the right.
          left: 0,
          transform: `translate(${x}px, ${y}px)`,
          height,
          fontSize: height / 1.2,
          lineHeight: `${height}px`,
        }}
      />
      <FieldPicker editor={editor} field={field} />
    </>
  )
}
