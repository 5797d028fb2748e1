import type { Pen } from '#renderer/canvas/canvas.ts'
import { EMOJI_FAMILY, missingLetters, splitEmoji, withFallbacks } from '#renderer/fonts/fallback.ts'
import type { Drawable } from '#renderer/layer-kind.ts'
import { type Mark, type MarkedText, parseMarkup } from '#renderer/markup.ts'
import type { Paint } from '#renderer/properties/paint.ts'
import { layoutText } from '#renderer/text/layout.ts'
import type {
  Direction,
  FontStyle,
  PositionedRun,
  TextAlign,
  TextFit,
  TextLayout,
  TextMeasurer,
  TextSpan,
  VerticalAlign,
} from '#renderer/text/types.ts'
import { styleOf } from './style.ts'

interface TextProperties {
  readonly width: number
  readonly height: number
  readonly text: string
  readonly markup: boolean
  readonly fontFamily: string | string[]
  readonly fontSize: number
  readonly fontWeight: number
  readonly fontStyle: 'normal' | 'italic'
  readonly fill: Paint
  readonly stroke?: { readonly color: Paint; readonly width: number; readonly dash?: number[] | undefined } | undefined
  readonly highlight?: string | undefined
  readonly decoration: 'none' | 'underline' | 'line-through'
  readonly fit: TextFit['mode']
  readonly minFontSize: number
  readonly maxFontSize?: number | undefined
  readonly maxLines?: number | undefined
  readonly ellipsis: string
  readonly wrap: 'word' | 'anywhere' | 'none'
  readonly balance: boolean
  readonly align: TextAlign
  readonly verticalAlign: VerticalAlign
  readonly lineHeight: number
  readonly letterSpacing: number
  readonly wordSpacing: number
  readonly direction: 'auto' | Direction
  readonly locale?: string | undefined
}

interface Span extends TextSpan {
  readonly mark: Mark
}

/** Lays the text out; the result draws it. */
export function measureText(properties: TextProperties, measurer: TextMeasurer): Drawable {
  const spans = spansOf(properties)
  const layout = layoutText(spans, boxOf(properties), measurer)
  const { fill, stroke, decoration, highlight } = properties
  const stroked = stroke !== undefined && stroke.width > 0
  const runs = layout.lines.flatMap((line) => line.runs).filter((run) => run.text !== '')
  const marked = spans.some(({ mark }) => mark.highlight ?? mark.underline ?? mark.strike)
  return {
    width: layout.widthPx,
    height: layout.heightPx,
    textBounds: layout.bounds,
    report: reportOf(layout, missingLetters([properties.fontFamily].flat(), properties.text)),
    // Letters may lean out of their advance and rise above their line.
    marginPx: (stroked ? stroke.width : 0) + layout.fontSizePx,
    single: runs.length <= 1 && !stroked && !marked && !highlight && decoration === 'none',
    draw(pen) {
      const painter = createPainter(pen, properties, { spans, layout, measurer })
      for (const run of runs) painter.highlight(run)
      if (stroked) for (const run of runs) painter.outline(run, stroke)
      for (const run of runs) painter.letters(run, fill)
      for (const run of runs) painter.lines(run, fill)
    },
  }
}

function spansOf(properties: TextProperties): Span[] {
  const { text, fontFamily, fontWeight, fontStyle, letterSpacing, wordSpacing } = properties
  const marked: MarkedText[] = properties.markup ? parseMarkup(text) : [{ text, mark: {} }]
  const stack = withFallbacks([fontFamily].flat(), text)
  return marked.flatMap(({ text: words, mark }) => {
    const families = mark.font === undefined ? stack : [...new Set([mark.font, ...stack])]
    const base = {
      weight: mark.weight ?? (mark.bold ? Math.max(700, fontWeight) : fontWeight),
      italic: mark.italic ?? fontStyle === 'italic',
      letterSpacing,
      wordSpacing,
    }
    return splitEmoji(words).map((part) => {
      const style: FontStyle = { ...base, families: part.emoji ? [EMOJI_FAMILY, ...families] : families }
      return { text: part.text, style, sizeRatio: mark.size ?? 1, mark }
    })
  })
}

function boxOf(properties: TextProperties) {
  const { width, height, fontSize, fit, minFontSize, maxFontSize, maxLines, locale, ...rest } = properties
  const mode: TextFit =
    fit === 'shrink'
      ? { mode: fit, minFontSizePx: Math.min(minFontSize, fontSize), maxFontSizePx: maxFontSize ?? fontSize }
      : { mode: fit }
  return {
    widthPx: width,
    heightPx: height,
    fontSizePx: fontSize,
    lineHeight: rest.lineHeight,
    align: rest.align,
    verticalAlign: rest.verticalAlign,
    direction: rest.direction,
    fit: mode,
    ellipsis: rest.ellipsis,
    balance: rest.balance,
    wrap: rest.wrap,
    ...(maxLines !== undefined && { maxLines }),
    ...(locale !== undefined && { locale }),
  }
}

function reportOf(layout: TextLayout, missingGlyphs: string[]): NonNullable<Drawable['report']> {
  return {
    fit: Math.round(layout.fit * 1000) / 1000,
    lines: layout.lines.length,
    ...(layout.truncatedCharacters > 0 && { truncated: Math.max(1, layout.truncatedLines) }),
    ...(layout.overflows && { overflows: true }),
    ...(missingGlyphs.length > 0 && { missingGlyphs }),
  }
}

interface Painter {
  highlight(run: PositionedRun): void
  outline(run: PositionedRun, stroke: NonNullable<TextProperties['stroke']>): void
  letters(run: PositionedRun, fill: Paint): void
  lines(run: PositionedRun, fill: Paint): void
}

function createPainter(
  pen: Pen,
  properties: TextProperties,
  { spans, layout, measurer }: { spans: readonly Span[]; layout: TextLayout; measurer: TextMeasurer },
): Painter {
  const { context } = pen
  const area = { width: layout.widthPx, height: layout.heightPx }
  const spanOf = (run: PositionedRun) => spans[run.spanIndex]
  const inked = (paint: Paint) => (typeof paint === 'string' ? pen.textColor(paint) : styleOf(context, paint, area))
  const inkOf = (run: PositionedRun, fill: Paint) => inked(spanOf(run)?.mark.color ?? fill)
  const select = (run: PositionedRun) => {
    const style = spanOf(run)?.style
    if (style) context.font = pen.font(style, run.fontSizePx)
    context.direction = run.direction
    context.letterSpacing = `${run.letterSpacingPx}px`
    context.textAlign = 'left'
  }
  return {
    highlight(run) {
      const span = spanOf(run)
      const color = span?.mark.highlight ?? properties.highlight
      if (!span || color === undefined) return
      const { ascent, descent } = measurer.metrics(span.style)
      const em = run.fontSizePx / 100
      context.fillStyle = color
      context.fillRect(run.xPx, run.baselineYPx - ascent * em, run.widthPx, (ascent + descent) * em)
    },
    outline(run, stroke) {
      select(run)
      context.strokeStyle = inked(stroke.color)
      context.lineWidth = stroke.width * 2
      context.lineJoin = 'round'
      context.setLineDash(stroke.dash ?? [])
      context.strokeText(run.text, run.xPx, run.baselineYPx)
      context.setLineDash([])
    },
    letters(run, fill) {
      select(run)
      context.fillStyle = inkOf(run, fill)
      context.fillText(run.text, run.xPx, run.baselineYPx)
    },
    lines(run, fill) {
      const mark = spanOf(run)?.mark
      const size = run.fontSizePx
      const bar = (rise: number) => {
        context.fillStyle = inkOf(run, fill)
        context.fillRect(run.xPx, run.baselineYPx - rise * size, run.widthPx, Math.max(1, size * 0.06))
      }
      if (mark?.underline || properties.decoration === 'underline') bar(-0.1)
      if (mark?.strike || properties.decoration === 'line-through') bar(0.31)
    },
  }
}
