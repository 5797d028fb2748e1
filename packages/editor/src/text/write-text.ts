import { isInWord, type Mark } from '@pictable/renderer/markup'
import { spell, type TextOptions } from './read-text.ts'
import { NO_STYLE, type StyledText, type TextRange } from './styled-text.ts'

interface WriteOptions extends TextOptions {
  /** Whether `**` and `*` may be used, which not every text around them allows. */
  readonly stars: boolean
}

type Key = keyof Mark

/** In the order in which they are written. */
const FLAGS: readonly Key[] = ['bold', 'italic', 'underline', 'strike']

/** A text in the markup of templates: the same for the same text. */
export function writeText(text: StyledText, options: WriteOptions): string {
  return new Writer(text, options).write()
}

class Writer {
  readonly #text: StyledText
  readonly #options: WriteOptions
  #written = ''
  /** Where braces and backslashes were followed last, in a stretch that ends at `to`, and what stopped that. */
  #looked = { from: 0, to: -1, stop: 0 }

  constructor(text: StyledText, options: WriteOptions) {
    this.#text = text
    this.#options = options
  }

  write(): string {
    this.#stretch({ from: 0, to: this.#text.plain.length }, NO_STYLE)
    return this.#written
  }

  /** Writes a range inside of a mark that all of it has. */
  #stretch({ from, to }: TextRange, outer: Mark): void {
    let at = from
    while (at < to) {
      const run = this.#runAt(at)
      const own = extraKeys(this.#styleOf(run), outer)
      if (own.length === 0) {
        const end = this.#extent(run, to, (style) => extraKeys(style, outer).length === 0)
        this.#plain({ from: at, to: end })
        at = end
      } else at = this.#marked({ from: at, to }, { run, own, outer })
    }
  }

  /** Writes the widest mark that begins at a place. @returns where it ends */
  #marked({ from, to }: TextRange, { run, own, outer }: { run: number; own: readonly Key[]; outer: Mark }): number {
    const style = this.#styleOf(run)
    const ends = own.map((key) => this.#extent(run, to, (each) => each[key] === style[key]))
    const end = Math.max(...ends)
    const keys = own.filter((_, index) => ends[index] === end)
    const inner = { ...outer, ...Object.fromEntries(keys.map((key) => [key, style[key]])) }
    const range = { from, to: end }
    const stars = this.#starsFor(keys, range)
    this.#written += stars ?? '['
    this.#stretch(range, inner)
    this.#written += stars ?? `](${attributesOf(keys, style)})`
    return end
  }

  /** Stars are read only where letters are on their inner side, and say nothing beside other stars. */
  #starsFor(keys: readonly Key[], { from, to }: TextRange): string | undefined {
    if (!this.#options.stars || keys.some((key) => key !== 'bold' && key !== 'italic')) return undefined
    const { plain } = this.#text
    // A value may be empty or begin with a space.
    const isFirm = (at: number) => /[^\s*\\[\]]/.test(plain[at] ?? '') && !this.#text.chips.has(at)
    if (this.#written.endsWith('*') || !isFirm(from) || !isFirm(to - 1)) return undefined
    if (this.#isStarred(from, to)) return undefined
    if (!keys.includes('italic')) return '**'
    const isFree = (at: number) => !this.#text.chips.has(at) && !isInWord(characterAt(plain, at))
    const isApart = (from === 0 || isFree(from - 1)) && (to === plain.length || isFree(to))
    return isApart ? (keys.includes('bold') ? '***' : '*') : undefined
  }

  /** Whether a mark inside begins or ends where this one does. */
  #isStarred(from: number, to: number): boolean {
    const size = (at: number) => Object.keys(this.#styleOf(this.#runAt(at))).length
    const runs = this.#text.runs.slice(this.#runAt(from), this.#runAt(to - 1) + 1)
    const least = runs.reduce((found, { style }) => Math.min(found, Object.keys(style).length), size(from))
    return size(from) > least || size(to - 1) > least
  }

  #plain({ from, to }: TextRange): void {
    for (let at = from; at < to; ) at = this.#unit(at, to)
  }

  /** Writes one unit, or two braces. @returns the next one */
  #unit(at: number, end: number): number {
    const { plain, chips } = this.#text
    const character = plain[at] ?? ''
    const next = at + 1
    const chip = chips.get(at)
    if (chip !== undefined) this.#written += chip
    else if (character === '{' && plain[next] === '{' && next < end) {
      this.#written += '\\{{'
      return next + 1
    } else if ((character === '{' || character === '\\') && this.#isSpelt({ from: at, to: end })) {
      this.#written += spell(character, this.#options)
    } else this.#written += this.#escaped(character, { from: at, to: end })
    return next
  }

  /** Whether a brace or backslash is in front of what begins with braces, which would read it as its own. */
  #isSpelt({ from, to }: TextRange): boolean {
    const { plain, chips } = this.#text
    const known = this.#looked
    if (known.to === to && known.from <= from && from < known.stop) return chips.has(known.stop)
    const goesOn = (next: number) => {
      const isPair = plain.startsWith('{{', next) && next + 1 < to
      return next < to && !isPair && (plain[next] === '{' || plain[next] === '\\')
    }
    let stop = from + 1
    while (goesOn(stop)) stop++
    if (stop === to) stop = plain.length
    this.#looked = { from, to, stop }
    return chips.has(stop)
  }

  #escaped(character: string, { from, to }: TextRange): string {
    if (!this.#options.markup) return character
    const { plain } = this.#text
    const next = from + 1 < to ? plain[from + 1] : undefined
    if (character === '[') return '\\['
    // Behind a text that is written without the rest, anything may follow.
    if (character === ']') return next === undefined || next === '(' ? '\\]' : ']'
    if (character === '\\')
      return next === undefined || /[\\*[\]()]/.test(next) || plain.startsWith('{{', from + 1) ? '\\\\' : '\\'
    if (character === '*') return this.#isLoneStar({ from, to }) ? '*' : '\\*'
    return character
  }

  /** Between spaces, as in `5 * 4`, or inside of a word, as in `2*3`. */
  #isLoneStar({ from, to }: TextRange): boolean {
    const { plain, chips } = this.#text
    const [before, after] = [plain[from - 1], plain[from + 1]]
    if (before === undefined || after === undefined || from + 1 >= to) return false
    if (chips.has(from - 1) || chips.has(from + 1) || this.#startsRun(from)) return false
    const isSpace = (each: string) => /\s/.test(each)
    if (isSpace(before) && isSpace(after)) return true
    return isInWord(characterAt(plain, from - 1)) && isInWord(characterAt(plain, from + 1))
  }

  #startsRun(at: number): boolean {
    return at === 0 || this.#runAt(at) !== this.#runAt(at - 1)
  }

  /** How far from a run something holds of the styles. */
  #extent(run: number, to: number, holds: (style: Mark) => boolean): number {
    const { runs } = this.#text
    let last = run
    while (last + 1 < runs.length && (runs[last]?.end ?? to) < to && holds(this.#styleOf(last + 1))) last++
    return Math.min(to, runs[last]?.end ?? to)
  }

  #styleOf(run: number): Mark {
    return this.#text.runs[run]?.style ?? NO_STYLE
  }

  #runAt(at: number): number {
    const { runs } = this.#text
    let [low, high] = [0, runs.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((runs[middle]?.end ?? 0) > at) high = middle
      else low = middle + 1
    }
    return low
  }
}

/** The whole character that a unit is a part of. */
function characterAt(plain: string, at: number): string {
  const isLow = /[\udc00-\udfff]/.test(plain[at] ?? '')
  return String.fromCodePoint(plain.codePointAt(isLow ? at - 1 : at) ?? 0x20)
}

function extraKeys(style: Mark, outer: Mark): Key[] {
  return markKeys(style).filter((key) => style[key] !== outer[key])
}

function markKeys(style: Mark): Key[] {
  const has = (key: Key) => style[key] !== undefined
  const rest = (['weight', 'size', 'color', 'highlight', 'link', 'font'] as const).filter(has)
  return [...FLAGS.filter(has), ...rest]
}

function attributesOf(keys: readonly Key[], style: Mark): string {
  return markKeys(style)
    .filter((key) => keys.includes(key))
    .map((key) => {
      const value = style[key]
      if (value === true) return key
      return typeof value === 'string' && !/^[^\s"()]+$/.test(value) ? `${key}="${value}"` : `${key}=${value}`
    })
    .join(' ')
}
