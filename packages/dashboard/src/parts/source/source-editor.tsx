import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language'
import { lintGutter, setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { t } from '#dashboard/strings/t.ts'
import { useHandler } from '#dashboard/ui/use-handler.ts'
import { completeFrom, explainFrom } from './assist.ts'
import { finding } from './finding.ts'
import { type Path, pathAt, rangeOf } from './json-tree.ts'
import { look } from './look.ts'
import type { SchemaPart } from './schema-at.ts'
import { sayAtLines, wordsAtLines } from './words-at-lines.ts'

/** Something to say about a part of the source. */
export interface Note {
  /** A number counts from the beginning of the source. */
  place: Path | number
  severity: 'error' | 'warning'
  message: string
}

export interface SourceHandle {
  /** Puts the cursor there. */
  reveal: (place: Note['place']) => void
  /** Scrolls there and puts the cursor there, without the focus. */
  show: (place: Note['place']) => void
}

interface SourceEditorProps {
  source: string
  onChange: (source: string) => void
  onSave: () => void
  /** The user put the cursor somewhere else, or typed there. */
  onCursor?: (path: Path) => void
  notes: readonly Note[]
  schema: SchemaPart
  /** Names that can be bound. */
  names: readonly string[]
  isReadOnly: boolean
  /** Whether it gets the focus when it opens. */
  hasFocus?: boolean
  /** What is in sight when it opens, with the cursor; default: the beginning. */
  startsAt?: Note['place'] | undefined
  handle: RefObject<SourceHandle | null>
}

function placeIn(state: EditorState, place: Note['place']): { from: number; to: number } {
  if (typeof place !== 'number') return rangeOf(state, place)
  const from = Math.min(place, state.doc.length)
  return { from, to: Math.min(from + 1, state.doc.length) }
}

/** Puts the notes to their lines. */
function show(view: EditorView, notes: readonly Note[]): void {
  const said = notes.map(({ place, severity, message }) => ({ ...placeIn(view.state, place), severity, message }))
  view.dispatch(setDiagnostics(view.state, said), { effects: sayAtLines.of(said) })
}

function moveTo(view: EditorView, place: Note['place']): void {
  const { from } = placeIn(view.state, place)
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
}

function reveal(view: EditorView, place: Note['place']): void {
  moveTo(view, place)
  view.focus()
}

/** Exchanges what differs, so that the cursor stays where it is in the rest. */
function exchange({ state, dispatch }: EditorView, source: string): void {
  const before = state.doc.toString()
  if (before === source) return
  const most = Math.min(before.length, source.length)
  let start = 0
  while (start < most && before[start] === source[start]) start++
  let end = 0
  while (end < most - start && before.at(-1 - end) === source.at(-1 - end)) end++
  dispatch({ changes: { from: start, to: before.length - end, insert: source.slice(start, source.length - end) } })
}

/** Tells what the user does, not what the page does to the source. */
function listening(change: (source: string) => void, moved: (path: Path) => void): Extension {
  return EditorView.updateListener.of(({ docChanged, selectionSet, transactions, state }) => {
    if (docChanged) change(state.doc.toString())
    const isOwn = transactions.some((one) =>
      ['select', 'input', 'delete', 'move'].some((kind) => one.isUserEvent(kind)),
    )
    const path = isOwn && (docChanged || selectionSet) ? pathAt(state, state.selection.main.head)?.path : undefined
    if (path) moved(path)
  })
}

/** Tab leaves the editor, as it does every box: nobody is caught in it. */
function keysOf(onSave: () => void): Extension {
  const save = () => {
    onSave()
    return true
  }
  const known = [closeBracketsKeymap, completionKeymap, foldKeymap, historyKeymap, defaultKeymap].flat()
  return keymap.of([{ key: 'Mod-s', run: save }, ...known])
}

const standing: Extension = [
  lineNumbers(),
  foldGutter(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  lintGutter(),
  json(),
  wordsAtLines,
  finding,
  look,
  EditorView.contentAttributes.of({ 'aria-label': t('templates.source'), 'aria-multiline': 'true', tabindex: '0' }),
]

/** Replaced while the source is shown, whose cursor, focus and undo stay. */
const assistance = new Compartment()
const access = new Compartment()

/** Completion and explanations. */
const assisted = (schema: SchemaPart, names: () => readonly string[]): Extension => [
  autocompletion({ override: [completeFrom(schema, names)] }),
  hoverTooltip(explainFrom(schema)),
]

const accessible = (isReadOnly: boolean): Extension => [
  EditorState.readOnly.of(isReadOnly),
  EditorView.contentAttributes.of({ 'aria-readonly': String(isReadOnly) }),
]

/** A source with completion, explanations and its mistakes at their lines. */
export function SourceEditor(props: SourceEditorProps) {
  const { source, notes, isReadOnly, schema, handle } = props
  const host = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<EditorView | null>(null)
  const save = useHandler(() => props.onSave())
  const change = useHandler((changed: string) => props.onChange(changed))
  const moved = useHandler((path: Path) => props.onCursor?.(path))
  const names = useHandler(() => props.names)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what changes later is put into the editor below
  useEffect(() => {
    if (host.current === null) return
    // Styles of its own, which the policy of the page would not let into the page.
    const shadow = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    const made = new EditorView({
      root: shadow,
      parent: shadow,
      state: EditorState.create({
        doc: source,
        extensions: [
          keysOf(save),
          standing,
          assistance.of(assisted(schema, names)),
          access.of(accessible(isReadOnly)),
          listening(change, moved),
        ],
      }),
    })
    setView(made)
    if (props.startsAt !== undefined) moveTo(made, props.startsAt)
    if (props.hasFocus) made.focus()
    return () => made.destroy()
  }, [])

  useEffect(() => view?.dispatch({ effects: assistance.reconfigure(assisted(schema, names)) }), [view, schema, names])
  useEffect(() => view?.dispatch({ effects: access.reconfigure(accessible(isReadOnly)) }), [view, isReadOnly])

  // Before the next key, which belongs to the source that is then shown.
  useLayoutEffect(() => {
    if (view) exchange(view, source)
  }, [view, source])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another source is another set of mistakes
  useEffect(() => {
    if (view) show(view, notes)
  }, [view, notes, source])

  useImperativeHandle(
    handle,
    () => ({ reveal: (place) => view && reveal(view, place), show: (place) => view && moveTo(view, place) }),
    [view],
  )

  return <div ref={host} dir="ltr" className="h-full min-h-0" />
}
