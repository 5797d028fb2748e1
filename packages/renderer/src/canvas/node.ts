import '#renderer/fonts/no-system-fonts.ts'

import { type Canvas, type CanvasPattern, createCanvas, ImageData, type SKRSContext2D } from '@napi-rs/canvas'
import { EMOJI_FAMILY } from '#renderer/fonts/fallback.ts'
import type { FontBook } from '#renderer/fonts/font-book.ts'
import type { Area } from '#renderer/geometry/areas.ts'
import type { Box } from '#renderer/geometry/box.ts'
import { matrixOf } from '#renderer/geometry/matrix.ts'
import type { FontStyle, InkMeasurer } from '#renderer/text/types.ts'
import { type Bleed, bledBox, bledSize, bleedEdges, NO_BLEED } from './bleed.ts'
import type { Context2D, Pen, Pixels, Surface } from './canvas.ts'
import { whenPaintsEnd } from './end-paints.ts'
import { lightToAlpha } from './light-to-alpha.ts'
import { unpackRgb } from './pack-rgb.ts'
import { type PaintPlace, paintMatrix } from './paint-place.ts'
import { textColor } from './text-color.ts'

const pooledPixels = 4_000_000
const pooled = new Map<string, Canvas[]>()
const surfaces = new WeakMap<Surface, Canvas>()

/** An empty surface. Small ones are used again: a new bitmap costs more than clearing an old one. */
export function createSurface(widthPx: number, heightPx: number, fonts: FontBook): Surface {
  const canvas = takeCanvas(widthPx, heightPx)
  const context = canvas.getContext('2d')
  context.reset()
  const surface: Surface = {
    widthPx,
    heightPx,
    pen: createPen(context, fonts),
    read(area) {
      if (!area) return canvas.data()
      const { data } = context.getImageData(area.left, area.top, area.widthPx, area.heightPx)
      return new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    },
    turnLightIntoAlpha() {
      const pixels = context.getImageData(0, 0, widthPx, heightPx)
      lightToAlpha(pixels.data)
      context.putImageData(pixels, 0, 0)
    },
    tint(color) {
      context.setTransform(1, 0, 0, 1, 0, 0)
      context.globalCompositeOperation = 'source-in'
      context.fillStyle = color
      context.fillRect(0, 0, widthPx, heightPx)
    },
    put: (other, x, y) => putSurface(context, other, { x, y }),
    release() {
      surfaces.delete(surface)
      giveBack(canvas)
    },
  }
  surfaces.set(surface, canvas)
  return surface
}

export function putSurface(context: SKRSContext2D, surface: Surface, { x, y }: { x: number; y: number }): void {
  const source = surfaces.get(surface)
  if (source) context.drawImage(source, x, y)
}

function takeCanvas(widthPx: number, heightPx: number): Canvas {
  return pooled.get(`${widthPx}x${heightPx}`)?.pop() ?? createCanvas(widthPx, heightPx)
}

function giveBack(canvas: Canvas): void {
  if (canvas.width * canvas.height > pooledPixels) {
    canvas.width = 0
    return
  }
  const key = `${canvas.width}x${canvas.height}`
  const free = pooled.get(key) ?? []
  pooled.delete(key)
  pooled.set(key, free.length < 2 ? [...free, canvas] : free)
  const [oldest] = pooled.keys()
  if (pooled.size > 8 && oldest !== undefined) pooled.delete(oldest)
}

/** A pen for a canvas of bitmaps. */
export function createPen(context: SKRSContext2D, fonts: FontBook): Pen {
  const drawn: Context2D = context
  return {
    context: drawn,
    textColor,
    picture(pixels, box, bleed = NO_BLEED) {
      const seen = seenPart(context, pixels, box)
      const { widthPx, heightPx } = seen ?? bledSize(pixels, bleed)
      if (widthPx <= 0 || heightPx <= 0) return
      // By way of a canvas: six times as fast as a pattern of the pixels.
      const canvas = takeCanvas(widthPx, heightPx)
      if (seen) {
        putPixels(canvas.getContext('2d'), pixels, seen)
        drawUnscaled(context, canvas, seen)
      } else {
        putBled(canvas, pixels, bleed)
        const { x, y, width, height } = bledBox(box, pixels, bleed)
        context.drawImage(canvas, x, y, width, height)
      }
      giveBack(canvas)
    },
    picturePaint: (pixels, place) => keptPaint(context, pixels, place),
    selectFont: (style, sizePx, text) => selectFont(context, fonts, { style: fonts.narrow(style, text), sizePx }),
    toPixels: () => matrixOf(context.getTransform()),
  }
}

const paints = new WeakMap<Pixels, Map<string, CanvasPattern>>()

/** One for all boxes, by what is outside of them: each holds a copy of the picture. */
function keptPaint(context: SKRSContext2D, pixels: Pixels, place: PaintPlace): CanvasPattern {
  const { repeats, bleed = NO_BLEED } = place
  const kept = paints.get(pixels) ?? new Map<string, CanvasPattern>()
  const key = `${repeats} ${bleed.across} ${bleed.down}`
  const known = kept.get(key)
  known?.setTransform(paintMatrix(place, pixels))
  if (known) return known
  const paint = paintOf(context, canvasOf(pixels, bleed), { ...place, pixels })
  paints.set(pixels, kept.set(key, paint))
  whenPaintsEnd(pixels, () => paints.delete(pixels))
  return paint
}

interface PlacedPaint extends PaintPlace {
  readonly pixels: Pixels
}

/** A canvas of pixels as a paint that fills a box. */
export function paintOf(context: SKRSContext2D, canvas: Canvas, { pixels, ...place }: PlacedPaint): CanvasPattern {
  const pattern = context.createPattern(canvas, place.repeats ? 'repeat' : 'no-repeat')
  pattern.setTransform(paintMatrix(place, pixels))
  return pattern
}

/** A canvas of its own for a picture and its bleed. */
export function canvasOf(pixels: Pixels, bleed: Bleed = NO_BLEED): Canvas {
  const { widthPx, heightPx } = bledSize(pixels, bleed)
  const canvas = createCanvas(widthPx, heightPx)
  putBled(canvas, pixels, bleed)
  return canvas
}

function putBled(canvas: Canvas, pixels: Pixels, bleed: Bleed): void {
  const { widthPx, heightPx } = pixels
  const context = canvas.getContext('2d')
  putPixels(context, pixels, { left: 0, top: 0, widthPx, heightPx, atX: bleed.across, atY: bleed.down })
  bleedEdges(canvas, context, bleed)
}

/** A part of a picture, and where on the canvas its pixels lie. */
interface SeenPart extends Area {
  readonly x: number
  readonly y: number
}

/** The part of a picture that is on the canvas; undefined where it does not lie on it pixel by pixel. */
function seenPart(context: SKRSContext2D, { widthPx, heightPx }: Pixels, box: Box): SeenPart | undefined {
  const [a, b, c, d, e, f] = matrixOf(context.getTransform())
  const [x, y] = [a * box.x + e, d * box.y + f]
  const fits = b === 0 && c === 0 && a * box.width === widthPx && d * box.height === heightPx
  // What is not on the canvas may throw its shadow there.
  const { shadowBlur, shadowOffsetX, shadowOffsetY } = context
  if (!fits || shadowBlur !== 0 || shadowOffsetX !== 0 || shadowOffsetY !== 0) return undefined
  if (!Number.isInteger(x) || !Number.isInteger(y)) return undefined
  const { width, height } = context.canvas
  const [left, top] = [Math.max(0, -x), Math.max(0, -y)]
  return {
    left,
    top,
    widthPx: Math.min(widthPx, width - x) - left,
    heightPx: Math.min(heightPx, height - y) - top,
    x: x + left,
    y: y + top,
  }
}

function drawUnscaled(context: SKRSContext2D, canvas: Canvas, { x, y }: SeenPart): void {
  context.save()
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.drawImage(canvas, x, y)
  context.restore()
}

const STRIP_PX = 65_536
const strips = new Map<number, ImageData>()

/** A part of a picture, and where a canvas gets it. Default: in its corner. */
interface PutPart extends Area {
  readonly atX?: number
  readonly atY?: number
}

/** Strip by strip, all through the same one: memory for all of the pixels would cost more than the drawing. */
function putPixels(context: SKRSContext2D, { data, opaque, ...size }: Pixels, part: PutPart): void {
  const { left, top, widthPx, heightPx, atX = 0, atY = 0 } = part
  const strip = strips.get(widthPx) ?? new ImageData(widthPx, Math.ceil(STRIP_PX / widthPx / 4) * 4)
  strips.delete(widthPx)
  strips.set(widthPx, strip)
  const [oldest] = strips.keys()
  if (strips.size > 16 && oldest !== undefined) strips.delete(oldest)
  const words = new Int32Array(strip.data.buffer, strip.data.byteOffset, strip.data.length / 4)
  const bytes = opaque ? 3 : 4
  // Rows that are seen whole follow each other.
  const rowsAtOnce = widthPx === size.widthPx ? strip.height : 1
  for (let row = 0; row < heightPx; row += strip.height) {
    const rows = Math.min(strip.height, heightPx - row)
    for (let done = 0; done < rows; done += rowsAtOnce) {
      const first = ((top + row + done) * size.widthPx + left) * bytes
      const found = data.subarray(first, first + Math.min(rowsAtOnce, rows - done) * widthPx * bytes)
      if (opaque) unpackRgb(found, words.subarray(done * widthPx))
      else strip.data.set(found, done * widthPx * 4)
    }
    // What the last strip has too much is below the edge, or in the bleed.
    context.putImageData(strip, atX, atY + row)
  }
}

/** Measures with the canvas itself, at 100 px. */
export function createMeasurer(fonts: FontBook): InkMeasurer {
  const context = createCanvas(1, 1).getContext('2d')
  let selected: FontStyle | undefined
  const select = (style: FontStyle) => {
    if (style === selected) return
    selectFont(context, fonts, { style, sizePx: 100 })
    context.letterSpacing = `${style.letterSpacing * 100}px`
    selected = style
  }
  return {
    advance(style, text) {
      select(style)
      return context.measureText(text).width
    },
    ink(style, text) {
      select(style)
      const { actualBoundingBoxAscent, actualBoundingBoxDescent } = context.measureText(text)
      return { above: actualBoundingBoxAscent, below: actualBoundingBoxDescent }
    },
    metrics(style) {
      // An emoji stands on the line of the text around it.
      select({ ...style, families: style.families.filter((family) => family !== EMOJI_FAMILY) })
      const { fontBoundingBoxAscent, fontBoundingBoxDescent } = context.measureText('x')
      return { ascent: fontBoundingBoxAscent, descent: fontBoundingBoxDescent }
    },
  }
}

interface SizedFont {
  readonly style: FontStyle
  readonly sizePx: number
}

function selectFont(context: SKRSContext2D, fonts: FontBook, { style, sizePx }: SizedFont): void {
  context.font = fonts.css(style, sizePx)
  context.textAlign = 'left'
  const variations = fonts.variations(style)
  if (context.fontVariationSettings !== variations) context.fontVariationSettings = variations
  const language = style.language ?? ''
  if (context.lang !== language) context.lang = language
}
