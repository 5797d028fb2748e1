import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The colours are those of the page, light or dark: its variables reach into the editor. */
const theme = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', color: 'var(--ink)', backgroundColor: 'var(--ground)' },
  '&.cm-focused': { outline: 'none' },
  // Above the numbers of the lines, which would hide its left edge.
  '&.cm-focused::after': {
    ...{ content: '""', position: 'absolute', inset: '0', zIndex: '300', pointerEvents: 'none' },
    ...{ outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  },
  '.cm-scroller': {
    fontFamily: 'ui-monospace, "SF Mono", "Cascadia Mono", "Liberation Mono", monospace',
    lineHeight: '1.55',
  },
  '.cm-content': { caretColor: 'var(--ink)', paddingBlock: '8px' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--ink-soft)', borderColor: 'var(--line)' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--hover) 60%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--hover)', color: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--accent-soft)',
  },
  '.cm-matchingBracket': { backgroundColor: 'var(--accent-soft) !important', outline: '1px solid var(--accent)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
    borderRadius: '8px',
    boxShadow: 'var(--shade)',
    overflow: 'hidden',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--hover)', color: 'var(--ink)' },
  '.cm-completionDetail': { color: 'var(--ink-soft)', fontStyle: 'normal' },
  '.cm-completionInfo': { maxWidth: '20rem', padding: '6px 10px' },
  '.cm-completionMatchedText': { textDecoration: 'none', color: 'var(--accent-ink)', fontWeight: '600' },
  '.cm-explained': { padding: '6px 10px', maxWidth: '24rem' },
  '.cm-explained p': { margin: '0' },
  '.cm-explained p + p': { color: 'var(--ink-soft)', fontSize: '12px' },
  '.cm-diagnostic': { borderInlineStart: '3px solid transparent', padding: '6px 10px' },
  '.cm-diagnostic-error': { borderColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderColor: 'var(--warn)' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--hover)', color: 'var(--ink-soft)', border: 'none' },
  '.cm-changedLine, .cm-insertedLine': { backgroundColor: 'var(--good-soft) !important' },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: 'var(--bad-soft) !important' },
  '.cm-changedText': { background: 'color-mix(in srgb, var(--good) 12%, transparent) !important' },
  '&.cm-merge-a .cm-changedText, .cm-deletedText': {
    background: 'color-mix(in srgb, var(--bad) 12%, transparent) !important',
  },
  '.cm-collapsedLines': { color: 'var(--ink-soft)', background: 'var(--sunken)' },
})

const highlight = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent-ink)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: tags.invalid, color: 'var(--bad)' },
])

export const look: Extension = [theme, syntaxHighlighting(highlight)]
