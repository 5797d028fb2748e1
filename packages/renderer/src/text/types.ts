/** Everything about a font that decides how wide text is. Lengths are in em, so that widths are linear in the size. */
export interface FontStyle {
  /** In the order in which they are asked for a glyph. */
  readonly families: readonly string[]
  /** 1 to 1000. */
  readonly weight: number
  readonly italic: boolean
  /** Added after every character, in em. */
  readonly letterSpacing: number
  /** Added to every space, in em. Layout adds it: engines disagree about which spaces it widens. */
  readonly wordSpacing: number
  /** Axes of a variable font, by tag, such as `wdth`. */
  readonly variations?: Readonly<Record<string, number>>
  /** OpenType features by tag, such as `tnum`: true to apply them, false to leave them out. */
  readonly features?: Readonly<Record<string, boolean>>
  /** BCP 47 tag: fonts draw some letters differently by language. */
  readonly language?: string
}

/** All that layout asks of the world. Both answers must be the same for equal arguments. */
export interface TextMeasurer {
  /** Width in px of `text` in one line at 100 px font size: shaped, kerned, letter spacing included, word spacing not. */
  advance(style: FontStyle, text: string): number
  /** Where what is drawn as one begins in a text, in its order, and how wide it is; undefined where that is not known. */
  clusters?(style: FontStyle, text: string): readonly TextCluster[] | undefined
  /** Heights above and below the baseline in px at 100 px font size, both positive. */
  metrics(style: FontStyle): FontMetrics
}

/** A letter, or letters that are drawn as one. Its width is that at 100 px font size. */
export interface TextCluster {
  readonly start: number
  readonly advance: number
}

export interface FontMetrics {
  readonly ascent: number
  readonly descent: number
}

/** Upwards and downwards. */
export interface Ink {
  readonly above: number
  readonly below: number
}

/** Also tells how high letters are. */
export interface InkMeasurer extends TextMeasurer {
  ink(style: FontStyle, text: string): Ink
}

/** Which fonts a text should be set in. */
export interface FontQuestion extends Pick<FontStyle, 'families' | 'weight' | 'italic' | 'language'> {
  readonly text: string
}

export interface FontChoice {
  /** For `FontStyle.families`. */
  readonly families: readonly string[]
  /** Characters that no font has. */
  readonly missing: ReadonlySet<string>
}

/** Lines under and through text, in em: how far their upper edge is above the baseline, and how thick they are. */
export interface LineFacts {
  readonly underline: number
  readonly underlineThickness: number
  readonly strike: number
  readonly strikeThickness: number
}

/** Offsets inside a word at which it may be hyphenated. */
export type Hyphenator = (word: string) => readonly number[]

/** All that drawing text asks of fonts and languages. */
export interface Typesetter extends TextMeasurer {
  chooseFonts(question: FontQuestion): FontChoice
  /** Of the features that the style applies, those that none of its fonts has. */
  missingFeatures(style: FontStyle): readonly string[]
  /** Where the first font of the style wants lines. */
  lines(style: FontStyle): LineFacts
  /** How far the letters of `text` reach from the baseline in px at 100 px; undefined where nobody can tell. */
  ink(style: FontStyle, text: string): Ink | undefined
  /** Undefined for a language without patterns. */
  hyphenator(language: string): Hyphenator | undefined
}

/** A stretch of text in one style. Colour and decoration stay with the caller: runs name their span by its index. */
export interface TextSpan {
  readonly text: string
  readonly style: FontStyle
  /** Size relative to the font size of the box, 1 = the same. */
  readonly sizeRatio: number
}

export type TextAlign = 'left' | 'center' | 'right' | 'justify' | 'start' | 'end'
export type VerticalAlign = 'top' | 'middle' | 'bottom'
export type Direction = 'ltr' | 'rtl'

/**
 * What happens to text larger than its box.
 * overflow: it is laid out at the size asked for and may leave the box.
 * shrink: the largest size from `minFontSizePx` to `maxFontSizePx` (default: the size asked for) at which all of it
 * fits; what does not fit at the smallest size is truncated.
 * truncate: lines that do not fit are left out and the last one ends in the ellipsis.
 * grow: the box becomes as tall as the text, never smaller than it was.
 */
export type TextFit =
  | { readonly mode: 'overflow' }
  | { readonly mode: 'shrink'; readonly minFontSizePx: number; readonly maxFontSizePx?: number }
  | { readonly mode: 'truncate' }
  | { readonly mode: 'grow' }

export interface TextBox {
  readonly widthPx: number
  readonly heightPx: number
  readonly fontSizePx: number
  /** Multiple of the font size. */
  readonly lineHeight: number
  readonly align: TextAlign
  readonly verticalAlign: VerticalAlign
  /** auto: by the first strong character of each paragraph. */
  readonly direction: 'auto' | Direction
  readonly fit: TextFit
  /** Further lines are left out in every mode, and the last one ends in the ellipsis. */
  readonly maxLines?: number
  /** Stands for text that was left out, usually `…`; may be empty. */
  readonly ellipsis: string
  /** Breaks words that it knows, with a hyphen. Soft hyphens break words with or without it. */
  readonly hyphenate?: Hyphenator
  /** Makes the lines of each paragraph about equally long without adding lines. */
  readonly balance?: boolean
  /**
   * word (the default): lines break between words, and inside a word only where it is wider than the box.
   * anywhere: lines break between any two graphemes. none: lines break only at line feeds.
   */
  readonly wrap?: 'word' | 'anywhere' | 'none'
}

/**
 * Drawn by one `fillText(text, xPx, baselineYPx)` with `textAlign = 'left'`, `wordSpacing = '0px'` and `direction` and
 * `letterSpacing` set. Where spaces are stretched, every word and every space is a run of its own.
 */
export interface PositionedRun {
  /** In logical order. Tabs are spaces, soft hyphens are gone, a used one is a hyphen. */
  readonly text: string
  readonly spanIndex: number
  readonly direction: Direction
  /** Left edge, relative to the box. */
  readonly xPx: number
  readonly baselineYPx: number
  readonly widthPx: number
  readonly fontSizePx: number
  /** For `ctx.letterSpacing`; 0 where the run is one letter with its marks, or a cursive word. */
  readonly letterSpacingPx: number
  /** Of its width, what is between its letters and the space with which the next run begins. */
  readonly behindPx?: number
  /** UTF-16 offsets into the joined text of all spans; equal for an ellipsis. */
  readonly start: number
  readonly end: number
}

export interface TextLine {
  /** Left edge of the text, relative to the box. */
  readonly xPx: number
  readonly baselineYPx: number
  /** Without the spaces at its end. */
  readonly widthPx: number
  /** From the baseline to the upper edge of the line, half of the leading included. */
  readonly ascentPx: number
  readonly descentPx: number
  /** UTF-16 offsets into the joined text of all spans, without the spaces at the end. */
  readonly start: number
  readonly end: number
  /** Of its paragraph. */
  readonly direction: Direction
  /** From left to right. */
  readonly runs: readonly PositionedRun[]
}

export interface TextLayout {
  readonly lines: readonly TextLine[]
  /** The size in use. */
  readonly fontSizePx: number
  /** The size in use relative to the size asked for. */
  readonly fit: number
  /** Size of the box afterwards; differs from the size before only where it grew. */
  readonly widthPx: number
  readonly heightPx: number
  /** Around the lines of text, relative to the box. */
  readonly bounds: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  /** Text leaves the box. */
  readonly overflows: boolean
  /** Lines left out; counting stops at 100. */
  readonly truncatedLines: number
  /** UTF-16 length of the text left out. */
  readonly truncatedCharacters: number
}
