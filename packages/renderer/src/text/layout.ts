import { heightEm } from './balance-lines.ts'
import { TOLERANCE_EM } from './break-lines.ts'
import { type BreakableText, type CollectedLines, collectLines } from './collect-lines.ts'
import { fitSize } from './fit-size.ts'
import { measuredText } from './measured-text.ts'
import { alignedLeftPx, placeLines } from './place-lines.ts'
import { readParagraphs } from './read-paragraphs.ts'
import type { TextBox, TextLayout, TextLine, TextMeasurer, TextSpan } from './types.ts'

/** What a line may leave the box by without being said to overflow. */
const TOLERANCE_PX = 0.01

/**
 * Breaks spans into lines and places them in a box, with Unicode line breaks, bidirectional order and fitting. Pure:
 * equal arguments and advances give equal layouts. Takes bounded time for any text; only the first 100,000 UTF-16 units
 * and 5,000 lines are laid out. Throws only what the measurer throws.
 */
export function layoutText(spans: readonly TextSpan[], box: TextBox, measurer: TextMeasurer): TextLayout {
  const source = measuredText(spans, box, measurer)
  const text: BreakableText = { source, paragraph: readParagraphs(source, box.direction) }
  const sizePx = chooseSize(text, box)
  const collected = collect(text, box, sizePx)
  const textHeightPx = heightEm(collected.lines) * sizePx
  const heightPx = box.fit.mode === 'grow' ? Math.max(box.heightPx, textHeightPx) : box.heightPx
  const topPx = alignVertically(box, heightPx - textHeightPx)
  const lines = placeLines(collected.lines, { box, sizePx, topPx })
  const bounds = { ...horizontalBounds(lines, box), y: topPx, height: textHeightPx }
  return {
    lines,
    fontSizePx: sizePx,
    fit: sizePx / box.fontSizePx,
    widthPx: box.widthPx,
    heightPx,
    bounds,
    overflows: bounds.width > box.widthPx + TOLERANCE_PX || textHeightPx > heightPx + TOLERANCE_PX,
    truncatedLines: collected.truncatedLines,
    truncatedCharacters: collected.truncatedCharacters,
  }
}

function chooseSize(text: BreakableText, box: TextBox): number {
  if (box.fit.mode !== 'shrink') return box.fontSizePx
  return fitSize(text, box, { minPx: box.fit.minFontSizePx, maxPx: box.fit.maxFontSizePx ?? box.fontSizePx })
}

function collect(text: BreakableText, box: TextBox, sizePx: number): CollectedLines {
  const cuts = box.fit.mode === 'truncate' || box.fit.mode === 'shrink'
  const room = {
    widthEm: box.widthPx / sizePx,
    heightEm: cuts ? box.heightPx / sizePx : Number.POSITIVE_INFINITY,
    maxLines: box.maxLines ?? Number.POSITIVE_INFINITY,
    wrap: box.wrap ?? 'word',
    balance: box.balance ?? false,
    ellipsis: box.ellipsis,
    cutsWidth: cuts,
  }
  const cut = collectLines(text, room)
  if (!room.balance || cut.truncatedLines === 0) return cut
  // Balanced, spans of several sizes may stand lower than they do line by line.
  const whole = collectLines(text, { ...room, heightEm: Number.POSITIVE_INFINITY })
  return whole.truncatedLines === 0 && heightEm(whole.lines) <= room.heightEm + TOLERANCE_EM ? whole : cut
}

function alignVertically(box: TextBox, freePx: number): number {
  if (box.verticalAlign === 'top') return 0
  return box.verticalAlign === 'middle' ? freePx / 2 : freePx
}

function horizontalBounds(lines: readonly TextLine[], box: TextBox): { x: number; width: number } {
  let left = Number.POSITIVE_INFINITY
  let right = Number.NEGATIVE_INFINITY
  for (const { xPx, widthPx } of lines) {
    left = Math.min(left, xPx)
    right = Math.max(right, xPx + widthPx)
  }
  if (lines.length > 0) return { x: left, width: right - left }
  return { x: alignedLeftPx(box, box.direction === 'rtl' ? 'rtl' : 'ltr', 0), width: 0 }
}
