import '#renderer/fonts/no-system-fonts.ts'

import { type Canvas, createCanvas, PDFDocument, type SKRSContext2D } from '@napi-rs/canvas'
import { RenderError } from '#renderer/errors/render-error.ts'
import type { FontBook } from '#renderer/fonts/font-book.ts'
import type { Box } from '#renderer/geometry/box.ts'
import { boundsOf, type Matrix, moved } from '#renderer/geometry/matrix.ts'
import type { SvgShapes } from '#renderer/svg/svg-shapes.ts'
import { type Bleed, bledBox, NO_BLEED } from './bleed.ts'
import type { Paper, Pen, Pixels, Sheet } from './canvas.ts'
import { drawShapes } from './draw-shapes.ts'
import { nameLetters } from './name-letters.ts'
import { canvasOf, createPen, paintOf, putSurface } from './node.ts'
import { shapeWritten, type Written } from './written-letters.ts'

/** A file of pages. */
export interface PdfFile {
  /** Adds a page and hands it to `draw`. */
  page(page: PdfPage, draw: (sheet: Sheet) => void): void
  /** Gives the memory of a picture back that no other page shows. */
  forget(pixels: Pixels): void
  /** Ends the file; equal pages give equal bytes. */
  close(): Promise<Uint8Array>
}

export interface PdfPage {
  /** Of the page, in pixels of its bitmaps. */
  readonly widthPx: number
  readonly heightPx: number
  readonly pixelsPerInch: number
  readonly fonts: FontBook
}

const POINTS_PER_INCH = 72
/** Of pictures kept, so that one which several pages show is in the file once. */
const MAX_KEPT_PIXELS = 20_000_000
/** Of all bitmaps of a file, which is in memory until it ends: about 500 MB when they are photographs. */
const MAX_FILE_PIXELS = 1_000_000_000
/** A pixel of which nothing may be lost takes about as much as so many others. */
const LOSSLESS_SHARE = 4

export interface PdfOptions {
  readonly quality: number
  readonly title: string
  /** Of all bitmaps together, where they may lose detail. */
  readonly maxPixels?: number
}

/** Begins a file. Photographs lose detail below a quality of 100. */
export function createPdf({ quality, title, maxPixels: mostPixels = MAX_FILE_PIXELS }: PdfOptions): PdfFile {
  const isLossless = quality === 100
  const maxPixels = isLossless ? mostPixels / LOSSLESS_SHARE : mostPixels
  const names = { producer: 'Pictable', creator: 'Pictable', ...(title !== '' && { title }) }
  const document = new PDFDocument({ ...names, encodingQuality: isLossless ? 101 : quality })
  let [pages, pixelsLeft] = [0, maxPixels]
  const spend = ({ widthPx, heightPx }: { widthPx: number; heightPx: number }) => {
    pixelsLeft -= widthPx * heightPx
    if (pixelsLeft >= 0) return
    const most = `${maxPixels / 1_000_000} million pixels${isLossless ? ' at quality 100' : ''}`
    const cure = `create several files with fewer pages${isLossless ? ', or set a lower quality' : ''}`
    throw new RenderError('output_too_large', `page ${pages}: the pictures of a PDF can have at most ${most}; ${cure}`)
  }
  const { bring, forget } = createPictureShelf(spend)
  const written = new Map<string, Written>()
  const note = (each: Written) => {
    const { fonts, style, text } = each
    const look = [fonts.css(style, 1), fonts.variations(style), style.language, style.letterSpacing !== 0]
    written.set(JSON.stringify([...look, text]), each)
  }
  return {
    page({ widthPx, heightPx, pixelsPerInch, fonts }, draw) {
      // Pages have whole points; stretched by half a point at most, the picture leaves no strip at their edge.
      const [width, height] = [wholePoints(widthPx / pixelsPerInch), wholePoints(heightPx / pixelsPerInch)]
      const context: unknown = document.beginPage(width, height)
      pages++
      if (!isCanvas(context)) throw new Error('a page of a PDF is drawn on like any canvas')
      const paper = layPaper(context, { across: width / widthPx, down: height / heightPx, widthPx, heightPx })
      const bitmapPen = createPen(context, fonts)
      const pen: Pen = {
        ...bitmapPen,
        selectFont(style, sizePx, text) {
          note({ fonts, style: fonts.narrow(style, text), text })
          bitmapPen.selectFont(style, sizePx, text)
        },
        // Paper knows no gamma, and a pattern would keep letters from being text.
        textColor: (color) => color,
        toPixels: undefined,
        link: ({ x, y, width, height }, address) => context.annotateLinkUrl(x, y, x + width, y + height, address),
        picture(pixels, box, bleed = NO_BLEED) {
          if (paper.isFaint) return
          const shapes = pixels.shapes?.()
          if (shapes && drawsAsOne(context, shapes)) drawShapes(context, shapes, box)
          else {
            const { x, y, width, height } = bledBox(box, pixels, bleed)
            context.drawImage(bring(pixels, bleed), x, y, width, height)
          }
        },
        picturePaint(pixels, place) {
          // What is faint is drawn in a colour of its own.
          if (paper.isFaint) return '#000000'
          return paintOf(context, bring(pixels, place.bleed, true), { ...place, pixels })
        },
      }
      const put: Sheet['put'] = (other, x, y) => {
        spend(other)
        putSurface(context, other, { x, y })
      }
      draw({ widthPx, heightPx, pen, paper, put })
      document.endPage()
    },
    forget,
    async close() {
      const bytes = document.close()
      if (written.size === 0) return bytes
      try {
        return nameLetters(bytes, await shapeWritten(written.values()))
      } catch {
        // All is drawn already; only some letters are not found by a search. Warnings belong to pages, which are done.
        return bytes
      }
    },
  }
}

/** Opacity and blending that are set apply to every shape by itself. */
function drawsAsOne(context: SKRSContext2D, { calls }: SvgShapes): boolean {
  return calls <= 1 || (context.globalAlpha === 1 && context.globalCompositeOperation === 'source-over')
}

function wholePoints(inches: number): number {
  return Math.max(1, Math.round(inches * POINTS_PER_INCH))
}

/** Its declared type lacks what only a canvas of Node has. */
function isCanvas(context: unknown): context is SKRSContext2D {
  return typeof context === 'object' && context !== null && 'drawImage' in context && 'getTransform' in context
}

/** Pictures as the file takes them. */
interface PictureShelf {
  /** `isPaint`: a paint keeps the canvas, so that it may not be emptied. */
  bring(pixels: Pixels, bleed?: Bleed, isPaint?: boolean): Canvas
  forget(pixels: Pixels): void
}

interface ShelvedPicture {
  readonly pixels: Pixels
  readonly canvas: Canvas
  isPaint: boolean
}

function createPictureShelf(spend: (pixels: Pixels) => void): PictureShelf {
  const ids = new WeakMap<Pixels, number>()
  let [lastId, keptPixels] = [0, 0]
  const kept = new Map<string, ShelvedPicture>()
  const drop = (key: string, { canvas, isPaint }: ShelvedPicture) => {
    kept.delete(key)
    keptPixels -= canvas.width * canvas.height
    if (!isPaint) release(canvas)
  }
  return {
    bring(pixels, bleed = NO_BLEED, isPaint = false) {
      const id = ids.get(pixels) ?? ++lastId
      ids.set(pixels, id)
      const key = `${id} ${bleed.across} ${bleed.down}`
      const known = kept.get(key)
      if (known) {
        known.isPaint ||= isPaint
        return known.canvas
      }
      spend(pixels)
      const canvas = canvasOf(pixels, bleed)
      kept.set(key, { pixels, canvas, isPaint })
      keptPixels += canvas.width * canvas.height
      for (const [oldest, picture] of kept) {
        if (keptPixels <= MAX_KEPT_PIXELS || kept.size === 1) break
        drop(oldest, picture)
      }
      return canvas
    },
    forget(pixels) {
      for (const [key, picture] of kept) if (picture.pixels === pixels) drop(key, picture)
    },
  }
}

/** Gives the memory back before it is noticed that nobody uses it. */
function release(canvas: Canvas | undefined): void {
  if (canvas) canvas.width = 0
}

interface Place {
  /** Points per pixel of the page. */
  readonly across: number
  readonly down: number
  readonly widthPx: number
  readonly heightPx: number
}

/** Makes the canvas of a page count in pixels, and do what only paper does. */
function layPaper(context: SKRSContext2D, place: Place): Paper {
  const { across, down } = place
  let isFaint = false
  const native = {
    setTransform: context.setTransform.bind(context),
    fillText: context.fillText.bind(context),
  }
  function fillText(text: string, x: number, y: number): void {
    const { fillStyle } = context
    if (typeof fillStyle === 'string' && !isFaint) {
      native.fillText(text, x, y)
      return
    }
    context.save()
    context.globalAlpha = 1 / 255
    context.globalCompositeOperation = 'source-over'
    context.fillStyle = '#808080'
    native.fillText(text, x, y)
    context.restore()
    // What is restored is the colour that is used, not the one that is told.
    context.fillStyle = fillStyle
    // Many viewers fill the boxes of letters in place of the letters with a gradient.
    if (!isFaint) drawBitmapText(context, { draw: 'fillText', text, x, y }, place)
  }
  /** As text it would be found twice. */
  function strokeText(text: string, x: number, y: number): void {
    if (!isFaint) drawBitmapText(context, { draw: 'strokeText', text, x, y }, place)
  }
  const unlessFaint = (name: 'fill' | 'stroke' | 'fillRect') => {
    const draw: (...given: never[]) => void = context[name].bind(context)
    return (...given: never[]) => {
      if (!isFaint) draw(...given)
    }
  }
  const replaced = {
    setTransform: (a: number, b: number, c: number, d: number, e: number, f: number) =>
      native.setTransform(a * across, b * down, c * across, d * down, e * across, f * down),
    fillText,
    fill: unlessFaint('fill'),
    stroke: unlessFaint('stroke'),
    fillRect: unlessFaint('fillRect'),
    strokeText,
  }
  for (const [name, value] of Object.entries(replaced)) Object.defineProperty(context, name, { value })
  replaced.setTransform(1, 0, 0, 1, 0, 0)
  return {
    get isFaint() {
      return isFaint
    },
    faintly(draw) {
      isFaint = true
      try {
        draw()
      } finally {
        isFaint = false
      }
    },
  }
}

interface Letters {
  readonly draw: 'fillText' | 'strokeText'
  readonly text: string
  readonly x: number
  readonly y: number
}

/** Draws letters as pixels where they would stand as text. */
function drawBitmapText(context: SKRSContext2D, letters: Letters, { across, down, widthPx, heightPx }: Place): void {
  const { draw, text, x, y } = letters
  const { a, b, c, d, e, f } = context.getTransform()
  const matrix: Matrix = [a / across, b / down, c / across, d / down, e / across, f / down]
  const { left, top, right, bottom } = boundsOf(inkOf(context, letters), matrix)
  const [fromX, fromY] = [Math.max(0, Math.floor(left) - 2), Math.max(0, Math.floor(top) - 2)]
  const [toX, toY] = [Math.min(widthPx, Math.ceil(right) + 2), Math.min(heightPx, Math.ceil(bottom) + 2)]
  if (toX <= fromX || toY <= fromY) return
  const canvas = createCanvas(toX - fromX, toY - fromY)
  const bitmap = canvas.getContext('2d')
  bitmap.setTransform(...moved(matrix, -fromX, -fromY))
  for (const name of ['font', 'fontVariationSettings', 'lang', 'letterSpacing'] as const) {
    bitmap[name] = context[name]
  }
  bitmap.direction = context.direction
  bitmap.textAlign = context.textAlign
  bitmap.fillStyle = context.fillStyle
  bitmap.strokeStyle = context.strokeStyle
  bitmap.lineWidth = context.lineWidth
  bitmap.lineJoin = context.lineJoin
  bitmap.setLineDash(context.getLineDash())
  bitmap[draw](text, x, y)
  context.save()
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.drawImage(canvas, fromX, fromY)
  context.restore()
  release(canvas)
}

/** What letters cover, and their outline. */
function inkOf(context: SKRSContext2D, { draw, text, x, y }: Letters): Box {
  const ink = context.measureText(text)
  const margin = draw === 'strokeText' ? context.lineWidth : 0
  return {
    x: x - ink.actualBoundingBoxLeft - margin,
    y: y - ink.actualBoundingBoxAscent - margin,
    width: ink.actualBoundingBoxLeft + ink.actualBoundingBoxRight + 2 * margin,
    height: ink.actualBoundingBoxAscent + ink.actualBoundingBoxDescent + 2 * margin,
  }
}
