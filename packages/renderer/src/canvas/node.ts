import '#renderer/fonts/no-system-fonts.ts'

import { type Canvas, type CanvasPattern, createCanvas, ImageData, type SKRSContext2D } from '@napi-rs/canvas'
import { EMOJI_FAMILY } from '#renderer/fonts/fallback.ts'
import type { FontBook } from '#renderer/fonts/font-book.ts'
import { hyphenator } from '#renderer/fonts/hyphenator.ts'
import { createAdvanceCache } from '#renderer/text/advance-cache.ts'
import type { FontStyle, Typesetter } from '#renderer/text/types.ts'
import type { Context2D, Pen } from './canvas.ts'
import { lightToAlpha } from './light-to-alpha.ts'

/** What is drawn on: a bitmap, or a page of paper. Its pen draws in its pixels. */
export interface Sheet {
  readonly widthPx: number
  readonly heightPx: number
  readonly pen: Pen
  /** Draws a bitmap at a place in pixels, with the alpha, blending and shadow that are set. */
  put(other: Surface, x: number, y: number): void
  /** Present where shapes and letters are kept as such. */
  readonly paper?: Paper
}

export interface Paper {
  /** Leaves of what is drawn meanwhile only text, as good as invisible: to be selected where a bitmap shows it. */
  faintly(draw: () => void): void
  readonly isFaint: boolean
}

/** A bitmap. */
export interface Surface extends Sheet {
  /** A copy of the pixels: premultiplied RGBA. */
  read(): Uint8Array
  /** Makes what is dark see-through: the alpha of a pixel becomes its brightness. */
  turnLightIntoAlpha(): void
  /** Gives everything that is drawn one colour. */
  tint(color: string): void
  /** Gives the memory back; the surface must not be used any more. */
  release(): void
}

/** Ends pixels that were read from a surface: until they were collected as garbage, two more pictures would be made. */
export function freePixels({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

const pooledPixels = 4_000_000
const pooled = new Map<string, Canvas[]>()
const surfaces = new WeakMap<Surface, Canvas>()

/** An empty surface. Small ones are used again: a new bitmap costs more than clearing an old one. */
export function createSurface(widthPx: number, heightPx: number, fonts: FontBook): Surface {
  const canvas = takeCanvas(widthPx, heightPx)
  const context = canvas.getContext('2d')
  context.reset()
  context.clearRect(0, 0, widthPx, heightPx)
  const surface: Surface = {
    widthPx,
    heightPx,
    pen: createPen(context, fonts),
    read: () => canvas.data(),
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
    textColor: colorPattern,
    picture({ data, widthPx, heightPx }, { x, y, width, height }) {
      // By way of a canvas: six times as fast as a pattern of the pixels.
      const canvas = takeCanvas(widthPx, heightPx)
      canvas.getContext('2d').putImageData(new ImageData(data, widthPx, heightPx), 0, 0)
      context.drawImage(canvas, x, y, width, height)
      giveBack(canvas)
    },
    selectFont: (style, sizePx, text) => selectFont(context, fonts, { style: fonts.narrow(style, text), sizePx }),
  }
}

const colorPatterns = new Map<string, CanvasPattern>()

function colorPattern(color: string): CanvasPattern {
  const known = colorPatterns.get(color)
  if (known) return known
  if (colorPatterns.size >= 1000) colorPatterns.clear()
  const dot = createCanvas(1, 1)
  const context = dot.getContext('2d')
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const pattern = context.createPattern(dot, 'repeat')
  colorPatterns.set(color, pattern)
  return pattern
}

/** Advances remembered by each set of fonts. */
const MOST_ADVANCES = 100_000

/** Measures with the fonts of the book, at 100 px. */
export function createTypesetter(fonts: FontBook): Typesetter {
  const context = createCanvas(1, 1).getContext('2d')
  const select = (style: FontStyle) => {
    selectFont(context, fonts, { style, sizePx: 100 })
    context.letterSpacing = `${style.letterSpacing * 100}px`
  }
  const measurer = createAdvanceCache(
    {
      advance(style, text) {
        select(style)
        return context.measureText(text).width
      },
      metrics(style) {
        // An emoji stands on the line of the text around it.
        select({ ...style, families: style.families.filter((family) => family !== EMOJI_FAMILY) })
        const { fontBoundingBoxAscent, fontBoundingBoxDescent } = context.measureText('x')
        return { ascent: fontBoundingBoxAscent, descent: fontBoundingBoxDescent }
      },
    },
    MOST_ADVANCES,
  )
  return {
    advance: (style, text) => measurer.advance(fonts.narrow(style, text), text),
    metrics: measurer.metrics,
    chooseFonts: fonts.choose,
    lines: fonts.lines,
    hyphenator,
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
