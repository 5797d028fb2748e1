import { history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { MergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { t } from '#dashboard/strings/t.ts'
import { useHandler } from '#dashboard/ui/use-handler.ts'
import { look } from './look.ts'

function takeOverButton(): HTMLElement {
  const button = document.createElement('button')
  button.ariaLabel = t('templates.take_over')
  button.title = t('templates.take_over')
  button.textContent = '→'
  button.style.cssText = 'min-width: 24px; min-height: 24px; padding: 0; cursor: pointer'
  return button
}

interface CompareProps {
  before: { label: string; source: string }
  after: { label: string; source: string }
  /** The later one can be changed, and takes parts of the other by a press. */
  onChange?: (source: string) => void
}

/** Two sources beside each other. */
export function Compare({ before, after, onChange }: CompareProps) {
  const host = useRef<HTMLDivElement>(null)
  const change = useHandler((source: string) => onChange?.(source))
  const isEditable = onChange !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed into it must not make it anew
  useEffect(() => {
    if (host.current === null) return
    const shadow = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    const standing = [lineNumbers(), json(), look, EditorView.lineWrapping]
    const named = (label: string) => EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' })
    const view = new MergeView({
      root: shadow,
      parent: shadow,
      a: { doc: before.source, extensions: [standing, named(before.label), EditorState.readOnly.of(true)] },
      b: {
        doc: after.source,
        extensions: [
          standing,
          named(after.label),
          EditorState.readOnly.of(!isEditable),
          history(),
          keymap.of(historyKeymap),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) change(state.doc.toString())
          }),
        ],
      },
      collapseUnchanged: { margin: 3, minSize: 6 },
      gutter: true,
      ...(isEditable && { revertControls: 'a-to-b' as const, renderRevertControl: takeOverButton }),
    })
    return () => view.destroy()
  }, [before.source, isEditable])
  return (
    <div className="grid gap-1.5">
      <div className="grid grid-cols-2 gap-4 text-[13px] text-ink-soft">
        <span>{before.label}</span>
        <span>{after.label}</span>
      </div>
      <div ref={host} dir="ltr" className="max-h-[60vh] overflow-auto rounded-lg border border-line" />
    </div>
  )
}
