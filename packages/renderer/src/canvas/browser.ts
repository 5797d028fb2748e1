import type { FontBook } from '#renderer/fonts/font-book.ts'
import { matrixOf } from '#renderer/geometry/matrix.ts'
import type { TextMeasurer } from '#renderer/text/types.ts'
import { type Bleed, bledBox, bledSize, bleedEdges, NO_BLEED } from './bleed.ts'
import type { Pen, Pixels, Sheet, Surface } from './canvas.ts'
import { lightToAlpha } from './light-to-alpha.ts'
import { paintMatrix } from './paint-place.ts'

const surfaces = new WeakMap<Surface, HTMLCanvasElement>()
const pictures = new WeakMap<Pixels, HTMLCanvasElement>()

/** What text is drawn with. */
interface Lettering {
  readonly fonts: FontBook
  readonly measurer: Pick<TextMeasurer, 'metrics'>
}

/** An empty surface beside the page. */
export function createSurface(widthPx: number, heightPx: number, lettering: Lettering): Surface {
  const canvas = createCanvas(widthPx, heightPx)
  const context = contextOf(canvas)
  const surface: Surface = {
    ...sheetOf(canvas, lettering),
    read: ({ left, top, ...size } = { left: 0, top: 0, widthPx, heightPx }) =>
      new Uint8Array(context.getImageData(left, top, size.widthPx, size.heightPx).data.buffer),
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
    release() {
      surfaces.delete(surface)
      canvas.width = 0
    },
  }
  surfaces.set(surface, canvas)
  return surface
}

/** A canvas of a page, emptied and as large as the picture. */
export function clearedSheet(
  canvas: HTMLCanvasElement,
  size: { widthPx: number; heightPx: number },
  lettering: Lettering,
): Sheet {
  if (canvas.width !== size.widthPx) canvas.width = size.widthPx
  if (canvas.height !== size.heightPx) canvas.height = size.heightPx
  contextOf(canvas).reset()
  return sheetOf(canvas, lettering)
}

/** A picture that is drawn as it lies on a canvas; its data are read only when somebody looks. */
export function pixelsOf(canvas: HTMLCanvasElement, facts: Pick<Pixels, 'colors' | 'natural'>): Pixels {
  const pixels: Pixels = {
    ...facts,
    widthPx: canvas.width,
    heightPx: canvas.height,
    get data() {
      return contextOf(canvas).getImageData(0, 0, canvas.width, canvas.height).data
    },
  }
  pictures.set(pixels, canvas)
  return pixels
}

export function createCanvas(widthPx: number, heightPx: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = widthPx
  canvas.height = heightPx
  return canvas
}

export function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the canvas is used for something else than 2D drawing')
  return context
}

/** A canvas of a page with what is on it. */
export function sheetOf(canvas: HTMLCanvasElement, lettering: Lettering): Sheet {
  const context = contextOf(canvas)
  return {
    widthPx: canvas.width,
    heightPx: canvas.height,
    pen: createPen(context, lettering),
    put(other, x, y) {
      const source = surfaces.get(other)
      if (source) context.drawImage(source, x, y)
    },
  }
}

const bledPictures = new WeakMap<HTMLCanvasElement, { readonly bleed: Bleed; readonly canvas: HTMLCanvasElement }>()

/** The picture with its bleed. It is as large as the picture, so only the last one is kept, as long as the picture. */
function bled(pixels: Pixels, bleed: Bleed): HTMLCanvasElement | undefined {
  const source = pictures.get(pixels)
  const { across, down } = bleed
  if (!source || (across === 0 && down === 0)) return source
  const known = bledPictures.get(source)
  if (known?.bleed.across === across && known.bleed.down === down) return known.canvas
  const { widthPx, heightPx } = bledSize(pixels, bleed)
  const canvas = createCanvas(widthPx, heightPx)
  const context = contextOf(canvas)
  context.drawImage(source, across, down)
  bleedEdges<HTMLCanvasElement>(canvas, context, bleed)
  bledPictures.set(source, { bleed, canvas })
  return canvas
}

/** Newer than the declarations. */
type LanguageContext = CanvasRenderingContext2D & { lang?: string }

function createPen(context: LanguageContext, { fonts, measurer }: Lettering): Pen {
  return {
    context,
    textColor: (color) => color,
    picture(pixels, box, bleed = NO_BLEED) {
      const source = bled(pixels, bleed)
      const { x, y, width, height } = bledBox(box, pixels, bleed)
      if (source) context.drawImage(source, x, y, width, height)
    },
    picturePaint(pixels, place) {
      const source = bled(pixels, place.bleed ?? NO_BLEED)
      const pattern = source && context.createPattern(source, place.repeats ? 'repeat' : 'no-repeat')
      pattern?.setTransform(paintMatrix(place, pixels))
      return pattern ?? 'transparent'
    },
    selectFont(style, sizePx, text) {
      const narrow = fonts.narrow(style, text)
      const weight = fonts.axes(narrow).get('wght') ?? narrow.weight
      context.font = `${Math.min(1000, Math.max(1, weight))} ${fonts.css(narrow, sizePx)}`
      context.textAlign = 'left'
      // Letters stand where they were measured, between pixels too.
      context.textRendering = 'geometricPrecision'
      context.lang = style.language ?? ''
    },
    baselineShift(style, sizePx, text) {
      const ascentPx = (measurer.metrics(fonts.narrow(style, text)).ascent * sizePx) / 100
      // Skia on the server sets lines of text that begin at whole ascents.
      return Math.round(ascentPx) - ascentPx
    },
    toPixels: () => matrixOf(context.getTransform()),
  }
}
