import { readWrittenText } from '@pictable/renderer/expressions'
import { type Mark, type MarkupToken, markInside, readMarkupTokens } from '@pictable/renderer/markup'
import { addRun, CHIP, NO_STYLE, type StyledRun, type StyledText } from './styled-text.ts'

export interface TextOptions {
  /** Whether marks such as `**bold**` are read, or are what they are. */
  readonly markup: boolean
}

/** A text as it is edited, and where each of its units is written. */
export interface WrittenText extends StyledText {
  readonly written: string
  readonly markup: boolean
  /** Where the unit at a place begins to be written; of the end, where the last one ends. */
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  /** In front of which units no mark is open, and where that is; -1 for others. The last one is the end. */
  readonly gaps: Int32Array
}

/** Expressions that say one character: beside a chip, it would be read as a part of that. */
const SPELT = { '\\': { marked: '{{"\\\\\\\\"}}', plain: '{{"\\\\"}}' }, '{': { marked: '{{"{"}}', plain: '{{"{"}}' } }

export type Spelt = keyof typeof SPELT

/** A character in front of a chip, as it has to be written there. */
export function spell(character: Spelt, { markup }: TextOptions): string {
  return SPELT[character][markup ? 'marked' : 'plain']
}

/** The character that an expression says. */
function spelt(source: string, { markup }: TextOptions): Spelt | undefined {
  return (['\\', '{'] as const).find((character) => SPELT[character][markup ? 'marked' : 'plain'] === source)
}

/** What such an expression is filled with. */
export function spelledBy(source: string, options: TextOptions): string | undefined {
  const character = spelt(source, options)
  return character === '\\' && options.markup ? '\\\\' : character
}

/** What marks are read from: each expression is one letter, as most values begin and end with one. */
interface Filled {
  readonly text: string
  /** Where each of its units is written to. */
  readonly ends: Uint32Array
  /** By place. */
  readonly expressions: ReadonlyMap<number, string>
}

const LETTER = 'x'

function withoutExpressions(written: string): Filled {
  const ends = new Uint32Array(written.length + 1)
  const expressions = new Map<number, string>()
  let [text, at] = ['', 0]
  for (const part of readWrittenText(written).parts) {
    if (typeof part === 'string') {
      // Braces that are no expression are written behind a backslash.
      if (part === '{{' && written[at] === '\\') at++
      for (let index = 0; index < part.length; index++) ends[text.length + index] = ++at
      text += part
    } else {
      expressions.set(text.length, written.slice(part.at, part.end))
      ends[text.length] = part.end
      at = part.end
      text += LETTER
    }
  }
  return { text, ends, expressions }
}

/** Reads a text of a layer. @throws ExpressionError */
export function readText(written: string, { markup }: TextOptions): WrittenText {
  const filled = withoutExpressions(written)
  const units = new Units(filled, { markup })
  const tokens: readonly MarkupToken[] = markup ? readMarkupTokens(filled.text) : [{ text: filled.text, from: 0 }]
  for (const token of tokens) {
    if (token.opens) units.open(token, token.opens)
    else if (token.closes) units.close(token)
    else units.addLetters(token)
  }
  return units.finish(written)
}

/** Collects units in their order. */
class Units {
  #plain = ''
  readonly #runs: StyledRun[] = []
  readonly #chips = new Map<number, string>()
  readonly #starts: Uint32Array
  readonly #ends: Uint32Array
  readonly #gaps: Int32Array
  readonly #marks: Mark[] = []
  readonly #filled: Filled
  readonly #options: TextOptions
  /** How far what is written was read. */
  #at = 0
  /** The last unit is a carriage return. */
  #returns = false

  constructor(filled: Filled, options: TextOptions) {
    const most = filled.text.length + 1
    this.#filled = filled
    this.#options = options
    this.#starts = new Uint32Array(most)
    this.#ends = new Uint32Array(most)
    this.#gaps = new Int32Array(most).fill(-1)
  }

  open(token: MarkupToken, mark: Mark): void {
    this.#gap()
    this.#marks.push(markInside(this.#style, mark))
    this.#pass(token)
  }

  close(token: MarkupToken): void {
    this.#marks.pop()
    this.#pass(token)
    this.#gap()
  }

  addLetters({ text, from }: MarkupToken): void {
    for (let index = 0; index < text.length; index++) this.#addLetter(text[index] ?? '', from + index)
  }

  finish(written: string): WrittenText {
    const end = this.#plain.length
    this.#starts[end] = this.#at
    this.#ends[end] = written.length
    this.#gaps[end] = written.length
    return {
      ...{ written, markup: this.#options.markup, plain: this.#plain, runs: this.#runs, chips: this.#chips },
      ...{ starts: this.#starts, ends: this.#ends, gaps: this.#gaps },
    }
  }

  get #style(): Mark {
    return this.#marks.at(-1) ?? NO_STYLE
  }

  #gap(): void {
    if (this.#marks.length === 0) this.#gaps[this.#plain.length] = this.#at
  }

  #pass({ text, from }: MarkupToken): void {
    this.#at = this.#filled.ends[from + text.length - 1] ?? this.#at
  }

  #addLetter(character: string, place: number): void {
    const { ends, expressions } = this.#filled
    const to = ends[place] ?? this.#at
    const source = expressions.get(place)
    if (character === '\n' && this.#returns) {
      // Both are one line feed.
      this.#ends[this.#plain.length - 1] = to
      this.#returns = false
    } else {
      if (this.#gaps[this.#plain.length] === -1) this.#gap()
      this.#returns = character === '\r'
      // The backslash of an escape belongs to what follows it: it is written from where the last one ended.
      this.#addUnit(source === undefined ? (this.#returns ? '\n' : character) : this.#read(source), to)
    }
    this.#at = to
  }

  #read(source: string): string {
    const character = spelt(source, this.#options)
    if (character === undefined) this.#chips.set(this.#plain.length, source)
    return character ?? CHIP
  }

  #addUnit(character: string, to: number): void {
    this.#starts[this.#plain.length] = this.#at
    this.#ends[this.#plain.length] = to
    this.#plain += character
    addRun(this.#runs, { end: this.#plain.length, style: this.#style })
  }
}
