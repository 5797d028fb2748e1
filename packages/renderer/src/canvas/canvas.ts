import type { Matrix } from '#renderer/geometry/matrix.ts'
import type { SvgShapes } from '#renderer/svg/svg-shapes.ts'
import type { FontStyle } from '#renderer/text/types.ts'
import type { Bleed } from './bleed.ts'
import type { PaintPlace } from './paint-place.ts'

/** The few calls of the Canvas 2D API that a layer may make: the same on the server and in a browser. */
export interface Context2D {
  fillStyle: Style
  strokeStyle: Style
  globalAlpha: number
  globalCompositeOperation: string
  lineWidth: number
  lineJoin: string
  lineCap: string
  filter: string
  direction: string
  letterSpacing: string
  shadowColor: string
  shadowBlur: number
  shadowOffsetX: number
  shadowOffsetY: number
  save(): void
  restore(): void
  setTransform(a: number, b: number, c: number, d: number, e: number, f: number): void
  translate(x: number, y: number): void
  scale(x: number, y: number): void
  rotate(radians: number): void
  clearRect(x: number, y: number, width: number, height: number): void
  beginPath(): void
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
  bezierCurveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void
  arc(x: number, y: number, radius: number, start: number, end: number, counterclockwise?: boolean): void
  arcTo(x1: number, y1: number, x2: number, y2: number, radius: number): void
  closePath(): void
  rect(x: number, y: number, width: number, height: number): void
  roundRect(x: number, y: number, width: number, height: number, radii: number | number[]): void
  ellipse(x: number, y: number, radiusX: number, radiusY: number, rotation: number, start: number, end: number): void
  clip(): void
  fill(): void
  stroke(): void
  fillRect(x: number, y: number, width: number, height: number): void
  setLineDash(lengths: number[]): void
  fillText(text: string, x: number, y: number): void
  strokeText(text: string, x: number, y: number): void
  createLinearGradient(x0: number, y0: number, x1: number, y1: number): GradientHandle
  createRadialGradient(x0: number, y0: number, r0: number, x1: number, y1: number, r1: number): GradientHandle
  createConicGradient(startRadians: number, x: number, y: number): GradientHandle
}

export interface GradientHandle {
  addColorStop(offset: number, color: string): void
}

/** Made by the pen only. */
export interface PatternHandle {
  setTransform(matrix?: { a: number; b: number; c: number; d: number; e: number; f: number }): void
}

export type Style = string | GradientHandle | PatternHandle

export interface Pixels {
  /** Straight (not premultiplied) RGBA, four bytes per pixel; RGB where `opaque`. */
  readonly data: Uint8ClampedArray
  readonly opaque?: boolean
  readonly widthPx: number
  readonly heightPx: number
  /** The same as shapes, where it is a drawing that can be said in shapes. */
  readonly shapes?: () => SvgShapes | undefined
  /** Of a drawing on a page: its colours that can be replaced, as they are written in it. */
  readonly colors?: readonly string[] | undefined
  /** The size of the picture they were made of, once it is turned; undefined for a drawing, which has none. */
  readonly natural?: { readonly width: number; readonly height: number }
}

/** What a layer draws with. Lengths are template pixels; the origin is the upper left corner of the layer. */
export interface Pen {
  readonly context: Context2D
  /** A colour for text that keeps its weight: the canvas's own makes dark text thin and light text bold. */
  textColor(color: string): Style
  /** Draws the pixels into a box. */
  picture(pixels: Pixels, box: { x: number; y: number; width: number; height: number }, bleed?: Bleed): void
  /** The pixels as a paint, to be used before the next one of them is made. */
  picturePaint(pixels: Pixels, place: PaintPlace): Style
  /** Makes the context draw this text in its font, from its left end. */
  selectFont(style: FontStyle, sizePx: number, text: string): void
  /** How far below its baseline a text is to be drawn, to come out where the canvas of the server draws it. */
  baselineShift?(style: FontStyle, sizePx: number, text: string): number
  /** Opens an address where the box is clicked. Absent where nothing can be clicked. */
  link?(box: { x: number; y: number; width: number; height: number }, address: string): void
  /** From lengths to pixels of the bitmap. Absent on paper, which has none. */
  readonly toPixels?: (() => Matrix) | undefined
}

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
  /** A copy of the pixels: premultiplied RGBA. Of an area it is straight RGBA, which is the same where nothing shines through. */
  read(area?: { left: number; top: number; widthPx: number; heightPx: number }): Uint8Array
  /** Makes what is dark see-through: the alpha of a pixel becomes its brightness. */
  turnLightIntoAlpha(): void
  /** Gives everything that is drawn one colour. */
  tint(color: string): void
  /** Gives the memory back; the surface must not be used any more. */
  release(): void
}
