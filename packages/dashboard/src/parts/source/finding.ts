import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { t } from '#dashboard/strings/source.ts'

const phrases = {
  Find: t('source.find'),
  Replace: t('source.replace_by'),
  next: t('source.find_next'),
  previous: t('source.find_before'),
  all: t('source.find_all'),
  'match case': t('source.find_case'),
  regexp: t('source.find_pattern'),
  'by word': t('source.find_words'),
  replace: t('source.replace'),
  'replace all': t('source.replace_all'),
  close: t('ui.close'),
  'current match': t('source.found'),
  'on line': t('source.found_line'),
  'replaced match on line $': t('source.replaced_line'),
  'replaced $ matches': t('source.replaced_count'),
  'Go to line': t('source.go_to_line'),
  go: t('source.go'),
}

const control = { border: '1px solid var(--line-strong)', borderRadius: '6px', padding: '3px 8px', font: 'inherit' }

const theme = EditorView.theme({
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--ink)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search, .cm-dialog': { padding: '4px 40px 4px 8px', fontSize: '13px' },
  '.cm-panel .cm-textfield': { ...control, backgroundColor: 'var(--ground)', color: 'var(--ink)' },
  '.cm-panel .cm-textfield::placeholder': { color: 'var(--ink-soft)', opacity: '1' },
  '.cm-panel .cm-button': {
    ...control,
    backgroundImage: 'none',
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
  },
  '.cm-panel .cm-button:hover': { backgroundColor: 'var(--hover)' },
  '.cm-panel .cm-button:active': { backgroundImage: 'none', backgroundColor: 'var(--hover)' },
  '.cm-panel :focus-visible': { outline: '2px solid var(--accent)', outlineOffset: '1px' },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    minHeight: '26px',
    verticalAlign: 'middle',
    fontSize: '13px',
  },
  '.cm-panel.cm-search input[type=checkbox]': { width: '16px', height: '16px', accentColor: 'var(--accent)' },
  '.cm-panel.cm-search [name=close], .cm-dialog-close': {
    top: '4px',
    right: '6px',
    width: '28px',
    height: '28px',
    borderRadius: '6px',
    fontSize: '18px',
    color: 'var(--ink-soft)',
    cursor: 'pointer',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-soft)', outline: '1px solid var(--warn)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--accent-soft)', outline: '2px solid var(--accent)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--warn-soft)' },
})

/** Finds and replaces in the whole source, of which the page holds only what is in sight. */
export const finding: Extension = [
  search({ top: true }),
  highlightSelectionMatches(),
  keymap.of(searchKeymap),
  EditorState.phrases.of(phrases),
  theme,
]
