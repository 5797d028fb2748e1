import type { Pen, Style } from '#renderer/canvas/canvas.ts'
import { fitReport } from '#renderer/drawing/fit-report.ts'
import { inkOf } from '#renderer/drawing/text-painter.ts'
import { type Spans, spansOf } from '#renderer/drawing/text-spans.ts'
import type { Turn } from '#renderer/geometry/matrix.ts'
import type { Drawable, Pictures } from '#renderer/model/layer-kind.ts'
import { readLink } from '#renderer/properties/link.ts'
import { isPicture, type Paint } from '#renderer/properties/paint.ts'
import { readPath } from '#renderer/shapes/path.ts'
import { layoutText } from '#renderer/text/layout.ts'
import type { Direction, TextLayout, Typesetter } from '#renderer/text/types.ts'
import { type Letter, lettersOf } from './letters.ts'
import { missingMarks, type PlacedLetter } from './missing-marks.ts'
import { arcTrack, ellipseTrack, pathTrack, type Track } from './track.ts'

interface PathText {
  readonly width: number
  readonly height: number
  readonly text: string
  readonly markup: boolean
  readonly shape: 'circle' | 'arc' | 'path'
  readonly path?: string | undefined
  readonly reverse: boolean
  readonly startAt: number
  readonly align: 'start' | 'center' | 'end'
  readonly side: 'above' | 'middle' | 'below'
  readonly fontFamily: string | string[]
  readonly fontSize: number
  readonly minFontSize: number
  readonly fontWeight: number
  readonly fontStyle: 'normal' | 'italic'
  readonly fill: Paint
  readonly stroke?: { readonly color: Paint; readonly width: number } | undefined
  readonly letterSpacing: number
  readonly direction: 'auto' | Direction
  readonly language?: string | undefined
  readonly pictures: Pictures
  /** How far the picture that paints letters leaves the box. */
  readonly outsetPx: number
}

/** Lays text out along a path; the result draws it. */
export function measurePathText(properties: PathText, typesetter: Typesetter): Drawable {
  const { width, height, fontSize } = properties
  const text = properties.text.replaceAll(/\s+/g, ' ').trim()
  const found = spansOf({ ...properties, text, wordSpacing: 0, fontVariations: {}, fontFeatures: {} }, typesetter)
  const track = trackFor(properties)
  const asked = lineOf(found, properties, { typesetter, fontSizePx: fontSize })
  const needed = lengthOf(asked)
  const fit =
    needed > track.length && needed > 0 ? Math.max(track.length / needed, properties.minFontSize / fontSize) : 1
  const layout = fit < 1 ? lineOf(found, properties, { typesetter, fontSizePx: fontSize * fit }) : asked
  const runs = layout.lines.flatMap((line) => line.runs)
  const letters = lettersOf(runs, found.spans, typesetter)
  const length = lengthOf(layout)
  const offset = offsetOf(properties, track, length)
  const drop = dropOf(properties, { spans: found.spans, typesetter, fontSizePx: fontSize * fit })
  const placed = letters.map(
    (letter): PlacedLetter => ({ letter, ...track.at(offset + letter.xPx + letter.widthPx / 2) }),
  )
  return {
    width,
    height,
    marginPx: fontSize * 2 + (properties.stroke?.width ?? 0) + farOutside(placed, properties),
    single: false,
    // Paper would keep the whole picture with each letter.
    isFlat: letters.length > 1 && [properties.fill, properties.stroke?.color ?? ''].some(isPicture),
    ...(found.boxes.length > 0 && { missing: missingMarks(placed, { ...found, typesetter, dropPx: drop }) }),
    report: {
      ...fitReport(fontSize * fit, properties),
      ...(length > track.length + 0.5 && { overflows: true }),
      ...(found.missing.length > 0 && { missingGlyphs: [...found.missing] }),
    },
    draw(pen) {
      const { context } = pen
      // One picture for all letters, however each of them is turned.
      const paintOf = (paint: Paint, turn: Turn): Style => inkOf(pen, paint, { ...properties, turn })
      const write = (stroked?: Paint) => {
        for (const { letter, x, y: top, angle } of placed) {
          const turn = { x, y: top, angle }
          context.save()
          context.translate(x, top)
          context.rotate(angle)
          pen.selectFont(letter.span.style, letter.run.fontSizePx, letter.text)
          const y = drop + (pen.baselineShift?.(letter.span.style, letter.run.fontSizePx, letter.text) ?? 0)
          context.direction = letter.run.direction
          context.letterSpacing = '0px'
          if (stroked) {
            context.strokeStyle = paintOf(stroked, turn)
            context.strokeText(letter.text, -letter.widthPx / 2, y)
          } else {
            context.fillStyle = paintOf(letter.span.mark.color ?? properties.fill, turn)
            context.fillText(letter.text, -letter.widthPx / 2, y)
            linkLetter(pen, letter, y)
          }
          context.restore()
        }
      }
      if (properties.stroke && properties.stroke.width > 0) {
        context.lineWidth = properties.stroke.width * 2
        context.lineJoin = 'round'
        write(properties.stroke.color)
      }
      write()
    },
  }
}

/** A letter of a link can be clicked where it is. */
function linkLetter(pen: Pen, { span, widthPx, run: { fontSizePx } }: Letter, baselineY: number): void {
  const address = span.mark.link === undefined ? undefined : readLink(span.mark.link)
  if (address === undefined) return
  pen.link?.({ x: -widthPx / 2, y: baselineY - fontSizePx, width: widthPx, height: 1.2 * fontSizePx }, address)
}

function trackFor(properties: PathText): Track {
  if (properties.shape === 'circle') return ellipseTrack(properties)
  if (properties.shape === 'arc') return arcTrack(properties)
  return pathTrack(readPath(properties.path ?? '') ?? [])
}

interface Setting {
  readonly typesetter: Typesetter
  readonly fontSizePx: number
}

function lineOf({ spans }: Spans, { direction }: PathText, { typesetter, fontSizePx }: Setting): TextLayout {
  const box = {
    widthPx: 1_000_000,
    heightPx: 1_000_000,
    fontSizePx,
    lineHeight: 1,
    ellipsis: '',
    wrap: 'none',
  } as const
  const look = { align: 'left', verticalAlign: 'top', direction, fit: { mode: 'overflow' } } as const
  return layoutText(spans, { ...box, ...look }, typesetter)
}

function lengthOf(layout: TextLayout): number {
  return layout.lines[0]?.widthPx ?? 0
}

/** Where on the path the text begins. A closed path begins where the text is aligned to, so that it may go beyond both ends. */
function offsetOf({ align, startAt, shape }: PathText, track: Track, length: number): number {
  const start = track.length * startAt
  if (shape === 'circle') return start + track.length / 2 - length * { start: 0, center: 0.5, end: 1 }[align]
  return start + (track.length - length) * { start: 0, center: 0.5, end: 1 }[align]
}

/** How far the baseline is from the path. */
function dropOf({ side }: PathText, { spans, typesetter, fontSizePx }: Setting & Pick<Spans, 'spans'>): number {
  const [first] = spans
  if (side === 'above' || !first) return 0
  const { ascent, descent } = typesetter.metrics(first.style)
  return (side === 'below' ? ascent : (ascent - descent) / 2) * (fontSizePx / 100)
}

function farOutside(placed: readonly PlacedLetter[], { width, height }: PathText): number {
  return Math.max(
    0,
    ...placed.flatMap(({ x, y, letter }) => [-x, -y, x - width, y - height].map((far) => far + letter.widthPx / 2)),
  )
}
