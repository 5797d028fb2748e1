import { measureText } from '#renderer/drawing/measure-text.ts'
import type { Drawable } from '#renderer/model/layer-kind.ts'
import { sidesOf } from '#renderer/properties/padding.ts'
import type { Typesetter } from '#renderer/text/types.ts'
import type { Column, TableProperties } from './table.ts'

/** The words of a cell, laid out. */
export interface SetCell {
  readonly words: Drawable
  /** Left edge of the words. */
  readonly x: number
  /** With the padding. */
  readonly height: number
  readonly paddingTop: number
  readonly isCut: boolean
}

export interface CellSetter {
  /** How wide a column has to be for its words, and for its lines; linear in the scale. */
  needOf(
    column: Column,
    inside: { title: string | undefined; cells: readonly string[] },
  ): { least: number; most: number }
  set(cell: CellText): SetCell
}

interface CellText {
  readonly text: string
  readonly column: Column
  readonly kind: 'header' | 'body' | 'more'
  /** Of the cell. */
  readonly x: number
  readonly width: number
}

interface Setting {
  readonly typesetter: Typesetter
  readonly rightToLeft: boolean
  /** Of letters and padding. */
  readonly scale: number
}

/** Higher than any cell. */
const ENDLESS_PX = 1_000_000

/** Sets cells in the fonts of a table. */
export function createCellSetter(table: TableProperties, setting: Setting): CellSetter {
  const { typesetter, scale } = setting
  const sides = sidesOf(table.padding)
  const padding = { top: sides.top * scale, bottom: sides.bottom * scale, left: sides.left * scale }
  const aside = (sides.left + sides.right) * scale
  const lookOf = createLook(table, setting)
  const widthOf = (text: string, column: Column, kind: CellText['kind']) => {
    const free = { width: ENDLESS_PX, height: ENDLESS_PX, wrap: 'none' as const, fit: 'overflow' as const }
    return measureText({ ...lookOf({ text, column, kind }), ...free }, typesetter).textBounds?.width ?? 0
  }
  return {
    needOf(column, { title, cells }) {
      // A hair more: sums of widths are not exact.
      const widest = (texts: readonly string[], kind: CellText['kind']) =>
        Math.max(0, ...texts.map((text) => (text === '' ? 0 : widthOf(text, column, kind)))) + aside + 0.01
      const titles = title === undefined ? [] : [title]
      const most = Math.max(widest(titles, 'header'), widest(cells, 'body'))
      return {
        least: Math.min(most, Math.max(widest(longestWord(titles), 'header'), widest(longestWord(cells), 'body'))),
        most,
      }
    },
    set({ text, column, kind, x, width }) {
      const inner = Math.max(0, width - aside)
      const oneLine = kind === 'more' || !table.wrap
      const words = measureText(
        {
          ...lookOf({ text, column, kind }),
          width: inner,
          height: ENDLESS_PX,
          isEndless: true,
          wrap: oneLine ? 'none' : 'word',
          fit: 'truncate',
          maxLines: oneLine ? 1 : table.maxLines,
        },
        typesetter,
        table.pictures,
      )
      const textHeight = words.textBounds?.height ?? 0
      return {
        words,
        x: x + padding.left,
        height: textHeight + padding.top + padding.bottom,
        paddingTop: padding.top,
        isCut: words.report?.truncated !== undefined,
      }
    },
  }
}

function createLook(table: TableProperties, { rightToLeft, scale }: Setting) {
  const { fontFamily, fontSize, fontWeight, textFill, lineHeight, markup } = table
  const fixed = {
    markup,
    fontStyle: 'normal' as const,
    fontVariations: {},
    fontFeatures: {},
    decoration: 'none' as const,
    minFontSize: 1,
    ellipsis: '…',
    hyphenate: false,
    balance: false,
    verticalAlign: 'top' as const,
    lineHeight,
    letterSpacing: 0,
    wordSpacing: 0,
  }
  const header = {
    fontFamily: table.headerFontFamily ?? fontFamily,
    fontSize: (table.headerFontSize ?? fontSize) * scale,
    fontWeight: table.headerFontWeight,
    fill: table.headerTextFill ?? textFill,
  }
  return ({ text, column, kind }: Pick<CellText, 'text' | 'column' | 'kind'>) => {
    const own: Partial<Column> = kind === 'body' ? column : {}
    const body = {
      fontFamily,
      fontSize: fontSize * scale,
      fontWeight: own.fontWeight ?? fontWeight,
      fill: own.textFill ?? textFill,
    }
    return {
      ...fixed,
      ...(kind === 'header' ? header : body),
      text,
      align: sideOf(column, rightToLeft),
      // What has no letters, such as "(5)", is written as the table is read.
      direction: rightToLeft && !/\p{L}/u.test(text) ? ('rtl' as const) : ('auto' as const),
    }
  }
}

function sideOf({ align }: Column, rightToLeft: boolean): 'left' | 'center' | 'right' {
  if (align === 'start') return rightToLeft ? 'right' : 'left'
  if (align === 'end') return rightToLeft ? 'left' : 'right'
  return align
}

/** The word with the most letters, as good as the widest one: to measure every word would take long. */
function longestWord(texts: readonly string[]): string[] {
  let longest = ''
  for (const text of texts) {
    for (const word of text.split(/\s+/)) if (word.length > longest.length) longest = word
  }
  // Scripts without spaces break almost anywhere.
  return longest === '' ||
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(
      longest,
    )
    ? []
    : [longest]
}
