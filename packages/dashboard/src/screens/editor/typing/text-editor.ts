import {
  type Command,
  type EditorDocument,
  invert,
  type LayerId,
  layerAt,
  type Point,
  pathOf,
  type Step,
  transform,
} from '@pictable/editor'
import {
  type Caret,
  type CaretLine,
  caretAtPoint,
  chipText,
  isOn,
  type LetterBase,
  linkGoesOn,
  plainText,
  rangeOfLink,
  type StyledText,
  showText,
  styleForTyping,
  stylesOf,
  type TextRange,
  type Toggle,
  typedChange,
  type WrittenText,
  withMark,
  withToggle,
} from '@pictable/editor/text'
import type { Mark } from '@pictable/renderer/markup'
import { localeOf } from '@pictable/renderer/template'
import type { LiveChange } from '#dashboard/screens/editor/session/live-change.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { type EditorState, placeOf, type TextEditing } from '#dashboard/screens/editor/session/state.ts'
import { AutoWidth } from './auto-width.ts'
import { DrawnText, drawnIn } from './drawn-text.ts'
import { replaceWithRoom, restyled } from './edit-or-say.ts'
import { fillChip, isExpression } from './fill-chip.ts'
import { takeBack, typingInto } from './take-back.ts'
import { textIn } from './written-words.ts'

/** What is selected: from where it was begun to where the caret is. */
export interface Selection {
  readonly anchor: number
  readonly caret: Caret
}

interface Begin {
  readonly session: EditorSession
  readonly layer: LayerId
  /** It was made to be typed into: left empty, it is removed. */
  readonly isNew: boolean
}

/** What a layer says of its letters, beside what is on or off. */
interface LayerLetters {
  readonly fontSize: number
  readonly fontFamily: unknown
  /** Undefined for a gradient. */
  readonly color: string | undefined
}

/** Steps that follow each other closely are one to undo. */
type Merging = 'typed' | 'alone'

const START: Selection = { anchor: 0, caret: { at: 0, side: 'start' } }

/** A text layer that is typed into: its text, its caret and what changes them. */
export class TextEditor implements TextEditing {
  readonly layer: LayerId
  /** Gives the keyboard back to the text. */
  focus: () => void = () => {}
  /** Opens the field for the link of what is selected. */
  editLink: () => void = () => {}
  readonly #session: EditorSession
  /** The step that made the layer, of a new one. */
  readonly #made: Step | undefined
  readonly #width: AutoWidth
  readonly #listeners = new Set<() => void>()
  #selection = START
  /** Of what is typed next, once it was chosen. */
  #style: Mark | undefined
  /** Where up and down lead, in px of the layer. */
  #column: number | undefined
  #isComposing = false
  #isWriting = false
  /** Where the caret is wanted once the text is drawn. */
  #wanted: Point | undefined
  #read: WrittenText | undefined
  #drawn: { readonly text: WrittenText; readonly state: EditorState; readonly drawn: DrawnText } | undefined

  constructor({ session, layer, isNew }: Begin) {
    this.#session = session
    this.layer = layer
    this.#made = isNew ? session.history.last : undefined
    this.#width = new AutoWidth(session, layer, isNew)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** What is shown of it: another object after each change. */
  get selection(): Selection {
    return this.#selection
  }

  get range(): TextRange {
    const { anchor, caret } = this.#selection
    return { from: Math.min(anchor, caret.at), to: Math.max(anchor, caret.at) }
  }

  get isComposing(): boolean {
    return this.#isComposing
  }

  /** As it is in the document; undefined once the layer or its text is gone. */
  get text(): WrittenText | undefined {
    this.#read = textIn(this.#session.state.document, this.layer, this.#read)
    return this.#read
  }

  drawn(state: EditorState): DrawnText | undefined {
    const text = this.text
    const name = layerAt(state.document, this.layer)?.name
    const path = pathOf(state.document, this.layer)
    if (!text || name === undefined || !path) return undefined
    const known = this.#drawn
    const isSame =
      known?.text === text && known.state.values === state.values && known.state.document === state.document
    if (known && isSame) return known.drawn
    const { values } = state
    const filling = { values, locale: localeOf(state.document.design, values), markup: text.markup }
    const shown = showText(text, (source) => fillChip(source, filling))
    const drawn = new DrawnText({ name, path, text, shown })
    this.#drawn = { text, state, drawn }
    return drawn
  }

  /** Its lines as they are drawn; undefined while what was typed last is not drawn yet. */
  get lines(): readonly CaretLine[] | undefined {
    const found = drawnIn(this.#session.state.frame)
    return found && found.drawn.text === this.text ? found.lines : undefined
  }

  select(selection: Selection, { column }: { column?: number | undefined } = {}): void {
    const { anchor, caret } = this.#selection
    const isSame = anchor === selection.anchor && caret.at === selection.caret.at && caret.side === selection.caret.side
    this.#column = column
    this.#wanted = undefined
    if (isSame && this.#style?.link === undefined) return
    this.#style = undefined
    this.#selection = selection
    this.#tell()
  }

  get column(): number | undefined {
    return this.#column
  }

  /** Puts the caret where a point of the page is, as soon as the text is drawn. */
  pointAt(point: Point): void {
    this.#wanted = point
    this.settle()
  }

  /** The place in the text at a point of the page; undefined while it is not drawn. */
  caretAt(point: Point): Caret | undefined {
    const { lines } = this
    const place = placeOf(this.#session.state, this.layer)
    const inverse = place && invert(place.matrix)
    return lines && inverse ? caretAtPoint(lines, transform(inverse, point)) : undefined
  }

  /** Does what waited for the text to be drawn. */
  settle(): void {
    const caret = this.#wanted && this.caretAt(this.#wanted)
    if (!caret) return
    this.select({ anchor: caret.at, caret })
  }

  /** What was done to the field that is typed into. @returns whether the document has it now */
  type(after: string, caret: number): boolean {
    const text = this.text
    const change = text && typedChange(text.plain, after, caret)
    if (!change) return true
    if (this.#isComposing) return this.#compose(after, caret)
    const isDone = this.insert(change.inserted, change.range, 'typed')
    if (isDone && change.inserted.endsWith('}')) this.#makeChip()
    return isDone
  }

  /** Puts words or another text in place of a range. */
  insert(inserted: string | StyledText, range: TextRange, step: Merging): boolean {
    const text = this.text
    if (!text) return false
    const style = this.#style ?? styleForTyping(text, range)
    const given = typeof inserted === 'string' ? plainText(inserted, style) : inserted
    const merge = step === 'typed' ? typingInto(this.layer) : undefined
    const edited = replaceWithRoom(text, range, given)
    if (!edited || !this.#write(edited, merge)) return false
    const at = range.to + edited.plain.length - text.plain.length
    this.#selection = { anchor: at, caret: { at, side: 'start' } }
    this.#style = linkGoesOn(edited, at, style) ? style : undefined
    this.#column = undefined
    this.#wanted = undefined
    this.#tell()
    return true
  }

  /** An expression that was typed to its end becomes a chip. Undo makes it words again. */
  #makeChip(): void {
    const { text, range } = this
    const [source] = /\{\{[^{}\n\ufffc]+\}\}$/.exec(text?.plain.slice(0, range.to) ?? '') ?? []
    if (!text || source === undefined || !isExpression(source)) return
    const from = range.to - source.length
    this.insert(chipText(source, styleForTyping(text, { from, to: range.to })), { from, to: range.to }, 'alone')
  }

  #write(text: WrittenText, merge?: string): boolean {
    return this.#own(() => this.#session.run(this.#command(text), merge === undefined ? {} : { merge }))
  }

  /** What was made of a text need not be read again. */
  #command(text: WrittenText): Command {
    this.#read = text
    const { written: value } = text
    return this.#width.withRoom({ type: 'set', target: this.layer, path: ['text'], value })
  }

  /** A change of the document that the caret knows of. */
  #own(change: () => boolean): boolean {
    this.#isWriting = true
    try {
      return change()
    } finally {
      this.#isWriting = false
    }
  }

  /** The document is being changed by what is typed. */
  get isWriting(): boolean {
    return this.#isWriting
  }

  /** A word is being put together by an input method: until it is done, the document has it as one change under way. */
  beginComposing(): void {
    this.#isComposing = true
    this.#session.begin()
  }

  #compose(after: string, caret: number): boolean {
    const text = textIn(this.#session.history.committed, this.layer)
    if (!text) return false
    const change = typedChange(text.plain, after, caret)
    const style = this.#style ?? (change ? styleForTyping(text, change.range) : {})
    const composed = change ? replaceWithRoom(text, change.range, plainText(change.inserted, style)) : text
    if (!composed) return false
    const isDone = this.#own(() => this.#session.update(this.#command(composed)))
    if (isDone) {
      if (style.link !== undefined) this.#style = style
      this.#selection = { anchor: caret, caret: { at: caret, side: 'start' } }
      this.#tell()
    }
    return isDone
  }

  endComposing(): void {
    if (!this.#isComposing) return
    this.#isComposing = false
    const [text, style] = [this.text, this.#style]
    this.#style = text && style && linkGoesOn(text, this.range.to, style) ? style : undefined
    if (this.#session.history.isInGesture) this.#session.end()
    this.#tell()
  }

  /** What the layer says of its letters. */
  get base(): LetterBase & LayerLetters {
    const own = layerAt(this.#session.state.document, this.layer)
    const read = (key: string): unknown => own && Reflect.get(own, key)
    const [weight, size, fill] = [read('fontWeight'), read('fontSize'), read('fill')]
    return {
      weight: typeof weight === 'number' ? weight : 400,
      italic: read('fontStyle') === 'italic',
      fontSize: typeof size === 'number' ? size : 32,
      fontFamily: read('fontFamily') ?? 'Inter',
      color: fill === undefined ? '#000000' : typeof fill === 'string' ? fill : undefined,
    }
  }

  /** The styles of what is selected, or of what is typed next. */
  get styles(): readonly Mark[] {
    const { text, range } = this
    if (!text) return []
    return range.from === range.to ? [this.#style ?? styleForTyping(text, range)] : stylesOf(text, range)
  }

  isOn(toggle: Toggle): boolean {
    return this.styles.every((style) => isOn(style, toggle, this.base))
  }

  toggle(toggle: Toggle): void {
    const on = !this.isOn(toggle)
    this.restyle((style) => withToggle(style, { toggle, base: this.base, on }))
  }

  /** Changes the style of what is selected; with nothing selected, of what is typed next. */
  restyle(change: (style: Mark) => Mark, merge?: string): void {
    const { text, range } = this
    if (!text?.markup) return
    if (range.to === range.from) {
      this.#style = change(this.styles[0] ?? {})
      this.#showStyle()
    } else this.#restyleRange(range, change, merge)
  }

  /** A style on its way, such as a number that is dragged: replaces what was changed since it began. */
  restyleLive(change: (style: Mark) => Mark, live: LiveChange): void {
    const { range } = this
    if (range.to === range.from) this.restyle(change)
    else {
      const commandFrom = (from: EditorDocument) => {
        const text = textIn(from, this.layer)
        const edited = text && restyled(text, range, change)
        return edited && this.#command(edited)
      }
      this.#own(() => live.update(commandFrom))
      this.#showStyle()
    }
  }

  #restyleRange(range: TextRange, change: (style: Mark) => Mark, merge?: string): void {
    const edited = this.text && restyled(this.text, range, change)
    if (edited) this.#write(edited, merge)
    this.#showStyle()
  }

  /** What is selected is the same, and looks different. */
  #showStyle(): void {
    this.#selection = { ...this.#selection }
    this.#tell()
  }

  /** Of what is selected, of the link that the caret is in, or of what is typed next. */
  get link(): string | undefined {
    const { text, range } = this
    const own = text && stylesOf(text, rangeOfLink(text, range)).find(({ link }) => link !== undefined)
    return own?.link ?? this.#style?.link
  }

  /** Links what is selected, or all of the link that the caret is in; elsewhere what is typed next. */
  setLink(link: string | undefined): void {
    const { text } = this
    if (!text?.markup) return
    const range = rangeOfLink(text, this.range)
    const change = (style: Mark) => withMark(style, 'link', link)
    if (range.to > range.from) this.#restyleRange(range, change)
    else this.restyle(change)
  }

  /** The document was changed by something else, such as undo: the caret goes where the text changed. */
  follow(before: string): void {
    const { text } = this
    if (!text || text.plain === before) return
    const change = typedChange(before, text.plain, text.plain.length)
    const at = change ? change.range.from + change.inserted.length : 0
    this.#selection = { anchor: at, caret: { at, side: 'start' } }
    this.#style = undefined
    this.#tell()
  }

  /** Ends it. A new text without a letter is no layer. */
  leave(): void {
    const session = this.#session
    if (session.state.editing !== this) return
    this.endComposing()
    session.set({ editing: null })
    if (this.#made && this.text?.plain === '') takeBack(session, this.layer, this.#made)
    else this.#width.end()
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}

/** The text that is typed into. */
export const textEditorOf = ({ editing }: Pick<EditorState, 'editing'>): TextEditor | null =>
  editing instanceof TextEditor ? editing : null
