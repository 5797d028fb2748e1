import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language'
import { lintGutter, setDiagnostics } from '@codemirror/lint'
import { EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { t } from '#dashboard/strings/t.ts'
import { useHandler } from '#dashboard/ui/use-handler.ts'
import { completeFrom, explainFrom } from './assist.ts'
import { finding } from './finding.ts'
import { type Path, rangeOf } from './json-tree.ts'
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
}

interface SourceEditorProps {
  source: string
  onChange: (source: string) => void
  onSave: () => void
  notes: readonly Note[]
  schema: SchemaPart
  /** Names that can be bound. */
  names: readonly string[]
  isReadOnly: boolean
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

function reveal(view: EditorView, place: Note['place']): void {
  const { from } = placeIn(view.state, place)
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
  view.focus()
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

/** A source with completion, explanations and its mistakes at their lines. */
export function SourceEditor(props: SourceEditorProps) {
  const { source, notes, isReadOnly, schema, handle } = props
  const host = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<EditorView | null>(null)
  const save = useHandler(() => props.onSave())
  const change = useHandler((changed: string) => props.onChange(changed))
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
          autocompletion({ override: [completeFrom(schema, names)] }),
          hoverTooltip(explainFrom(schema)),
          EditorState.readOnly.of(isReadOnly),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) change(state.doc.toString())
          }),
        ],
      }),
    })
    setView(made)
    return () => made.destroy()
  }, [schema, isReadOnly])

  useEffect(() => {
    if (view === null || view.state.doc.toString() === source) return
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: source } })
  }, [view, source])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another source is another set of mistakes
  useEffect(() => {
    if (view) show(view, notes)
  }, [view, notes, source])

  useImperativeHandle(handle, () => ({ reveal: (place) => view && reveal(view, place) }), [view])

  return <div ref={host} dir="ltr" className="h-full min-h-0" />
}
