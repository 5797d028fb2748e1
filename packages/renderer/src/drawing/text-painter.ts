import type { Pen, Style } from '#renderer/canvas/canvas.ts'
import type { Pictures } from '#renderer/model/layer-kind.ts'
import { readLink } from '#renderer/properties/link.ts'
import { isPicture, type Paint } from '#renderer/properties/paint.ts'
import type { PositionedRun, TextLayout, Typesetter } from '#renderer/text/types.ts'
import { isMissing, type PaintedArea, styleOf } from './style.ts'
import type { TextProperties } from './text-properties.ts'
import type { Span } from './text-spans.ts'

/** Words are seen without their picture as well. */
const WITHOUT_PICTURE = '#000000'

/** The paint of letters. */
export function inkOf(pen: Pen, paint: Paint, area: PaintedArea): Style {
  if (typeof paint === 'string') return pen.textColor(paint)
  return isMissing(paint, area.pictures) ? pen.textColor(WITHOUT_PICTURE) : styleOf(pen, paint, area)
}

/** Draws runs of laid out text, one part of their look at a time. */
export interface Painter {
  highlight(run: PositionedRun): void
  outline(run: PositionedRun, stroke: NonNullable<TextProperties['stroke']>): void
  letters(run: PositionedRun, fill: Paint): void
  lines(run: PositionedRun, fill: Paint): void
  /** Of a part that is a link, where it can be clicked. */
  link(run: PositionedRun): void
}

/** A text with its lines. */
export interface LaidOut {
  readonly spans: readonly Span[]
  readonly layout: TextLayout
  readonly typesetter: Typesetter
}

interface Painted extends LaidOut {
  readonly pictures: Pictures
}

export function createPainter(
  pen: Pen,
  properties: TextProperties,
  { spans, layout, typesetter, pictures }: Painted,
): Painter {
  const { context } = pen
  const area = { width: layout.widthPx, height: layout.heightPx, pictures }
  const pictureArea = properties.isEndless ? { ...area, height: layout.bounds.height } : area
  const spanOf = (run: PositionedRun) => spans[run.spanIndex]
  const paints = new Map<Paint, Style>()
  /** Of what leaves the box of the text by so much. */
  const inked = (paint: Paint, outsetPx = 0): Style => {
    const style = paints.get(paint) ?? inkOf(pen, paint, { ...(isPicture(paint) ? pictureArea : area), outsetPx })
    if (typeof paint !== 'string') paints.set(paint, style)
    return style
  }
  const inkOfRun = (run: PositionedRun, fill: Paint) => inked(spanOf(run)?.mark.color ?? fill)
  const select = (run: PositionedRun) => {
    const style = spanOf(run)?.style
    if (style) pen.selectFont(style, run.fontSizePx, run.text)
    context.direction = run.direction
    context.letterSpacing = `${run.letterSpacingPx}px`
  }
  const baselineOf = (run: PositionedRun) => {
    const style = spanOf(run)?.style
    return run.baselineYPx + ((style && pen.baselineShift?.(style, run.fontSizePx, run.text)) ?? 0)
  }
  const boxOf = (run: PositionedRun, { style }: Span) => {
    const { ascent, descent } = typesetter.metrics(style)
    const em = run.fontSizePx / 100
    return { x: run.xPx, y: run.baselineYPx - ascent * em, width: run.widthPx, height: (ascent + descent) * em }
  }
  return {
    highlight(run) {
      const span = spanOf(run)
      const color = span?.mark.highlight ?? properties.highlight
      if (!span || color === undefined) return
      const { x, y, width, height } = boxOf(run, span)
      context.fillStyle = color
      context.fillRect(x, y, width, height)
    },
    outline(run, stroke) {
      select(run)
      context.strokeStyle = inked(stroke.color, stroke.width)
      context.lineWidth = stroke.width * 2
      context.lineJoin = 'round'
      context.setLineDash(stroke.dash ?? [])
      context.strokeText(run.text, run.xPx, baselineOf(run))
      context.setLineDash([])
    },
    letters(run, fill) {
      select(run)
      context.fillStyle = inkOfRun(run, fill)
      context.fillText(run.text, run.xPx, baselineOf(run))
    },
    lines(run, fill) {
      const span = spanOf(run)
      const underlined = span?.mark.underline || properties.decoration === 'underline'
      const struck = span?.mark.strike || properties.decoration === 'line-through'
      if (!span || !(underlined || struck)) return
      const facts = typesetter.lines(span.style)
      const bar = (rise: number, thickness: number) => {
        context.fillStyle = inkOfRun(run, fill)
        const top = run.baselineYPx - rise * run.fontSizePx
        context.fillRect(run.xPx, top, run.widthPx, Math.max(1, thickness * run.fontSizePx))
      }
      if (underlined) bar(facts.underline, facts.underlineThickness)
      if (struck) bar(facts.strike, facts.strikeThickness)
    },
    link(run) {
      const span = spanOf(run)
      const address = span?.mark.link === undefined ? undefined : readLink(span.mark.link)
      if (span && address !== undefined) pen.link?.(boxOf(run, span), address)
    },
  }
}
