import { type Extension, StateEffect, StateField, type Text } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view'

/** Something to say at a place. */
export interface Said {
  from: number
  severity: 'error' | 'warning'
  message: string
}

class Words extends WidgetType {
  readonly #said: Said

  constructor(said: Said) {
    super()
    this.#said = said
  }

  override eq(other: Words): boolean {
    return other.#said.message === this.#said.message && other.#said.severity === this.#said.severity
  }

  toDOM(): HTMLElement {
    const words = document.createElement('span')
    // The list below the source says it to those who do not see it.
    words.ariaHidden = 'true'
    words.className = `cm-said cm-said-${this.#said.severity}`
    words.textContent = this.#said.message
    return words
  }
}

/** One at the end of each line, mistakes before warnings. */
function decorationsOf(doc: Text, all: readonly Said[]): DecorationSet {
  const byLine = new Map<number, Said>()
  for (const said of all) {
    const { to } = doc.lineAt(Math.min(said.from, doc.length))
    if (byLine.get(to)?.severity !== 'error') byLine.set(to, said)
  }
  const widgets = [...byLine].map(([to, said]) => Decoration.widget({ widget: new Words(said), side: 1 }).range(to))
  return Decoration.set(widgets, true)
}

/** Says these, in place of what was said before. */
export const sayAtLines = StateEffect.define<readonly Said[]>()

const words = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { changes, effects, state }) {
    const said = effects.find((effect) => effect.is(sayAtLines))
    return said ? decorationsOf(state.doc, said.value) : before.map(changes)
  },
  provide: (field) => EditorView.decorations.from(field),
})

const theme = EditorView.theme({
  '.cm-said': { marginInlineStart: '2ch', padding: '0 6px', borderRadius: '4px', fontFamily: 'system-ui, sans-serif' },
  '.cm-said-error': { color: 'var(--bad)', backgroundColor: 'var(--bad-soft)' },
  '.cm-said-warning': { color: 'var(--warn)', backgroundColor: 'var(--warn-soft)' },
})

/** Words at the ends of lines, for who sees only a dot before them. */
export const wordsAtLines: Extension = [words, theme]
