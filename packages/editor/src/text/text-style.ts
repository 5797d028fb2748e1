import { MARK_SIZE, type Mark } from '@pictable/renderer/markup'
import { isSameStyle, NO_STYLE, type StyledText, sliceText, type TextRange } from './styled-text.ts'

/** What a layer says of its letters, which marks change. */
export interface LetterBase {
  readonly weight: number
  readonly italic: boolean
}

export const TOGGLES = ['bold', 'italic', 'underline', 'strike'] as const
export type Toggle = (typeof TOGGLES)[number]

const BOLD = 700
const REGULAR = 400
/** From here on letters are read as bold. */
const LEAST_BOLD = 600

const without = (style: Mark, ...keys: readonly (keyof Mark)[]): Mark =>
  Object.fromEntries(Object.entries(style).filter(([key]) => !keys.some((each) => each === key)))

/** Whether letters of a style are bold, italic, underlined or struck through. */
export function isOn(style: Mark, toggle: Toggle, base: LetterBase): boolean {
  if (toggle === 'bold') return (style.weight ?? (style.bold ? BOLD : base.weight)) >= LEAST_BOLD
  if (toggle === 'italic') return style.italic ?? base.italic
  return style[toggle] === true
}

/** The style with one of these on or off, as far as marks can say so: nothing makes italic letters upright. */
export function withToggle(style: Mark, { toggle, base, on }: { toggle: Toggle; base: LetterBase; on: boolean }): Mark {
  if (isOn(style, toggle, base) === on) return style
  if (toggle !== 'bold') return on ? { ...style, [toggle]: true } : without(style, toggle)
  const plain = without(style, 'bold', 'weight')
  if (isOn(plain, 'bold', base) === on) return plain
  return on ? { ...plain, bold: true } : { ...plain, weight: REGULAR }
}

/** The style with another colour, size, weight, font, highlight or link; undefined is that of the layer. */
export function withMark<Key extends 'color' | 'size' | 'weight' | 'font' | 'highlight' | 'link'>(
  style: Mark,
  key: Key,
  value: Mark[Key] | undefined,
): Mark {
  return value === undefined ? without(style, key) : { ...style, [key]: value }
}

const rounded = (value: number) => Math.round(value * 1e6) / 1e6

/** The sizes in px that a part can have in a layer. */
export function sizeBounds(ofLayerPx: number): { readonly minimum: number; readonly maximum: number } {
  return { minimum: rounded(MARK_SIZE.least * ofLayerPx), maximum: rounded(MARK_SIZE.most * ofLayerPx) }
}

/** A size in px as marks have it; undefined where it is that of the layer. */
export function sizeRatio(px: number, ofLayerPx: number): number | undefined {
  const ratio = Math.min(MARK_SIZE.most, Math.max(MARK_SIZE.least, rounded(px / ofLayerPx)))
  return ratio === 1 ? undefined : ratio
}

/** The styles of a range, each once, in their order. */
export function stylesOf(text: StyledText, range: TextRange): readonly Mark[] {
  const found: Mark[] = []
  for (const { style } of sliceText(text, range).runs) {
    if (!found.some((each) => isSameStyle(each, style))) found.push(style)
  }
  return found.length === 0 ? [NO_STYLE] : found
}
