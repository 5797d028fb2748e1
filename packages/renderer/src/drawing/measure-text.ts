import type { Box } from '#renderer/geometry/box.ts'
import type { Drawable, Pictures } from '#renderer/model/layer-kind.ts'
import { isPicture } from '#renderer/properties/paint.ts'
import { layoutText } from '#renderer/text/layout.ts'
import type { MissingCharacter, TextCut, TextSource } from '#renderer/text/text-geometry.ts'
import type { PositionedRun, TextBox, TextFit, Typesetter } from '#renderer/text/types.ts'
import { fitReport } from './fit-report.ts'
import { paintedHeightOf } from './paint-requests.ts'
import { isMissing } from './style.ts'
import { createPainter, type LaidOut } from './text-painter.ts'
import type { TextProperties } from './text-properties.ts'
import { spansOf } from './text-spans.ts'

/** Lays the text out; the result draws it. */
export function measureText(properties: TextProperties, typesetter: Typesetter, pictures: Pictures = {}): Drawable {
  const { spans, missing, missingFeatures, boxes, sources } = spansOf(properties, typesetter)
  const box = boxOf(properties, typesetter)
  const layout = layoutText(spans, box, typesetter)
  return drawableOf({ properties, spans, sources, box, layout, typesetter, missing, missingFeatures, boxes, pictures })
}

/** A text with its lines. */
export interface SetText extends LaidOut {
  readonly properties: TextProperties
  readonly sources: readonly TextSource[]
  readonly box: TextBox
  readonly missing: readonly string[]
  readonly missingFeatures?: readonly string[]
  readonly pictures: Pictures
  readonly boxes: readonly MissingCharacter[]
  /** What does not fit: it is drawn all the same. */
  readonly cuts?: readonly TextCut[]
}

const sets = new WeakMap<Drawable, SetText>()

/** The text that a drawable draws; undefined for others. */
export const setTextOf = (drawable: Drawable): SetText | undefined => sets.get(drawable)

/** Draws a text that was laid out. */
export function drawableOf(set: SetText): Drawable {
  const { properties, spans, layout, typesetter, cuts = [] } = set
  const { fill, stroke, decoration, highlight } = properties
  const stroked = stroke !== undefined && stroke.width > 0 && !isMissing(stroke.color, set.pictures)
  const runs = layout.lines.flatMap((line) => line.runs).filter((run) => run.text !== '')
  const marked =
    spans.some(({ mark }) => mark.highlight ?? mark.underline ?? mark.strike) ||
    highlight !== undefined ||
    decoration !== 'none'
  const separate = !stroked && !marked && cuts.length === 0
  const strokePx = stroked ? stroke.width : 0
  const largestPx = runs.reduce((most, { fontSizePx }) => Math.max(most, fontSizePx), layout.fontSizePx)
  let ink: { readonly box: Box | undefined } | undefined
  const drawable: Drawable = {
    width: layout.widthPx,
    height: layout.heightPx,
    textBounds: layout.bounds,
    baselines: layout.lines.map(({ baselineYPx }) => baselineYPx),
    onlyText: true,
    report: { ...reportOf(set), ...(hasNoBox(properties) && { missing: NO_BOX }) },
    // Letters may lean out of their advance and rise above their line.
    marginPx: strokePx + largestPx,
    ink() {
      ink ??= { box: marked ? undefined : inkOf(runs, { spans, layout, typesetter, strokePx, largestPx }) }
      return ink.box
    },
    single: runs.length <= 1 && separate,
    separate,
    draw(pen) {
      const painter = createPainter(pen, properties, set)
      const draw = (part: readonly PositionedRun[]) => {
        for (const run of part) painter.highlight(run)
        if (stroked) for (const run of part) painter.outline(run, stroke)
        for (const run of part) painter.letters(run, fill)
        for (const run of part) painter.lines(run, fill)
        for (const run of part) painter.link(run)
      }
      const isCut = ({ start }: PositionedRun) => cuts.some((cut) => start >= cut.start && start < cut.end)
      draw(cuts.length === 0 ? runs : runs.filter((run) => !isCut(run)))
      if (cuts.length === 0) return
      const { globalAlpha } = pen.context
      pen.context.globalAlpha = globalAlpha * FAINT
      draw(runs.filter(isCut))
      pen.context.globalAlpha = globalAlpha
    },
  }
  sets.set(drawable, set)
  return drawable
}

/** Why letters are black although they have a picture. */
const NO_BOX = 'the text has no width or no height that its picture could fill'

const hasNoBox = (properties: TextProperties) =>
  isPicture(properties.fill) && (properties.width === 0 || paintedHeightOf(properties) === 0)

/** How strongly words are drawn that do not fit. */
const FAINT = 0.35

interface Inked extends LaidOut {
  readonly strokePx: number
  readonly largestPx: number
}

/** What the letters cover; to the sides, where many lean out of their advance, with room to spare. */
function inkOf(
  runs: readonly PositionedRun[],
  { spans, layout, typesetter, strokePx, largestPx }: Inked,
): Box | undefined {
  let [top, bottom] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { spanIndex, text, fontSizePx, baselineYPx } of runs) {
    const style = spans[spanIndex]?.style
    const ink = style && typesetter.ink(style, text)
    if (!ink) return undefined
    top = Math.min(top, baselineYPx - ((ink.above + INK_SLACK) * fontSizePx) / 100)
    bottom = Math.max(bottom, baselineYPx + ((ink.below + INK_SLACK) * fontSizePx) / 100)
  }
  if (runs.length === 0) return undefined
  const { x, width } = layout.bounds
  return {
    x: x - strokePx - largestPx,
    y: top - strokePx,
    width: width + 2 * (strokePx + largestPx),
    height: bottom - top + 2 * strokePx,
  }
}

/** Canvases tell whole pixels. */
const INK_SLACK = 2

/** The box that a text is laid out in. */
export function boxOf(properties: TextProperties, typesetter: Typesetter): TextBox {
  const { width, height, fontSize, fit, minFontSize, maxFontSize, maxLines, language, ...rest } = properties
  const mode: TextFit =
    fit === 'shrink'
      ? { mode: fit, minFontSizePx: Math.min(minFontSize, fontSize), maxFontSizePx: maxFontSize ?? fontSize }
      : { mode: fit }
  const hyphenate = rest.hyphenate && language !== undefined ? typesetter.hyphenator(language) : undefined
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
    ...(hyphenate && { hyphenate }),
    ...(maxLines !== undefined && { maxLines }),
  }
}

function reportOf({ layout, box, missing, missingFeatures = [] }: SetText): NonNullable<Drawable['report']> {
  const minFontSize = box.fit.mode === 'shrink' ? box.fit.minFontSizePx : 0
  return {
    ...fitReport(layout.fontSizePx, { fontSize: box.fontSizePx, minFontSize }),
    lines: layout.lines.length,
    ...(layout.truncatedCharacters > 0 && { truncated: Math.max(1, layout.truncatedLines) }),
    ...(layout.overflows && { overflows: true }),
    ...(missing.length > 0 && { missingGlyphs: [...missing] }),
    ...(missingFeatures.length > 0 && { missingFeatures: [...missingFeatures] }),
  }
}
